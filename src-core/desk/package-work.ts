import { z } from 'zod';

/** A job package that is being written or opened, or a backup of the studio. */
export const packageWorkSchema = z.object({
  workId: z.string(),
  kind: z.enum(['save', 'open', 'backup', 'restore']),
  /** Of the file, without its place. */
  name: z.string(),
  /**
   * `waiting`: another one is opened first. `checking`: files are held against what is known of them. `copying`: their bytes are written.
   * `filing`: books are made of them, which cannot be stopped any more.
   */
  step: z.enum(['waiting', 'checking', 'copying', 'filing']),
  /** Of the step. Both are 0 where that is not known. */
  doneBytes: z.number(),
  allBytes: z.number(),
  /** When the step began, by the desk's clock. */
  sinceMs: z.number(),
  /** It was told to stop. */
  isStopping: z.boolean(),
});
export type PackageWork = z.infer<typeof packageWorkSchema>;

/** A rate of less than so long says nothing. */
const TELLING_MS = 2_000;

/** How much longer the step takes at its rate so far, in milliseconds; null while that cannot be told. */
export function leftMs({ doneBytes, allBytes, sinceMs }: PackageWork, nowMs: number): number | null {
  const tookMs = nowMs - sinceMs;
  if (doneBytes === 0 || tookMs < TELLING_MS) return null;
  return (tookMs / doneBytes) * (allBytes - doneBytes);
}
