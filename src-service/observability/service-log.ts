import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { errorText, errorFacts } from './error-facts.ts';

/** Where the service tells what happens to it. Standard output is not for that: it holds the one line of the start. */
export interface ServiceLog {
  info(message: string): void;
  error(what: string, error: unknown): void;
  /** For the HTTP layer. Null: requests are not logged. */
  readonly http: FastifyBaseLogger | null;
}

/** Plain lines for the log of whoever started the service; requests are not in it. */
export const textLog = (write: (line: string) => void): ServiceLog => ({
  info: write,
  error: (what, error) => write(`${what}: ${errorText(error)}`),
  http: null,
});

const STANDARD_ERROR = 2;

/**
 * One JSON object a line on standard error.
 *
 * Nothing is redacted, because nothing that would have to be is handed over: of a request its route template, never its
 * path, query, headers or body; of an error what `errorFacts` lets through.
 */
export function jsonLog(level: string): ServiceLog & { flush(): void } {
  const destination = pino.destination({ dest: STANDARD_ERROR, sync: false });
  const logger = pino(
    { level, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: errorFacts } },
    destination,
  );
  return {
    info: (message) => logger.info(message),
    error: (what, error) => logger.error({ err: error }, what),
    http: logger,
    flush: () => destination.flushSync(),
  };
}
