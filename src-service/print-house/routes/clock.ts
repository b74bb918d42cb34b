import { z } from 'zod';
import { success } from '../../http/app.ts';
import type { PrintHouseRoutes } from '../print-house-app.ts';

const CENTURY_MS = 100 * 366 * 24 * 60 * 60 * 1000;
const clockBodySchema = z.union([
  z.strictObject({ moveMs: z.int().min(-CENTURY_MS).max(CENTURY_MS) }),
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
]);

/** The service's one clock: records, idempotency, retries and production go by it. Leases of work do not. */
export const clockRoutes: PrintHouseRoutes = (app, { clock }) => {
  app.get('/clock', async () => success('성공', clock.now()));
  app.post('/clock', { schema: { body: clockBodySchema } }, async ({ body }) => {
    if ('moveMs' in body) await clock.moveBy(body.moveMs);
    else await clock.setTo(new Date(body.now).getTime());
    return success('성공', clock.now());
  });
};
