import type { Threshold, Thresholds } from './thresholds.ts';

/** The thicker a glued book, the less it opens: how much of the inner margin is lost, by pages (KDP's table). */
export function gutterOf({
  thresholds,
  pageCount,
}: {
  readonly thresholds: Thresholds;
  readonly pageCount: number;
}): Threshold {
  if (pageCount <= 150) return thresholds.of('gutterTo150PagesMm');
  if (pageCount <= 300) return thresholds.of('gutterTo300PagesMm');
  return thresholds.of(pageCount <= 500 ? 'gutterTo500PagesMm' : 'gutterMm');
}
