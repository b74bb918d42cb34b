import { afterAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, hide, show } from './testing/shown-app.tsx';

afterAll(hide);

const column = (name: string) => page.getByRole('columnheader', { name, exact: true });
const menu = () => page.getByRole('button', { name: 'Columns' });
const item = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true });
const widthOf = (name: string) => column(name).element().getBoundingClientRect().width;
const indices = (role: string) =>
  [...document.querySelectorAll(`[role="grid"] [role="${role}"][aria-colindex]`)].map((cell) =>
    Number(cell.getAttribute('aria-colindex')),
  );

test('a column is taken away and comes back by keys alone, and what names the row is not to be had', async () => {
  await show({ query: 'scenario=full', section: 'orders' });
  const before = indices('columnheader');
  (menu().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(item('Recipient')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await expect.element(item('Book')).not.toBeInTheDocument();
  // From Recipient to Status; the space bar leaves the menu open.
  await userEvent.keyboard('{ArrowDown}[Space]');
  await expect.element(item('Status')).toHaveAttribute('aria-checked', 'false');
  await userEvent.keyboard('{Escape}');
  await expect.element(column('Status')).not.toBeInTheDocument();
  expect(indices('columnheader')).toEqual(before.filter((index) => index !== 3));
  expect(document.querySelector('[role="grid"]')?.getAttribute('aria-colcount')).toBe(String(before.length));
  await expect.element(page.getByRole('rowheader').first()).toBeVisible();
  // The button that has the focus again shows its tooltip.
  (document.activeElement as HTMLElement).blur();
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
  expect(await axeFindings()).toEqual([]);
  await menu().click();
  await page.getByRole('menuitem', { name: 'As it was' }).click();
  await expect.element(column('Status')).toBeVisible();
  expect(indices('columnheader')).toEqual(before);
});

test('a column is made wider and narrower by keys on its name, each press from the one before', async () => {
  await show({ query: 'scenario=full', section: 'orders' });
  await expect.element(column('Since')).toBeVisible();
  const before = widthOf('Since');
  (column('Since').getByRole('button').element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}{/Alt}');
  await expect.poll(() => widthOf('Since')).toBe(before + 32);
  // Not sorted by it, and no other row chosen.
  await expect.element(column('Since')).toHaveAttribute('aria-sort', 'none');
});

test('a column follows the pointer that draws its edge without any row being drawn anew, and a double press gives it back', async () => {
  await show({ query: 'scenario=full&rows=10000' });
  await expect.element(column('Title')).toBeVisible();
  const edge = column('Title').element().querySelector(':scope > [aria-hidden="true"]') as HTMLElement;
  const before = widthOf('Title');
  const { right, top } = edge.getBoundingClientRect();
  const at = (type: string, dx: number) =>
    edge.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: right + dx, clientY: top + 5 }),
    );
  edge.setPointerCapture = () => undefined;
  let changes = 0;
  const rows = document.querySelector('[role="grid"] > [role="presentation"]') as HTMLElement;
  const watcher = new MutationObserver((records) => (changes += records.length));
  watcher.observe(rows, { subtree: true, childList: true, attributes: true });
  at('pointerdown', 0);
  for (let dx = 4; dx <= 80; dx += 4) at('pointermove', dx);
  expect(Math.abs(widthOf('Title') - before - 80)).toBeLessThanOrEqual(1);
  await Promise.resolve();
  expect(changes).toBe(0);
  at('pointerup', 80);
  await expect.poll(() => Math.abs(widthOf('Title') - before - 80)).toBeLessThanOrEqual(1);
  watcher.disconnect();
  edge.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
  await expect.poll(() => widthOf('Title')).toBe(before);
});

test('columns that are wider than the window are reached by scrolling, with their names above them', async () => {
  await show({ query: 'scenario=full', section: 'orders' });
  await expect.element(column('Book')).toBeVisible();
  (column('Book').getByRole('button').element() as HTMLElement).focus();
  await userEvent.keyboard(`{Alt>}${'{ArrowRight}'.repeat(40)}{/Alt}`);
  const grid = document.querySelector('[role="grid"]') as HTMLElement;
  await expect.poll(() => grid.scrollWidth).toBeGreaterThan(grid.clientWidth);
  const [head, cell] = ['columnheader', 'gridcell'].map((role) =>
    [...document.querySelectorAll(`[role="${role}"][aria-colindex="7"]`)][0]?.getBoundingClientRect(),
  );
  expect(Math.round(head?.left ?? 0)).toBe(Math.round(cell?.left ?? 1));
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1280);
});

test('compact rows are chosen where the columns are', async () => {
  await show({ query: 'scenario=full' });
  await menu().click();
  await item('Compact rows').click();
  await expect.poll(() => document.documentElement.dataset['density']).toBe('compact');
  await expect.element(item('Compact rows')).toHaveAttribute('aria-checked', 'true');
});

test('the queue stands by a column within its sections, and by its own order again when a book is put elsewhere', async () => {
  await show({ query: 'scenario=full', section: 'queue' });
  const titles = () =>
    [...document.querySelectorAll('[role="grid"] [role="rowheader"]')].map((cell) => cell.textContent);
  const before = titles();
  await column('Book').getByRole('button').click();
  await expect.element(column('Book')).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(titles).not.toEqual(before);
  // What stopped stays on top.
  await expect.element(page.getByRole('grid').getByRole('row').nth(1)).toHaveAttribute('data-section', 'failed');
  const waiting = document.querySelector('[role="grid"] [data-status="waiting"]') as HTMLElement;
  waiting.click();
  await page.getByRole('button', { name: 'Send next' }).click();
  await expect.element(column('Book')).toHaveAttribute('aria-sort', 'none');
});

test('the columns of the queue are chosen and drawn, at its narrowest without a cell over another, and kept', async () => {
  await show({ query: 'scenario=full', section: 'queue' });
  await menu().click();
  await item('Speed').click();
  await userEvent.keyboard('{Escape}');
  (document.activeElement as HTMLElement).blur();
  await expect.element(column('Speed')).not.toBeInTheDocument();
  const before = widthOf('Book');
  (column('Book').getByRole('button').element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await expect.poll(() => widthOf('Book')).toBe(before + 16);
  expect(await window.studio.call('app.tables', {})).toMatchObject({
    queue: { hidden: ['speed'], widths: [{ id: 'book' }] },
  });
  (document.activeElement as HTMLElement).blur();
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
  expect(await axeFindings()).toEqual([]);
  (column('Progress').getByRole('button').element() as HTMLElement).focus();
  await userEvent.keyboard(`{Alt>}${'{ArrowLeft}'.repeat(40)}{/Alt}`);
  const row = document.querySelector('[role="grid"] [data-status="sending"]') as HTMLElement;
  await expect.poll(() => widthOf('Progress')).toBe(40);
  const cells = [...row.querySelectorAll('[aria-colindex]')].map((cell) => cell.getBoundingClientRect());
  expect(cells.every(({ left }, at) => at === 0 || left >= (cells[at - 1]?.right ?? 0))).toBe(true);
});

test('the address book stands by its columns, which are chosen in the sheet and not on the screen behind it', async () => {
  await show({ query: 'scenario=full', section: 'orders' });
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('address book{ArrowDown}{Enter}');
  const sheet = page.getByRole('dialog');
  await expect.element(sheet.getByRole('grid')).toBeVisible();
  const names = () =>
    [...document.querySelectorAll('[role="dialog"] [role="rowheader"]')].map((cell) => cell.textContent);
  const listed = names();
  const name = sheet.getByRole('columnheader').first();
  await name.getByRole('button').click();
  await expect.poll(names).not.toEqual(listed);
  const up = names();
  await name.getByRole('button').click();
  await expect.poll(names).toEqual(up.toReversed());
  await sheet.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Phone' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet.getByRole('columnheader', { name: 'Phone' })).not.toBeInTheDocument();
  expect(await window.studio.call('app.tables', {})).toMatchObject({
    recipients: { hidden: ['phone'] },
    orders: { hidden: [] },
  });
  (document.activeElement as HTMLElement).blur();
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
  expect(await axeFindings()).toEqual([]);
});
