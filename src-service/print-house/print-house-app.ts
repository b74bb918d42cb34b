import { timingSafeEqual } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import Fastify from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sandboxCreditBodySchema } from '../../src-core/contract/credits.ts';
import { minorFromNumber } from '../../src-core/contract/money.ts';
import { LIMITS } from '../../src-core/contract/limits.ts';
import { environmentSchema } from '../../src-core/ipc/views.ts';
import type { ServiceContext } from '../context.ts';
import { CreditTooLow, postEntry, readBalance } from '../credits/ledger.ts';
import { success, type App } from '../http/app.ts';
import { answerFailure, requestCompiler } from '../http/failure.ts';
import { loopbackGuard } from '../http/plugins/loopback-guard.ts';
import { orderView } from '../orders/order-view.ts';
import { insufficientCredit } from '../orders/place-order.ts';
import { ServiceError } from '../service-error.ts';
import { orders } from '../store/schema.ts';
import type { ServiceClock } from '../system-clock.ts';
import { faultSchema, type Faults } from './faults.ts';
import { advanceOrder, cancelAsPrintHouse, restoreOrder } from './production.ts';
import { moveSharedClock } from './shared-clock.ts';

export interface PrintHouseOptions {
  readonly context: ServiceContext;
  readonly clock: ServiceClock;
  readonly faults: Faults;
  readonly token: string;
}

const orderParams = z.object({ orderUid: z.string() });
const trackingSchema = z.object({ trackingNumber: z.string().min(1), trackingCarrier: z.string().min(1) });

/**
 * What a partner cannot do: production, shipping, restoring, moving the clock, bad luck on demand.
 * Loopback only, with a token of its own for this run (contract-decisions).
 */
export async function buildPrintHouseApp({ context, clock, faults, token }: PrintHouseOptions): Promise<App> {
  const app: App = Fastify({ logger: false, forceCloseConnections: 'idle' }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler<z.ZodType>(requestCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFailure(context.contract));
  await app.register(loopbackGuard);
  app.addHook('onRequest', async (request) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    const expected = Buffer.from(`Bearer ${token}`);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new ServiceError('ERR_UNAUTHORIZED', ['토큰이 유효하지 않습니다']);
  });

  app.get('/orders', async () => {
    const rows = await context.db.select().from(orders).orderBy(desc(orders.orderedAt)).limit(500);
    return success('성공', await Promise.all(rows.map((order) => orderView(context.db, order))));
  });
  app.get('/orders/:orderUid', { schema: { params: orderParams } }, async (request) => {
    const [order] = await context.db.select().from(orders).where(eq(orders.orderUid, request.params.orderUid));
    if (!order) throw new ServiceError('ERR_NOT_FOUND', ['주문을 찾을 수 없습니다']);
    return success('성공', await orderView(context.db, order));
  });
  app.post(
    '/orders/:orderUid/advance',
    { schema: { params: orderParams, body: trackingSchema.partial().optional() } },
    async (request) => success('성공', await context.db.transaction((db) => advanceOrder(db, context, request.params.orderUid, request.body ?? {}))),
  );
  app.post(
    '/orders/:orderUid/cancel',
    { schema: { params: orderParams, body: z.object({ reason: z.string().min(1).max(LIMITS.cancelReasonMaxChars), refund: z.boolean() }) } },
    async (request) => {
      const { reason, refund } = request.body;
      return success('성공', await context.db.transaction((db) => cancelAsPrintHouse(db, context, request.params.orderUid, reason, refund)));
    },
  );
  app.post('/orders/:orderUid/restore', { schema: { params: orderParams } }, async (request) =>
    success('성공', await context.db.transaction((db) => restoreOrder(db, context, request.params.orderUid)).catch(asShortage)),
  );

  app.get('/clock', async () => success('성공', { nowMs: clock.nowMs(), offsetMs: clock.offset }));
  app.post('/clock', { schema: { body: z.object({ moveMs: z.int() }) } }, async (request) => {
    await moveSharedClock(context.db, context, clock, clock.offset + request.body.moveMs);
    return success('성공', { nowMs: clock.nowMs(), offsetMs: clock.offset });
  });

  app.get('/faults', async () => success('성공', faults.list()));
  app.post('/faults', { schema: { body: faultSchema } }, async (request) => {
    faults.add(request.body);
    return success('성공', faults.list());
  });
  app.delete('/faults', async () => {
    faults.clear();
    return success('성공', []);
  });

  app.post(
    '/credits',
    { schema: { body: z.object({ accountUid: z.string(), environment: environmentSchema, amount: sandboxCreditBodySchema.shape.amount }) } },
    async (request) => {
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
    },
  );
  return app;
}

function asShortage(error: unknown): never {
  throw error instanceof CreditTooLow ? insufficientCredit(error) : error;
}
