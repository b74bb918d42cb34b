import { RATE_PER_MINUTE } from '../contract/limits.ts';

const HALF_LIFE_MS = 5_000;

export interface Speed {
  readonly bytesPerSecond: number;
  readonly atMs: number;
}

/** Exponential moving average: a sample counts half as much after five seconds. */
export function nextSpeed(
  previous: Speed | null,
  sample: { readonly bytes: number; readonly tookMs: number; readonly atMs: number },
): Speed {
  const tookMs = Math.max(1, sample.tookMs);
  const now = (sample.bytes * 1000) / tookMs;
  if (previous === null) return { bytesPerSecond: now, atMs: sample.atMs };
  const weight = 0.5 ** (tookMs / HALF_LIFE_MS);
  return { bytesPerSecond: previous.bytesPerSecond * weight + now * (1 - weight), atMs: sample.atMs };
}

export interface Eta {
  readonly etaMs: number;
  readonly bound: 'bandwidth' | 'rate';
}

/**
 * How long what is left will take: the bytes at the measured speed or the requests at the allowed rate, whichever is
 * longer (operator-desk 0, row 9). Null while no speed is known and bytes are left.
 */
export function uploadEta(
  left: { readonly bytes: number; readonly uploads: number; readonly generalCalls: number },
  bytesPerSecond: number,
): Eta | null {
  if (left.bytes > 0 && bytesPerSecond <= 0) return null;
  const byBytesMs = left.bytes === 0 ? 0 : (left.bytes * 1000) / bytesPerSecond;
  const byRateMs =
    Math.max(left.uploads / RATE_PER_MINUTE.upload, left.generalCalls / RATE_PER_MINUTE.general) * 60_000;
  return byRateMs > byBytesMs ? { etaMs: byRateMs, bound: 'rate' } : { etaMs: byBytesMs, bound: 'bandwidth' };
}
