import { z } from 'zod';
import { sandboxCreditBodySchema } from '../../../src-core/contract/credits.ts';
import { minorFromNumber } from '../../../src-core/contract/money.ts';
import { environmentSchema } from '../../../src-core/ipc/subjects/connections.ts';
import { postEntry, readBalance } from '../../credits/ledger.ts';
import { success } from '../../http/app.ts';
import type { PrintHouseRoutes } from '../print-house-app.ts';

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
