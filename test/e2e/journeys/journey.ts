import type { Studio } from '../support/studio.ts';
import type { Words } from '../support/words.ts';

/** What a journey is given: an open studio on an empty data folder, its words, and a place for pictures. */
export interface JourneyContext {
  readonly studio: Studio;
  readonly words: Words;
  /** Keeps a picture of the window under a name that says the step; numbered in the order of the calls. */
  readonly shot: (name: string) => Promise<void>;
  /** Keeps a JPEG that the journey made itself, numbered like the others; left out where nobody looks at pictures. */
  readonly keep?: (name: string, jpeg: Uint8Array) => void;
  readonly say: (line: string) => void;
}

/** One book at the end of a journey, as `summary.json` holds it. */
export interface BookOutcome {
  readonly name: string;
  readonly spec: string | null;
  readonly pages: number | null;
  readonly verdict: string;
  /** How it prints. */
  readonly print: string;
  /** Why it was held: the findings that block, in words. Empty for a good book. */
  readonly reasons: readonly { readonly ruleId: string; readonly text: string }[];
  readonly bookUid: string | null;
  readonly orderUid: string | null;
  readonly status: string | null;
  readonly amounts: {
    readonly product: number;
    readonly shipping: number;
    readonly packaging: number;
    readonly total: number;
    readonly charged: number;
  } | null;
}

/** A book that the built-in service rendered for a partner, as `summary.json` holds it. */
export interface PrintedBook {
  readonly theme: string;
  readonly specUid: string;
  readonly pages: number;
  readonly photographs: number;
  /** As the service answered them. */
  readonly warnings: readonly string[];
  /** Found by the product, as often as they are printed. */
  readonly faces: number;
  /** Where heads are cut by a frame, the trim or the fold, and where faces are written on. */
  readonly cut: readonly string[];
  readonly covered: readonly string[];
  readonly bytes: { readonly cover: number; readonly contents: number };
  /** From the draft to its finalization, and from there to its PDFs. */
  readonly tookMs: { readonly sent: number; readonly rendered: number };
}

export interface JourneyOutcome {
  readonly books: readonly BookOutcome[];
  readonly printed?: readonly PrintedBook[];
  /** What was counted on the way. */
  readonly figures?: Readonly<Record<string, number>>;
  /** What was not as it should be, one sentence each. Empty means that the journey succeeded. */
  readonly faults: readonly string[];
}

/** A way through the app, driven by what people see. Its file's name is its name: `npm run demo -- --journey NAME`. */
export type Journey = (context: JourneyContext) => Promise<JourneyOutcome>;
