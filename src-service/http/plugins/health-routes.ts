import type { FastifyPluginAsync } from 'fastify';
import type { Health } from '../../observability/health.ts';

const PROBED = { config: { access: 'public', rateLimit: false, anyHost: true }, schema: { hide: true } } as const;

/**
 * For whoever spreads calls over processes and restarts them: outside `/v1`, without a key, by whatever name. `live`: the process answers and
 * has what it needs or can get it by itself; 503 says that only another process can help. `ready`: it has what a call needs;
 * 503 names the part that it lacks.
 */
export const healthRoutes: FastifyPluginAsync<{ health: Health }> = async (app, { health }) => {
  app.get('/health/live', PROBED, async (_request, reply) =>
    reply.code(health.isLive ? 200 : 503).send({ live: health.isLive }),
  );
  app.get('/health/ready', PROBED, async (_request, reply) => {
    const readiness = await health.look();
    return reply.code(readiness.ready ? 200 : 503).send(readiness);
  });
};
