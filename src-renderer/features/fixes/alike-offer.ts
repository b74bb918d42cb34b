import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { AlikeBook } from '../../../src-core/ipc/subjects/fixes.ts';
import type { FixName } from '../../../src-core/preflight/finding.ts';
import { createStore } from '../../ui/store.ts';

export interface AlikeOffer {
  readonly kind: PdfKind;
  readonly fix: FixName;
  /** At least one. */
  readonly books: readonly AlikeBook[];
}

/** After a repair was taken over: the others with the same cause. Null while nothing is offered. */
export const alikeOffer = createStore<AlikeOffer | null>(null);
