import type { PdfKind } from '../src-core/contract/books.ts';
import type { Contract } from '../src-core/contract/profiles.ts';
import type { CheckLevel } from '../src-core/preflight/verdicts.ts';
import type { PdfInspection } from '../src-core/pdf/inspection/inspection.ts';
import type { PdfFacts } from '../src-core/pdf/read-facts.ts';
import type { CheckedSpec, InspectedFileCase } from '../src-core/preflight/check.ts';
import { summarise, type FileSummary } from '../src-core/preflight/file-summary.ts';
import type { Finding } from '../src-core/preflight/finding.ts';
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
}

/**
 * Levels 2 and 3 of one file on disk, which is opened once. Throws only when it cannot be opened, or the signal ends the rendering.
 */
export async function preflightFile(request: PreflightRequest, signal?: AbortSignal): Promise<PreflightAnswer> {
  const file = OpenedFile.open(request.path);
  try {
    const result = file.inspect();
    if (result.status === 'unreadable') return { facts: result.facts, level: 1, findings: [], summary: null };
    const { inspection } = result;
    const inspected = caseOf(request, inspection);
    const answer = { facts: inspection.facts, summary: summarise(inspection, file.overprint()?.pages ?? new Set()) };
    if (request.level === 2) return { ...answer, level: 2, findings: judgeInspected(inspected) };
    // Rendering brings large libraries with it, which the other levels do without.
    const { gatherPixels } = await import('./render/gather-pixels.ts');
    const rendered = { ...inspected, ...(await gatherPixels(file, inspected, signal)) };
    return { ...answer, level: 3, findings: [...judgeInspected(rendered), ...judgeRendered(rendered)] };
  } finally {
    file.close();
  }
}

function caseOf(
  { kind, spec, pageCount, contract, thresholds }: PreflightRequest,
  inspection: PdfInspection,
): InspectedFileCase {
  const resolved = resolveThresholds({ ...thresholds, spec: thresholdsOfSpec(spec) });
  return { facts: inspection.facts, inspection, kind, spec, pageCount, contract, thresholds: resolved };
}
