import type { ColourSpace, IccFacts } from './colour-facts.ts';
import type { BoundsMm } from './geometry.ts';

/** An optional content group. */
export interface LayerFacts {
  readonly objectNumber: number;
  readonly name: string;
  /** In the default configuration. */
  readonly isOnInView: boolean;
  /** In the default configuration, with /Usage /Print and /AS for printing. */
  readonly isOnInPrint: boolean;
  /** Processing step of ISO 19593-1 (`Structural`, `Varnish`, …); null for an ordinary layer. */
  readonly processingStep: string | null;
}

export type ActionKind =
  | 'javaScript'
  | 'launch'
  | 'uri'
  | 'submitForm'
  | 'importData'
  | 'goToOutside'
  | 'media'
  | 'other';

/** Something that a reader program would do: on opening, on printing, on a click. */
export interface ActionFacts {
  readonly kind: ActionKind;
  readonly trigger: 'open' | 'document' | 'page' | 'annotation' | 'field' | 'outline' | 'names';
  /** PDF page from 0; null when it belongs to the document. */
  readonly pageIndex: number | null;
}

/** Something that a page draws and that is not in the file. */
export interface OutsideReference {
  readonly kind: 'referenceXObject' | 'opi' | 'externalStream';
  /** PDF page from 0. */
  readonly pageIndex: number;
}

export interface AnnotationFacts {
  /** `Link`, `Widget`, `FreeText`, `RichMedia`, `PrinterMark`, `TrapNet`, … */
  readonly subtype: string;
  /** The print flag (bit 3) is set and neither hidden nor no-view-in-print. */
  readonly isPrinted: boolean;
  readonly hasAppearance: boolean;
  readonly boundsMm: BoundsMm | null;
}

export interface OutputIntentFacts {
  /** `GTS_PDFX`, `GTS_PDFA1`, … */
  readonly subtype: string;
  readonly conditionIdentifier: string;
  /** Null when it only names a condition. */
  readonly profile: IccFacts | null;
}

/** What the catalogue and the trailer say about the document as a whole. */
export interface DocumentFacts {
  /** /Version of the catalogue; null when the header alone counts. */
  readonly catalogueVersion: string | null;
  readonly producer: string | null;
  readonly creator: string | null;
  /** GTS_PDFXVersion of the information dictionary or the metadata; null without a claim. */
  readonly pdfxClaim: string | null;
  readonly outputIntents: readonly OutputIntentFacts[];
  readonly layers: readonly LayerFacts[];
  /** /OCProperties has /Configs beside the default configuration. */
  readonly hasLayerConfigurations: boolean;
  /** In the order of the document, those of the pages last; at most a few thousand. */
  readonly actions: readonly ActionFacts[];
  /** Beside those of pictures, which are in `ImageFacts`. */
  readonly outsideReferences: readonly OutsideReference[];
  readonly embeddedFileCount: number;
  /** /Collection: the page shown is only a cover sheet for attached files. */
  readonly isPortfolio: boolean;
  readonly formFieldCount: number;
  readonly xfa: 'none' | 'static' | 'dynamic';
  readonly signatureCount: number;
  readonly hasOutlines: boolean;
  readonly hasPageLabels: boolean;
  /** /ViewerPreferences /Direction. */
  readonly readingDirection: 'L2R' | 'R2L' | null;
  /** Bytes of /PieceInfo data and /Thumb pictures. */
  readonly privateBytes: number;
  /** Bits 3 and 12 of /P of an encrypted file; null when it is not encrypted. */
  readonly printPermission: 'full' | 'lowResolution' | 'none' | null;
  /** Lists longer than any program writes were not read to their end: fields, actions, what pages refer to. */
  readonly isPartial: boolean;
}

/** The transparency group of a page or form. */
export interface TransparencyGroup {
  readonly space: ColourSpace | null;
  readonly isIsolated: boolean;
  readonly isKnockout: boolean;
}
