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
  /** Time from the first read, in milliseconds. Kept only when a clock is given. */
  readonly maxTimeMs: number;
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
  maxTimeMs: 10_000,
};

export type LimitReason = 'tooManyPages' | 'tooManyObjects' | 'tooDeep' | 'tooLarge' | 'tooCostly' | 'timeLimit';

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

/** The clock is asked once in this many steps: a step may be as short as a microsecond. */
const STEPS_PER_CLOCK_CALL = 32;

/** Keeps account of what one reading has used. */
export class Budget {
  private inflatedBytes = 0;
  private workLeft: number;
  private steps = 0;
  private readonly startedMs: number;

  constructor(
    readonly limits: PdfLimits,
    fileBytes: number,
    private readonly nowMs: (() => number) | undefined,
  ) {
    this.startedMs = nowMs?.() ?? 0;
    this.workLeft = Math.min(limits.leastWorkBytes + limits.workPerFileByte * fileBytes, limits.maxWorkBytes);
  }

  /** What may still be decoded, in bytes. */
  get decodableBytes(): number {
    return Math.floor(Math.min(this.limits.maxInflatedBytes - this.inflatedBytes, this.workLeft / WORK.decodedByte));
  }

  /** The structure has been read: what a closer look costs has limits of its own. */
  endStructure(): void {
    this.workLeft = Number.POSITIVE_INFINITY;
  }

  spendWork(bytes: number, atByte: number): void {
    this.workLeft -= bytes;
    if (this.workLeft < 0) throw new LimitExceeded('tooCostly', atByte);
  }

  spendInflated(bytes: number, atByte: number): void {
    this.inflatedBytes += bytes;
    if (this.inflatedBytes > this.limits.maxInflatedBytes) throw new LimitExceeded('tooLarge', atByte);
  }

  /** An object fetched, a node visited, a chunk scanned. */
  step(atByte: number): void {
    this.spendWork(WORK.step, atByte);
    if (this.nowMs === undefined || this.steps++ % STEPS_PER_CLOCK_CALL !== 0) return;
    this.checkTime(atByte);
  }

  /** Asks the clock at once; for work whose single step is long. */
  checkTime(atByte: number): void {
    if (this.nowMs !== undefined && this.nowMs() - this.startedMs > this.limits.maxTimeMs) {
      throw new LimitExceeded('timeLimit', atByte);
    }
  }
}
