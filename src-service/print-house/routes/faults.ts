import { success } from '../../http/app.ts';
import { faultSchema } from '../../http/plugins/faults.ts';
import type { PrintHouseRoutes } from '../print-house-app.ts';

/** Bad luck on demand, so that clients can be tried against it. */
export const faultRoutes: PrintHouseRoutes = (app, { faults }) => {
  app.get('/faults', async () => success('성공', await faults.list()));
  app.post('/faults', { schema: { body: faultSchema } }, async (request) => {
    await faults.add(request.body);
    return success('성공', await faults.list());
  });
  app.delete('/faults', async () => {
    await faults.clear();
    return success('성공', []);
  });
};
