import { afterAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, hide, show, wear, type Look } from '../../testing/shown-app.tsx';

const EN: Look = { language: 'en', theme: 'light' };
const SLOW = { timeout: 20_000 } as const;

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]');
const opener = () => document.querySelector<HTMLElement>('[aria-label$="Change the book spec or the page count"]');
const button = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].find(
    ({ textContent }) => textContent === name,
  );
const undo = () => document.querySelector<HTMLButtonElement>('[aria-label="Undo: Book spec and pages"]');
const lines = () => [...document.querySelectorAll<HTMLElement>('[aria-label="To look at"] button')];
const captions = () => [...document.querySelectorAll('figcaption')].map(({ textContent }) => textContent);

/** The layout of a square book of 40 pages, with the sheet over it. */
async function opened(): Promise<void> {
  await show({ query: 'scenario=full', layoutOf: 'book-11' }, EN);
  await expect.poll(() => document.querySelector('[data-stage] [data-frame]'), SLOW).not.toBeNull();
  opener()?.click();
  await expect.poll(dialog).not.toBeNull();
}

async function choose(name: string): Promise<void> {
  document.querySelector<HTMLElement>('[role="dialog"] button[aria-haspopup="listbox"]')?.click();
  await page.getByRole('option', { name }).click();
}

afterAll(hide);

describe('the book spec of a layout', () => {
  test('is changed with what becomes of each page before it, as one step that undo takes back', async () => {
    await opened();
    expect(button('Change the book')?.disabled).toBe(true);
    await choose('A5');
    await expect.poll(() => lines().length, SLOW).toBeGreaterThan(3);
    expect(dialog()?.textContent).toContain('243 × 248 mm → 148 × 210 mm');
    expect(dialog()?.textContent).toContain('40 p. → 50 p.');
    expect(dialog()?.textContent).toContain('10 blank pages come at the end.');
    const first = lines().find(({ textContent }) => textContent?.includes('page') === true);
    first?.click();
    await expect.poll(() => first?.getAttribute('aria-pressed')).toBe('true');
    expect(captions()).toEqual([expect.stringContaining('Before · '), expect.stringContaining('After · ')]);
    expect(captions()[0]).not.toContain('Cover');
    expect(await axeFindings()).toEqual([]);
    button('Change the book')?.click();
    await expect.poll(dialog).toBeNull();
    await expect.poll(() => opener()?.getAttribute('aria-label')).toContain('A5');
    await expect.poll(() => document.querySelector('header strong')?.textContent).toBe('50 p.');
    undo()?.click();
    await expect.poll(() => opener()?.getAttribute('aria-label')).toContain('하드커버');
    await expect.poll(() => document.querySelector('header strong')?.textContent).toBe('40 p.');
  });

  test('shows its pictures before and after, and the buttons that turn them, in the smallest usual window', async () => {
    await opened();
    await choose('A5');
    await expect.poll(captions, SLOW).toHaveLength(2);
    expect(dialog()?.querySelector('[role="status"]')?.textContent).toBe('');
    const next = dialog()?.querySelector('[aria-label="Next spread"]') ?? expect.fail('there is no such button');
    const foot = button('Change the book')?.parentElement ?? expect.fail('there is no foot');
    expect(next.getBoundingClientRect().bottom).toBeLessThanOrEqual(foot.getBoundingClientRect().top);
  });

  test('stays as it is when the sheet is closed, and pages that would go are told', async () => {
    await opened();
    const pages = page.getByRole('textbox', { name: 'Pages' });
    await pages.fill('24');
    await userEvent.keyboard('{Tab}');
    await expect
      .poll(() => lines().some(({ textContent }) => textContent?.includes('This page goes') === true), SLOW)
      .toBe(true);
    const gone = lines().at(-1);
    gone?.click();
    await expect.poll(captions).toEqual(['Before · 40', 'After']);
    // The first that goes faces one that stays: both are shown, and one line alone is chosen.
    const [first] = lines().filter(({ textContent }) => textContent?.includes('page 25') === true);
    first?.click();
    await expect.poll(captions).toEqual(['Before · 24–25', 'After']);
    expect(lines().filter((line) => line.getAttribute('aria-pressed') === 'true')).toEqual([first]);
    gone?.click();
    await expect.poll(captions).toEqual(['Before · 40', 'After']);
    expect(dialog()?.textContent).toContain('Goes');
    await wear({ language: 'ko', theme: 'dark' });
    expect(await axeFindings()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(dialog).toBeNull();
    expect(document.querySelector('header strong')?.textContent).toBe('40쪽');
  });

  test('is told by the header too where fewer pages set something aside', async () => {
    await opened();
    await page.getByRole('textbox', { name: 'Pages' }).fill('26');
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => button('Change the book')?.disabled, SLOW).toBe(false);
    button('Change the book')?.click();
    await expect.poll(dialog).toBeNull();
    document.querySelector<HTMLElement>('[aria-label="Fewer pages"]')?.click();
    const told = () => [...document.querySelectorAll('[data-tone]')].map(({ textContent }) => textContent).join();
    await expect.poll(told).toContain('3 frames have no room and are set aside');
    expect(document.querySelector('header strong')?.textContent).toBe('24 p.');
  });
});
