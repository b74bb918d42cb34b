import type { ByteSource, Inflate } from '../ports.ts';
import type { PageFacts } from './boxes.ts';
import { ascii, hex, indexOfBytes, latin1 } from './bytes.ts';
import { DamageLog } from './damage.ts';
import type { DamageNote } from './damage.ts';
import { PdfDocument } from './document.ts';
import { openEncryption } from './encryption.ts';
import { formatOf, type FileFormat } from './file-format.ts';
import type { EncryptionFacts, PdfCrypto } from './encryption.ts';
import { Budget, DEFAULT_PDF_LIMITS, LimitExceeded, WORK } from './limits.ts';
import type { LimitReason, PdfLimits } from './limits.ts';
import { PdfString, isDict } from './objects.ts';
import { PageGeometryReader } from './page-geometry.ts';
import { inheritedThroughParents, walkPages, type PageLeaf } from './page-tree.ts';
import { findXrefInTail, hasPageTree, rebuildXref } from './recovery.ts';
import { ReadFailed, WindowReader } from './window-reader.ts';
import { readXref } from './xref-reader.ts';

/** What a reading needs from outside. */
export interface PdfTools {
  readonly inflate: Inflate;
  /** For files encrypted with an empty user password; without it they are read as far as they are plain. */
  readonly crypto?: PdfCrypto;
}

/**
 * How the structure was reached: as written; through a table found by searching the end of the file; through a table
 * made anew from all objects; or, the page tree being lost, as a mere list of pages in file order.
 */
export type RecoveryTier = 'none' | 'tailSearch' | 'rebuilt' | 'pagesCollected';

export interface PdfHeader {
  /** As the header states it, for instance `1.7`; empty when it states none. */
  readonly version: string;
  /** Where `%PDF-` stands. 0 in a sound file. */
  readonly offset: number;
}

interface ReadingCost {
  readonly sizeBytes: number;
  readonly bytesRead: number;
  readonly reads: number;
}

export interface ReadablePdf extends ReadingCost {
  readonly status: 'read';
  readonly header: PdfHeader;
  readonly pageCount: number;
  /** /Count of the page tree where it says something else than `pageCount`. */
  readonly statedPageCount?: number;
  /** In reading order. Pages of equal geometry are one shared object. */
  readonly pages: readonly PageFacts[];
  /** Empty for a sound file. A damaged file may be refused by others even where it could be read here. */
  readonly damage: readonly DamageNote[];
  readonly recovery: RecoveryTier;
  readonly encrypted: EncryptionFacts | null;
  /** Laid out for the web, and not changed since. */
  readonly linearized: boolean;
  /** First half of the trailer's /ID in hexadecimal; null when there is none. */
  readonly trailerId: string | null;
}

export type UnreadableReason =
  | LimitReason
  /** No bytes at all. */
  | 'empty'
  /** No `%PDF-` within the first 1,024 bytes. */
  | 'notPdf'
  /** Nothing could be made of it, and its end is missing. */
  | 'truncated'
  /** The structure itself is locked by a password or an unknown handler. */
  | 'encrypted'
  /** Whole in form, but without a single page. */
  | 'noPages'
  /** The source failed while reading. */
  | 'readFailed'
  /** Whoever had it read in a thread lost patience: never said by the reader itself, whose limits count work. */
  | 'timeLimit';

export interface UnreadablePdf extends ReadingCost {
  readonly status: 'unreadable';
  readonly reason: UnreadableReason;
  /** Where reading ended; null when it has no place. */
  readonly atByte: number | null;
  readonly header: PdfHeader | null;
  /** What a file is that is `notPdf`. */
  readonly format?: FileFormat;
  readonly damage: readonly DamageNote[];
  readonly encrypted: EncryptionFacts | null;
}

export type PdfFacts = ReadablePdf | UnreadablePdf;

const SIGNATURE = ascii('%PDF-');
/** ISO 32000-1, annex H, note 13: readers accept the header anywhere in the first 1,024 bytes. */
const HEADER_SEARCH_BYTES = 1024;

/**
 * Level 1: pages and their boxes, by positional reads from the cross-reference table on. The cost grows with the pages
 * and not with the bytes of the file: about one small read a page.
 *
 * Never throws for what a file contains or for a failing source: both are answers.
 */
export function readPdfFacts(source: ByteSource, tools: PdfTools, limits: Partial<PdfLimits> = {}): PdfFacts {
  return new FactsReading(source, tools, { ...DEFAULT_PDF_LIMITS, ...limits }, null).run();
}

/** The same, with the document and the page dictionaries (in reading order) that it was read from. */
export function readOpenedPdf(
  source: ByteSource,
  tools: PdfTools,
  limits: Partial<PdfLimits>,
): { readonly facts: PdfFacts; readonly document: PdfDocument; readonly leaves: readonly PageLeaf[] } {
  const leaves: PageLeaf[] = [];
  const reading = new FactsReading(source, tools, { ...DEFAULT_PDF_LIMITS, ...limits }, leaves);
  return { facts: reading.run(), document: reading.document, leaves };
}

interface PageList {
  readonly pages: readonly PageFacts[];
  readonly missingNodes: number;
  readonly statedCount: number | undefined;
}

class FactsReading {
  private readonly reader: WindowReader;
  private readonly damage = new DamageLog();
  readonly document: PdfDocument;
  private header: PdfHeader | null = null;
  private encrypted: EncryptionFacts | null = null;
  private recovery: RecoveryTier = 'none';

  constructor(
    source: ByteSource,
    private readonly tools: PdfTools,
    limits: PdfLimits,
    /** Where the page dictionaries go; level 1 alone lets them go. */
    private readonly leaves: PageLeaf[] | null,
  ) {
    const budget = new Budget(limits, source.size);
    this.reader = new WindowReader(source, (bytes, atByte) =>
      budget.spendWork(WORK.step + bytes * WORK.readByte, atByte),
    );
    this.document = new PdfDocument(this.reader, tools.inflate, budget, this.damage);
  }

  run(): PdfFacts {
    try {
      return this.read();
    } catch (error) {
      if (error instanceof LimitExceeded) return this.unreadable(error.reason, error.atByte);
      if (error instanceof ReadFailed) return this.unreadable('readFailed', error.atByte);
      throw error;
    } finally {
      this.document.budget.startLook();
    }
  }

  private read(): PdfFacts {
    if (this.reader.size === 0) return this.unreadable('empty', 0);
    const header = this.findHeader();
    if (header === null) return { ...this.unreadable('notPdf', 0), format: formatOf(this.startOfFile()) };
    this.header = header;
    if (header.offset > 0) this.damage.note('junkBeforeHeader', 0);
    const linearized = this.isLinearized(header.offset);
    const { pages, missingNodes, statedCount } = this.findPages(header.offset);
    // A part of the pages of a locked file would be a wrong page count told as a fact.
    if (this.isLocked && missingNodes > 0) return this.unreadable('encrypted', null);
    if (pages.length === 0) return this.unreadable(this.reasonForNoPages(), null);
    return {
      status: 'read',
      header,
      pageCount: pages.length,
      ...(statedCount === undefined || statedCount === pages.length ? {} : { statedPageCount: statedCount }),
      pages,
      damage: this.damage.notes,
      recovery: this.recovery,
      encrypted: this.encrypted,
      linearized,
      trailerId: this.trailerId(),
      ...this.cost(),
    };
  }

  private findHeader(): PdfHeader | null {
    const bytes = this.startOfFile();
    const offset = indexOfBytes(bytes, SIGNATURE);
    if (offset < 0 || offset > HEADER_SEARCH_BYTES) return null;
    const start = offset + SIGNATURE.length;
    const version = /^\d+\.\d+/.exec(latin1(bytes, start, Math.min(start + 8, bytes.length)));
    return { version: version?.[0] ?? '', offset };
  }

  /** As much as was read at once for the header. */
  private startOfFile(): Uint8Array {
    return this.reader.window(0, HEADER_SEARCH_BYTES + SIGNATURE.length + 3).bytes;
  }

  /** The first object says so, and it stands in the first bytes (ISO 32000-1, annex F.3.3). */
  private isLinearized(headerOffset: number): boolean {
    const { start, bytes } = this.reader.window(headerOffset, HEADER_SEARCH_BYTES);
    const lexer = this.document.lexer(bytes, headerOffset - start);
    if (lexer.takeObjectHeading() === undefined) return false;
    const first = lexer.value();
    return isDict(first) && first.has('Linearized') && first.get('L') === this.reader.size - headerOffset;
  }

  /** The pages by the mildest means that finds them all. */
  private findPages(headerOffset: number): PageList {
    const { document } = this;
    if (readXref(document, headerOffset)) {
      this.openLock();
      if (hasPageTree(document) || this.isLocked) return this.walkOrRebuild();
    }
    if (findXrefInTail(document, headerOffset, () => this.openLock())) {
      this.recovery = 'tailSearch';
      return this.walkOrRebuild();
    }
    return this.rebuild();
  }

  private walkOrRebuild(): PageList {
    const { damage, document } = this;
    const beforeWalk = damage.snapshot();
    const walked = this.walk();
    const isWhole = walked.missingNodes === 0 && walked.pages.length > 0;
    // A node that is simply not there is no reason to doubt the table; one that is elsewhere is.
    const isTableDoubtful =
      document.misplacedObjects > 0 || damage.has('xrefDamaged') || damage.has('previousXrefDamaged');
    if (isWhole || this.isLocked || !isTableDoubtful) return walked;
    const kept = {
      damage: damage.snapshot(),
      recovery: this.recovery,
      encrypted: this.encrypted,
      trailer: document.trailer,
      leaves: [...(this.leaves ?? [])],
    };
    damage.restore(beforeWalk);
    const rebuilt = this.rebuild();
    if (rebuilt.pages.length >= walked.pages.length) return rebuilt;
    damage.restore(kept.damage);
    this.recovery = kept.recovery;
    this.encrypted = kept.encrypted;
    document.trailer = kept.trailer;
    this.startedLeaves()?.push(...kept.leaves);
    return walked;
  }

  private rebuild(): PageList {
    const { document } = this;
    const pageNumbers = new Set(rebuildXref(document, () => this.openLock()));
    this.recovery = 'rebuilt';
    if (!hasPageTree(document)) return this.collect(pageNumbers);
    const beforeWalk = this.damage.snapshot();
    const walked = this.walk();
    if (walked.missingNodes === 0 || pageNumbers.size <= walked.pages.length) return walked;
    this.damage.restore(beforeWalk);
    return this.collect(pageNumbers);
  }

  private walk(): PageList {
    const pages: PageFacts[] = [];
    const geometry = new PageGeometryReader(this.document);
    const leaves = this.startedLeaves();
    const report = walkPages(this.document, (leaf) => {
      pages.push(geometry.read(leaf));
      leaves?.push(leaf);
    });
    if (report.statedCount !== report.pageCount) this.damage.note('countWrong', null);
    return { pages, missingNodes: report.missingNodes, statedCount: report.statedCount };
  }

  private collect(pageNumbers: ReadonlySet<number>): PageList {
    const { document } = this;
    const { maxPages } = document.budget.limits;
    const pages: PageFacts[] = [];
    const geometry = new PageGeometryReader(document);
    const leaves = this.startedLeaves();
    for (const objectNumber of pageNumbers) {
      const dict = document.fetchOnce(objectNumber);
      if (!isDict(dict) || dict.get('Type') !== 'Page') continue;
      if (pages.length >= maxPages) throw new LimitExceeded('tooManyPages', document.xref.place(objectNumber));
      const leaf: PageLeaf = { dict, inherited: inheritedThroughParents(document, dict), objectNumber };
      pages.push(geometry.read(leaf));
      leaves?.push(leaf);
    }
    this.recovery = 'pagesCollected';
    this.damage.note('pagesCollected', null);
    return { pages, missingNodes: 0, statedCount: undefined };
  }

  /** A walk that was given up left its leaves behind. */
  private startedLeaves(): PageLeaf[] | null {
    this.leaves?.splice(0);
    return this.leaves;
  }

  private openLock(): void {
    this.encrypted = openEncryption(this.document, this.tools.crypto);
  }

  private get isLocked(): boolean {
    return this.encrypted !== null && this.encrypted.opensWithoutPassword !== true;
  }

  private reasonForNoPages(): UnreadableReason {
    if (this.isLocked) return 'encrypted';
    return this.damage.has('endMarkerMissing') ? 'truncated' : 'noPages';
  }

  private trailerId(): string | null {
    const ids = this.document.resolve(this.document.trailer.get('ID'));
    const first = Array.isArray(ids) ? this.document.resolve(ids[0]) : undefined;
    return first instanceof PdfString && first.bytes.length > 0 ? hex(first.bytes) : null;
  }

  private cost(): ReadingCost {
    return { sizeBytes: this.reader.size, bytesRead: this.reader.bytesRead, reads: this.reader.reads };
  }

  private unreadable(reason: UnreadableReason, atByte: number | null): UnreadablePdf {
    const { header, encrypted } = this;
    return { status: 'unreadable', reason, atByte, header, damage: this.damage.notes, encrypted, ...this.cost() };
  }
}
