import type { PdfKind } from '../contract/books.ts';
import type { Contract } from '../contract/profiles.ts';
import type { PdfFacts } from '../pdf/read-facts.ts';
import { bookPagesOf } from '../specs/book-geometry.ts';
import { nearestPageCounts, pageRuleBreach } from '../specs/page-rules.ts';
import { finding, pdfPages, specSource, type CheckedSpec } from './check.ts';
import type { Finding } from './finding.ts';
import type { Thresholds } from './thresholds.ts';
import { bookVerdict } from './verdicts.ts';
import { judgePdf } from './judge-pdf.ts';

/** What was read of a book's two files; null for a file that is not there. */
export interface BookFiles {
  readonly cover: PdfFacts | null;
  readonly contents: PdfFacts | null;
}

export interface BookCase extends BookFiles {
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
export function judgeBook({ cover, contents, ...order }: BookCase): BookJudgement {
  const { spec } = order;
  const findings: Finding[] = [];
  if (cover === null) findings.push(missing('cover', spec));
  if (contents === null) findings.push(missing('contents', spec));
  const pageCount = contents?.status === 'read' ? bookPagesOf(spec, contents.pageCount) : null;
  if (pageCount !== null) findings.push(...pageRuleFindings(spec, pageCount));
  // Without contents the cover is held against the spec's default count, so that gross mistakes show at once.
  const orderPages = pageCount ?? spec.pageDefault;
  if (cover !== null)
    findings.push(...judgePdf({ facts: cover, kind: 'cover', ...order, pageCount: orderPages }).findings);
  if (contents !== null)
    findings.push(...judgePdf({ facts: contents, kind: 'contents', ...order, pageCount: orderPages }).findings);
  return { verdict: bookVerdict(findings), pageCount, findings };
}

function missing(kind: PdfKind, spec: CheckedSpec): Finding {
  return finding(kind, {
    ruleId: kind === 'cover' ? 'book.coverMissing' : 'book.contentsMissing',
    severity: 'block',
    source: specSource(spec, spec.pageDefault),
    remedies: [{ key: 'findings.remedy.addFile' }],
  });
}

const BREACH_RULES = { min: 'book.pagesMin', max: 'book.pagesMax', increment: 'book.pagesIncrement' } as const;

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
    }),
  ];
}
