import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { RATE_PER_MINUTE, type RatePolicy } from '../../../src-core/contract/limits.ts';
import type { Environment } from '../../context.ts';
import type { Db } from '../../store/db.ts';
import { countCall } from '../../store/rate-counters.ts';

const WINDOW_MS = 60_000;

/** How the calls of one process or of several are counted. */
export type RateCounting = { readonly kind: 'here' } | { readonly kind: 'together'; readonly db: Db };

/**
 * 300 requests a minute and key in general, 200 for uploads, counted apart (specification, "Limits").
 * Runs after authentication, because the key is what is counted, and before the body is read; strangers are counted
 * by address. All routes of a policy share one count: a limit of a route's own would start a count of its own.
 */
export const rateLimits = fastifyPlugin<{ environment: Environment; counting: RateCounting }>(
  async (app, { environment, counting }) => {
    await app.register(rateLimit, {
      timeWindow: WINDOW_MS,
      max: (request) => RATE_PER_MINUTE[policyOf(request)],
      keyGenerator: (request) => `${environment} ${policyOf(request)} ${request.caller?.keyPrefix ?? request.ip}`,
      addHeaders: {
        'x-ratelimit-limit': false,
        'x-ratelimit-remaining': false,
        'x-ratelimit-reset': false,
        'retry-after': false,
      },
      addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
      errorResponseBuilder: () => Object.assign(new Error('rate limit'), { statusCode: 429 }),
      ...(counting.kind === 'here' ? {} : { store: sharedStore(counting.db) }),
    });
  },
);

const policyOf = (request: FastifyRequest): RatePolicy => request.routeOptions.config.ratePolicy ?? 'general';

/** Counts in the database, so that processes side by side allow together what one alone would. */
function sharedStore(db: Db): new () => FastifyRateLimitStore {
  return class SharedStore implements FastifyRateLimitStore {
    incr(counter: string, done: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number): void {
      countCall(db, counter, windowMs).then(
        ({ calls, leftMs }) => done(null, { current: calls, ttl: leftMs }),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
