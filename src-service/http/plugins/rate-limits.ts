import rateLimit from '@fastify/rate-limit';
import fastifyPlugin from 'fastify-plugin';
import { RATE_PER_MINUTE } from '../../../src-core/contract/limits.ts';

const WINDOW_MS = 60_000;

/**
 * 300 requests a minute and key in general, 200 for uploads, counted apart (specification, "Limits").
 * Runs after authentication, because the key is what is counted; strangers are counted by address.
 */
export const rateLimits = fastifyPlugin(async (app) => {
  await app.register(rateLimit, {
    global: false,
    hook: 'preHandler',
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => request.caller?.keyPrefix ?? request.ip,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: () => Object.assign(new Error('rate limit'), { statusCode: 429 }),
  });
  app.addHook('onRoute', (route) => {
    const policy = route.config?.ratePolicy ?? 'general';
    route.config = { ...route.config, rateLimit: { max: RATE_PER_MINUTE[policy], timeWindow: WINDOW_MS, groupId: policy } };
  });
});
