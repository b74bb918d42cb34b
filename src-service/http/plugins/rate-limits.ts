import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { RATE_PER_MINUTE, type RatePolicy } from '../../../src-core/contract/limits.ts';

const WINDOW_MS = 60_000;

/**
 * 300 requests a minute and key in general, 200 for uploads, counted apart (specification, "Limits").
 * Runs after authentication, because the key is what is counted, and before the body is read; strangers are counted
 * by address. All routes of a policy share one count: a limit of a route's own would start a count of its own.
 */
export const rateLimits = fastifyPlugin(async (app) => {
  await app.register(rateLimit, {
    timeWindow: WINDOW_MS,
    max: (request) => RATE_PER_MINUTE[policyOf(request)],
    keyGenerator: (request) => `${policyOf(request)} ${request.caller?.keyPrefix ?? request.ip}`,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: () => Object.assign(new Error('rate limit'), { statusCode: 429 }),
  });
});

const policyOf = (request: FastifyRequest): RatePolicy => request.routeOptions.config.ratePolicy ?? 'general';
