import { timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { ServiceContext } from '../context.ts';
import type { App } from '../http/app.ts';
import { answerFailure, answerNoPath, answerNoRequest, pathNotFound } from '../http/failure.ts';
import { acceptJson } from '../http/json-body.ts';
import { connectionLimits } from '../http/plugins/connection-limits.ts';
import { loopbackGuard } from '../http/plugins/loopback-guard.ts';
import { requestCompiler } from '../http/request-check.ts';
import { CONNECTION_LIMITS } from '../network.ts';
import { ServiceError } from '../service-error.ts';
import type { Faults } from '../http/plugins/faults.ts';
import { autoProductionRoutes } from './routes/auto-production.ts';
import { clockRoutes } from './routes/clock.ts';
import { creditRoutes } from './routes/credits.ts';
import { faultRoutes } from './routes/faults.ts';
import { orderRoutes } from './routes/orders.ts';
import { paymentRoutes } from './routes/payments.ts';
import { renderingRoutes } from './routes/renderings.ts';
import type { SharedClock } from './shared-clock.ts';

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

const ROUTES: readonly PrintHouseRoutes[] = [
  orderRoutes,
  autoProductionRoutes,
  creditRoutes,
  paymentRoutes,
  clockRoutes,
  faultRoutes,
  renderingRoutes,
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
