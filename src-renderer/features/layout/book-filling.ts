import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import type { Asked } from '../../../src-core/layout/live.ts';
import type { FillPlan } from '../../../src-core/layout/operations/fill.ts';
import type { Refusal } from '../../../src-core/layout/refusal.ts';
import { createStore } from '../../ui/store.ts';
import { askThread } from './asked-thread.ts';
import type { FillMessage, FillOrder } from './fill-thread.ts';

/** How far *Fill* has come, 0 to 1. */
export interface FillUnderWay {
  readonly share: number;
}

/**
 * *Fill* as it is worked out beside the window, whose thread stays free for the hand. One at a time. The plan is data: who asked for it
 * places it on the document as it is by then.
 */
export class BookFilling {
  /** Null: nothing is being filled. */
  readonly underWay = createStore<FillUnderWay | null>(null);
  readonly #begin: () => Worker;
  #stop: (() => void) | null = null;

  constructor(begin: () => Worker = beginThread) {
    this.#begin = begin;
  }

  /**
   * It begins when it is known what is missing, and is under way until then. Null when it was stopped, or is under way already. Rejects when the
   * thread cannot begin, or ends with an error.
   */
  async plan(
    document: LayoutDocument,
    asked: Asked,
    { keys, missing }: { readonly keys: readonly string[]; readonly missing: Promise<readonly string[]> },
  ): Promise<FillPlan | Refusal | null> {
    if (this.#stop !== null) return null;
    this.underWay.set({ share: 0 });
    const stopped = new Promise<null>((resolve) => {
      this.#stop = () => resolve(null);
    });
    try {
      const known = await Promise.race([missing, stopped]);
      if (known === null) return null;
      const order: FillOrder = { document, asked, pictures: { keys, missing: known } };
      const asking = askThread(this.#begin, order, (message: FillMessage) => {
        if ('plan' in message) return message.plan;
        this.underWay.set({ share: message.done / message.inAll });
        return undefined;
      });
      this.#stop = asking.giveUp;
      return await asking.answer;
    } finally {
      this.#stop = null;
      this.underWay.set(null);
    }
  }

  stop(): void {
    this.#stop?.();
  }
}

const beginThread = (): Worker => new Worker(new URL('./fill-thread.ts', import.meta.url), { type: 'module' });
