import { success } from '../../http/app.ts';
import { sandboxContents } from '../../sandbox/sandbox-contents.ts';
import type { PrintHouseRoutes } from '../print-house-app.ts';

/** What starting over would take away. It is done by the next start of the service (`src-service/sandbox/start-over.ts`). */
export const sandboxRoutes: PrintHouseRoutes = (app, { context }) => {
  app.get('/sandbox', async () => success('성공', await sandboxContents(context.db)));
};
