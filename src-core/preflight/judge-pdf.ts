import type { PdfKind } from '../contract/books.ts';
import type { PdfFacts } from '../pdf/read-facts.ts';
import type { Mm2 } from '../specs/book-geometry.ts';
import type { FileCase, ReadFileCase } from './check.ts';
import { BARE_FILE_CHECKS, BARE_READ_CHECKS } from './checks/structure/section.ts';
import { FILE_CHECKS, READ_FILE_CHECKS } from './registry.ts';
import type { Finding } from './finding.ts';
import { visibleSizesMm } from './page-sizes.ts';

/** Verdict A on one file: will the service take it? `notChecked` is never a yes. */
export type Acceptance = 'accepted' | 'refused' | 'notChecked';

export interface PdfJudgement {
  readonly verdict: Acceptance;
  /** Visible size of the first page; null when the file could not be read. */
  readonly measuredMm: Mm2 | null;
  readonly pdfPages: number | null;
  /** All of them at once, in the order of the specification's rules. */
  readonly findings: readonly Finding[];
}

/** Judges one PDF against one order at level 1. The app and the service both call this, so their verdicts are one. */
export function judgePdf(file: FileCase): PdfJudgement {
  const { facts } = file;
  const findings = FILE_CHECKS.flatMap((check) => check.run(file));
  if (facts.status !== 'read') {
    return { verdict: acceptanceOf(findings), measuredMm: null, pdfPages: null, findings };
  }
  const readFile: ReadFileCase = { ...file, facts };
  findings.push(...READ_FILE_CHECKS.flatMap((check) => check.run(readFile)));
  return {
    verdict: acceptanceOf(findings),
    measuredMm: visibleSizesMm(facts)[0] ?? null,
    pdfPages: facts.pageCount,
    findings,
  };
}

/** What can be said of a file without knowing what it is meant for. */
export function judgeBareFile(facts: PdfFacts, kind: PdfKind): readonly Finding[] {
  const findings = BARE_FILE_CHECKS.flatMap((check) => check.run({ facts, kind }));
  if (facts.status !== 'read') return findings;
  return [...findings, ...BARE_READ_CHECKS.flatMap((check) => check.run({ facts, kind }))];
}

export function acceptanceOf(findings: readonly Finding[]): Acceptance {
  if (findings.some((found) => found.severity === 'block')) return 'refused';
  return findings.some((found) => found.severity === 'notChecked') ? 'notChecked' : 'accepted';
}
