import { createStore } from '../../ui/store.ts';

/** What a book is begun with, where somebody has chosen it already. */
export interface NewBook {
  readonly specUid?: string;
  readonly pages?: number;
  readonly title?: string;
  /** Pictures that were found by an import, to be laid out in it. */
  readonly pictures?: { readonly importId: string; readonly count: number };
}

/** The sheet in which a book is begun; null: it is not open. */
export const newBook = createStore<NewBook | null>(null);
