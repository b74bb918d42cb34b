import type { PdfKind } from '../contract/books.ts';
import type { ContractName } from '../contract/profiles.ts';
import type { CheckLevel, PrintVerdict, SignOff, Verdict } from './verdicts.ts';
import type { Finding } from './finding.ts';
import { canSignOff, groupFindings } from './group-findings.ts';

/** One file of a report, without its place on anybody's disk. */
export interface ReportedFile {
  readonly kind: PdfKind;
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
  readonly pdfPages: number | null;
}

export interface ReportedGroup {
  readonly groupKey: string;
  readonly severity: Finding['severity'];
  readonly signOff: SignOff | null;
  readonly findings: readonly Finding[];
}

/**
 * What a preflight came to, for machines and for files. Places are millimetres from the top left corner of the page as
 * seen; pages are PDF pages from 1.
 */
export interface BookReport {
  readonly title: string;
  readonly bookSpecUid: string;
  /** Book pages that it was held against; null while nobody knows. */
  readonly pageCount: number | null;
  readonly contract: ContractName;
  /** Will the service take it? */
  readonly accepted: Verdict;
  /** Will it print well? */
  readonly print: PrintVerdict;
  readonly checkedLevel: CheckLevel | null;
  readonly files: readonly ReportedFile[];
  /** Worst first. */
  readonly groups: readonly ReportedGroup[];
}

/** The whole of an export; `version` grows when a field changes its meaning. */
export interface PreflightReport {
  readonly format: 'book-print-studio/preflight';
  readonly version: 1;
  readonly books: readonly BookReport[];
}

export const reportOf = (books: readonly BookReport[]): PreflightReport => ({
  format: 'book-print-studio/preflight',
  version: 1,
  books,
});

export function reportedGroups(
  findings: readonly Finding[],
  signOffs: ReadonlyMap<string, SignOff> = new Map(),
): ReportedGroup[] {
  return groupFindings(findings).map(({ groupKey, findings: group, severity }) => ({
    groupKey,
    severity,
    signOff: canSignOff(severity) ? (signOffs.get(groupKey) ?? null) : null,
    findings: group,
  }));
}
