import { timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ServiceContext } from '../context.ts';
import { type App, success } from '../http/app.ts';
import { answerFailure, answerNoPath, answerNoRequest, pathNotFound } from '../http/failure.ts';
import { acceptJson } from '../http/json-body.ts';
import { connectionLimits } from '../http/plugins/connection-limits.ts';
import { loopbackGuard } from '../http/plugins/loopback-guard.ts';
import { requestCompiler } from '../http/request-check.ts';
import { CONNECTION_LIMITS } from '../network.ts';
import { ServiceError } from '../service-error.ts';
import { type Faults, faultSchema } from '../http/plugins/faults.ts';
import { creditRoutes, paymentRoutes } from './routes/payments.ts';
import { orderRoutes } from './routes/orders.ts';
import { renderingRoutes } from './routes/renderings.ts';
import { sandboxRoutes } from './routes/sandbox.ts';
import type { SharedClock } from './shared-clock.ts';
import { autoProductionBodySchema, changeAutoProduction, readAutoProduction } from './auto-production.ts';

export interface PrintHouseTools {
  readonly context: ServiceContext;
  readonly clock: SharedClock;
  readonly faults: Faults;
}
/** One subject of this side. */
export type PrintHouseRoutes = (app: App, tools: PrintHouseTools) => void;

export interface PrintHouseOptions extends PrintHouseTools {
  readonly token: string;
}

const CENTURY_MS = 100 * 366 * 24 * 60 * 60 * 1000;
const clockBodySchema = z.union([
  z.strictObject({ moveMs: z.int().min(-CENTURY_MS).max(CENTURY_MS) }),
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
]);

/** The service's one clock: records, idempotency, retries and production go by it. Leases of work do not. */
const clockRoutes: PrintHouseRoutes = (app, { clock }) => {
  app.get('/clock', async () => success('성공', clock.now()));
  app.post('/clock', { schema: { body: clockBodySchema } }, async ({ body }) => {
    if ('moveMs' in body) await clock.moveBy(body.moveMs);
    else await clock.setTo(new Date(body.now).getTime());
    return success('성공', clock.now());
  });
};

/** Bad luck on demand, so that clients can be tried against it. */
const faultRoutes: PrintHouseRoutes = (app, { faults }) => {
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

const autoProductionRoutes: PrintHouseRoutes = (app, { context }) => {
  app.get('/auto-production', async () => success('성공', await readAutoProduction(context)));
  app.put('/auto-production', { schema: { body: autoProductionBodySchema } }, async (request) =>
    success('성공', await changeAutoProduction(context, request.body)),
  );
};

const ROUTES: readonly PrintHouseRoutes[] = [
  orderRoutes,
  autoProductionRoutes,
  creditRoutes,
  paymentRoutes,
  clockRoutes,
  faultRoutes,
  renderingRoutes,
  sandboxRoutes,
];

/**
 * What a partner cannot do: production, shipping, restoring, moving the clock, bad luck on demand.
 * Loopback only, with a token of its own for this run (contract-decisions).
 */
export async function buildPrintHouseApp({ token, ...tools }: PrintHouseOptions): Promise<App> {
  const { contract } = tools.context;
  const app: App = Fastify({
    logger: false,
    forceCloseConnections: 'idle',
    frameworkErrors: answerNoPath(contract),
    clientErrorHandler: answerNoRequest(contract),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler<z.ZodType>(requestCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFailure(contract));
  acceptJson(app);
  app.setNotFoundHandler(() => {
    throw pathNotFound();
  });
  await app.register(connectionLimits, CONNECTION_LIMITS);
  await app.register(loopbackGuard, { publicHost: null });
  app.addHook('onRequest', async (request) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    const expected = Buffer.from(`Bearer ${token}`);
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new ServiceError('ERR_UNAUTHORIZED', ['토큰이 유효하지 않습니다']);
  });
  for (const routes of ROUTES) routes(app, tools);
  return app;
}
