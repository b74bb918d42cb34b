import { eq } from 'drizzle-orm';
import { minorFromNumber, minorToNumber } from '../../src-core/contract/money.ts';
import type { ConfirmedPayment, ConfirmPaymentBody, OpenedPayment } from '../../src-core/contract/payments.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ServiceError } from '../service-error.ts';
import { onlyRow } from '../store/only-row.ts';
import { paymentOrders } from '../store/schema.ts';
import { CURRENCY, postEntry, readBalance } from './ledger.ts';
import type { PaymentGateway, PaymentOutcome, PaymentWord } from '../ports.ts';

type PaymentOrderRow = typeof paymentOrders.$inferSelect;

/** A gateway that has not answered by then counts as away. */
const GATEWAY_LIMIT_MS = 5_000;

type Gateways = Pick<ServiceContext, 'paymentGateways'>;

/** Throws 501 where a deployment has set no gateway up (docs/decisions/0020). */
export function requireGateways({ paymentGateways }: Gateways): void {
  if (paymentGateways.size === 0)
    throw new ServiceError('ERR_SANDBOX_UNSUPPORTED', ['이 서비스에는 결제 수단이 설정되어 있지 않습니다']);
}

/** Throws 404 for one that is not set up. */
export function gatewayOf({ paymentGateways }: Gateways, name: string): PaymentGateway {
  const gateway = paymentGateways.get(name);
  if (gateway === undefined) throw new ServiceError('ERR_NOT_FOUND', [`결제 수단을 찾을 수 없습니다: ${name}`]);
  return gateway;
}

/** Opens a payment of an amount. Nothing is paid or credited yet. */
export async function openPayment(
  context: ServiceContext,
  caller: Caller,
  gateway: PaymentGateway,
  amount: number,
): Promise<OpenedPayment> {
  const openedAt = new Date(context.clock.nowMs());
  const orderId = `po_${context.ids.base62(12)}`;
  await context.db.insert(paymentOrders).values({
    orderId,
    gateway: gateway.name,
    accountUid: caller.accountUid,
    amountMinor: minorFromNumber(amount),
    openedAt,
  });
  return { gateway: gateway.name, orderId, amount, currency: CURRENCY, openedAt: openedAt.toISOString() };
}

/**
 * Credits an opened payment once its gateway says that it was paid; confirming it again answers the same and credits
 * nothing. The gateway is asked before the transaction, so that a slow one holds no lock: who asks twice, at the same time
 * or after a death in between, is told the same, and the order's row decides who credits.
 *
 * Throws 404 for an order that was not opened or a payment that the gateway does not know, 403 for another account's, 400
 * for another amount than the opened one, 409 for a payment that was declined, is of another order or amount by the
 * gateway's word, or comes after another one of the same order. A gateway that does not answer is an Error: the caller
 * may confirm again.
 */
export async function confirmPayment(
  context: ServiceContext,
  caller: Caller,
  gateway: PaymentGateway,
  body: ConfirmPaymentBody,
): Promise<ConfirmedPayment> {
  const [order] = await context.db.select().from(paymentOrders).where(eq(paymentOrders.orderId, body.orderId));
  requireOrder(order, caller, gateway, body);
  if (order.paymentKey === null) {
    const signal = AbortSignal.timeout(GATEWAY_LIMIT_MS);
    const outcome = await gateway
      .confirm({ paymentKey: body.paymentKey, orderId: order.orderId, amountMinor: order.amountMinor }, signal)
      .catch((cause: unknown) => {
        context.measures.paid(gateway.name, 'away');
        throw new Error(`the payment gateway ${gateway.name} did not answer`, { cause });
      });
    context.measures.paid(gateway.name, wordOf(outcome, order));
    requirePaid(outcome, order);
  }
  return context.db.transaction(async (db) => {
    const credited = await creditOnce(db, context, order, body.paymentKey);
    if (credited.paymentKey !== body.paymentKey)
      throw new ServiceError('ERR_CONFLICT', ['이 결제 주문은 다른 결제로 이미 확인되었습니다']);
    return {
      gateway: credited.gateway,
      paymentKey: credited.paymentKey,
      orderId: credited.orderId,
      amount: minorToNumber(credited.amountMinor),
      currency: CURRENCY,
      confirmedAt: (credited.confirmedAt ?? credited.openedAt).toISOString(),
      credit: await readBalance(db, caller),
    };
  });
}

function requireOrder(
  order: PaymentOrderRow | undefined,
  caller: Caller,
  gateway: PaymentGateway,
  { amount }: ConfirmPaymentBody,
): asserts order is PaymentOrderRow {
  if (order === undefined || order.gateway !== gateway.name)
    throw new ServiceError('ERR_NOT_FOUND', ['결제 주문을 찾을 수 없습니다. 먼저 결제 주문을 만들어 주세요']);
  if (order.accountUid !== caller.accountUid)
    throw new ServiceError('ERR_FORBIDDEN', ['다른 파트너의 결제 주문입니다']);
  if (order.amountMinor === minorFromNumber(amount)) return;
  const message = '결제 금액이 결제 주문의 금액과 다릅니다';
  throw new ServiceError('ERR_VALIDATION_FAILED', [message], {
    fieldErrors: [{ field: 'amount', message, currentValue: amount, requiredValue: minorToNumber(order.amountMinor) }],
  });
}

type Owed = Pick<PaymentOrderRow, 'orderId' | 'amountMinor'>;

function wordOf(outcome: PaymentOutcome, { orderId, amountMinor }: Owed): PaymentWord {
  if (outcome.state !== 'paid') return outcome.state;
  return outcome.orderId === orderId && outcome.amountMinor === amountMinor ? 'paid' : 'contradicted';
}

function requirePaid(outcome: PaymentOutcome, order: Owed): void {
  switch (outcome.state) {
    case 'unknown':
      throw new ServiceError('ERR_NOT_FOUND', ['결제를 찾을 수 없습니다']);
    case 'declined':
      throw new ServiceError('ERR_CONFLICT', ['결제가 승인되지 않았습니다']);
    case 'paid':
      if (outcome.orderId !== order.orderId) throw new ServiceError('ERR_CONFLICT', ['다른 결제 주문의 결제입니다']);
      if (outcome.amountMinor !== order.amountMinor)
        throw new ServiceError('ERR_CONFLICT', ['결제된 금액이 결제 주문의 금액과 다릅니다']);
  }
}

/** The order as it is credited: by this payment, or by the one that came before it. */
async function creditOnce(
  db: Db,
  context: ServiceContext,
  { orderId }: PaymentOrderRow,
  paymentKey: string,
): Promise<PaymentOrderRow & { readonly paymentKey: string }> {
  const order = onlyRow(await db.select().from(paymentOrders).where(eq(paymentOrders.orderId, orderId)).for('update'));
  if (order.paymentKey !== null) return { ...order, paymentKey: order.paymentKey };
  const confirmedAt = new Date(context.clock.nowMs());
  await db.update(paymentOrders).set({ paymentKey, confirmedAt }).where(eq(paymentOrders.orderId, orderId));
  await postEntry(db, {
    accountUid: order.accountUid,
    environment: 'live',
    reason: 1,
    amountMinor: order.amountMinor,
    memo: `크레딧 충전 ${orderId}`,
    orderUid: null,
    atMs: confirmedAt.getTime(),
  });
  return { ...order, paymentKey, confirmedAt };
}
