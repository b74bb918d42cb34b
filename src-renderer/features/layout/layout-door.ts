import type { OpenLayout } from '../../../src-core/ipc/subjects/layouts.ts';

/** What opens and closes projects: the main process. */
export interface LayoutCalls {
  readonly open: (bookId: string) => Promise<OpenLayout>;
  readonly close: (bookId: string) => Promise<unknown>;
}

/**
 * Who has a layout open in this window. A screen that goes while another one of the same book comes must not close it under
 * that one: calls come one after another, and only the last who leaves closes.
 */
export class LayoutDoor {
  readonly #calls: LayoutCalls;
  readonly #inside = new Map<string, number>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(calls: LayoutCalls) {
    this.#calls = calls;
  }

  /** Every call needs its `leave`, whatever becomes of it. */
  enter(bookId: string): Promise<OpenLayout> {
    this.#inside.set(bookId, (this.#inside.get(bookId) ?? 0) + 1);
    return this.#inTurn(() => this.#calls.open(bookId));
  }

  /** `before`: what has to be done while it is open still. */
  leave(bookId: string, before: () => Promise<unknown> = async () => undefined): Promise<unknown> {
    return this.#inTurn(async () => {
      await before();
      const left = (this.#inside.get(bookId) ?? 1) - 1;
      this.#inside.set(bookId, left);
      if (left === 0) await this.#calls.close(bookId);
    });
  }

  #inTurn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const turn = this.#last.then(call, call);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
