import type { PdfKind } from '../contract/books.ts';
import type { Contract } from '../contract/profiles.ts';
import type { SpecGeometry } from '../specs/book-geometry.ts';
import type { PageRule } from '../specs/page-rules.ts';
import type { PdfFacts } from '../pdf/read-facts.ts';
import type { Finding, Quantity, Severity } from './finding.ts';
import type { TextRef } from '../ipc/text-ref.ts';

/** A book spec as far as the checks need it. */
export type CheckedSpec = SpecGeometry & PageRule;

/** One PDF against one order: everything a check may look at. */
export interface FileCase {
  readonly facts: PdfFacts;
  readonly kind: PdfKind;
  readonly spec: CheckedSpec;
  /** Book pages of the order. */
  readonly pageCount: number;
  readonly contract: Contract;
}

/** A file whose structure could be read. */
export type ReadFileCase = FileCase & { readonly facts: Extract<PdfFacts, { status: 'read' }> };

/** One check: pure, from a case to findings. The registry in `judge-pdf.ts` is the only list of them. */
export interface FileCheck {
  readonly id: string;
  readonly run: (file: FileCase) => readonly Finding[];
}

/** A check that only makes sense once the structure was read; unreadable files are `file.readable`'s to report. */
export interface ReadFileCheck {
  readonly id: string;
  readonly run: (file: ReadFileCase) => readonly Finding[];
}

/** What a finding has to say itself; the rest is filled in. */
export interface FindingParts {
  readonly ruleId: string;
  readonly severity: Severity;
  readonly source: TextRef;
  readonly pages?: readonly number[] | null;
  readonly measured?: Quantity | null;
  readonly allowed?: Quantity | null;
  readonly tolerance?: Quantity | null;
  readonly params?: Finding['params'];
  readonly cause?: TextRef | null;
  readonly remedies?: readonly TextRef[];
}

export function finding(kind: PdfKind | null, parts: FindingParts): Finding {
  return {
    ruleId: parts.ruleId,
    severity: parts.severity,
    kind,
    pages: parts.pages ? [...parts.pages] : null,
    measured: parts.measured ?? null,
    allowed: parts.allowed ?? null,
    tolerance: parts.tolerance ?? null,
    params: parts.params ?? {},
    cause: parts.cause ?? null,
    remedies: (parts.remedies ?? []).slice(0, 3),
    source: parts.source,
  };
}

/** "PDF common validation", rule 1 to 5, of the specification. */
export const commonRule = (rule: 1 | 2 | 3 | 4 | 5): TextRef => ({ key: 'findings.source.rule', params: { rule } });

export const specSource = (spec: CheckedSpec, pages: number): TextRef => ({
  key: 'findings.source.spec',
  params: { spec: spec.bookSpecUid, pages },
});

export const mm = (value: number): Quantity => ({ value: Math.round(value * 1000) / 1000, unit: 'mm' });
export const pdfPages = (value: number): Quantity => ({ value, unit: 'pages' });
