import { afterAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CHAPTERS } from './features/manual/chapters.ts';
import { axeFindings, hide, settled, show, wear } from './testing/shown-app.tsx';

afterAll(hide);

const manual = () => page.getByRole('dialog');
const chapter = () => page.getByRole('article');

async function pressF1(): Promise<void> {
  await userEvent.keyboard('{F1}');
  await expect.element(chapter()).toBeVisible();
}

describe('the manual', () => {
  test('opens by F1 at the chapter of the screen', async () => {
    await show({ query: 'scenario=full', section: 'orders' });
    await pressF1();
    await expect.element(chapter()).toHaveAccessibleName('Following orders');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.querySelector('article')).toBeNull();
    await show({ query: 'scenario=full', layoutOf: 'made-1' });
    await pressF1();
    await expect.element(chapter()).toHaveAccessibleName('Making books');
  });

  test('opens before there is a studio, at the first day', async () => {
    await show({ query: 'scenario=welcome' });
    await pressF1();
    await expect.element(chapter()).toHaveAccessibleName('Your first day');
  });

  test('opens at the paragraph of the finding that is looked at', async () => {
    await show({ query: 'scenario=full' });
    await userEvent.keyboard('{F8}');
    await expect.poll(() => document.querySelector('[data-finding]')).not.toBeNull();
    const group = document.querySelector<HTMLElement>('[data-finding]');
    group?.querySelector('button')?.focus();
    await pressF1();
    await expect
      .poll(() => document.activeElement?.getAttribute('data-anchor'))
      .toBe(group?.dataset['finding'] ?? 'no finding on screen');
  });

  test('is searched, and its links lead on within it', async () => {
    await show({ query: 'scenario=full', section: 'specs' });
    await pressF1();
    await page.getByRole('link', { name: 'Findings of the checks' }).click();
    await expect.element(chapter()).toHaveAccessibleName('Findings of the checks');
    await userEvent.keyboard('{Control>}f{/Control}');
    await userEvent.keyboard('tracking numbers');
    await manual()
      .getByRole('button', { name: /^Pass on tracking numbers/ })
      .click();
    await expect.element(chapter()).toHaveAccessibleName('Following orders');
    await expect.poll(() => document.activeElement?.textContent).toBe('Pass on tracking numbers');
    await manual().getByRole('searchbox').fill('xyzzyx');
    await expect.element(manual().getByRole('status')).toHaveTextContent('Nothing found');
  });

  test('shows every picture of every chapter, and axe finds nothing in both languages and themes', async () => {
    await show({ query: 'scenario=full', section: 'specs' });
    await pressF1();
    for (const look of [
      { language: 'en', theme: 'light' },
      { language: 'ko', theme: 'dark' },
    ] as const) {
      await wear(look);
      for (const at of CHAPTERS.keys()) {
        const entries = document.querySelectorAll<HTMLElement>('[data-manual] nav > ul > li > button');
        entries[at]?.click();
        await settled();
        for (const image of document.querySelectorAll<HTMLImageElement>('article img'))
          await expect.poll(() => image.naturalWidth, { timeout: 5_000 }).toBeGreaterThan(100);
        // The long chapter has nothing of another kind than the others.
        if (CHAPTERS[at] !== 'findings') expect(await axeFindings()).toEqual([]);
      }
    }
  });
});
