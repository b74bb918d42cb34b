import { afterAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { librarySorting } from './features/library/library-state.ts';
import { orderSorting } from './features/orders/order-sorting.ts';
import { axeFindings, hide, show } from './testing/shown-app.tsx';

afterAll(async () => {
  librarySorting.set(null);
  orderSorting.set(null);
  await hide();
});

const names = () =>
  [...document.querySelectorAll('[role="grid"] [role="row"][aria-selected]')]
    .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
    .map((row) => (row.getAttribute('aria-label') ?? '').replace(/, [^,]*$/, ''));
const column = (name: string) => page.getByRole('columnheader', { name });

test('the library stands by the column whose name is pressed: up, down, and as it came', async () => {
  await show({ query: 'scenario=full&rows=14' });
  const came = names();
  expect(came.length).toBeGreaterThan(5);
  const title = column('Title').getByRole('button');
  await title.click();
  const up = [...came].sort(new Intl.Collator('en', { numeric: true }).compare);
  await expect.poll(names).toEqual(up);
  await expect.element(column('Title')).toHaveAttribute('aria-sort', 'ascending');
  await title.click();
  await expect.poll(() => names()[0]).toBe(up.at(-1));
  await expect.element(column('Title')).toHaveAttribute('aria-sort', 'descending');
  expect(await axeFindings()).toEqual([]);
  await title.click();
  await expect.poll(names).toEqual(came);
});

test('a column is sorted by its key without opening the row in focus', async () => {
  await show({ query: 'scenario=full&rows=14' });
  const came = names();
  (column('Pages').getByRole('button').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(column('Pages')).toHaveAttribute('aria-sort', 'ascending');
  // The rows are drawn behind the key.
  await expect.poll(names).not.toEqual(came);
  expect(document.querySelector('[role="dialog"]')).toBeNull();
});

test('orders stand by their columns within what changed and what did not', async () => {
  await show({ query: 'scenario=full', section: 'orders' });
  const heads = () => document.querySelectorAll('[role="grid"] [role="gridcell"][aria-colspan]').length;
  const before = heads();
  await column('Charged').getByRole('button').click();
  await expect.element(column('Charged')).toHaveAttribute('aria-sort', 'ascending');
  expect(heads()).toBe(before);
});

test('the address book opens from the palette, by the first consonants of its name', async () => {
  await show({ query: 'scenario=full' }, { language: 'ko', theme: 'light' });
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('ㅈㅅㄹ');
  await expect.element(page.getByRole('menuitem', { name: '주소록' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('dialog', { name: '주소록' })).toBeVisible();
});
