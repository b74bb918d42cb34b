import type { RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { openApiDocument } from '../open-api/document.ts';
import type { Operation } from '../open-api/operation.ts';

const V1 = '/v1';

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of the routes of /v1. Made when it is first asked for. */
    apiDocument(): ReturnType<typeof openApiDocument>;
  }
}

/** Remembers the routes of /v1 that are registered after it, and serves what they say of themselves at `/openapi.json`. */
export const apiDocument = fastifyPlugin(async (app) => {
  const operations: Operation[] = [];
  let document: ReturnType<typeof openApiDocument> | null = null;
  app.addHook('onRoute', (route) => {
    if (isOperation(route)) operations.push(operationOf(route));
  });
  app.decorate('apiDocument', () => (document ??= openApiDocument(operations)));
  app.get('/openapi.json', { config: { access: 'public' } }, async () => app.apiDocument());
});

/** Fastify answers HEAD wherever it answers GET. */
const isOperation = ({ url, method, schema }: RouteOptions) =>
  url.startsWith(`${V1}/`) && method !== 'HEAD' && schema?.hide !== true;

const operationOf = ({ url, method, schema, config }: RouteOptions): Operation => ({
  method: String(method),
  url: url.slice(V1.length),
  schema: schema ?? {},
  isPublic: config?.access === 'public',
});
