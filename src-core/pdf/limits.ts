/**
 * How far a reader may go in a file that nobody vouches for. Every limit has a reason of its own,
 * so that the operator learns what stopped the reading and not merely that it stopped.
 */
export interface PdfLimits {
  /** Leaves of the page tree. */
  readonly maxPages: number;
  /** Entries of the cross-reference table, and nodes visited in the page tree. */
  readonly maxObjects: number;
  /** Arrays and dictionaries inside each other, and levels of the page tree. */
  readonly maxDepth: number;
  /** One object outside streams, in bytes; a longer one counts as one whose end is missing. */
  readonly maxObjectBytes: number;
  /** One structure stream (cross-reference or object stream) before decoding, in bytes. */
  readonly maxStreamBytes: number;
  /** One stream after decoding, in bytes: a few kilobytes may unpack to gigabytes. */
  readonly maxDecodedBytes: number;
  /** All structure streams of the file together after decoding, in bytes. */
  readonly maxInflatedBytes: number;
  /**
   * Work of reading the structure, in bytes (`WORK` says what counts how much): so much for any file, so much more for
   * each byte of it, and never more than the last. Unlike time it is the same on every computer.
   */
  readonly leastWorkBytes: number;
  readonly workPerFileByte: number;
  readonly maxWorkBytes: number;
}

/** How much one look at an opened file may take, once its structure was read: its inspection, a repair, its rendering. */
export interface LookLimits {
  readonly maxWorkBytes: number;
  /** All that is decoded meanwhile, in bytes. */
  readonly maxInflatedBytes: number;
}

/** What a reader does, in bytes of work: about ten nanoseconds each. Measured on one processor, rounded. */
export const WORK = {
  /** A byte of a value that is parsed, and each time again that it is parsed. */
  parsedByte: 1,
  /** A byte put out by one filter, and one taken in by it. */
  decodedByte: 1 / 2,
  /** A byte looked at for a word. */
  searchedByte: 1 / 2,
  readByte: 1 / 16,
  /** A read, an object looked up, a node visited: whatever comes of it. */
  step: 64,
  /** An operator of a content stream with its mark, beside the bytes that it is written in. */
  operator: 32,
  /** A number of a list that many dictionaries may share and each keeps for itself: what it takes is memory, some fifty bytes. */
  keptNumber: 512,
  /** A byte of a string that is shown: a glyph with its width and its letter. */
  shownByte: 8,
  /** A number or an operator of the drawing of a glyph. */
  outlineStep: 2,
} as const;

/** Far above any book (a 200-page book has some 800 objects), far below what would hurt a worker. */
export const DEFAULT_PDF_LIMITS: PdfLimits = {
  maxPages: 50_000,
  maxObjects: 2_000_000,
  maxDepth: 200,
  maxObjectBytes: 4 * 1024 * 1024,
  maxStreamBytes: 64 * 1024 * 1024,
  maxDecodedBytes: 64 * 1024 * 1024,
  maxInflatedBytes: 128 * 1024 * 1024,
  // Books take up to three for a byte of their file when they are damaged, a third of one when they are sound.
  leastWorkBytes: 2 * 1024 * 1024,
  workPerFileByte: 12,
  maxWorkBytes: 192 * 1024 * 1024,
};

/** A minute of work, and what the content streams of a dense book unpack to. */
export const DEFAULT_LOOK_LIMITS: LookLimits = {
  maxWorkBytes: 6 * 1024 * 1024 * 1024,
  maxInflatedBytes: 1024 * 1024 * 1024,
};

export type LimitReason = 'tooManyPages' | 'tooManyObjects' | 'tooDeep' | 'tooLarge' | 'tooCostly';

/** Ends a reading. Never leaves `readPdfFacts`, which answers it as `unreadable`. */
export class LimitExceeded extends Error {
  constructor(
    readonly reason: LimitReason,
    readonly atByte: number,
  ) {
    super(reason);
    this.name = 'LimitExceeded';
  }
}

/** Keeps account of what one reading has used, and after it each look at the opened file. */
export class Budget {
  /** All work so far, in bytes of work. */
  spentWork = 0;
  private mostWork: number;
  private inflatedBytes = 0;
  private mostInflatedBytes: number;

  constructor(
    readonly limits: PdfLimits,
    fileBytes: number,
  ) {
    this.mostWork = Math.min(limits.leastWorkBytes + limits.workPerFileByte * fileBytes, limits.maxWorkBytes);
    this.mostInflatedBytes = limits.maxInflatedBytes;
  }

  /** What may still be decoded, in bytes. */
  get decodableBytes(): number {
    return Math.floor(
      Math.min(this.mostInflatedBytes - this.inflatedBytes, (this.mostWork - this.spentWork) / WORK.decodedByte),
    );
  }

  /** What comes from here on has limits of its own. */
  startLook({ maxWorkBytes, maxInflatedBytes }: LookLimits = DEFAULT_LOOK_LIMITS): void {
    this.mostWork = this.spentWork + maxWorkBytes;
    this.inflatedBytes = 0;
    this.mostInflatedBytes = maxInflatedBytes;
  }

  spendWork(bytes: number, atByte: number): void {
    this.spentWork += bytes;
    if (this.spentWork > this.mostWork) throw new LimitExceeded('tooCostly', atByte);
  }

  spendInflated(bytes: number, atByte: number): void {
    this.inflatedBytes += bytes;
    if (this.inflatedBytes > this.mostInflatedBytes) throw new LimitExceeded('tooLarge', atByte);
  }

  /** An object fetched, a node visited, a chunk scanned. */
  step(atByte: number): void {
    this.spendWork(WORK.step, atByte);
  }
}
