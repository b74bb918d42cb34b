import { errorText } from './error-facts.ts';
import type { ServiceLog } from './service-log.ts';

/** Plain lines for the log of whoever started the service; requests are not in it. */
export const textLog = (write: (line: string) => void): ServiceLog => ({
  info: write,
  error: (what, error) => write(`${what}: ${errorText(error)}`),
  http: null,
});
