import type { Locator } from 'playwright-core';
import type { BookDetail, LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { importEnd, openBook, pause, section, settledRows } from '../support/steps.ts';
import type { BookOutcome, Journey, JourneyContext } from './journey.ts';

const CHECK_LIMIT_MS = 120_000;
const UPLOAD_LIMIT_MS = 240_000;
const ORDER_LIMIT_MS = 120_000;

const ADDRESS = {
  recipientName: '김하늘 스튜디오',
  recipientPhone: '010-2345-6789',
  postalCode: '04524',
  address1: '서울특별시 중구 세종대로 110',
  address2: '3층 출고실',
  memo: '부재 시 경비실',
} as const;

/** A folder of PDFs becomes orders: welcome, samples, check, upload, review, order, follow. */
export const journey: Journey = async (context) => {
  await startBuiltIn(context);
  const checked = await importSamples(context);
  await lookAtBooks(context, checked);
  await uploadReady(context, checked.filter(isGood).length);
  await orderUploaded(context, checked.filter(isGood).length);
  await followOrders(context);
  await lookAround(context);
  const books = await outcomesOf(context);
  return { books, faults: faultsOf(books) };
};

const isGood = (row: LibraryRow): boolean => row.verdict === 'accepted' || row.verdict === 'warning';

async function startBuiltIn({ studio, words, shot, say }: JourneyContext): Promise<void> {
  const { page } = studio;
  const start = page.getByRole('button', { name: words.text('welcome.builtIn.start') });
  await start.waitFor();
  await shot('welcome');
  await start.click();
  await studio.until(({ phase, startup }) => phase === 'ready' || startup.some(({ state }) => state === 'done'));
  await shot('starting');
  const { connection, credit } = await studio.until(
    (status) => status.phase === 'ready' && status.credit !== null,
    CHECK_LIMIT_MS,
  );
  say(`the built-in ${connection?.environment} runs with a credit of ${credit?.balance} ${credit?.currency}`);
  await page.getByRole('heading', { name: words.text('library.empty.title') }).waitFor();
  await shot('library-empty');
}

async function importSamples({ studio, words, shot, say }: JourneyContext): Promise<readonly LibraryRow[]> {
  const { page } = studio;
  await page.getByRole('button', { name: words.text('library.addSamples') }).click();
  await page.getByRole('grid', { name: words.text('library.table') }).waitFor();
  await shot('import');
  await importEnd(page, words);
  const rows = await settledRows(
    studio,
    (all) => all.length > 0 && all.every(({ verdict, stage }) => verdict !== 'notChecked' && stage !== 'checking'),
    CHECK_LIMIT_MS,
  );
  say(
    `${rows.length} books checked: ${rows.filter(isGood).length} good, ${rows.filter(({ verdict }) => verdict === 'refused').length} refused`,
  );
  await pause(studio.page);
  await shot('library-checked');
  return rows;
}

async function lookAtBooks({ studio, words, shot }: JourneyContext, rows: readonly LibraryRow[]): Promise<void> {
  const { page } = studio;
  const show = async (row: LibraryRow, name: string): Promise<void> => {
    await openBook(studio, words, row.title);
    await pause(page);
    await shot(name);
  };
  const refused = rows.filter(({ verdict }) => verdict === 'refused');
  const good = rows.find(isGood);
  if (good !== undefined) await show(good, 'book-accepted');
  for (const [index, row] of refused.entries()) await show(row, `book-refused-${index + 1}`);
}

async function uploadReady({ studio, words, shot, say }: JourneyContext, count: number): Promise<void> {
  const { page } = studio;
  await page.getByRole('button', { name: words.text('library.upload', { count }) }).click();
  await section(studio.page, words.text('ui.section.queue')).click();
  await page.getByRole('heading', { name: words.text('queue.title'), exact: true }).waitFor();
  await shot('queue-sending');
  await settledRows(studio, (all) => all.filter(isGood).every(({ stage }) => stage === 'uploaded'), UPLOAD_LIMIT_MS);
  say(`${count} books uploaded and finalized`);
  // The message about the queue goes by itself after a while; a picture shows the screen without it.
  const dismiss = page.getByRole('button', { name: words.text('ui.dismiss') });
  if (await dismiss.isVisible()) await dismiss.click();
  await pause(page);
  await shot('queue-finished');
}

async function orderUploaded({ studio, words, shot, say }: JourneyContext, count: number): Promise<void> {
  const { page } = studio;
  await section(page, words.text('ui.section.library')).click();
  await page.getByRole('button', { name: words.text('library.order', { count }) }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('heading', { name: words.text('orders.review.title') }).waitFor();
  for (const [field, value] of Object.entries(ADDRESS))
    await sheet.getByRole('textbox', { name: words.pattern(`orders.address.${field}`) }).fill(value);
  const confirm = sheet.getByRole('button', { name: words.pattern('orders.confirm', ['sum'], { count }) });
  await enabled(confirm);
  await pause(page);
  await shot('order-review');
  await confirm.click();
  await sheet.getByRole('heading', { name: words.text('orders.run.doneTitle') }).waitFor({ timeout: ORDER_LIMIT_MS });
  await pause(page);
  await shot('order-run');
  say(`${count} books ordered`);
  await sheet.getByRole('button', { name: words.text('orders.run.toOrders') }).click();
}

async function followOrders({ studio, words, shot, say }: JourneyContext): Promise<void> {
  const { page } = studio;
  const grid = page.getByRole('grid').first();
  await grid.waitFor();
  await page.getByRole('button', { name: words.text('orders.refresh') }).click();
  const { orders } = await studio.until((status) => status.orders.checkedAtMs !== null, ORDER_LIMIT_MS);
  say(`the orders were checked at ${new Date(orders.checkedAtMs ?? 0).toISOString()}`);
  await shot('orders');
  // The first row is the head of the table.
  await grid.getByRole('row').nth(1).click();
  await pause(page);
  await shot('order-detail');
}

async function lookAround({ studio, words, shot }: JourneyContext): Promise<void> {
  for (const name of ['credit', 'specs', 'settings', 'library'] as const) {
    await section(studio.page, words.text(`ui.section.${name}`)).click();
    await pause(studio.page);
    await shot(name === 'library' ? 'library-ordered' : name);
  }
}

async function enabled(button: Locator): Promise<void> {
  await button.waitFor();
  const endMs = performance.now() + 10_000;
  while ((await button.isDisabled()) && performance.now() < endMs) await button.page().waitForTimeout(100);
}

async function outcomesOf(context: JourneyContext): Promise<readonly BookOutcome[]> {
  const outcomes: BookOutcome[] = [];
  for (const { bookId } of (await context.studio.call('library.changes', { since: null })).rows) {
    const book = await context.studio.call('library.book', { bookId });
    if (book !== null) outcomes.push(await outcomeOf(context, book));
  }
  return outcomes;
}

async function outcomeOf({ studio, words }: JourneyContext, book: BookDetail): Promise<BookOutcome> {
  const detail = book.orderUid === null ? null : await studio.call('orders.detail', { orderUid: book.orderUid });
  const order = detail?.order ?? null;
  return {
    name: book.title,
    spec: book.specUid,
    pages: book.pageCount,
    verdict: book.verdict,
    reasons: book.groups
      .flatMap((group) => group.findings)
      .filter(({ severity }) => severity === 'block')
      .map(({ ruleId, kind, params }) => ({
        ruleId: kind === null ? ruleId : `${kind}: ${ruleId}`,
        text: words.text(`findings.${ruleId}.title`, params),
      })),
    bookUid: book.bookUid,
    orderUid: book.orderUid,
    status: order?.orderStatus ?? null,
    amounts:
      order === null
        ? null
        : {
            product: order.totalProductAmount,
            shipping: order.totalShippingFee,
            packaging: order.totalPackagingFee,
            total: order.totalAmount,
            charged: order.paidCreditAmount,
          },
  };
}

/** The good books are ordered and paid; of the two faulty ones one is held for its cover and one for its pages. */
function faultsOf(books: readonly BookOutcome[]): readonly string[] {
  const faults: string[] = [];
  const held = books.filter(({ verdict }) => verdict === 'refused');
  const good = books.filter((book) => !held.includes(book));
  if (good.length < 6) faults.push(`only ${good.length} books are good`);
  for (const { name, bookUid, orderUid, status, amounts } of good) {
    if (bookUid === null || orderUid === null || amounts === null) faults.push(`${name} was not ordered`);
    else if (amounts.charged <= 0) faults.push(`${name} was ordered for nothing`);
    else if (status !== 'PAID' && status !== 'PDF_READY') faults.push(`${name} is ${status}`);
  }
  for (const { name, orderUid } of held)
    if (orderUid !== null) faults.push(`${name} was ordered although it is faulty`);
  const heldFor = (rule: RegExp): number =>
    held.filter(({ reasons }) => reasons.some(({ ruleId }) => rule.test(ruleId))).length;
  if (held.length !== 2) faults.push(`${held.length} books are held instead of 2`);
  if (heldFor(/^cover: size\./) !== 1) faults.push('no book is held for the size of its cover');
  if (heldFor(/book\.pages|contents\.pageCount/) !== 1) faults.push('no book is held for its page count');
  return faults;
}
