import { rmSync, statSync } from 'node:fs';
import { keepMeasured, readMeasured } from '../../../src-node/measured-pages.ts';
import { preflightFile } from '../../../src-node/preflight-file.ts';
import { isSameStamp, stampOf } from '../files/file-stamp.ts';
import type { Answers, Measures, TaskOf } from './tasks.ts';

/** Levels 2 and 3 of a file, by what was measured of its pages before where that is of the same bytes. Throws as `preflightFile` does. */
export async function lookDeeper(
  { request, measures }: Omit<TaskOf<'deeper'>, 'task'>,
  stopping?: AbortSignal,
): Promise<Answers['deeper']> {
  const isOf = ({ stamp }: Measures) => isSameStamp(stamp, stampOf(statSync(request.path)));
  // Not judged by once more, whatever comes of this look.
  if (measures?.isAnew === true) rmSync(measures.path, { force: true });
  const known = measures !== undefined && isOf(measures) ? readMeasured(measures.path) : null;
  const {
    facts: _,
    measured,
    ...answer
  } = await preflightFile(request, {
    ...(stopping && { signal: stopping }),
    measured: known,
  });
  const isKept = measures !== undefined && measured !== null && isOf(measures);
  return { ...answer, keptBytes: isKept ? keepMeasured(measures.path, measured) : 0 };
}
