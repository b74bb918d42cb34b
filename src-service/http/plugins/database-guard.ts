import fastifyPlugin from 'fastify-plugin';
import type { Health } from '../../observability/health.ts';
import { ServiceError } from '../../service-error.ts';

/** While the database is known to be away calls are told so at once, in the one way that the contract has for it. */
export const databaseGuard = fastifyPlugin<{ health: Health }>(async (app, { health }) => {
  app.addHook('onRequest', async (request) => {
    if (health.isDatabaseAway && /^\/v1(\/|$)/i.test(request.url))
      throw new ServiceError('ERR_INTERNAL_ERROR', ['서버 오류가 발생했습니다. 잠시 후 다시 시도하세요.']);
  });
});
