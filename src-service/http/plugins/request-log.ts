import fastifyPlugin from 'fastify-plugin';
import type { Environment } from '../../context.ts';
import type { Metrics } from '../../observability/metrics.ts';

/**
 * One line a request, when it has been answered, under the id that the answer carries too. The route's template stands
 * for its path: paths hold uids, queries hold whatever partners put there.
 */
export const requestLog = fastifyPlugin<{ environment: Environment }>(async (app, { environment }) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, caller } = request;
    request.log.info({
      environment,
      method,
      route: routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account: caller?.accountUid ?? null,
    });
    done();
  });
});

export const requestMetrics = fastifyPlugin<{ metrics: Metrics; environment: Environment }>(
  async (app, { metrics, environment }) => {
    app.addHook('onResponse', (request, reply, done) => {
      const { method, routeOptions } = request;
      metrics.served({
        environment,
        method,
        route: routeOptions.url ?? null,
        status: reply.statusCode,
        durationMs: reply.elapsedTime,
      });
      done();
    });
  },
);
