import type { Locator } from 'playwright-core';
import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import type { BookOutcome, JourneyContext } from '../journeys/journey.ts';
import { pause, section } from './steps.ts';

// What every journey from a first start to an order has in it.

const START_LIMIT_MS = 120_000;
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

/** Everything that is uploaded is ordered, from the review to the list of orders. */
export async function orderUploaded(context: JourneyContext, count: number): Promise<void> {
  const { studio, words, shot, say } = context;
  const { page } = studio;
  await section(page, words.text('ui.section.library')).click();
  await page.getByRole('button', { name: words.text('library.order', { count }) }).click();
  const sheet = page.getByRole('dialog');
  await letAllGo(context, sheet.getByRole('heading', { name: words.text('orders.review.title') }));
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
