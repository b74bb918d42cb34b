import type { PdfKind } from '../../../contract/books.ts';
import type { PageFacts } from '../../../pdf/boxes.ts';
import { sizeMmOf, type Mm2 } from '../../../specs/book-geometry.ts';
import { pageRuleBreach } from '../../../specs/page-rules.ts';
import type { TextRef } from '../../../text-ref.ts';
import type { CheckedSpec, ReadFileCase } from '../../check.ts';
import type { FixName } from '../../finding.ts';
import { isWithin } from '../../marks/within.ts';

/** What is behind a wrong size, told in a word, with what would cure it. */
export interface SizeCause {
  readonly cause: TextRef;
  readonly remedies: readonly TextRef[];
  readonly fixes: readonly FixName[];
}

/** A page whose size is not the one that the book asks for, as the known mistakes look at it. */
export interface WrongSize {
  readonly file: ReadFileCase;
  readonly page: PageFacts;
  /** Sizes of all pages: a first page that differs tells something, too. */
  readonly sizes: readonly Mm2[];
  readonly size: Mm2;
  readonly wanted: Mm2;
  /** Fits that size as the service would take it. */
  readonly fits: (size: Mm2, as?: PdfKind) => boolean;
  /** So near to that size that it was meant to be it (threshold `knownSizeMm`). */
  readonly isMeantAs: (size: Mm2) => boolean;
  readonly knownSizeMm: number;
}

/** Tells whether one known mistake explains both axes, and null when it does not. */
export type Recognise = (wrong: WrongSize) => SizeCause | null;

/** "Export again at the right size", for the kind of file. */
export function exportRemedy({ spec, kind, pageCount }: ReadFileCase): TextRef {
  const size = { ...sizeMmOf(spec, kind, pageCount) };
  return kind === 'cover'
    ? { key: 'findings.remedy.exportCoverForPages', params: { pages: pageCount, ...size } }
    : { key: 'findings.remedy.exportAtSize', params: size };
}

/** Every page count that a book of the spec may have. */
export function pageCountsOf(spec: CheckedSpec): readonly number[] {
  const counts: number[] = [];
  for (let pages = spec.pageMin; pages <= spec.pageMax; pages += spec.pageIncrement) {
    if (pageRuleBreach(spec, pages) === null) counts.push(pages);
  }
  return counts;
}

export function isWithinBoth(size: Mm2, wanted: Mm2, tolerance: Mm2): boolean {
  return (
    isWithin(size.widthMm, wanted.widthMm, tolerance.widthMm) &&
    isWithin(size.heightMm, wanted.heightMm, tolerance.heightMm)
  );
}
