import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import type { Db } from '../../store/db.ts';
import { CreditTooLow } from '../../credits/ledger.ts';
import { success } from '../../http/app.ts';
import { beginAgain, restoreOrder } from '../../orders/begin-again.ts';
import { closeOrder } from '../../orders/cancel-order.ts';
import { lockOrder, moveOrder } from '../../orders/move-order.ts';
import { orderView, type OrderRow } from '../../orders/order-view.ts';
import { insufficientCredit } from '../../orders/place-order.ts';
import { ServiceError } from '../../service-error.ts';
import { orders } from '../../store/schema.ts';
import type { PrintHouseRoutes } from '../print-house-app.ts';
import { advanceOrder, completeItem, takeStep } from '../production.ts';

const orderParams = z.object({ orderUid: z.string() });
const itemParams = orderParams.extend({ itemUid: z.string() });
const trackingSchema = z.object({ trackingNumber: z.string().min(1), trackingCarrier: z.string().min(1) });
const cancelSchema = z.object({ reason: z.string().min(1).max(LIMITS.cancelReasonMaxChars), refund: z.boolean() });

/** Every partner's orders, in both environments, and every move that is the print house's. */
export const orderRoutes: PrintHouseRoutes = (app, { context }) => {
  /** One change and its events in one transaction; answers the order as it is then. */
  const changed = async (change: (db: Db) => Promise<OrderRow>) =>
    success(
      '성공',
      await context.db
        .transaction(async (db) => orderView(db, await change(db)))
        .catch((error: unknown) => {
          throw error instanceof CreditTooLow ? insufficientCredit(error) : error;
        }),
    );
  const nowAt = () => new Date(context.clock.nowMs());

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
    { schema: { params: orderParams, body: trackingSchema.partial().nullish() } },
    async (request) => changed((db) => advanceOrder(db, context, request.params.orderUid, request.body ?? {})),
  );
  app.post('/orders/:orderUid/items/:itemUid/complete', { schema: { params: itemParams } }, async (request) =>
    changed((db) => completeItem(db, context, request.params.orderUid, request.params.itemUid)),
  );
  app.post('/orders/:orderUid/ship', { schema: { params: orderParams, body: trackingSchema } }, async (request) =>
    changed(async (db) =>
      takeStep(db, context, await lockOrder(db, request.params.orderUid), 'ship', nowAt(), request.body),
    ),
  );
  app.post('/orders/:orderUid/deliver', { schema: { params: orderParams } }, async (request) =>
    changed(async (db) => takeStep(db, context, await lockOrder(db, request.params.orderUid), 'deliver', nowAt())),
  );

  app.post('/orders/:orderUid/cancel', { schema: { params: orderParams, body: cancelSchema } }, async (request) => {
    const { reason, refund } = request.body;
    return changed(async (db) =>
      closeOrder(
        db,
        context,
        await lockOrder(db, request.params.orderUid),
        refund ? 'closeWithRefund' : 'closeWithoutRefund',
        reason,
      ),
    );
  });
  app.post('/orders/:orderUid/restore', { schema: { params: orderParams } }, async (request) =>
    changed((db) => restoreOrder(db, context, request.params.orderUid)),
  );

  app.post('/orders/:orderUid/hold', { schema: { params: orderParams } }, async (request) =>
    changed(async (db) =>
      moveOrder(db, await lockOrder(db, request.params.orderUid), 'hold', 'PAID_AWAITING_CONTENT', nowAt()),
    ),
  );
  app.post('/orders/:orderUid/release', { schema: { params: orderParams } }, async (request) =>
    changed((db) => beginAgain(db, context, request.params.orderUid, 'release')),
  );
  app.post('/orders/:orderUid/fail', { schema: { params: orderParams } }, async (request) =>
    changed(async (db) => moveOrder(db, await lockOrder(db, request.params.orderUid), 'fail', 'ERROR', nowAt())),
  );
  app.post('/orders/:orderUid/resume', { schema: { params: orderParams } }, async (request) =>
    changed((db) => beginAgain(db, context, request.params.orderUid, 'resume')),
  );
};
