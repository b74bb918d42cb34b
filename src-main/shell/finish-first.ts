import { isDeepStrictEqual } from 'node:util';
import { PAUSED, movingOf, type WorkCounts, type WorkLeft } from '../../src-core/desk/work-left.ts';
import type { TextRef } from '../../src-core/text-ref.ts';

/** How far a studio is that quits when its work is through. */
export interface FinishView {
  readonly left: WorkCounts;
  /** Why it stays open although nothing goes on; null while something does. */
  readonly still: TextRef | null;
}

export interface FinishFirstDeps {
  readonly work: () => WorkLeft;
  /** Calls `run` each `ms` until the answer is called. */
  readonly every: (ms: number, run: () => void) => () => void;
  /** What the window shows of it is another. */
  readonly changed: () => void;
  /** So much does not go on: somebody who is elsewhere is told. */
  readonly standsStill: (left: number) => void;
  /** It goes on again, or is no longer wanted. */
  readonly goesOn: () => void;
  /** The wish was taken back, for it was meant for the connection that was in use. */
  readonly connectionChanged: () => void;
  /** The wish stays until the studio quits or somebody would rather stay (`takeBack`). */
  readonly quit: () => void;
}

const LOOK_EVERY_MS = 1_000;
/** Between a book that was sent and what follows from it, an order or a promotion, nothing may be under way for a moment. */
const RESTS_FOR_LOOKS = 3;
/** A service that is away for a moment is nobody's business. */
const STANDS_FOR_LOOKS = 30;

/**
 * Quits when the work is through (operator-desk 6.8). Work that does not go on keeps the studio open and is told, so that it
 * never stays open unseen. It counts its looks, not the clock, which may be set and runs on while the computer sleeps.
 */
export class FinishFirst {
  readonly #deps: FinishFirstDeps;
  #wish: Wish | null = null;

  constructor(deps: FinishFirstDeps) {
    this.#deps = deps;
  }

  /** As the last look found it. Null: it was not asked for. */
  get view(): FinishView | null {
    return this.#wish?.view ?? null;
  }

  begin(): void {
    if (this.#wish !== null) return;
    const work = this.#deps.work();
    const before = {
      connectionId: work.connectionId,
      wasPaused: isPaused(work),
      notPlacedBefore: work.notPlaced,
      failedBefore: work.failed,
    };
    this.#wish = {
      ...before,
      rested: 0,
      stood: 0,
      view: { left: leftFor(before, work), still: null },
      stop: this.#deps.every(LOOK_EVERY_MS, () => this.#look()),
    };
    this.#deps.changed();
  }

  /** Somebody would rather stay. */
  takeBack(): void {
    const wish = this.#wish;
    if (wish === null) return;
    wish.stop();
    this.#wish = null;
    if (wish.view.still !== null) this.#deps.goesOn();
    this.#deps.changed();
  }

  #look(): void {
    const wish = this.#wish;
    if (wish === null) return;
    const work = this.#deps.work();
    if (work.connectionId !== wish.connectionId) {
      this.takeBack();
      this.#deps.connectionChanged();
      return;
    }
    const notPlaced = Math.max(0, work.notPlaced - wish.notPlacedBefore);
    const failed = Math.max(0, work.failed - wish.failedBefore);
    const uploads = waitingFor(wish, work);
    const stands = uploads + work.waiting.orders + notPlaced + failed;
    const waits = (uploads > 0 ? work.why.uploads : null) ?? work.why.orders;
    const isMoving = movingOf(work) > 0;
    wish.stood = isMoving || stands === 0 ? 0 : wish.stood + 1;
    wish.rested = isMoving || stands > 0 ? 0 : wish.rested + 1;
    const why = waits ?? { key: notPlaced > 0 ? 'desk.still.notPlaced' : 'desk.still.failed' };
    this.#show(wish, { left: leftFor(wish, work), still: wish.stood < STANDS_FOR_LOOKS ? null : why }, stands);
    if (wish.rested < RESTS_FOR_LOOKS) return;
    // A question that is open may have it wait: it is tried again.
    wish.rested = 0;
    this.#deps.quit();
  }

  #show(wish: Wish, view: FinishView, stands: number): void {
    const { view: before } = wish;
    if (isDeepStrictEqual(before, view)) return;
    wish.view = view;
    if (before.still === null && view.still !== null) this.#deps.standsStill(stands);
    if (before.still !== null && view.still === null) this.#deps.goesOn();
    this.#deps.changed();
  }
}

/** Whether books wait because a person wanted it. */
const isPaused = ({ waiting, why }: WorkLeft): boolean => waiting.uploads > 0 && why.uploads?.key === PAUSED.key;

/** How many books wait that are waited for: whoever paused before means what is in hand. */
const waitingFor = ({ wasPaused }: WorkBefore, work: WorkLeft): number =>
  wasPaused && isPaused(work) ? 0 : work.waiting.uploads;

const leftFor = (before: WorkBefore, work: WorkLeft): WorkCounts => ({
  ...work.moving,
  uploads: work.moving.uploads + waitingFor(before, work),
  orders: work.moving.orders + work.waiting.orders,
});

/** How it stood when somebody asked for it. */
interface WorkBefore {
  readonly connectionId: string | null;
  readonly wasPaused: boolean;
  readonly notPlacedBefore: number;
  readonly failedBefore: number;
}

interface Wish extends WorkBefore {
  /** Looks in a row that found nothing left. */
  rested: number;
  /** Looks in a row that found work which did not go on. */
  stood: number;
  view: FinishView;
  readonly stop: () => void;
}
