import fastifyPlugin from 'fastify-plugin';
import type { Environment, ServiceContext } from '../../context.ts';
import { GuessedKeys } from '../../accounts/guessed-keys.ts';
import { authenticator } from '../../accounts/keys.ts';
import { ServiceError } from '../../service-error.ts';

/** The key is bad, or was not looked at after too many bad ones. */
const UNKNOWN_CALLER: ReadonlySet<string> = new Set(['ERR_UNAUTHORIZED', 'ERR_TOO_MANY_REQUESTS']);

/**
 * Puts the caller on every request. A public route may be called without a key; what a bad key is there, the contract
 * says. A good key that may not call here is refused on every route.
 */
export const authentication = fastifyPlugin<{
  context: ServiceContext;
  environment: Environment;
  slowsGuesses: boolean;
}>(async (app, { context, environment, slowsGuesses }) => {
  const authenticate = authenticator(context.db, slowsGuesses ? new GuessedKeys(() => performance.now()) : null);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const { authorization } = request.headers;
    const isPublic = request.routeOptions.config.access === 'public';
    if (isPublic && authorization === undefined) return;
    request.caller = await authenticate(authorization, environment, request.ip).catch((error: unknown) => {
      if (
        isPublic &&
        context.contract.badKeyOnPublicRoute === 'ignored' &&
        error instanceof ServiceError &&
        UNKNOWN_CALLER.has(error.code)
      )
        return null;
      throw error;
    });
  });
});
