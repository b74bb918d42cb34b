import type { PdfKind } from '../contract/books.ts';
import type { Contract } from '../contract/profiles.ts';
import type { SpecGeometry } from '../specs/book-geometry.ts';
import type { PageRule } from '../specs/page-rules.ts';
import type { PdfInspection } from '../pdf/inspection/inspection.ts';
import type { PdfFacts, ReadablePdf } from '../pdf/read-facts.ts';
import {
  MAX_MARKED_OBJECTS,
  type Finding,
  type FixName,
  type MarkedObject,
  type Quantity,
  type Severity,
  type ThresholdOrigin,
} from './finding.ts';
import type { MeasuredPages, PagePixels } from './page-pixels.ts';
import type { Thresholds } from './thresholds.ts';
import type { TextRef } from '../text-ref.ts';

/** A book spec as far as the checks need it. */
export type CheckedSpec = SpecGeometry & PageRule;

/** One PDF against one order, at level 1: everything such a check may look at. */
export interface FileCase {
  readonly facts: PdfFacts;
  readonly kind: PdfKind;
  readonly spec: CheckedSpec;
  /** Book pages of the order. */
  readonly pageCount: number;
  readonly contract: Contract;
  /** Without it the built-in thresholds hold. */
  readonly thresholds?: Thresholds;
  /** Every spec that there is: a file made for another one is then recognised. */
  readonly catalogue?: readonly CheckedSpec[];
}

/** A file whose structure could be read. */
export type ReadFileCase = FileCase & { readonly facts: ReadablePdf };

/** A file at level 2: everything that its pages paint. */
export interface InspectedFileCase extends ReadFileCase {
  readonly inspection: PdfInspection;
  readonly thresholds: Thresholds;
  /** Where pages were rendered too, what they look like: it may clear a doubt that marks alone raise. */
  readonly pixels?: readonly (PagePixels | null)[];
}

/** A file at level 3: what its pages look like. */
export interface RenderedFileCase extends InspectedFileCase, MeasuredPages {
  readonly pixels: MeasuredPages['pixels'];
}

interface Check<Case> {
  /** `<section>.<name>`, and the key of its texts: `findings.<id>.title` and `.detail` when it makes one finding. */
  readonly id: string;
  /** Its line in the table of rules, docs/reference/preflight-rules.md: `F-001`, `G-010`, `I-001`. */
  readonly rule: string;
  /** Pure, from a case to findings. */
  readonly run: (file: Case) => readonly Finding[];
}

/** Asks for no spec. */
export type BareFileCheck = Check<Pick<FileCase, 'facts' | 'kind'>>;
export type BareReadCheck = Check<Pick<ReadFileCase, 'facts' | 'kind'>>;
/** Also sees files that could not be read. */
export type FileCheck = Check<FileCase>;
/** Only makes sense once the structure was read; unreadable files are `file.readable`'s to report. */
export type ReadFileCheck = Check<ReadFileCase>;
export type InspectedFileCheck = Check<InspectedFileCase>;
export type RenderedFileCheck = Check<RenderedFileCase>;

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
  readonly origin?: ThresholdOrigin | null;
  /** All of them, worst first: what is beyond the limit is counted and left out. */
  readonly objects?: readonly MarkedObject[];
  readonly box?: Finding['box'];
  /** The rule itself when left out. */
  readonly causeKey?: string;
  readonly fixes?: readonly FixName[];
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
    origin: parts.origin ?? null,
    objects: (parts.objects ?? []).slice(0, MAX_MARKED_OBJECTS),
    objectCount: parts.objects?.length ?? 0,
    box: parts.box ?? null,
    causeKey: parts.causeKey ?? parts.ruleId,
    fixes: [...(parts.fixes ?? [])],
  };
}

/** "PDF common validation", rule 1 to 5, of the specification. */
export const commonRule = (rule: 1 | 2 | 3 | 4 | 5): TextRef => ({ key: 'findings.source.rule', params: { rule } });

export const specSource = (spec: CheckedSpec, pages: number): TextRef => ({
  key: 'findings.source.spec',
  params: { spec: spec.bookSpecUid, pages },
});

/** A rule of a standard or of the trade, as people cite it: `GWG 2022, R0031`. */
export const standardSource = (standard: string): TextRef => ({
  key: 'findings.source.standard',
  params: { standard },
});

export const mm = (value: number): Quantity => ({ value: Math.round(value * 1000) / 1000, unit: 'mm' });
export const pdfPages = (value: number): Quantity => ({ value, unit: 'pages' });
