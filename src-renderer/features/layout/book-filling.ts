import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import type { Asked } from '../../../src-core/layout/live.ts';
import type { FillPlan } from '../../../src-core/layout/operations/fill.ts';
import type { Refusal } from '../../../src-core/layout/refusal.ts';
import { createStore } from '../../ui/store.ts';
import type { FillMessage, FillOrder } from './fill-thread.ts';

/** How far *Fill* has come, 0 to 1. */
export interface FillUnderWay {
  readonly share: number;
}

/**
 * *Fill* as it is worked out beside the window, whose thread stays free for the hand. One at a time; each has a thread of its own,
 * which ends with it. The plan is data: who asked for it places it on the document as it is by then.
 */
export class BookFilling {
  /** Null: nothing is being filled. */
  readonly underWay = createStore<FillUnderWay | null>(null);
  readonly #begin: () => Worker;
  #stop: (() => void) | null = null;

  constructor(begin: () => Worker = beginThread) {
    this.#begin = begin;
  }

  /** Null when it was stopped, or is under way already. Rejects when the thread cannot begin, or ends with an error. */
  async plan(document: LayoutDocument, asked: Asked): Promise<FillPlan | Refusal | null> {
    if (this.#stop !== null) return null;
    const thread = this.#begin();
    this.underWay.set({ share: 0 });
    try {
      return await new Promise((resolve, reject) => {
        this.#stop = () => resolve(null);
        thread.addEventListener('message', ({ data }: MessageEvent<FillMessage>) => {
          if ('plan' in data) resolve(data.plan);
          else this.underWay.set({ share: data.done / data.inAll });
        });
        thread.addEventListener('error', (event) => {
          event.preventDefault();
          reject(new Error(event.message));
        });
        thread.postMessage({ document, asked } satisfies FillOrder);
      });
    } finally {
      thread.terminate();
      this.#stop = null;
      this.underWay.set(null);
    }
  }

  stop(): void {
    this.#stop?.();
  }
}

const beginThread = (): Worker => new Worker(new URL('./fill-thread.ts', import.meta.url), { type: 'module' });
