import type { BoundValues } from '../../src-core/composition/bound-values.ts';
import type { PlacementWish } from '../../src-core/composition/flow.ts';
import type { SystemValues } from '../../src-core/composition/sketch.ts';
import type { BookRules } from '../../src-core/composition/book-rules.ts';
import type { PdfKind } from '../../src-core/contract/books.ts';
import type { Contract } from '../../src-core/contract/profiles.ts';
import type { Template } from '../../src-core/contract/templates.ts';
import type { CatalogueSpec } from '../../src-core/specs/catalogue.ts';

/** Everything that a book's PDFs follow from. Crosses threads: plain values only. */
export interface RenderOrder {
  readonly bookUid: string;
  readonly title: string;
  readonly spec: CatalogueSpec;
  readonly contract: Contract;
  /** Book pages. */
  readonly pageCount: number;
  readonly rules: BookRules;
  readonly cover: { readonly template: Template; readonly values: BoundValues };
  /** Null: the contents were uploaded. */
  readonly contents:
    | readonly { readonly template: Template; readonly values: BoundValues; readonly wish: PlacementWish }[]
    | null;
  readonly system: SystemValues;
  /** Written into the files as their date. */
  readonly madeAtMs: number;
  readonly fontsFolder: string;
  readonly graphicsFolder: string;
}

/** Why a rendering ends without PDFs, in words for the print house's log. `isFinal`: another attempt would end the same. */
export class RenderingFailed extends Error {
  constructor(
    message: string,
    readonly isFinal: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'RenderingFailed';
  }
}

/** One finished file: what the book's record says of it. */
export interface RenderedFacts {
  readonly kind: PdfKind;
  readonly pdfPages: number;
  readonly widthMm: number;
  readonly heightMm: number;
}
