import { z } from 'zod';

/** Where chosen books that wait are put among the others. */
export const queueMoveSchema = z.enum(['first', 'up', 'down', 'last']);
export type QueueMove = z.infer<typeof queueMoveSchema>;

/** A job and its turn: the lower one is sent earlier, and no two jobs of a connection have the same. */
export interface Turn {
  readonly jobId: string;
  readonly turn: number;
}

/**
 * Those of the jobs that wait, given in their order, whose turn becomes another. Chosen ones stay in their order among
 * themselves. `first` and `last` give turns beyond `edges`, the outermost of all jobs, so that the others keep theirs;
 * `up` and `down` step over one neighbour and exchange turns with it.
 */
export function movedTurns(
  waiting: readonly Turn[],
  chosen: ReadonlySet<string>,
  move: QueueMove,
  edges: { readonly lowest: number; readonly highest: number },
): Turn[] {
  const mine = waiting.filter(({ jobId }) => chosen.has(jobId));
  if (move === 'first' || move === 'last') {
    const outermost = move === 'first' ? waiting.slice(0, mine.length) : waiting.slice(waiting.length - mine.length);
    if (outermost.every(({ jobId }) => chosen.has(jobId))) return [];
    const from = move === 'first' ? edges.lowest - mine.length : edges.highest + 1;
    return mine.map(({ jobId }, at) => ({ jobId, turn: from + at }));
  }
  const ids = waiting.map(({ jobId }) => jobId);
  const isMine = (at: number) => chosen.has(ids[at] as string);
  const swap = (at: number, other: number) => ([ids[at], ids[other]] = [ids[other] as string, ids[at] as string]);
  // From the side it goes to, so that a block of chosen ones moves as a whole and one at the edge stays.
  if (move === 'up') {
    for (let at = 1; at < ids.length; at++) if (isMine(at) && !isMine(at - 1)) swap(at, at - 1);
  } else {
    for (let at = ids.length - 2; at >= 0; at--) if (isMine(at) && !isMine(at + 1)) swap(at, at + 1);
  }
  return waiting.flatMap(({ jobId, turn }, at) => {
    const now = ids[at] as string;
    return now === jobId ? [] : [{ jobId: now, turn }];
  });
}
