import type { GuideKind } from './guides.ts';

/** What a template says of itself, in the language of the studio. */
export interface TemplateWords {
  readonly language: string;
  readonly title: string;
  /** Book spec, page count, sizes, spine and the version of the spec. */
  readonly told: string;
  /** The layer for what is designed. */
  readonly artwork: string;
  /** The layer of all guides, in a PDF, which says itself that it is not printed. */
  readonly guides: string;
  /** The same in an SVG, which cannot say so. */
  readonly guidesToHide: string;
  /** One kind of guide, with its measure in millimetres where it has one. */
  readonly guide: (kind: GuideKind, valueMm: number | null) => string;
}
