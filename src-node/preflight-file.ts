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
import { inspectPdfFile } from './inspect-file.ts';

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

/** Levels 2 and 3 of one file on disk. Throws only when the file cannot be opened, or the signal ends the rendering. */
export async function preflightFile(request: PreflightRequest, signal?: AbortSignal): Promise<PreflightAnswer> {
  const inspected = inspectPdfFile(request.path);
  if (inspected.status === 'unreadable') return { facts: inspected.facts, level: 1, findings: [], summary: null };
  const { inspection } = inspected;
  const file = caseOf(request, inspection);
  const findings = judgeInspected(file);
  const summary = summarise(inspection);
  if (request.level === 2) return { facts: inspection.facts, level: 2, findings, summary };
  // Rendering brings large libraries with it, which the other levels do without.
  const { gatherPixels } = await import('./render/gather-pixels.ts');
  const pixels = await gatherPixels(request.path, file, signal);
  const rendered = { ...file, pixels, ...(await secondOpinion(request.path)) };
  return { facts: inspection.facts, level: 3, findings: [...findings, ...judgeRendered(rendered)], summary };
}

/** How many pages another engine counts. One that cannot open the file has drawn no page either, which is told already. */
async function secondOpinion(path: string): Promise<{ readonly secondOpinionPageCount?: number }> {
  const { openPageRenderer } = await import('./render/page-renderer.ts');
  const renderer = await openPageRenderer(path).catch(() => null);
  if (renderer === null) return {};
  const { pageCount } = renderer;
  renderer.close();
  return { secondOpinionPageCount: pageCount };
}

function caseOf(
  { kind, spec, pageCount, contract, thresholds }: PreflightRequest,
  inspection: PdfInspection,
): InspectedFileCase {
  const resolved = resolveThresholds({ ...thresholds, spec: thresholdsOfSpec(spec) });
  return { facts: inspection.facts, inspection, kind, spec, pageCount, contract, thresholds: resolved };
}
