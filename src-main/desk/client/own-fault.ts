import { isOwnFault, type AppError } from '../../../src-core/desk/app-errors.ts';
import type { Log } from '../../../src-core/ports.ts';

/** A request that the studio should never send stands in the log, which goes out with the diagnostics. */
export function noteOwnFault(log: Log, { code, text }: AppError, sent: 'a book' | 'an order'): void {
  if (isOwnFault(text)) log.write('error', `a fault of the studio: the service refused how it sent ${sent}`, { code });
}
