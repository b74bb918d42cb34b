import { afterAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, hide, settled, show } from './testing/shown-app.tsx';

afterAll(hide);

const grid = () => document.querySelector('[role="grid"]') as HTMLElement;
const heads = () =>
  [...document.querySelectorAll<HTMLElement>('[role="grid"] [role="gridcell"][aria-colspan]')].map(
    (head) => head.textContent ?? '',
  );
const rowCount = () => document.querySelectorAll('[role="grid"] [role="row"][aria-selected]').length;
const lineCount = () => Number(grid().getAttribute('aria-rowcount'));
const unfolded = () => page.getByRole('grid').getByRole('button', { expanded: true });

async function choose(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name }).click();
  await userEvent.keyboard('{Escape}');
  // The button that has the focus again shows its tooltip.
  (document.activeElement as HTMLElement).blur();
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
}

test('the library stands by folder with counts, and a folded group gives its lines up and back', async () => {
  await show({ query: 'scenario=full&rows=14' });
  const before = rowCount();
  await choose('Group by folder');
  await expect.poll(() => heads().length).toBeGreaterThan(0);
  const counted = heads().reduce((sum, head) => sum + Number(/(\d+)$/.exec(head)?.[1]), 0);
  expect(counted).toBe(before);
  expect(await window.studio.call('app.tables', {})).toMatchObject({ library: { groupBy: 'batch' } });
  const lines = lineCount();
  const inFirst = Number(/(\d+)$/.exec(heads()[0] ?? '')?.[1]);
  await unfolded().first().click();
  await expect.poll(lineCount).toBe(lines - inFirst);
  expect(await axeFindings()).toEqual([]);
  await page.getByRole('grid').getByRole('button', { expanded: false }).click();
  await expect.poll(lineCount).toBe(lines);
  // As it was, it has no groups either.
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'As it was' }).click();
  await expect.poll(heads).toEqual([]);
  expect(await window.studio.call('app.tables', {})).toMatchObject({ library: { groupBy: null } });
});

test('orders by recipient have their sum, are sorted within, and fold and unfold by left and right on a row', async () => {
  await show({ query: 'scenario=full', section: 'orders' });
  await userEvent.keyboard('{Control>}k{/Control}');
  await settled();
  await userEvent.keyboard('group by recipient{ArrowDown}{Enter}');
  await expect.poll(() => heads()[0]).toMatch(/₩/);
  const names = heads();
  await page.getByRole('columnheader', { name: 'Charged' }).getByRole('button').click();
  await settled();
  expect(heads()[0]).toBe(names[0]);
  const lines = lineCount();
  await page.getByRole('grid').getByRole('row').nth(2).click();
  const chosen = () => grid().getAttribute('aria-activedescendant');
  const first = chosen();
  grid().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(lineCount).toBeLessThan(lines);
  expect(document.getElementById(chosen() ?? '')?.querySelector('[aria-expanded="false"]')).not.toBeNull();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(lineCount).toBe(lines);
  expect(chosen()).toBe(first);
  // From a folded group one step down is the first row of the next.
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(lineCount).toBeLessThan(lines);
  await userEvent.keyboard('{ArrowDown}');
  await settled();
  const row = document.getElementById(chosen() ?? '');
  expect(row?.getAttribute('aria-selected')).toBe('true');
  expect(row?.getAttribute('aria-rowindex')).toBe('4');
});

test('orders by day stand newest day first', async () => {
  await show({ query: 'scenario=full', section: 'orders' });
  await choose('Group by day');
  await expect.poll(() => heads()[0]).toMatch(/₩/);
  const days = heads().map((head) => head.slice(0, 10));
  expect(days).toEqual([...days].sort().toReversed());
  expect(await axeFindings()).toEqual([]);
});

/** How many orders the heads that are drawn tell of. */
const counted = () =>
  [...document.querySelectorAll('[role="grid"] [class*="groupCount"]')].reduce(
    (sum, count) => sum + Number(count.textContent?.replaceAll(/\D/g, '')),
    0,
  );
const fold = (name: RegExp) => page.getByRole('radio', { name });
const told = (name: RegExp) => Number(fold(name).element().textContent?.replaceAll(/\D/g, ''));

test('ten thousand orders by spec: as few rows drawn as ever, all folded to see their sums, right under a filter', async () => {
  await show({ query: 'scenario=full&orders=10000', section: 'orders' });
  await choose('Group by spec');
  await expect.poll(() => heads()[0]).toMatch('A4 소프트커버 포토북');
  expect(rowCount()).toBeLessThan(60);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Fold all groups', exact: true }).click();
  await expect.poll(rowCount).toBe(0);
  expect(counted()).toBe(told(/^All /));
  expect(await axeFindings()).toEqual([]);
  await fold(/^Shipped/).click();
  await settled();
  expect(counted()).toBe(told(/^Shipped/));
  await userEvent.keyboard('{Control>}k{/Control}');
  await settled();
  await userEvent.keyboard('unfold all{ArrowDown}{Enter}');
  await expect.poll(lineCount).toBeGreaterThan(told(/^Shipped/));
});

test('ten thousand orders by batch: each import with its time, the latest first, and one of them folded by left', async () => {
  await show({ query: 'scenario=full&orders=10000', section: 'orders' });
  await choose('Group by batch');
  await expect.poll(() => heads()[0]).toMatch(/^2026-09 웨딩\d+ ordersimported \d{4}-\d\d-\d\d \d\d:\d\d/);
  expect(heads().map((head) => /\d{4}-\d\d-\d\d \d\d:\d\d/.exec(head)?.[0])).toSatisfy((times: string[]) =>
    times.every((time, at) => at === 0 || time < (times[at - 1] ?? '')),
  );
  expect(rowCount()).toBeLessThan(60);
  const lines = lineCount();
  await page.getByRole('grid').getByRole('row').nth(2).click();
  grid().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(lineCount).toBeLessThan(lines);
  expect(await axeFindings()).toEqual([]);
});
