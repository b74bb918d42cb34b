import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hide, settled, show } from './testing/shown-app.tsx';

afterEach(hide);

const chosen = (): string | null =>
  document.querySelector('main [data-table] [role="row"][aria-selected="true"]')?.getAttribute('aria-rowindex') ?? null;
const rowIndices = (): readonly number[] =>
  [...document.querySelectorAll<HTMLElement>('main [data-table] [role="row"][aria-selected]')]
    .map(({ ariaRowIndex }) => Number(ariaRowIndex))
    .toSorted((a, b) => a - b);

test.each([
  ['2', 'queue'],
  ['3', 'orders'],
])('Mod+%s and an arrow choose the first row of the %s, and the next arrow the one below it', async (key) => {
  await show({ query: 'scenario=full&rows=20' });
  await page.getByRole('grid').getByRole('row').nth(2).click();
  await userEvent.keyboard(`{Control>}${key}{/Control}`);
  await settled();
  // Nothing is chosen, and no inspector opens, because one came by.
  expect(chosen()).toBeNull();
  const [first, second] = rowIndices();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(chosen).toBe(String(first));
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(chosen).toBe(String(second));
});

test('a key that moves in a list finds it where a sheet closed over another screen', async () => {
  await show({ query: 'scenario=full&rows=20' });
  await page.getByRole('grid').getByRole('row').nth(2).click();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  // Underneath it the screen changes, as a notification that is pressed has it.
  window.location.hash = '/orders';
  await settled();
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen()).toBeNull();
  await userEvent.keyboard('{Escape}');
  await settled();
  await userEvent.keyboard('j');
  await expect.poll(chosen).not.toBeNull();
});
