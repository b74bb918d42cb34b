import { afterAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hide, settled, show } from './testing/shown-app.tsx';

afterAll(hide);

const paneInFocus = () => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane') ?? null;

test('F6 goes from pane to pane and Shift+F6 back the same way, round at both ends', async () => {
  await show({ query: 'scenario=full&rows=20' });
  await page.getByRole('grid').getByRole('row').nth(2).click();
  await settled();
  const there: (string | null)[] = [];
  do {
    await userEvent.keyboard('{F6}');
    there.push(paneInFocus());
  } while ((there.length < 10 && there.at(-1) !== there[0]) || there.length === 1);
  expect(new Set(there.slice(0, -1)).size).toBeGreaterThan(2);
  const back = [paneInFocus()];
  for (let step = 1; step < there.length; step += 1) {
    await userEvent.keyboard('{Shift>}{F6}{/Shift}');
    back.push(paneInFocus());
  }
  expect(back).toEqual(there.toReversed());
});

test('the activity shows the requests of the book that is chosen alone, and those of all once several are', async () => {
  await show({ query: 'scenario=full&rows=20' });
  await userEvent.keyboard('`');
  const drawer = page.getByRole('region', { name: 'Activity' }).first();
  await page.getByRole('grid').getByRole('row').nth(2).click();
  await drawer.getByRole('radio', { name: 'Selected book' }).click();
  const shown = () => drawer.getByText(/^\d+ requests?$/).element().textContent;
  await expect.poll(shown).toBe('1 request');
  await page.getByRole('grid').getByRole('row').nth(2).click();
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await expect.element(drawer.getByRole('radio', { name: 'Selected book' })).not.toBeInTheDocument();
  await expect.poll(shown).not.toBe('1 request');
  await settled();
});
