import type { TextRef } from '../text-ref.ts';
import { specSource, standardSource, type FileCase } from './check.ts';
import type { Threshold } from './thresholds.ts';

/** The standard behind a built-in value, the book spec that sets it, or the program in which a studio set its own. */
export function thresholdSource(
  threshold: Threshold,
  { spec, pageCount }: Pick<FileCase, 'spec' | 'pageCount'>,
): TextRef {
  if (threshold.standard !== null) return standardSource(threshold.standard);
  return threshold.origin === 'spec' ? specSource(spec, pageCount) : { key: 'findings.source.self' };
}
