import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { retarget } from '../../../src-core/layout/operations/retarget.ts';
import type { Outcome } from '../../../src-core/layout/refusal.ts';

// A thread of the window: every live page of a book is arranged anew.

export interface RetargetOrder {
  readonly document: LayoutDocument;
  readonly spec: BookSpec;
  readonly pageCount: number;
}

export interface RetargetAnswer {
  readonly outcome: Outcome;
}

self.addEventListener('message', ({ data }: MessageEvent<RetargetOrder>) => {
  const { document, spec, pageCount } = data;
  self.postMessage({ outcome: retarget(document, { spec, pageCount }) } satisfies RetargetAnswer);
});
