import { z } from 'zod';
import { success } from '../../http/app.ts';
import type { PrintHouseRoutes } from '../print-house-app.ts';
import { moveSharedClock } from '../shared-clock.ts';

/** The service's one clock: idempotency, retries, tokens of time in records and production go by it. */
export const clockRoutes: PrintHouseRoutes = (app, { context, clock }) => {
  app.get('/clock', async () => success('성공', { nowMs: clock.nowMs(), offsetMs: clock.offset }));
  app.post('/clock', { schema: { body: z.object({ moveMs: z.int() }) } }, async (request) => {
    await moveSharedClock(context.db, context, clock, clock.offset + request.body.moveMs);
    return success('성공', { nowMs: clock.nowMs(), offsetMs: clock.offset });
  });
};
