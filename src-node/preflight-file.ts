import type { PdfKind } from '../src-core/contract/books.ts';
import type { Contract } from '../src-core/contract/profiles.ts';
import type { CheckLevel } from '../src-core/preflight/verdicts.ts';
import type { PdfInspection } from '../src-core/pdf/inspection/inspection.ts';
import type { PdfFacts } from '../src-core/pdf/read-facts.ts';
import type { CheckedSpec, InspectedFileCase } from '../src-core/preflight/check.ts';
import { summarise, type FileSummary } from '../src-core/preflight/file-summary.ts';
import type { Finding } from '../src-core/preflight/finding.ts';
import { MEASURED_BY, type MeasuredPages } from '../src-core/preflight/page-pixels.ts';
import { judgeInspected, judgeRendered } from '../src-core/preflight/judge-deeper.ts';
import { resolveThresholds, thresholdsOfSpec, type ThresholdLayers } from '../src-core/preflight/thresholds.ts';
import { OpenedFile } from './opened-file.ts';

/** One file against one order. Crosses threads: plain values only. */
export interface PreflightRequest {
  readonly path: string;
  readonly kind: PdfKind;
  readonly spec: CheckedSpec;
  readonly pageCount: number;
  readonly contract: Contract;
  /** The book spec's own values are added. */
  readonly thresholds: Omit<ThresholdLayers, 'spec'>;
  readonly level: 2 | 3;
}

export interface PreflightAnswer {
  readonly facts: PdfFacts;
  /** How deep it went: 1 when the file could not be inspected. */
  readonly level: CheckLevel;
  /** What levels 2 and 3 add to the findings of level 1. */
  readonly findings: readonly Finding[];
  readonly summary: FileSummary | null;
  /** What was measured now of every page, to be judged once more by other thresholds. Null: nothing new, or not of all pages. */
  readonly measured: MeasuredPages | null;
}

export interface PreflightMeans {
  /** Ends the rendering. */
  readonly signal?: AbortSignal;
  /** Of the same bytes for the same order (measured-pages.ts): level 3 without rendering anything, whatever level is asked for. */
  readonly measured?: MeasuredPages | null;
}

/**
 * Levels 2 and 3 of one file on disk, which is opened once. Throws only when it cannot be opened, or the signal ends the rendering.
 */
export async function preflightFile(
  request: PreflightRequest,
  { signal, measured: offered = null }: PreflightMeans = {},
): Promise<PreflightAnswer> {
  const file = OpenedFile.open(request.path);
  try {
    const result = file.inspect();
    if (result.status === 'unreadable')
      return { facts: result.facts, level: 1, findings: [], summary: null, measured: null };
    const { inspection } = result;
    const inspected = caseOf(request, inspection);
    const known = offered?.pixels.length === inspection.facts.pages.length ? offered : null;
    const answer = { facts: inspection.facts, summary: summarise(inspection, file.overprint()?.pages ?? new Set()) };
    if (request.level === 2 && known === null)
      return { ...answer, level: 2, findings: judgeInspected(inspected), measured: null };
    const measured = known ?? (await measure(file, inspected, signal));
    const rendered = { ...inspected, ...measured };
    return {
      ...answer,
      level: 3,
      findings: [...judgeInspected(rendered), ...judgeRendered(rendered)],
      measured: known === null && isWhole(measured) ? measured : null,
    };
  } finally {
    file.close();
  }
}

async function measure(file: OpenedFile, inspected: InspectedFileCase, signal?: AbortSignal): Promise<MeasuredPages> {
  // Rendering brings large libraries with it, which the other levels do without.
  const { gatherPixels } = await import('./render/gather-pixels.ts');
  return gatherPixels(file, inspected, inspected.thresholds.of(MEASURED_BY).value, signal);
}

/** What could not be rendered is tried again with each look. */
const isWhole = ({ pixels, secondOpinionPageCount }: MeasuredPages): boolean =>
  secondOpinionPageCount !== undefined && pixels.every((page) => page !== null);

function caseOf(
  { kind, spec, pageCount, contract, thresholds }: PreflightRequest,
  inspection: PdfInspection,
): InspectedFileCase {
  const resolved = resolveThresholds({ ...thresholds, spec: thresholdsOfSpec(spec) });
  return { facts: inspection.facts, inspection, kind, spec, pageCount, contract, thresholds: resolved };
}
