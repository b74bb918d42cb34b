import type { Locator } from 'playwright-core';
import type { BookDetail, LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import type { BookOutcome, JourneyContext } from '../journeys/journey.ts';
import { importEnd, pause, section, settledRows } from './steps.ts';

// What every journey from a first start to an order has in it.

const START_LIMIT_MS = 120_000;
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

/** The built-in service, from the welcome to an empty library. */
export async function startBuiltIn({ studio, words, shot, say }: JourneyContext): Promise<void> {
  const { page } = studio;
  const start = page.getByRole('button', { name: words.text('welcome.builtIn.start') });
  await start.waitFor();
  await shot('welcome');
  await start.click();
  await studio.until(({ phase, startup }) => phase === 'ready' || startup.some(({ state }) => state === 'done'));
  await shot('starting');
  const { connection, credit } = await studio.until(
    (status) => status.phase === 'ready' && status.credit !== null,
    START_LIMIT_MS,
  );
  say(`the built-in ${connection?.environment} runs with a credit of ${credit?.balance} ${credit?.currency}`);
  await page.getByRole('heading', { name: words.text('library.empty.title') }).waitFor();
  await shot('library-empty');
}

/** Where books that may not print well are asked about, all of them go, by name where one is wanted; then `next` is there. */
export async function letAllGo({ studio: { page }, words, shot }: JourneyContext, next: Locator): Promise<void> {
  const sheet = page.getByRole('dialog').filter({ has: page.locator('[data-print-question]') });
  await sheet.or(next).first().waitFor();
  if (!(await sheet.isVisible())) return;
  const reason = sheet.getByRole('textbox', { name: words.text('preflight.signOff.reason') });
  if (await reason.isVisible()) {
    await sheet.getByRole('textbox', { name: words.text('preflight.signOff.name') }).fill(ADDRESS.recipientName);
    await reason.fill(words.text('preflight.signOff.reason.proofSeen'));
  }
  await pause(page);
  await shot('print-question');
  await sheet.locator('button[type="submit"]').click();
  await next.waitFor();
}

/** What the service takes. */
export const isGood = (row: LibraryRow): boolean => row.verdict === 'accepted' || row.verdict === 'warning';

/** The sample books, checked as far as they are before an upload. */
export async function importSamples({ studio, words, shot, say }: JourneyContext): Promise<readonly LibraryRow[]> {
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

/** Everything that is good, to the end of its upload. */
export async function uploadReady(context: JourneyContext, count: number): Promise<void> {
  const { studio, words, shot, say } = context;
  const { page } = studio;
  await page.getByRole('button', { name: words.text('library.upload', { count }) }).click();
  await letAllGo(context, queuedNews(context));
  await section(studio.page, words.text('ui.section.queue')).click();
  await page.getByRole('heading', { name: words.text('queue.title'), exact: true }).waitFor();
  await shot('queue-sending');
  await settledRows(studio, (all) => all.filter(isGood).every(({ stage }) => stage === 'uploaded'), UPLOAD_LIMIT_MS);
  say(`${count} books uploaded and finalized`);
  // Messages go by themselves after a while; a picture shows the screen without them.
  const dismiss = page.getByRole('button', { name: words.text('ui.dismiss') }).first();
  while (await dismiss.isVisible()) await dismiss.click();
  await pause(page);
  await shot('queue-finished');
}

/** The review of everything that is uploaded, as it comes up. */
export async function openReview(context: JourneyContext, count: number): Promise<Locator> {
  const { studio, words } = context;
  const { page } = studio;
  await section(page, words.text('ui.section.library')).click();
  await page.getByRole('button', { name: words.text('library.order', { count }) }).click();
  const sheet = page.getByRole('dialog');
  await letAllGo(context, sheet.getByRole('heading', { name: words.text('orders.review.title') }));
  return sheet;
}

/** The address for whatever has no recipient of its own. */
export async function writeBatchAddress({ words }: Pick<JourneyContext, 'words'>, sheet: Locator): Promise<void> {
  for (const [field, value] of Object.entries(ADDRESS))
    await sheet.getByRole('textbox', { name: words.pattern(`orders.address.${field}`) }).fill(value);
}

/** The address for whatever has no recipient of its own, then so many orders, to the end of their run. */
export async function confirmReview(
  { studio: { page }, words, shot }: JourneyContext,
  sheet: Locator,
  orders: number,
): Promise<void> {
  await writeBatchAddress({ words }, sheet);
  const confirm = sheet.getByRole('button', { name: words.pattern('orders.confirm', ['sum'], { count: orders }) });
  await enabled(confirm);
  await pause(page);
  await shot('order-review');
  await confirm.click();
  await sheet.getByRole('heading', { name: words.text('orders.run.doneTitle') }).waitFor({ timeout: ORDER_LIMIT_MS });
  await pause(page);
  await shot('order-run');
}

/** Everything that is uploaded is ordered, each book for itself, from the review to the list of orders. */
export async function orderUploaded(context: JourneyContext, count: number): Promise<void> {
  const { words, say } = context;
  const sheet = await openReview(context, count);
  await sheet.getByRole('radio', { name: words.text('orders.how.each') }).click();
  await confirmReview(context, sheet, count);
  say(`${count} books ordered`);
  await sheet.getByRole('button', { name: words.text('orders.run.toOrders') }).click();
}

/** The message that books are on their way. */
export const queuedNews = ({ studio, words }: JourneyContext): Locator =>
  studio.page.getByRole('button', { name: words.text('library.showQueue') }).first();

async function enabled(button: Locator): Promise<void> {
  await button.waitFor();
  const endMs = performance.now() + 10_000;
  while ((await button.isDisabled()) && performance.now() < endMs) await button.page().waitForTimeout(100);
}

/** What became of every book of the library. */
export async function outcomesOf(context: JourneyContext): Promise<readonly BookOutcome[]> {
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
    print: book.print,
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
