import Fastify from 'fastify';
import type { Health } from '../observability/health.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { App } from './app.ts';
import { healthRoutes } from './plugins/health-routes.ts';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** What the operator of the service asks, on a port that partners do not reach: measures and health, without a key. */
export async function buildMetricsApp({
  metrics,
  health,
}: {
  readonly metrics: Metrics;
  readonly health: Health;
}): Promise<App> {
  const app: App = Fastify({ logger: false, forceCloseConnections: 'idle' }).withTypeProvider<ZodTypeProvider>();
  await app.register(healthRoutes, { health });
  app.get('/metrics', async (_request, reply) => {
    const { contentType, text } = await metrics.read();
    return reply.header('content-type', contentType).send(text);
  });
  return app;
}
