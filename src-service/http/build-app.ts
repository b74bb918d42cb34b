import multipart from '@fastify/multipart';
import Fastify, { LogController } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { LIMITS } from '../../src-core/contract/limits.ts';
import type { Environment, ServiceContext } from '../context.ts';
import { isLoopback, type ConnectionLimits, type Network } from '../network.ts';
import type { Health } from '../observability/health.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { ServiceLog } from '../observability/service-log.ts';
import { ServiceError } from '../service-error.ts';
import type { Faults } from './plugins/faults.ts';
import { answerCompiler } from './answer-check.ts';
import type { App } from './app.ts';
import { answerFailure, answerNoPath, answerNoRequest, pathNotFound } from './failure.ts';
import { apiDocs } from './plugins/api-docs.ts';
import { apiDocument } from './plugins/api-document.ts';
import { faultInjection } from './plugins/fault-injection.ts';
import { formTurns } from './plugins/form-turns.ts';
import { authentication } from './plugins/authentication.ts';
import { connectionLimits } from './plugins/connection-limits.ts';
import { healthRoutes } from './plugins/health-routes.ts';
import { layoutPictureRoutes } from './plugins/layout-picture-routes.ts';
import { loopbackGuard } from './plugins/loopback-guard.ts';
import { rateLimits, type RateCounting } from './plugins/rate-limits.ts';
import { requestLog, requestMetrics } from './plugins/request-log.ts';
import { acceptJson } from './json-body.ts';
import { requestCompiler } from './request-check.ts';
import { ROUTES } from './routes.ts';

export interface AppOptions {
  readonly context: ServiceContext;
  /** The host that is called picks the environment, so each environment has a listener of its own. */
  readonly environment: Environment;
  /** Null: calls are not limited. */
  readonly rateCounting: RateCounting | null;
  readonly faults: Faults;
  readonly network: Network;
  readonly connections: ConnectionLimits;
  readonly log: ServiceLog;
  readonly health: Health;
  /** Null: nobody asks for measures. */
  readonly metrics: Metrics | null;
  /** Whether `/docs` shows the documentation. */
  readonly hasDocs: boolean;
}

const JSON_BODY_BYTES = 1024 * 1024;

/** While the database is known to be away calls are told so at once, in the one way that the contract has for it. */
const databaseGuard = fastifyPlugin<{ health: Health }>(async (app, { health }) => {
  // Awaited, as every hook that refuses before the key is looked up (loopback-guard.ts).
  app.addHook('onRequest', async (request) => {
    if (health.isDatabaseAway && /^\/v1(\/|$)/i.test(request.url))
      throw new ServiceError('ERR_INTERNAL_ERROR', ['서버 오류가 발생했습니다. 잠시 후 다시 시도하세요.']);
  });
});

/** The service's interface for one environment, not yet listening. */
export async function buildApp({
  context,
  environment,
  rateCounting,
  faults,
  network,
  connections,
  log,
  health,
  metrics,
  hasDocs,
}: AppOptions): Promise<App> {
  const publicUrl = network.publicUrls?.[environment] ?? null;
  const app: App = Fastify({
    ...(log.http === null
      ? { logger: false }
      : { loggerInstance: log.http, logController: new LogController({ disableRequestLogging: true }) }),
    genReqId: () => context.ids.hex(16),
    trustProxy: network.trustedProxies.length === 0 ? false : [...network.trustedProxies],
    bodyLimit: JSON_BODY_BYTES,
    routerOptions: { caseSensitive: false, maxParamLength: 200 },
    // A 500 MB upload over a slow line takes long: it has to move on, not to end (connection-limits.ts).
    requestTimeout: 0,
    http: {
      headersTimeout: connections.stallMs,
      connectionsCheckingInterval: connections.stallMs / 4,
      // Node would answer without a body; whether the host is ours is asked by the loopback guard.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // A call that comes on an open connection while the listener closes is one more call in flight.
    return503OnClosing: false,
    frameworkErrors: answerNoPath(context.contract),
    clientErrorHandler: answerNoRequest(context.contract),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler<z.ZodType>(requestCompiler);
  app.setSerializerCompiler(answerCompiler);
  app.setErrorHandler(answerFailure(context.contract));
  // An expectation that nobody knows may be passed over (RFC 9110, 10.1.1); Node would answer it with 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setNotFoundHandler(() => {
    throw pathNotFound();
  });
  acceptJson(app);
  // What partners sent comes back as what it was checked to be, and not as what a browser makes of it.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // By the clock that keys are kept by: callers tell by it how old one is.
    reply.header('date', new Date(context.clock.nowMs()).toUTCString());
    done();
  });
  await app.register(apiDocument);
  if (log.http !== null) await app.register(requestLog, { environment });
  if (metrics !== null) await app.register(requestMetrics, { metrics, environment });
  await app.register(connectionLimits, connections);
  if (isLoopback(network.host))
    await app.register(loopbackGuard, { publicHost: publicUrl === null ? null : new URL(publicUrl).host });
  await app.register(healthRoutes, { health });
  await app.register(databaseGuard, { health });
  await app.register(authentication, { context, environment, slowsGuesses: rateCounting !== null });
  if (rateCounting !== null) await app.register(rateLimits, { environment, counting: rateCounting });
  await app.register(formTurns);
  if (hasDocs) await app.register(apiDocs);
  await app.register(faultInjection, { faults });
  await app.register(multipart, { limits: { fileSize: LIMITS.pdfMaxBytes, files: 1, fields: 10 } });
  const baseUrl = () => `${publicUrl ?? app.listeningOrigin}/v1`;
  await app.register(
    async (v1) => {
      for (const route of ROUTES) route(v1.withTypeProvider<ZodTypeProvider>(), { context, environment, baseUrl });
    },
    { prefix: '/v1' },
  );
  await app.register(layoutPictureRoutes, { context });
  return app;
}
