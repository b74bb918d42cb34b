import { useEffect, useMemo, useState } from 'react';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { isRefusal, type Outcome, type Refusal } from '../../../src-core/layout/refusal.ts';
import { askThread } from './asked-thread.ts';
import type { RetargetAnswer, RetargetOrder } from './retarget-thread.ts';

/** What a book would be for another spec or page count, as far as it is worked out. */
export type SpecChange =
  | { readonly state: 'looking' | 'failed' }
  | { readonly state: 'refused'; readonly refusal: Refusal }
  | { readonly state: 'ready'; readonly document: LayoutDocument };

/** Works out the book for that spec beside the window; what was asked for before is given up. Pictures that arrive meanwhile change nothing of it. */
export function useSpecChange(document: LayoutDocument, spec: BookSpec, pageCount: number): SpecChange {
  const [order, setOrder] = useState<RetargetOrder>({ document, spec, pageCount });
  const isAsked = isSameBook(order.document, document) && order.spec === spec && order.pageCount === pageCount;
  if (!isAsked) setOrder({ document, spec, pageCount });
  const [found, setFound] = useState<{ readonly order: RetargetOrder; readonly outcome: Outcome | null } | null>(null);
  useEffect(() => {
    const { answer, giveUp } = askThread(beginThread, order, ({ outcome }: RetargetAnswer) => outcome);
    answer.then(
      (outcome) => outcome !== null && setFound({ order, outcome }),
      () => setFound({ order, outcome: null }),
    );
    return giveUp;
  }, [order]);
  const { pictures, pictureOrder } = document;
  return useMemo((): SpecChange => {
    if (!isAsked || found?.order !== order) return { state: 'looking' };
    const { outcome } = found;
    if (outcome === null) return { state: 'failed' };
    if (isRefusal(outcome)) return { state: 'refused', refusal: outcome };
    // A thread answers with a copy, and of the pictures that there were: those that there are stay the objects that are known.
    return { state: 'ready', document: { ...outcome, pictures, pictureOrder } };
  }, [isAsked, found, order, pictures, pictureOrder]);
}

const PARTS = [
  'spec',
  'order',
  'pages',
  'cover',
  'themed',
  'entries',
  'templates',
  'setAside',
  'style',
  'title',
] as const;

/** But for its pictures, which arrive by themselves. */
const isSameBook = (a: LayoutDocument, b: LayoutDocument): boolean => PARTS.every((part) => a[part] === b[part]);

const beginThread = (): Worker => new Worker(new URL('./retarget-thread.ts', import.meta.url), { type: 'module' });
