import type { PdfKind } from '../../src-core/contract/books.ts';
import type { RenderedFacts, RenderOrder } from './render-order.ts';

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

export type FromWorker =
  | { readonly [N in ErrandName]: { readonly type: 'errand'; readonly name: N } & Errands[N]['ask'] }[ErrandName]
  | {
      readonly type: 'done';
      readonly files: readonly RenderedFacts[] /** Every page has its thumbnail. */;
      readonly hasThumbnails: boolean;
    }
  /** `isMachines`: the computer failed (no space, no files left), which says nothing about the book. */
  | { readonly type: 'failed'; readonly message: string; readonly isFinal: boolean; readonly isMachines: boolean };

/** The book, once; then the answer of each errand, or that the rendering is to end. */
export type ToWorker =
  | { readonly type: 'render'; readonly order: RenderOrder }
  | { readonly type: 'answer'; readonly answer: unknown }
  | { readonly type: 'stop' };
