import { useEffect, useState } from 'react';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { isRefusal, type Refusal } from '../../../src-core/layout/refusal.ts';
import { askThread } from './asked-thread.ts';
import type { RetargetAnswer, RetargetOrder } from './retarget-thread.ts';

/** What a book would be for another spec or page count, as far as it is worked out. */
export type SpecChange =
  | { readonly state: 'looking' | 'failed' }
  | { readonly state: 'refused'; readonly refusal: Refusal }
  | { readonly state: 'ready'; readonly of: LayoutDocument; readonly document: LayoutDocument };

const LOOKING: SpecChange = { state: 'looking' };

/** Works out the book for that spec beside the window; what was asked for before is given up. */
export function useSpecChange(document: LayoutDocument, spec: BookSpec, pageCount: number): SpecChange {
  const [found, setFound] = useState<{ readonly key: unknown; readonly change: SpecChange } | null>(null);
  const [key, setKey] = useState<readonly unknown[]>([]);
  const wanted = [document, spec, pageCount];
  const isSame = wanted.every((part, at) => part === key[at]);
  if (!isSame) setKey(wanted);
  useEffect(() => {
    const order: RetargetOrder = { document, spec, pageCount };
    const { answer, giveUp } = askThread(beginThread, order, ({ outcome }: RetargetAnswer) => outcome);
    const told = (change: SpecChange) => setFound({ key, change });
    answer.then(
      (outcome) => {
        if (outcome === null) return;
        if (isRefusal(outcome)) return told({ state: 'refused', refusal: outcome });
        // A thread answers with a copy: what it did not change stays the object that is known.
        const { pictures, pictureOrder } = document;
        told({ state: 'ready', of: document, document: { ...outcome, pictures, pictureOrder } });
      },
      () => told({ state: 'failed' }),
    );
    return giveUp;
  }, [document, spec, pageCount, key]);
  return isSame && found?.key === key ? found.change : LOOKING;
}

const beginThread = (): Worker => new Worker(new URL('./retarget-thread.ts', import.meta.url), { type: 'module' });
