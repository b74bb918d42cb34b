import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { importSamples, isGood, orderUploaded, outcomesOf, startBuiltIn, uploadReady } from '../support/job-steps.ts';
import { openBook, pause, section } from '../support/steps.ts';
import type { BookOutcome, Journey, JourneyContext } from './journey.ts';

const ORDER_LIMIT_MS = 120_000;

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
