import type { PdfKind } from '../contract/books.ts';
import type { Contract } from '../contract/profiles.ts';
import type { PdfFacts } from '../pdf/read-facts.ts';
import type { TextRef } from '../text-ref.ts';
import { bookPagesOf, coverSizeMm } from '../specs/book-geometry.ts';
import { nearestPageCounts, pageRuleBreach } from '../specs/page-rules.ts';
import { finding, mm, pdfPages, specSource, type CheckedSpec } from './check.ts';
import type { Finding, FixName } from './finding.ts';
import type { Thresholds } from './thresholds.ts';
import { bookVerdict } from './verdicts.ts';
import { judgeBareFile, judgePdf } from './judge-pdf.ts';
import { coverTakenOut, pagesBetweenCovers, type CoverWithin } from './cover-within.ts';
import { mostlyOf } from './page-sizes.ts';

/** What was read of a book's two files; null for a file that is not there. */
export interface BookFiles {
  readonly cover: PdfFacts | null;
  readonly contents: PdfFacts | null;
}

/** What the files are called, for what is said of a book of which one is missing. */
export type FileNames = Readonly<Partial<Record<PdfKind, string>>>;

export interface BookCase extends BookFiles {
  readonly names?: FileNames;
  readonly spec: CheckedSpec;
  readonly contract: Contract;
  readonly thresholds?: Thresholds;
  readonly catalogue?: readonly CheckedSpec[];
}

export interface BookJudgement {
  /** `refused` and `notChecked` are verdict A; `warning` is an accepted book that a person should look at. */
  readonly verdict: 'accepted' | 'warning' | 'refused' | 'notChecked';
  /** Book pages that the contents make; null while they can't be counted. */
  readonly pageCount: number | null;
  readonly findings: readonly Finding[];
}

/**
 * Judges a book at level 1: its two files together, since the contents' page count decides which cover is right.
 * The page count is the contents' own, because the app makes the book from the file (operator-desk 0, 4).
 */
export function judgeBook({ cover, contents, names = {}, ...order }: BookCase): BookJudgement {
  const { spec } = order;
  const findings: Finding[] = [];
  const source = specSource(spec, spec.pageDefault);
  const apart = coverTakenOut(cover, contents, order);
  if (apart !== null) {
    const pageCount = bookPagesOf(spec, apart.contents.pageCount);
    return judgeUndivided(apart, specSource(spec, pageCount), pageCount);
  }
  if (cover === null) findings.push(missing('cover', names, source));
  if (contents === null) findings.push(missing('contents', names, source));
  const pageCount = contents?.status === 'read' ? bookPagesOf(spec, contents.pageCount) : null;
  if (pageCount !== null) {
    const between = cover === null && contents?.status === 'read' ? pagesBetweenCovers(contents, order) : null;
    findings.push(...pageRuleFindings(spec, pageCount).map((found) => withCoverPages(found, spec, between)));
  }
  // Without contents the cover is held against the spec's default count, so that gross mistakes show at once.
  const orderPages = pageCount ?? spec.pageDefault;
  if (cover !== null)
    findings.push(...judgePdf({ facts: cover, kind: 'cover', ...order, pageCount: orderPages }).findings);
  if (contents !== null)
    findings.push(...judgePdf({ facts: contents, kind: 'contents', ...order, pageCount: orderPages }).findings);
  if (areSwapped({ cover, contents }, findings)) findings.unshift(swapped(specSource(spec, orderPages)));
  return { verdict: bookVerdict(findings), pageCount, findings };
}

/**
 * Says of a book whose spec is open what can be said without one: which file is missing, which is no sound PDF. Where
 * nothing of that stands in the way, the spec is what a person has to decide.
 */
export function judgeWithoutSpec({
  cover,
  contents,
  names = {},
}: BookFiles & { readonly names?: FileNames }): BookJudgement {
  const source = { key: 'findings.source.self' };
  const apart = coverTakenOut(cover, contents);
  if (apart !== null) return judgeUndivided(apart, source, null);
  const findings = (['cover', 'contents'] as const).flatMap((kind) => {
    const facts = kind === 'cover' ? cover : contents;
    return facts === null ? [missing(kind, names, source)] : judgeBareFile(facts, kind);
  });
  if (!findings.some(({ severity }) => severity === 'block')) findings.push(specMissing(contents, source));
  return { verdict: bookVerdict(findings), pageCount: null, findings };
}

/**
 * Of a book that came as one file, the cover being its first or its last page, what holds for the file as such: sizes and counts
 * are those of two files that are still to be made of it. Which of two pages is the cover is the operator's to say.
 */
function judgeUndivided(
  { place, coverPages, contents }: CoverWithin,
  source: TextRef,
  pageCount: number | null,
): BookJudgement {
  const isSpecKnown = pageCount !== null;
  const isClear = place !== 'either';
  const within = finding('contents', {
    ruleId: 'book.coverWithin',
    severity: 'block',
    pages: coverPages,
    params: { place },
    source,
    remedies: [
      ...(isSpecKnown || !isClear ? [] : [{ key: 'findings.remedy.specFirst' }]),
      { key: 'findings.remedy.coverByItself', params: { place } },
    ],
    // What comes of a repair is held against an order.
    fixes: isSpecKnown && isClear ? ['takeCoverOut'] : [],
  });
  return { verdict: 'refused', pageCount, findings: [within, ...judgeBareFile(contents, 'contents')] };
}

/** With what to do where two pages too many are front and back of the cover: their spine, and a wrap, are in no file. */
function withCoverPages(found: Finding, spec: CheckedSpec, pages: number | null): Finding {
  if (pages === null) return found;
  const { widthMm } = coverSizeMm(spec, pages);
  const flatCover = { key: 'findings.remedy.coverOfTwoPages', params: { pages, widthMm } };
  return { ...found, remedies: [flatCover, ...found.remedies] };
}

/**
 * The cover has the contents' size, and the contents are the one page that a cover is or have a cover's size: one thing to do,
 * however many sizes and page counts are wrong for it.
 */
function areSwapped({ cover, contents }: BookFiles, findings: readonly Finding[]): boolean {
  const hasOthersSize = (kind: PdfKind) =>
    findings.some((found) => found.kind === kind && found.cause?.key === 'findings.cause.swappedFiles');
  if (cover?.status !== 'read' || contents?.status !== 'read' || !hasOthersSize('cover')) return false;
  return hasOthersSize('contents') || (contents.pageCount === 1 && cover.pageCount > 1);
}

const swapped = (source: TextRef): Finding =>
  finding(null, {
    ruleId: 'book.swapped',
    severity: 'block',
    source,
    remedies: [{ key: 'findings.remedy.swapRoles' }],
  });

/** With what was measured: pages of another size than the others' are why no spec fits. */
function specMissing(contents: PdfFacts | null, source: TextRef): Finding {
  const sizes = contents?.status === 'read' ? mostlyOf(contents) : null;
  const { widthMm, heightMm } = sizes?.mostly ?? { widthMm: 0, heightMm: 0 };
  const others = sizes?.others ?? [];
  return finding(others.length > 0 ? 'contents' : null, {
    ruleId: 'book.specMissing',
    severity: 'notChecked',
    source,
    pages: others.length > 0 ? others : null,
    params: {
      pages: sizes === null ? 'unknown' : others.length > 0 ? 'mixed' : 'alike',
      widthMm: mm(widthMm).value,
      heightMm: mm(heightMm).value,
      others: others.length,
    },
  });
}

function missing(kind: PdfKind, names: FileNames, source: TextRef): Finding {
  const present = names[kind === 'cover' ? 'contents' : 'cover'];
  return finding(kind, {
    ruleId: kind === 'cover' ? 'book.coverMissing' : 'book.contentsMissing',
    severity: 'block',
    params: present === undefined ? { isNamed: 'no', present: '' } : { isNamed: 'yes', present },
    source,
    remedies: [{ key: 'findings.remedy.addFile' }],
  });
}

const BREACH_RULES = { min: 'book.pagesMin', max: 'book.pagesMax', increment: 'book.pagesIncrement' } as const;

/**
 * The page count of a book whose contents a repair has changed: the nearest that the spec allows on the side of the repair. A
 * count that is allowed stays.
 */
export function pageCountAfterFix(spec: CheckedSpec, pageCount: number, fix: FixName): number {
  if (pageRuleBreach(spec, pageCount) === null) return pageCount;
  const { below, above } = nearestPageCounts(spec, pageCount);
  return (fix === 'addBlankPages' ? above : fix === 'dropTrailingBlanks' ? below : null) ?? pageCount;
}

/** The book could not even be created (specification, POST /books: ERR_INSUFFICIENT_PAGES, ERR_PAGECOUNT_INVALID). */
export function pageRuleFindings(spec: CheckedSpec, pageCount: number): Finding[] {
  const breach = pageRuleBreach(spec, pageCount);
  if (breach === null) return [];
  const { below, above } = nearestPageCounts(spec, pageCount);
  return [
    finding('contents', {
      ruleId: BREACH_RULES[breach.constraint],
      severity: 'block',
      measured: pdfPages(pageCount),
      allowed: pdfPages(
        breach.constraint === 'max'
          ? spec.pageMax
          : breach.constraint === 'min'
            ? spec.pageMin
            : (above ?? below ?? spec.pageMin),
      ),
      params: { pages: pageCount, min: spec.pageMin, max: spec.pageMax, increment: spec.pageIncrement },
      source: specSource(spec, pageCount),
      remedies: [
        ...(above === null ? [] : [{ key: 'findings.remedy.addPages', params: { n: above - pageCount } }]),
        ...(below === null ? [] : [{ key: 'findings.remedy.removePages', params: { n: pageCount - below } }]),
      ],
      fixes: [
        ...(above === null ? [] : (['addBlankPages'] as const)),
        ...(below === null ? [] : (['dropTrailingBlanks'] as const)),
      ],
    }),
  ];
}
