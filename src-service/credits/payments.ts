import { and, eq } from 'drizzle-orm';
import { minorFromNumber, minorToNumber } from '../../src-core/contract/money.ts';
import type { ConfirmedPayment, ConfirmPaymentBody } from '../../src-core/contract/payments.ts';
import type { Caller, Db, ServiceContext } from '../context.ts';
import { ServiceError } from '../service-error.ts';
import { payments } from '../store/schema.ts';
import { CURRENCY, postEntry, readBalance } from './ledger.ts';

/**
 * Credits a payment that the gateway's page reported, once: confirming it again answers the same and credits nothing.
 * Throws 409 when the payment key stands for another account, order or amount.
 */
export async function confirmPayment(db: Db, context: ServiceContext, caller: Caller, gateway: string, body: ConfirmPaymentBody): Promise<ConfirmedPayment> {
  const payment = {
    gateway,
    paymentKey: body.paymentKey,
    accountUid: caller.accountUid,
    orderId: body.orderId,
    amountMinor: minorFromNumber(body.amount),
    confirmedAt: new Date(context.clock.nowMs()),
  };
  const [first] = await db.insert(payments).values(payment).onConflictDoNothing().returning();
  if (first) {
    await postEntry(db, {
      accountUid: caller.accountUid,
      environment: caller.environment,
      reason: 1,
      amountMinor: payment.amountMinor,
      memo: `크레딧 충전 ${body.orderId}`,
      orderUid: null,
      atMs: payment.confirmedAt.getTime(),
    });
  }
  const [known] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.gateway, gateway), eq(payments.paymentKey, body.paymentKey)));
  if (!known) throw new Error(`payment ${body.paymentKey} is gone`);
  if (known.accountUid !== caller.accountUid || known.orderId !== body.orderId || known.amountMinor !== payment.amountMinor) {
    throw new ServiceError('ERR_CONFLICT', ['같은 paymentKey로 다른 결제가 이미 확인되었습니다']);
  }
  return {
    gateway: known.gateway,
    paymentKey: known.paymentKey,
    orderId: known.orderId,
    amount: minorToNumber(known.amountMinor),
    currency: CURRENCY,
    confirmedAt: known.confirmedAt.toISOString(),
    credit: await readBalance(db, caller),
  };
}
