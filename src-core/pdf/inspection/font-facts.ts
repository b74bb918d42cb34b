export type FontKind = 'Type1' | 'MMType1' | 'TrueType' | 'Type3' | 'CIDFontType0' | 'CIDFontType2' | 'unknown';

/** How a font's outlines come with the file. */
export type FontProgramKind = 'type1' | 'trueType' | 'cff' | 'openType' | 'type3' | 'none';

/** One font dictionary. The same dictionary is one shared object. */
export interface FontFacts {
  /** Null when it is written straight into the resources. */
  readonly objectNumber: number | null;
  /** As the file names it, with its subset prefix; empty when it names none. */
  readonly baseFont: string;
  /** Without the prefix. */
  readonly name: string;
  readonly isSubset: boolean;
  /** The descendant's kind for composite fonts. */
  readonly kind: FontKind;
  readonly isComposite: boolean;
  readonly program: FontProgramKind;
  /** One of the 14 that every reader has to have (ISO 32000-1, 9.6.2.2), which is no reason not to embed it. */
  readonly isStandard14: boolean;
  /** `sound`, or what is wrong with the embedded program; `unread` when no reader was given. Null without a program. */
  readonly programState: 'sound' | 'empty' | 'damaged' | 'unread' | null;
  /** Glyphs in the program; null when it was not read. */
  readonly glyphCount: number | null;
  /** fsType of the OS/2 table: 2 forbids embedding. Null when unknown. */
  readonly embeddingRights: number | null;
  /** How wide its letters are: stated, or known from its program or because it is a standard font. */
  readonly areWidthsKnown: boolean;
  /** Codes can be turned into what people read. */
  readonly hasUnicode: boolean;
  /** Type 3 only: its glyphs are pictures of pixels rather than outlines. */
  readonly isBitmap: boolean;
}
