import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Locator } from 'playwright-core';
import { readTable } from '../../../src-node/manifests/read-table.ts';
import { confirmReview, isGood, openReview, outcomesOf, startBuiltIn, uploadReady } from '../support/job-steps.ts';
import { chooseInDialogs, pause, section, settledRows } from '../support/steps.ts';
import type { Journey, JourneyContext } from './journey.ts';

const SAMPLES = resolve(import.meta.dirname, '../../../resources/samples');
const LIMIT_MS = 60_000;

const HEADER = ['파일 이름', '제목', '수량', '받는분', '연락처', '우편번호', '주소', '주문번호', '담당'];
/** As a spreadsheet left it: the zeros are gone. */
const SEOYEON = ['이서연', '1087654321', '4060', '서울특별시 강서구 공항대로 36'];
const JIHUN = ['박지훈', '010-3344-5566', '63124', '제주특별자치도 제주시 연동 7길 31'];
const LIST = [
  HEADER,
  ['Kim & Lee wedding', '김·이 결혼', '2', ...SEOYEON, 'ORDER-118', '수진'],
  ['KIM & LEE WEDDING', '', '1', ...JIHUN, 'ORDER-118', '수진'],
  ['서아 첫돌'.normalize('NFD'), '', '3', ...SEOYEON, 'ORDER-119', '하나'],
  ['Parc family 2026', '', '1', ...JIHUN, 'ORDER-120', '하나'],
  ['제주의 봄', '', '1', '박지훈', '', '63124', '제주시', 'ORDER-121', '하나'],
];
/** Of the list two books are right from the start. */
const RIGHT = 2;

/** A list of books that came with its folder: looked at, taken over, taken back, ordered, its result mended and imported again. */
export const journey: Journey = async (context) => {
  const { studio, words, shot, say } = context;
  const { page } = studio;
  const home = mkdtempSync(join(tmpdir(), 'list-of-books-'));
  const faults: string[] = [];
  const wants = (what: string, is: unknown, wanted: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(wanted))
      faults.push(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(wanted)}`);
  };
  try {
    const drop = join(home, '2026-09 웨딩');
    cpSync(SAMPLES, drop, { recursive: true });
    writeFileSync(join(drop, '주문 목록.csv'), csvOf(LIST));
    await startBuiltIn(context);
    await chooseInDialogs(studio, { open: [drop], save: '' });
    await page.keyboard.press('Control+Shift+O');
    const sheet = sheetOf(context);
    await sheet.waitFor({ timeout: LIMIT_MS });
    await settledRows(studio, (all) => all.length > 0 && all.every(({ stage }) => stage !== 'checking'), LIMIT_MS);
    await continueWith(context, RIGHT).waitFor({ timeout: LIMIT_MS });
    await pause(page);
    await shot('list-checked');
    await sheet.locator('summary').click();
    await pause(page);
    await shot('first-lines');
    await sheet.locator('summary').click();
    await sheet.getByRole('radio', { name: words.pattern('manifests.state.noFiles') }).click();
    await page.keyboard.press('Tab');
    await pause(page);
    await shot('what-needs-somebody');
    await continueWith(context, RIGHT).click();
    await sheet.waitFor({ state: 'hidden' });
    const taken = await copiesOf(context);
    wants('copies as the list says', [taken['김·이 결혼'], taken['서아 첫돌']], [3, 3]);
    wants('the address book', (await studio.call('recipients.list', {})).length, 2);
    await pause(page);
    await shot('taken-over');

    await page.keyboard.press('Control+Z');
    await settledRows(studio, (all) => all.every(({ recipients }) => recipients.length === 0), LIMIT_MS);
    wants('copies when it was taken back', (await copiesOf(context))['Kim & Lee wedding'], 1);
    say('the list was taken over and taken back');
    await openLatest(context);
    await continueWith(context, RIGHT).click();
    await sheet.waitFor({ state: 'hidden' });

    const good = (await settledRows(studio, (all) => all.length > 0, LIMIT_MS)).filter(isGood);
    await uploadReady(context, good.length);
    const review = await openReview(context, good.length);
    // Two people of the list, and whoever gets the rest.
    await confirmReview(context, review, 3);
    await review.getByRole('button', { name: words.text('orders.run.toOrders') }).click();
    const before = await paidFor(context);

    const result = join(home, 'result.csv');
    await chooseInDialogs(studio, { open: [result], save: result });
    await openLatest(context);
    await sheet.getByRole('radio', { name: words.text('manifests.state.uploaded') + ' 2' }).waitFor();
    await pause(page);
    await shot('list-after-ordering');
    await sheet.getByRole('button', { name: words.text('manifests.saveResult') }).click();
    await page.getByRole('menuitem', { name: words.pattern('manifests.kind.csv') }).click();
    await page.getByText(words.text('manifests.resultSaved')).waitFor();
    const read = await readTable(readFileSync(result));
    const rows = read.ok ? read.table : [];
    wants('the columns of the result', rows[0], [...HEADER, 'orderUid', 'charged', 'status', 'error']);
    const [first, second, third, wrongName, noPhone] = rows.slice(1).map((cells) => cells.slice(HEADER.length));
    wants('one order for one person', first?.[0] !== '' && first?.[0] === third?.[0], true);
    wants('another order for another person', second?.[0] !== '' && second?.[0] !== first?.[0], true);
    wants('no order for what has no files', wrongName?.[0], '');
    // Its book was ordered with the rest, to whom the line does not say: it is still told.
    wants('what is wrong is still told', noPhone?.[3], words.text('manifests.problem.missing.phone'));
    const charged = rows.slice(1).reduce((sum, cells) => sum + Number(cells[HEADER.length + 1] ?? 0), 0);
    wants('what the column of charges adds up to', charged, before);
    say(`the result has ${charged} charged in three orders`);

    writeFileSync(result, readFileSync(result, 'utf8').replace('Parc family 2026', 'Park family 2026'));
    await sheet.getByRole('button', { name: words.text('manifests.close') }).click();
    await section(page, words.text('ui.section.library')).click();
    await page.keyboard.press('Control+I');
    await continueWith(context, 1).waitFor({ timeout: LIMIT_MS });
    await pause(page);
    await shot('mended-list');
    await continueWith(context, 1).click();
    await sheet.waitFor({ state: 'hidden' });
    const mended = await settledRows(
      studio,
      (all) => all.some(({ title, recipients }) => title === 'Park family 2026' && recipients.length === 1),
      LIMIT_MS,
    );
    wants('books, with none doubled', mended.length, 10);
    return { books: await outcomesOf(context), figures: { lines: LIST.length - 1, charged }, faults };
  } catch (error) {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    await shot('failed');
    return { books: [], faults };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n');

const sheetOf = ({ studio, words }: JourneyContext): Locator =>
  studio.page.getByRole('dialog', { name: words.pattern('manifests.title', ['name']) });
const continueWith = (context: JourneyContext, count: number): Locator =>
  sheetOf(context).getByRole('button', { name: context.words.text('manifests.continue', { count }) });

/** By the palette, as whoever closed it does. */
async function openLatest(context: JourneyContext): Promise<void> {
  const { studio, words } = context;
  const { page } = studio;
  await page.keyboard.press('Control+K');
  await page
    .getByRole('searchbox', { name: words.text('ui.paletteField') })
    .fill(words.text('ui.command.manifests.openLatest'));
  await page.keyboard.press('Enter');
  await sheetOf(context).waitFor({ timeout: LIMIT_MS });
}

async function copiesOf({ studio }: JourneyContext): Promise<Readonly<Record<string, number>>> {
  const { rows } = await studio.call('library.changes', { since: null });
  return Object.fromEntries(rows.map(({ title, quantity }) => [title.normalize('NFC'), quantity]));
}

/** What was paid for all orders. */
async function paidFor({ studio }: JourneyContext): Promise<number> {
  const orders = (await studio.call('orders.changes', { since: null })).rows;
  return orders.reduce((sum, { paidCreditAmount }) => sum + paidCreditAmount, 0);
}
