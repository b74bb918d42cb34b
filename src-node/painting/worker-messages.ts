import type { PdfKind } from '../../src-core/contract/books.ts';
import type { RenderedFacts } from './render-order.ts';

/** What the worker needs of the service, one after another, and what it is answered. */
export interface Errands {
  /** The bytes of a stored picture; null when there are none. */
  picture: { readonly ask: { readonly blobKey: string }; readonly answer: Uint8Array | null };
  /** The next bytes of a file. Answered when more may come. */
  bytes: { readonly ask: { readonly kind: PdfKind; readonly bytes: Uint8Array }; readonly answer: null };
  /** What came of a file is thrown away: it begins anew. */
  restart: { readonly ask: { readonly kind: PdfKind }; readonly answer: null };
  /** A file is whole: answers where it lies for reading. */
  end: { readonly ask: { readonly kind: PdfKind }; readonly answer: string };
  /** A small JPEG of a PDF page, counted from 1. */
  thumbnail: {
    readonly ask: { readonly kind: PdfKind; readonly page: number; readonly jpeg: Uint8Array };
    readonly answer: null;
  };
}
export type ErrandName = keyof Errands;
export type Errand = { readonly [N in ErrandName]: { readonly name: N } & Errands[N]['ask'] }[ErrandName];

/** What comes of an order: the facts of its files, or why there are none. */
export type BookRendering =
  /** `hasThumbnails`: every page has one. */
  | { readonly status: 'done'; readonly files: readonly RenderedFacts[]; readonly hasThumbnails: boolean }
  /** `isMachines`: the computer failed (no space, no files left), which says nothing about the book. */
  | {
      readonly status: 'failed';
      readonly message: string;
      readonly isFinal: boolean;
      readonly isMachines: boolean;
    };
