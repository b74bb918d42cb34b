import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import {
  confirmReview,
  importSamples,
  isGood,
  openReview,
  outcomesOf,
  startBuiltIn,
  uploadReady,
} from '../support/job-steps.ts';
import { openBook, pause, section, settledRows } from '../support/steps.ts';
import type { Journey, JourneyContext, JourneyOutcome } from './journey.ts';

const LIMIT_MS = 60_000;
const SHIPPING = 3_000;

/** A family that gets three books, and somebody who gets one; the others go to the studio. */
const FAMILY = {
  recipientName: '이서연',
  recipientPhone: '010-8765-4321',
  postalCode: '48060',
  address1: '부산광역시 해운대구 센텀중앙로 79',
} as const;
const FRIEND = {
  recipientName: '박지훈',
  recipientPhone: '010-3344-5566',
  postalCode: '63124',
  address1: '제주특별자치도 제주시 연동 7길 31',
} as const;
const FAMILY_BOOKS = 3;

/** Uploaded books are given to recipients, ordered as one order each, and one book is taken out of its order. */
export const journey: Journey = async (context) => {
  const { studio, words, shot, say } = context;
  const { page } = studio;
  await startBuiltIn(context);
  const good = (await importSamples(context)).filter(isGood);
  await uploadReady(context, good.length);
  await section(page, words.text('ui.section.library')).click();
  const [friends, ...others] = good as [LibraryRow, ...LibraryRow[]];
  await giveSeveral(context, others.slice(0, FAMILY_BOOKS));
  await giveOne(context, friends);

  const sheet = await openReview(context, good.length);
  await pause(page);
  await shot('review-groups');
  const [family] = others as [LibraryRow];
  await sheet.getByRole('button', { name: words.text('orders.review.apartLabel', { title: family.title }) }).click();
  const join = sheet.getByRole('button', { name: words.text('orders.review.joinLabel', { title: family.title }) });
  await join.waitFor();
  await pause(page);
  await shot('review-apart');
  await join.click();
  await confirmReview(context, sheet, 3);
  await sheet.getByRole('button', { name: words.text('orders.run.toOrders') }).click();
  say(`${good.length} books ordered in three orders`);

  const refund = await takeOneOut(context, FAMILY.recipientName);
  return endOf(context, good.length, refund);
};

/** Chosen together, given to somebody whom the address book does not have yet. */
async function giveSeveral({ studio, words, shot }: JourneyContext, books: readonly LibraryRow[]): Promise<void> {
  const { page } = studio;
  const [first, ...more] = books as [LibraryRow, ...LibraryRow[]];
  await openBook(studio, words, first.title);
  for (const { title } of more)
    await page
      .getByRole('row', { name: words.pattern('library.rowName', ['verdict'], { title }) })
      .click({ modifiers: ['Control'] });
  await page.getByRole('button', { name: words.text('recipients.set') }).click();
  await shot('address-book-empty');
  await page.getByRole('button', { name: words.text('recipients.add') }).click();
  await writeAddress({ studio, words }, FAMILY);
  await shot('address-new');
  await page.getByRole('button', { name: words.text('recipients.save'), exact: true }).click();
  await settledRows(
    studio,
    (rows) => rows.filter(({ recipients }) => recipients[0] === FAMILY.recipientName).length === books.length,
    LIMIT_MS,
  );
  await pause(page);
  await shot('books-given');
}

/** From the book's own inspector. */
async function giveOne({ studio, words, shot }: JourneyContext, { title }: LibraryRow): Promise<void> {
  const { page } = studio;
  await openBook(studio, words, title);
  await page.getByRole('button', { name: words.text('recipients.set') }).click();
  await page.getByRole('button', { name: words.text('recipients.add') }).click();
  await writeAddress({ studio, words }, FRIEND);
  await page.getByRole('button', { name: words.text('recipients.save'), exact: true }).click();
  await settledRows(
    studio,
    (rows) => rows.some((row) => row.title === title && row.recipients[0] === FRIEND.recipientName),
    LIMIT_MS,
  );
  await pause(page);
  await shot('book-given');
}

async function writeAddress(
  { studio: { page }, words }: Pick<JourneyContext, 'studio' | 'words'>,
  address: Readonly<Record<string, string>>,
): Promise<void> {
  const sheet = page.getByRole('dialog');
  for (const [field, value] of Object.entries(address))
    await sheet.getByRole('textbox', { name: words.pattern(`orders.address.${field}`) }).fill(value);
}

/** One book of the order that goes to `name` is cancelled; answers what came back for it. */
async function takeOneOut({ studio, words, shot, say }: JourneyContext, name: string): Promise<number> {
  const { page } = studio;
  const before = (await studio.call('credit.view', { limit: 1, offset: 0 }))?.balance.totalCreditAmount ?? 0;
  await page.getByRole('grid').getByRole('row').filter({ hasText: name }).first().click();
  await page
    .getByRole('button', { name: words.pattern('orders.item.cancelLabel', ['title']) })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox', { name: words.text('orders.cancelSheet.reason') }).fill('고객 변심');
  await shot('cancel-one');
  await sheet.getByRole('button', { name: words.text('orders.item.confirm') }).click();
  await sheet.getByRole('status').waitFor();
  await sheet
    .getByRole('button', { name: words.text('orders.cancelSheet.close') })
    .last()
    .click();
  await pause(page);
  await shot('one-cancelled');
  const after = (await studio.call('credit.view', { limit: 1, offset: 0 }))?.balance.totalCreditAmount ?? 0;
  say(`one book taken out, ${after - before} came back`);
  return after - before;
}

async function endOf(context: JourneyContext, count: number, refund: number): Promise<JourneyOutcome> {
  const { studio } = context;
  const books = await outcomesOf(context);
  const orders = (await studio.call('orders.changes', { since: null })).rows;
  const faults: string[] = [];
  if (orders.length !== 3) faults.push(`there are ${orders.length} orders instead of 3`);
  const sizes = orders.map(({ bookTitles }) => bookTitles.length).toSorted((a, b) => a - b);
  if (sizes.join() !== [1, FAMILY_BOOKS, count - 1 - FAMILY_BOOKS].toSorted((a, b) => a - b).join())
    faults.push(`the orders have ${sizes.join(', ')} books`);
  const paid = orders.reduce((sum, { paidCreditAmount }) => sum + paidCreditAmount, 0);
  const product = orders.reduce((sum, { totalAmount }) => sum + totalAmount - SHIPPING, 0);
  // With VAT, less what came back or not: the service's list keeps what was paid.
  if (paid !== Math.round((product + orders.length * SHIPPING) * 1.1)) faults.push(`${paid} was paid for ${product}`);
  const free = books.filter(({ bookUid, orderUid }) => bookUid !== null && orderUid === null);
  if (free.length !== 1) faults.push(`${free.length} books may be ordered again instead of the one that was cancelled`);
  if (refund <= 0) faults.push('nothing came back for the cancelled book');
  return {
    books,
    figures: { orders: orders.length, shippingSaved: Math.round((count - orders.length) * SHIPPING * 1.1), refund },
    faults,
  };
}
