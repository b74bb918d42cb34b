import pino from 'pino';
import { errorFacts } from './error-facts.ts';
import type { ServiceLog } from './service-log.ts';

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
