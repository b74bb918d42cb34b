import { and, eq, inArray, ne } from 'drizzle-orm';
import { BOOK_STATUS } from '../../src-core/contract/books.ts';
import type { CreateOrderBody, Estimate, Order, OrderLine } from '../../src-core/contract/orders.ts';
import { minorToNumber } from '../../src-core/contract/money.ts';
import { beginningOf, beginningOfItem } from '../../src-core/orders/order-machine.ts';
import { keyNotValid } from '../accounts/keys.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { CreditTooLow, CURRENCY, postEntry, readBalance } from '../credits/ledger.ts';
import { ServiceError } from '../service-error.ts';
import { onlyRow } from '../store/only-row.ts';
import { accounts, books, orderItems, orders } from '../store/schema.ts';
import { allEnded } from '../store/sent-ahead.ts';
import { isSubscribed, putIntoOutbox, subscriptionOf } from '../webhooks/emit-event.ts';
import { orderCreated } from './order-events.ts';
import { type OrderItemRow, ownerOf, viewOf } from './order-view.ts';
import { booksOfLines, notFinalized, priceLines } from './price-lines.ts';
import { pdfsOfBooks, refuseDamaged } from './refuse-damaged.ts';
import { holdUnrendered, mayBePromoted, promoteOrders } from './promote-orders.ts';

/** PostgreSQL takes 65,535 values a statement, an order any number of items. */
const ITEMS_PER_INSERT = 1_000;

/** POST /orders/estimate: never 402, a shortage is a field. */
export async function estimateOrder(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  items: readonly OrderLine[],
): Promise<Estimate> {
  const [found, { balance, currency }] = await allEnded(booksOfLines(db, items), readBalance(db, caller));
  const { lines, price } = priceLines(context, caller, items, found);
  const paidCreditAmount = minorToNumber(price.chargeMinor);
  return {
    items: lines.map((line) => ({
      bookUid: line.book.bookUid,
      bookSpecUid: line.book.bookSpecUid,
      pageCount: line.book.pageCount,
      quantity: line.quantity,
      unitPrice: minorToNumber(line.unitPriceMinor),
      itemAmount: minorToNumber(line.itemMinor),
      packagingFee: 0,
    })),
    productAmount: minorToNumber(price.productMinor),
    shippingFee: minorToNumber(price.shippingMinor),
    boxCount: price.boxCount,
    packagingFee: minorToNumber(price.packagingMinor),
    totalAmount: minorToNumber(price.totalMinor),
    paidCreditAmount,
    creditBalance: balance,
    creditSufficient: balance >= paidCreditAmount,
    currency,
  };
}

/**
 * POST /orders: order, items, ledger entry, balance and event in the caller's transaction, charged at once. `read`: blobs that
 * were found sound (`readingFilesFirst`).
 * Answers the order as it was created: a Live order whose template books are rendered is PDF_READY from the next read on.
 * Throws 400 for a book that cannot be ordered, also when it was deleted meanwhile, and 401 when the account was closed meanwhile;
 * 500 ERR_PDF_FILE_MISSING when the file of a book is gone or damaged; 402 with {required, balance, currency} when the credit is too low; nothing is written then.
 */
export async function placeOrder(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  body: CreateOrderBody,
  read: ReadonlySet<string>,
): Promise<Order> {
  const bookUids = body.items.map((line) => line.bookUid);
  const [found, pdfs, subscription, owner] = await allEnded(
    booksOfLines(db, body.items),
    pdfsOfBooks(db, bookUids),
    subscriptionOf(db, caller.accountUid),
    ownerOf(db, caller.accountUid),
  );
  const { lines, price } = priceLines(context, caller, body.items, found);
  const isHeld = await holdUnrendered(db, found);
  // What was held may have been rendered meanwhile.
  await refuseDamaged(context, isHeld ? await pdfsOfBooks(db, bookUids) : pdfs, read);
  const nowMs = context.clock.nowMs();
  const now = new Date(nowMs);
  const orderUid = `or_${context.ids.base62(12)}`;
  const status = beginningOf(lines.map((line) => line.book.creationType));
  const { accountUid, environment } = caller;
  const { shipping } = body;
  const order = {
    orderUid,
    accountUid,
    environment,
    externalRef: body.externalRef ?? null,
    externalUserId: body.externalUserId ?? null,
    status,
    productMinor: price.productMinor,
    shippingMinor: price.shippingMinor,
    packagingMinor: price.packagingMinor,
    totalMinor: price.totalMinor,
    chargedMinor: price.chargeMinor,
    refundedMinor: 0n,
    currency: CURRENCY,
    recipientName: shipping.recipientName,
    recipientPhone: shipping.recipientPhone,
    postalCode: shipping.postalCode,
    address1: shipping.address1,
    address2: shipping.address2 ?? null,
    shippingMemo: shipping.memo ?? null,
    orderedAt: now,
    paidAt: now,
    createdAt: now,
    statusSince: now,
    updatedAt: now,
  };
  const items = lines.map((line, position) => ({
    itemUid: `oi_${context.ids.base62(12)}`,
    orderUid,
    position,
    bookUid: line.book.bookUid,
    bookTitle: line.book.title,
    bookSpecUid: line.book.bookSpecUid,
    bookSpecName: line.spec.name,
    quantity: line.quantity,
    pageCount: line.book.pageCount,
    unitPriceMinor: line.unitPriceMinor,
    itemMinor: line.itemMinor,
    status: beginningOfItem(line.book.creationType),
    createdAt: now,
  }));
  const created = orderCreated(order, items.length);
  const [balanceAfter, placed, written, deleted, closed] = await allEnded(
    postEntry(db, {
      accountUid,
      environment,
      reason: 3,
      amountMinor: price.chargeMinor,
      memo: `주문 결제 ${orderUid}`,
      orderUid,
      atMs: nowMs,
    }),
    db.insert(orders).values(order).returning().execute(),
    insertItems(db, items),
    // By now a book may be deleted and the account closed: they were waited for, or reading the files took minutes.
    db
      .select({ bookUid: books.bookUid, status: books.status })
      .from(books)
      .where(and(inArray(books.bookUid, bookUids), ne(books.status, BOOK_STATUS.finalized)))
      .limit(1)
      .execute(),
    db.select({ closedAt: accounts.closedAt }).from(accounts).where(eq(accounts.accountUid, accountUid)).execute(),
    isSubscribed(subscription, created.type) ? putIntoOutbox(db, context, created) : Promise.resolve(),
  ).catch((error: unknown) => {
    throw error instanceof CreditTooLow ? insufficientCredit(error) : error;
  });
  if (onlyRow(closed).closedAt !== null) throw keyNotValid();
  const [unorderable] = deleted;
  if (unorderable !== undefined) throw notFinalized(unorderable);
  const answer = viewOf(onlyRow(placed), written, owner, minorToNumber(balanceAfter));
  // After the answer was written down: an order is PAID "right after creation", also when its books are rendered already.
  if (mayBePromoted(order)) await promoteOrders(db, context, [orderUid]);
  return answer;
}

async function insertItems(db: Db, items: readonly (typeof orderItems.$inferInsert)[]): Promise<OrderItemRow[]> {
  const inserts: Promise<OrderItemRow[]>[] = [];
  for (let from = 0; from < items.length; from += ITEMS_PER_INSERT)
    inserts.push(
      db
        .insert(orderItems)
        .values(items.slice(from, from + ITEMS_PER_INSERT))
        .returning()
        .execute(),
    );
  return (await allEnded(...inserts)).flat();
}

export function insufficientCredit({ requiredMinor, balanceMinor }: CreditTooLow): ServiceError {
  const required = minorToNumber(requiredMinor);
  const balance = minorToNumber(balanceMinor);
  return new ServiceError('ERR_INSUFFICIENT_CREDIT', [`크레딧이 부족합니다 (필요: ${required}, 잔액: ${balance})`], {
    data: { required, balance, currency: CURRENCY },
    recordedMessage: 'Insufficient Credit',
  });
}
