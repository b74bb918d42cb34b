import type { DeskContext } from '../desk-context.ts';

/**
 * Work that stands on the disk. Items lie in lanes (a connection each) that do not wait for one another; what is due, who
 * has claimed it and what came of it is written by the work itself, so that a crash loses none of it.
 */
export interface DurableWork<Item> {
  /** In one line of the log. */
  readonly name: string;
  /** Items of one lane. */
  readonly atOnce: number;
  /** Those in which something may be open. */
  lanes(): readonly string[];
  /**
   * Items of the lane whose time has come, in their order, at most `limit`; none while it is not to go on. Those that
   * are worked on may be among them.
   */
  due(lane: string, nowMs: number, limit: number): readonly Item[];
  /** When the next one of the lane that is not due yet will be; null for none. */
  nextDueMs(lane: string, nowMs: number): number | null;
  idOf(item: Item): string;
  /**
   * Claims the item, works on it and writes down what came of it: done, given up, or when it is due again (`nextTryMs`).
   * `rest`: the lane cannot go on until somebody kicks it. What it throws nobody foresaw (a full disk, a fault of the
   * program): it is logged, and the lane rests for half a minute.
   */
  work(item: Item, signal: AbortSignal): Promise<'goOn' | 'rest'>;
  /** Nobody works on the item any more. */
  onEnded?(item: Item): void;
  /** The lane has nothing more in hand. */
  onIdle?(lane: string): void;
}

interface UnderWay {
  readonly lane: string;
  readonly abort: AbortController;
  done: Promise<void>;
}

/** After what nobody foresaw: a full disk takes as little a moment later. */
export const UNFORESEEN_REST_MS = 30_000;
/** Whose rest is that of whoever tells which lanes there are. */
const ALL_LANES = '';
/** What a timer of Node can count to; a longer one fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Starts what is due and is called again when something else will be: the one place of the desk that does. */
export class DurableRunner<Item> {
  readonly #context: Pick<DeskContext, 'clock' | 'log'>;
  readonly #work: DurableWork<Item>;
  readonly #underWay = new Map<string, UnderWay>();
  readonly #resting = new Set<string>();
  /** Changes during which nothing begins. */
  #changes = 0;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isClosed = false;

  constructor(context: Pick<DeskContext, 'clock' | 'log'>, work: DurableWork<Item>) {
    this.#context = context;
    this.#work = work;
  }

  /** What is worked on. */
  ids(): string[] {
    return [...this.#underWay.keys()];
  }

  /** Whether the lane goes on only once somebody kicks it, or after what nobody foresaw. */
  isResting(lane: string): boolean {
    return this.#resting.has(lane);
  }

  /** Starts what may start, in lanes that rest too. */
  kick(): void {
    if (this.#isClosed) return;
    this.#resting.clear();
    let lanes: readonly string[];
    try {
      lanes = this.#work.lanes();
    } catch (error) {
      this.#restAfter(ALL_LANES, error);
      return;
    }
    for (const lane of lanes) {
      try {
        this.#fill(lane);
      } catch (error) {
        this.#restAfter(lane, error);
      }
    }
  }

  /** Cuts off these items, or all that are under way, with that reason. Resolves when they have ended. */
  async interrupt(reason: unknown, ids: readonly string[] = this.ids()): Promise<void> {
    const cutOff = ids.flatMap((id) => this.#underWay.get(id) ?? []);
    for (const { abort } of cutOff) abort.abort(reason);
    await Promise.all(cutOff.map(({ done }) => done));
  }

  /** Cuts these items off and leaves them to `change`: nothing begins before it has ended. */
  async aside(reason: unknown, ids: readonly string[], change: () => Promise<void>): Promise<void> {
    this.#changes += 1;
    try {
      await this.interrupt(reason, ids);
      await change();
    } finally {
      this.#changes -= 1;
      this.kick();
    }
  }

  /** Nothing begins any more; what is under way is cut off. */
  async close(reason: unknown): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await this.interrupt(reason);
  }

  #fill(lane: string): void {
    if (this.#isClosed || this.#changes > 0 || this.#resting.has(lane)) return;
    clearTimeout(this.#timers.get(lane));
    const inHand = this.#inHand(lane);
    let free = this.#work.atOnce - inHand;
    if (free <= 0) return;
    const nowMs = this.#context.clock.nowMs();
    for (const item of this.#work.due(lane, nowMs, this.#work.atOnce + inHand)) {
      if (this.#underWay.has(this.#work.idOf(item))) continue;
      this.#start(lane, item);
      free -= 1;
      if (free === 0) return;
    }
    const nextMs = this.#work.nextDueMs(lane, nowMs);
    if (nextMs !== null) this.#wake(lane, nextMs - nowMs);
  }

  #wake(lane: string, inMs: number): void {
    clearTimeout(this.#timers.get(lane));
    if (this.#isClosed) return;
    this.#timers.set(
      lane,
      setTimeout(() => this.kick(), Math.min(Math.max(1, inMs), LONGEST_TIMER_MS)),
    );
  }

  #start(lane: string, item: Item): void {
    const underWay: UnderWay = { lane, abort: new AbortController(), done: Promise.resolve() };
    // Entered before the work begins, so that an item is never started twice.
    this.#underWay.set(this.#work.idOf(item), underWay);
    underWay.done = this.#run(lane, item, underWay.abort.signal);
  }

  async #run(lane: string, item: Item, signal: AbortSignal): Promise<void> {
    try {
      if ((await this.#work.work(item, signal)) === 'rest') this.#resting.add(lane);
    } catch (error) {
      this.#restAfter(lane, error);
    }
    this.#underWay.delete(this.#work.idOf(item));
    try {
      this.#work.onEnded?.(item);
      this.#fill(lane);
      if (this.#inHand(lane) === 0) this.#work.onIdle?.(lane);
    } catch (error) {
      this.#restAfter(lane, error);
    }
  }

  #restAfter(lane: string, error: unknown): void {
    this.#context.log.write('error', `${this.#work.name} stopped`, { error });
    this.#resting.add(lane);
    this.#wake(lane, UNFORESEEN_REST_MS);
  }

  #inHand(lane: string): number {
    let count = 0;
    for (const underWay of this.#underWay.values()) if (underWay.lane === lane) count += 1;
    return count;
  }
}
