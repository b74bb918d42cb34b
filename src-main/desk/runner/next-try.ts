import type { AppError } from '../../../src-core/desk/app-errors.ts';
import { backOffMs, sameKeyWaitMs } from '../../../src-core/desk/back-off.ts';
import type { DeskContext } from '../desk-context.ts';

/** A disk that does not answer is asked again after so long. */
const DISK_AGAIN_MS = 30_000;

/**
 * When what failed is due again by itself, by the retry class of its error (operator-desk 3.6); null when it is not.
 * `failures` in a row, this one among them.
 */
export function nextTryMs(
  { clock, random }: Pick<DeskContext, 'clock' | 'random'>,
  { retry, retryAfterMs }: Pick<AppError, 'retry' | 'retryAfterMs'>,
  failures: number,
): number | null {
  switch (retry) {
    case 'waitClass':
      return clock.nowMs() + (retryAfterMs ?? 0);
    case 'sameKey':
      return clock.nowMs() + sameKeyWaitMs(failures);
    case 'backOff':
      return clock.nowMs() + backOffMs(failures, random());
    case 'awaitDisk':
      return clock.nowMs() + DISK_AGAIN_MS;
    default:
      return null;
  }
}
