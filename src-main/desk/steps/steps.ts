import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { Ids } from '../../../src-core/ports.ts';

/** Something that was done and that can be taken back, as long as the desk is open. */
export interface Step {
  /** How many rows it remembers. */
  readonly size: number;
  /** Throws where nothing of it can be taken back; then it can still be asked for later. */
  readonly takeBack: () => TakenBack | Promise<TakenBack>;
}

interface TakenBack {
  /** What does it again; null where it is done by hand alone. */
  readonly again: Step | null;
  /** Rows that stay as they are: they were changed meanwhile. */
  readonly left: number;
}

/** Nobody goes back further. */
const STEPS_KEPT = 100;
/** Of all steps together: some of a whole library, or many of a few books. */
const ROWS_KEPT = 100_000;

/**
 * What was done in the library and the queue by hand. In memory alone: after a restart nothing is taken back that nobody
 * remembers having done. The oldest are forgotten first.
 */
export class Steps {
  readonly #ids: Ids;
  readonly #steps = new Map<string, Step>();

  constructor(ids: Ids) {
    this.#ids = ids;
  }

  keep(step: Step): { undoId: string } {
    const undoId = `step_${this.#ids.base62(12)}`;
    this.#steps.set(undoId, step);
    let rows = 0;
    for (const { size } of this.#steps.values()) rows += size;
    for (const [oldest, { size }] of this.#steps) {
      if (oldest === undoId || (this.#steps.size <= STEPS_KEPT && rows <= ROWS_KEPT)) break;
      this.#steps.delete(oldest);
      rows -= size;
    }
    return { undoId };
  }

  /** Null for a step that changed nothing. */
  keepChange(step: Step): { undoId: string | null } {
    return step.size === 0 ? { undoId: null } : this.keep(step);
  }

  /** Answers what does it again. Throws UNDO_UNKNOWN, and what the step throws. */
  async takeBack(undoId: string): Promise<{ undoId: string | null; left: number }> {
    const step = this.#steps.get(undoId);
    if (step === undefined) throw new AppError('UNDO_UNKNOWN');
    // Asked twice, it is taken back once.
    this.#steps.delete(undoId);
    try {
      const { again, left } = await step.takeBack();
      return { undoId: again === null ? null : this.keep(again).undoId, left };
    } catch (error) {
      this.#steps.set(undoId, step);
      throw error;
    }
  }
}

/** Of rows by their id, values of one kind. */
export type Values<V> = ReadonlyMap<string, V>;

export interface ValueStore<V> {
  readonly read: (ids: readonly string[]) => Values<V>;
  /** Answers the rows that took it; the others may not be changed any more. */
  readonly write: (values: Values<V>) => Promise<readonly string[]> | readonly string[];
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The step from some values to others. What is not as the step left it stays: somebody set it otherwise. Taking it back throws
 * UNDO_CHANGED where that is true of all.
 */
export function valueStep<V>(store: ValueStore<V>, before: Values<V>, after: Values<V>): Step {
  const changed = [...before].filter(([id, value]) => after.has(id) && !isSame(value, after.get(id)));
  const from = new Map(changed);
  const to = new Map(changed.map(([id]) => [id, after.get(id) as V]));
  return {
    size: from.size,
    takeBack: async () => {
      const now = store.read([...from.keys()]);
      const wanted = changed.filter(([id]) => isSame(now.get(id), to.get(id)));
      const written = wanted.length === 0 ? [] : await store.write(new Map(wanted));
      if (written.length === 0) throw new AppError('UNDO_CHANGED');
      const done = new Set(written);
      const again = valueStep(store, only(to, done), only(from, done));
      return { again, left: from.size - done.size };
    },
  };
}

const only = <V>(values: Values<V>, ids: ReadonlySet<string>): Values<V> =>
  new Map([...values].filter(([id]) => ids.has(id)));
