import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import type { Asked } from '../../../src-core/layout/live.ts';
import { planFill, type FilledWith, type FillPlan } from '../../../src-core/layout/operations/fill.ts';
import type { Refusal } from '../../../src-core/layout/refusal.ts';

// A thread of the window: thousands of pictures take seconds of looking for their best places.

/** What it is given: the book, what the studio asks of arrangements, and the pictures that are not at their place. */
export interface FillOrder {
  readonly document: LayoutDocument;
  readonly asked: Asked;
  readonly pictures: Required<FilledWith>;
}

/** What it tells of the document that it was given: how far it is, at last the plan. */
export type FillMessage = { readonly done: number; readonly inAll: number } | { readonly plan: FillPlan | Refusal };

/** Often enough to be seen, seldom enough to cost nothing. */
const TELL_EVERY_MS = 50;

self.addEventListener('message', ({ data }: MessageEvent<FillOrder>) => {
  let toldMs = -Infinity;
  const tell = (message: FillMessage): void => self.postMessage(message);
  const onProgress = (done: number, inAll: number): void => {
    if (performance.now() - toldMs < TELL_EVERY_MS) return;
    toldMs = performance.now();
    tell({ done, inAll });
  };
  const plan = planFill(data.document, onProgress, data.asked, data.pictures);
  tell({ plan });
});
