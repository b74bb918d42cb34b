import fastifyPlugin from 'fastify-plugin';
import type { Environment, ServiceContext } from '../../context.ts';
import { authenticator } from '../../accounts/keys.ts';

/**
 * Puts the caller on every request. A public route may be called without a key; a key that is given must be good.
 */
export const authentication = fastifyPlugin<{ context: ServiceContext; environment: Environment }>(async (app, { context, environment }) => {
  const authenticate = authenticator(context.db);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const { authorization } = request.headers;
    if (request.routeOptions.config.access === 'public' && authorization === undefined) return;
    request.caller = await authenticate(authorization, environment, request.ip);
  });
});
