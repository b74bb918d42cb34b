import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import { jsonSchemaTransform, serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { LIMITS } from '../../src-core/contract/limits.ts';
import type { Environment, ServiceContext } from '../context.ts';
import type { Faults } from '../print-house/faults.ts';
import { ServiceError } from '../service-error.ts';
import type { App } from './app.ts';
import { answerFailure, requestCompiler } from './failure.ts';
import { faultInjection } from './plugins/fault-injection.ts';
import { authentication } from './plugins/authentication.ts';
import { loopbackGuard } from './plugins/loopback-guard.ts';
import { rateLimits } from './plugins/rate-limits.ts';
import { ROUTES } from './routes.ts';

export interface AppOptions {
  readonly context: ServiceContext;
  /** The host that is called picks the environment, so each environment has a listener of its own. */
  readonly environment: Environment;
  readonly rateLimited: boolean;
  readonly faults: Faults;
}

const JSON_BODY_BYTES = 1024 * 1024;

/** The service's interface for one environment, not yet listening. */
export async function buildApp({ context, environment, rateLimited, faults }: AppOptions): Promise<App> {
  const app: App = Fastify({
    logger: false,
    bodyLimit: JSON_BODY_BYTES,
    routerOptions: { caseSensitive: false, maxParamLength: 200 },
    // A 500 MB upload over a slow line takes long; the idle time is bounded by the socket.
    requestTimeout: 0,
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler<z.ZodType>(requestCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFailure(context.contract));
  app.setNotFoundHandler(() => {
    throw new ServiceError('ERR_NOT_FOUND', ['요청한 경로를 찾을 수 없습니다']);
  });
  acceptEmptyJson(app);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Book Print Service', version: '1.2.5' },
      servers: [{ url: '/v1' }],
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
      security: [{ apiKey: [] }],
    },
    transform: jsonSchemaTransform,
  });
  await app.register(loopbackGuard);
  await app.register(authentication, { context, environment });
  if (rateLimited) await app.register(rateLimits);
  await app.register(faultInjection, { faults });
  await app.register(multipart, { limits: { fileSize: LIMITS.pdfMaxBytes, files: 1, fields: 10 } });
  const baseUrl = () => {
    const address = app.server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`;
  };
  await app.register(
    async (v1) => {
      for (const route of ROUTES) route(v1.withTypeProvider<ZodTypeProvider>(), { context, environment, baseUrl });
    },
    { prefix: '/v1' },
  );
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () => app.swagger());
  return app;
}

/** Many clients name JSON as the type of a body they don't send; that is no body, not a broken one. */
function acceptEmptyJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'ignore');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
}
