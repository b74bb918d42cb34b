import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { minorFromNumber, minorToNumber } from '../../../src-core/contract/money.ts';
import { confirmPaymentBodySchema } from '../../../src-core/contract/payments.ts';
import { SimulatedGateway, type SimulatedPayment } from '../../credits/simulated-gateway.ts';
import { success } from '../../http/app.ts';
import { ServiceError } from '../../service-error.ts';
import { paymentOrders } from '../../store/schema.ts';
import type { PrintHouseRoutes } from '../print-house-app.ts';
import { sandboxCreditBodySchema } from '../../../src-core/contract/credits.ts';
import { environmentSchema } from '../../../src-core/contract/environments.ts';
import { postEntry, readBalance } from '../../credits/ledger.ts';

const params = z.object({ orderId: confirmPaymentBodySchema.shape.orderId });
/** `amount`: the buyer paid another one than was asked for. `paymentKey`: a payment of before comes to another end. */
const endSchema = confirmPaymentBodySchema.pick({ amount: true, paymentKey: true }).partial().nullish();

const OUTCOMES = { approve: 'approved', decline: 'declined', 'time-out': 'timed-out' } as const;

const view = ({ paymentKey, orderId, amountMinor, outcome, asked }: SimulatedPayment) => ({
  paymentKey,
  orderId,
  amount: minorToNumber(amountMinor),
  outcome,
  asked,
});

/** The simulated gateway's page: buyers pay, are declined, or wait for an answer that does not come. */
export const paymentRoutes: PrintHouseRoutes = (app, { context }) => {
  const gateway = new SimulatedGateway(context);
  app.get('/payments', async () => success('성공', (await gateway.list()).map(view)));
  for (const [verb, outcome] of Object.entries(OUTCOMES)) {
    app.post(`/payments/:orderId/${verb}`, { schema: { params, body: endSchema } }, async (request) => {
      const { orderId } = request.params;
      const [order] = await context.db.select().from(paymentOrders).where(eq(paymentOrders.orderId, orderId));
      if (order?.gateway !== gateway.name) throw new ServiceError('ERR_NOT_FOUND', ['결제 주문을 찾을 수 없습니다']);
      const { amount, paymentKey = null } = request.body ?? {};
      return success(
        '성공',
        view(
          await gateway.end(outcome, {
            orderId,
            amountMinor: amount === undefined ? order.amountMinor : minorFromNumber(amount),
            paymentKey,
          }),
        ),
      );
    });
  }
};

const topUpSchema = z.object({
  accountUid: z.string(),
  environment: environmentSchema,
  amount: sandboxCreditBodySchema.shape.amount,
});

/** Stands in for the payment that Live credit is bought with. */
export const creditRoutes: PrintHouseRoutes = (app, { context }) => {
  app.post('/credits', { schema: { body: topUpSchema } }, async (request) => {
    const { accountUid, environment, amount } = request.body;
    const balance = await context.db.transaction(async (db) => {
      await postEntry(db, {
        accountUid,
        environment,
        reason: 1,
        amountMinor: minorFromNumber(amount),
        memo: '크레딧 충전',
        orderUid: null,
        atMs: context.clock.nowMs(),
      });
      return readBalance(db, { accountUid, environment });
    });
    return success('성공', balance);
  });
};
