import { z } from 'zod';
import type { TextRef } from '../text-ref.ts';

/** Books to be sent, orders to be placed, books whose PDFs are made, intakes of pictures, and job packages or backups being written or opened. */
export const workCountsSchema = z.object({
  uploads: z.int(),
  orders: z.int(),
  exports: z.int(),
  intakes: z.int(),
  packages: z.int(),
});
export type WorkCounts = z.infer<typeof workCountsSchema>;

/** Of the queue, or of confirmed orders. What is set for a later time belongs to neither. */
export interface LaneWork {
  /** Goes on by itself. */
  readonly moving: number;
  /** Would go on, and does not. */
  readonly waiting: number;
  /** Why; null while nothing waits. */
  readonly why: TextRef | null;
}

/** What a studio has in hand at the connection in use, and beside it. */
export interface WorkLeft {
  /** The connection in use; null for none. */
  readonly connectionId: string | null;
  readonly moving: WorkCounts;
  readonly waiting: Pick<WorkCounts, 'uploads' | 'orders'>;
  /** Why they wait; null each while nothing of it does. */
  readonly why: Readonly<Record<'uploads' | 'orders', TextRef | null>>;
  /** Books whose upload failed. */
  readonly failed: number;
  /** Confirmed orders that were not placed: for want of credit, or because they need a person. */
  readonly notPlaced: number;
}

export const NOTHING_LEFT: WorkLeft = {
  connectionId: null,
  moving: { uploads: 0, orders: 0, exports: 0, intakes: 0, packages: 0 },
  waiting: { uploads: 0, orders: 0 },
  why: { uploads: null, orders: null },
  failed: 0,
  notPlaced: 0,
};

/** How much goes on: nothing of it is interrupted by quitting when it is 0. */
export const movingOf = ({ moving }: WorkLeft): number =>
  moving.uploads + moving.orders + moving.exports + moving.intakes + moving.packages;

/** Why books wait that somebody paused. */
export const PAUSED = { key: 'desk.still.paused' } as const satisfies TextRef;
/** Why work waits that nobody foresaw to stop, as on a full disk. */
export const UNFORESEEN = { key: 'desk.still.unforeseen' } as const satisfies TextRef;
