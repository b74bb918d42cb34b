import type { FastifyBaseLogger } from 'fastify';

/** Where the service tells what happens to it. Standard output is not for that: it holds the one line of the start. */
export interface ServiceLog {
  info(message: string): void;
  error(what: string, error: unknown): void;
  /** For the HTTP layer. Null: requests are not logged. */
  readonly http: FastifyBaseLogger | null;
}
