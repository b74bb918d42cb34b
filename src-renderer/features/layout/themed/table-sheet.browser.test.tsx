import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { RowsTable } from '../../../../src-core/ipc/subjects/layouts.ts';
import type { LayoutDocument } from '../../../../src-core/layout/document.ts';
import type { StepLine } from '../../../../src-core/layout/history.ts';
import { breachesOf } from '../../../../src-core/layout/invariants.ts';
import { openLayout } from '../../../route.ts';
import { axeFindings, hide, settled, show, wear } from '../../../testing/shown-app.tsx';

const SLOW = { timeout: 20_000 } as const;
let bookId = '';

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]');
const told = () => dialog()?.textContent ?? '';
const accept = () => dialog()?.querySelector<HTMLButtonElement>('button[type="submit"]');
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
/** Rows of the list that are drawn, the head without. */
const lines = () => [...(dialog()?.querySelectorAll('tbody tr:not([aria-hidden])') ?? [])];
const line = (row: number) => lines().find((one) => one.firstElementChild?.textContent === String(row));
/** The select of a variable: what it shows. */
const column = (label: string) => page.getByRole('dialog').getByRole('button', { name: label });

/** What has reached the main process. */
async function kept(): Promise<LayoutDocument> {
  await settled();
  await new Promise((resolve) => setTimeout(resolve, 400));
  return (await window.studio.call('layouts.open', { bookId })).document;
}

/** A book of empty pages with the sixty pictures of the sample, DSC04200 to DSC04259, and the sheet over it. */
async function openSheet(template = '내지_소개'): Promise<void> {
  await show({ query: 'scenario=full' });
  const { pictures, pictureOrder } = (await window.studio.call('layouts.open', { bookId: 'made-1' })).document;
  const wish = { title: '햇살초 6학년 2반', specUid: 'SQUAREBOOK_HC', pageCount: 24 };
  ({ bookId } = await window.studio.call('layouts.create', wish));
  const taken = { pictures, pictureOrder } as unknown as Readonly<Record<string, StepLine['set'][number]['to']>>;
  const set = Object.entries(taken).map(([name, to]) => ({ path: [name], to }));
  const line = { label: 'addPictures', atMs: 1, set, back: [], move: 'arrive' as const };
  await window.studio.call('layouts.append', { bookId, after: 0, lines: [line] });
  openLayout(bookId);
  await expect.poll(() => document.querySelector('[data-layout]'), SLOW).not.toBeNull();
  await settled();
  await button('Pages by template').click();
  await button('졸업앨범').click();
  await page.getByRole('dialog').getByRole('button', { name: template }).first().click();
  await button('Rows of a table…').click();
  await expect.poll(told, SLOW).toContain('Entries from a table');
}

/** The next table that is picked or dropped. */
function give(table: RowsTable | null): void {
  const call = window.studio.call.bind(window.studio);
  vi.spyOn(window.studio, 'call').mockImplementation((channel, input) =>
    channel === 'layouts.pickTable' ? Promise.resolve(table as never) : call(channel, input),
  );
}

const oneSheet = (...rows: string[][]): RowsTable => ({
  name: 'list.csv',
  sheets: [{ name: '', rows, hiddenRows: [] }],
});

beforeEach(() => openSheet());
afterEach(() => vi.restoreAllMocks());
afterAll(hide);

test('a list of a class becomes an entry a row, in one step that one undo takes back', async () => {
  expect(await axeFindings()).toEqual([]);
  expect(accept()?.getAttribute('aria-disabled')).toBe('true');
  const before = await kept();
  await button('Choose a table').click();
  await expect.poll(told).toContain('23 rows become 23 entries');
  expect(told()).toContain('3학년 2반 명단.xlsx');
  expect(told()).toContain('Row 3 names the columns');
  expect(told()).toContain('2 rows are not complete');
  expect(line(8)?.textContent).toContain('사진 has no picture');
  expect(line(13)?.textContent).toContain('사진: no picture is called “DSC09999.JPG”');
  expect(line(4)?.querySelector('img')).not.toBeNull();
  // Hidden in the spreadsheet.
  expect(line(15)).toBeUndefined();
  await expect.element(column('이름')).toHaveTextContent('이름');
  await expect.element(column('사진')).toHaveTextContent('사진 파일');
  expect(await axeFindings()).toEqual([]);
  await wear({ language: 'ko', theme: 'dark' });
  expect(told()).toContain('행 23개로 항목 23개를 만듭니다');
  expect(await axeFindings()).toEqual([]);
  await wear({ language: 'en', theme: 'light' });
  accept()?.click();
  await expect.poll(dialog, SLOW).toBeNull();
  await expect.poll(() => document.body.textContent).toContain('23 entries added');
  const after = await kept();
  expect(after.steps).toBe(before.steps + 1);
  expect(breachesOf(after)).toEqual([]);
  const entries = (after.themed?.order ?? []).map((id) => after.entries[id]?.values);
  expect(entries).toHaveLength(23);
  expect(entries[0]).toEqual({ name: '김가은', photo: [before.pictureOrder[0]], motto: '웃자, 또 웃자' });
  expect(entries[9]).toEqual({ name: '임다우', photo: [] });
  await expect.poll(() => document.querySelector('[data-stage] [aria-label="김가은"]'), SLOW).not.toBeNull();
  document.querySelector<HTMLElement>('[aria-label="Undo: Add pages by template"]')?.click();
  const undone = await kept();
  expect([undone.themed, undone.entries, undone.order]).toEqual([null, {}, before.order]);
});

test('another sheet, hidden rows, the heads and the columns are chosen, and the count follows', async () => {
  await button('Choose a table').click();
  await expect.poll(told).toContain('23 rows become');
  await page.getByRole('checkbox', { name: 'Leave out 1 hidden row' }).click();
  await expect.poll(told).toContain('24 rows become 24 entries');
  await page.getByRole('radio', { name: 'Not complete 2' }).click();
  await expect.poll(lines).toHaveLength(2);
  await page.getByRole('checkbox', { name: 'Row 3 names the columns' }).click();
  // The heads come with them; the title above stands in no column that is chosen.
  await expect.poll(told).toContain('25 rows become 25 entries');
  await page.getByRole('checkbox', { name: 'Row 3 names the columns' }).click();
  for (const label of ['이름', '사진', '한마디 (optional)']) {
    await column(label).click();
    await page.getByRole('option', { name: 'Not in the table' }).click();
  }
  await expect.poll(() => accept()?.getAttribute('aria-disabled')).toBe('true');
  expect(told()).toContain('No row becomes an entry');
  await column('이름').click();
  await page.getByRole('option', { name: '번호' }).click();
  await expect.poll(told).toContain('25 rows become 25 entries');
  await column('Sheet').click();
  await page.getByRole('option', { name: '3반' }).click();
  await expect.poll(told).toContain('1 row becomes 1 entry');
  expect(accept()?.textContent).toContain('Add 1 entry');
});

test('what may be several pictures, and a table without heads, is said; a dropped file is read as a chosen one is', async () => {
  vi.spyOn(window.studio, 'tableDropped').mockResolvedValue(
    oneSheet(['DSC04200, DSC04201', '가', '', ''], ['DSC04202.NEF', '나', '웃자', '안녕']),
  );
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['a'], 'list.csv'));
  dialog()
    ?.querySelector('form p')
    ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await expect.poll(told).toContain('2 rows become 2 entries');
  await expect.element(column('하고 싶은 말 (optional)')).toHaveTextContent('Column D');
  expect(line(1)?.textContent).toContain('사진: 2 pictures are named where one is shown');
  expect(line(2)?.querySelectorAll('img')).toHaveLength(1);
});

test('what is no table is said, and a choice that is given up leaves what is there', async () => {
  const call = window.studio.call.bind(window.studio);
  const text = { key: 'errors.TABLE_TOO_LARGE', params: { rows: 2_000, columns: 256, mb: 32 } };
  const spy = vi
    .spyOn(window.studio, 'call')
    .mockImplementation((channel, input) =>
      channel === 'layouts.pickTable'
        ? Promise.reject({ code: 'TABLE_TOO_LARGE', text } as unknown as Error)
        : call(channel, input),
    );
  await button('Choose a table').click();
  await expect.poll(() => dialog()?.querySelector('[role="alert"]')?.textContent).toContain('up to 2,000 rows');
  spy.mockRestore();
  await button('Choose a table').click();
  await expect.poll(told).toContain('23 rows become');
  expect(dialog()?.querySelector('[role="alert"]')).toBeNull();
  give(null);
  await button('Choose another').click();
  await settled();
  expect(told()).toContain('23 rows become');
  give({ name: 'empty.csv', sheets: [] });
  await button('Choose another').click();
  await expect.poll(told).toContain('Nothing stands in empty.csv');
  expect(accept()?.getAttribute('aria-disabled')).toBe('true');
});

test('two thousand rows are drawn as far as they are seen, and those that are too many for the book are refused', async () => {
  const rows = Array.from({ length: 1_999 }, (_, at) => [`학생 ${at + 1}`, `DSC0${4_200 + (at % 80)}`]);
  give(oneSheet(['이름', '사진'], ...rows));
  await button('Choose a table').click();
  await expect.poll(told, SLOW).toContain('1,999 rows become 1,999 entries');
  expect(lines().length).toBeLessThan(60);
  accept()?.click();
  await expect.poll(() => document.body.textContent, { timeout: 60_000 }).toContain('more than the');
  expect(dialog()).not.toBeNull();
  expect((await kept()).themed).toBeNull();
});
