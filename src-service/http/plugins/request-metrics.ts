import fastifyPlugin from 'fastify-plugin';
import type { Environment } from '../../context.ts';
import type { Metrics } from '../../observability/metrics.ts';

export const requestMetrics = fastifyPlugin<{ metrics: Metrics; environment: Environment }>(
  async (app, { metrics, environment }) => {
    app.addHook('onResponse', async (request, reply) => {
      const { method, routeOptions } = request;
      metrics.served({
        environment,
        method,
        route: routeOptions.url ?? null,
        status: reply.statusCode,
        durationMs: reply.elapsedTime,
      });
    });
  },
);
