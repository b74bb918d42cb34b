import { success } from '../../http/app.ts';
import { autoProductionBodySchema, changeAutoProduction, readAutoProduction } from '../auto-production.ts';
import type { PrintHouseRoutes } from '../print-house-app.ts';

export const autoProductionRoutes: PrintHouseRoutes = (app, { context }) => {
  app.get('/auto-production', async () => success('성공', await readAutoProduction(context)));
  app.put('/auto-production', { schema: { body: autoProductionBodySchema } }, async (request) =>
    success('성공', await changeAutoProduction(context, request.body)),
  );
};
