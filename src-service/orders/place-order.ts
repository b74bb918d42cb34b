import type { CreateOrderBody, Estimate, Order, OrderLine } from '../../src-core/contract/orders.ts';
import { minorToNumber } from '../../src-core/contract/money.ts';
import { beginningOf, beginningOfItem } from '../../src-core/orders/order-machine.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { CreditTooLow, CURRENCY, postEntry, readBalance } from '../credits/ledger.ts';
import { ServiceError } from '../service-error.ts';
import { onlyRow } from '../store/only-row.ts';
import { orderItems, orders } from '../store/schema.ts';
import { emitEvent } from '../webhooks/emit-event.ts';
import { orderCreated } from './order-events.ts';
import { placedOrderView, type OrderItemRow } from './order-view.ts';
import { priceLines } from './price-lines.ts';
import { refuseDamaged } from './refuse-damaged.ts';
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
  const { lines, price } = await priceLines(db, context, caller, items);
  const { balance, currency } = await readBalance(db, caller);
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
 * POST /orders: order, items, ledger entry, balance and event in the caller's transaction, charged at once.
 * Answers the order as it was created: a Live order whose template books are rendered is PDF_READY from the next read on.
 * Throws 500 ERR_PDF_FILE_MISSING when the file of a book is gone or damaged; 402 with {required, balance, currency} when the credit is too low; nothing is written then.
 */
export async function placeOrder(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  body: CreateOrderBody,
): Promise<Order> {
  const { lines, price } = await priceLines(db, context, caller, body.items);
  await holdUnrendered(
    db,
    lines.map((line) => line.book),
  );
  await refuseDamaged(
    db,
    context,
    lines.map((line) => line.book.bookUid),
  );
  const nowMs = context.clock.nowMs();
  const now = new Date(nowMs);
  const orderUid = `or_${context.ids.base62(12)}`;
  const status = beginningOf(lines.map((line) => line.book.creationType));
  const balanceAfter = await postEntry(db, {
    accountUid: caller.accountUid,
    environment: caller.environment,
    reason: 3,
    amountMinor: price.chargeMinor,
    memo: `주문 결제 ${orderUid}`,
    orderUid,
    atMs: nowMs,
  }).catch((error: unknown) => {
    throw error instanceof CreditTooLow ? insufficientCredit(error) : error;
  });
  const { shipping } = body;
  const order = onlyRow(
    await db
      .insert(orders)
      .values({
        orderUid,
        accountUid: caller.accountUid,
        environment: caller.environment,
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
      })
      .returning(),
  );
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
  const written: OrderItemRow[] = [];
  for (let from = 0; from < items.length; from += ITEMS_PER_INSERT)
    written.push(
      ...(await db
        .insert(orderItems)
        .values(items.slice(from, from + ITEMS_PER_INSERT))
        .returning()),
    );
  await emitEvent(db, context, orderCreated(order, items.length));
  const placed = await placedOrderView(db, order, written, minorToNumber(balanceAfter));
  // After the answer was written down: an order is PAID "right after creation", also when its books are rendered already.
  if (mayBePromoted(order)) await promoteOrders(db, context, [orderUid]);
  return placed;
}

export function insufficientCredit({ requiredMinor, balanceMinor }: CreditTooLow): ServiceError {
  const required = minorToNumber(requiredMinor);
  const balance = minorToNumber(balanceMinor);
  return new ServiceError('ERR_INSUFFICIENT_CREDIT', [`크레딧이 부족합니다 (필요: ${required}, 잔액: ${balance})`], {
    data: { required, balance, currency: CURRENCY },
    recordedMessage: 'Insufficient Credit',
  });
}
