import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { libraryRows } from '../test/renderer/data/library.ts';
import { isProblem } from './features/library/library-filter.ts';
import { loneRole } from './features/library/pair-candidates.ts';
import { halfRow } from './testing/half-rows.ts';
import { axeFindings, hide, settled, show } from './testing/shown-app.tsx';

afterEach(hide);

const ROWS = 60;
const rows = libraryRows(0, ROWS);
const cover = halfRow('cover', ROWS);
const contents = halfRow('contents', ROWS);
const uploaded = rows.find(({ stage }) => stage === 'uploaded');

/** All rows at once, so that one can be dragged onto any other. */
const showAll = () => show({ query: `scenario=full&rows=${ROWS}`, size: [1280, 3_400] });
const row = (title: string) => page.getByRole('row', { name: new RegExp(`^${title}[,.]`) });
const bookRows = () => document.querySelectorAll('[role="row"][aria-rowindex]').length;
const expectPaired = async () => {
  await expect.element(page.getByText('Paired as one book', { exact: true })).toBeVisible();
  await expect.element(row(cover.title)).not.toBeInTheDocument();
  await expect.element(page.getByRole('row', { name: `${contents.title}, accepted` })).toBeVisible();
};

test('a file that is dragged onto another row makes a book with it, and the step is taken back', async () => {
  await showAll();
  const before = bookRows();
  await userEvent.dragAndDrop(row(cover.title), row(contents.title));
  await expectPaired();
  expect(bookRows()).toBe(before - 1);
  // Offered for some seconds.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row(cover.title)).toBeVisible();
  expect(bookRows()).toBe(before);
  await settled();
  expect(await axeFindings()).toEqual([]);
});

test('a row whose files are at the service takes no file, and a whole book is not dragged', async () => {
  await showAll();
  const before = bookRows();
  await userEvent.dragAndDrop(row(cover.title), row(uploaded?.title ?? ''));
  const whole = rows.find((one) => loneRole(one) === null && one.stage === 'ready');
  await userEvent.dragAndDrop(row(whole?.title ?? ''), row(contents.title));
  await settled();
  expect(page.getByText('Paired as one book', { exact: true }).elements()).toEqual([]);
  expect(bookRows()).toBe(before);
});

test('P opens the sheet of partners, which is gone through by typing, arrows and Enter', async () => {
  await showAll();
  await row(cover.title).click();
  await userEvent.keyboard('p');
  const sheet = page.getByRole('dialog', { name: `Which file is the contents for “${cover.title}”?` });
  await expect.element(sheet).toBeVisible();
  await settled();
  expect(await axeFindings()).toEqual([]);
  // The other half stands first, whatever else could take the file.
  await expect.element(sheet.getByRole('menuitem').first()).toHaveTextContent(contents.title);
  await userEvent.keyboard(contents.title);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expectPaired();
});

test('P pairs two halves that are chosen, without a question', async () => {
  await showAll();
  await row(cover.title).click();
  await row(contents.title).click({ modifiers: ['Control'] });
  await userEvent.keyboard('p');
  await expectPaired();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test('F8 under a filter without a problem says how many the filter hides, and shows them', async () => {
  const fine = rows.find(
    (one) => !isProblem(one) && rows.filter(({ title }) => title.includes(one.title)).length === 1,
  );
  const problems = rows.filter(isProblem).length;
  await showAll();
  const filter = page.getByRole('searchbox', { name: 'Filter' });
  await filter.fill(fine?.title ?? '');
  await expect.poll(bookRows).toBeLessThan(ROWS / 2);
  await userEvent.keyboard('{F8}');
  await expect.element(page.getByText(`No problem here: the filter hides ${problems}`)).toBeVisible();
  await settled();
  expect(await axeFindings()).toEqual([]);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.element(filter).toHaveValue('');
  await expect.poll(bookRows).toBeGreaterThan(ROWS / 2);
  const chosen = page.getByRole('row', { selected: true }).elements();
  expect(chosen).toHaveLength(1);
  expect(rows.filter(isProblem).some(({ title }) => chosen[0]?.ariaLabel?.startsWith(title))).toBe(true);
});

test('a file without a partner leads to the rules by which names are read, and so does the palette', async () => {
  await showAll();
  await row(cover.title).click();
  await page.getByRole('button', { name: 'Naming rules' }).click();
  const rules = page.getByRole('dialog', { name: 'Naming rules' });
  await expect.element(rules.getByText('how far a file has come', { exact: false })).toBeVisible();
  await settled();
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('naming rules{Enter}');
  await expect.element(rules).toBeVisible();
});
