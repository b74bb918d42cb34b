import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Caller, Environment, ServiceContext } from '../context.ts';
import type { Pagination } from '../../src-core/contract/envelope.ts';
import type { RatePolicy } from '../../src-core/contract/limits.ts';

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** What a route is made with. One route a file exports one function of this form. */
export interface RouteTools {
  readonly context: ServiceContext;
  readonly environment: Environment;
  /** Base address of this listener, ending in `/v1`. */
  readonly baseUrl: () => string;
}
export type Route = (app: App, tools: RouteTools) => void;

declare module 'fastify' {
  interface FastifyRequest {
    /** Null only on routes that may be called without signing in. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** `public`: no key needed. Everything else needs one. */
    access?: 'public';
    ratePolicy?: RatePolicy;
  }
}

/** The caller of a route that needs a key: the authentication plugin has seen to it. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error(`${request.method} ${request.url} was reached without authentication`);
  return request.caller;
}

export const success = <T>(message: string, data: T) => ({ success: true as const, message, data });

export function listOf<T>(items: T[], total: number, query: { readonly limit: number; readonly offset: number }) {
  const { limit, offset } = query;
  const pagination: Pagination = { total, limit, offset, hasNext: offset + items.length < total };
  return { success: true as const, message: '성공', data: items, pagination };
}

export type Answer = { readonly status: number; readonly body: unknown };

export const send = (reply: FastifyReply, { status, body }: Answer) => reply.code(status).send(body);
