import type { Finding, Quantity } from '../../src-core/preflight/finding.ts';
import type { Messages } from './messages.ts';

/** A finding in words, as the window has them. */
export interface FindingWords {
  readonly title: string;
  readonly detail: string;
  readonly measured: string;
  readonly allowed: string;
  readonly tolerance: string;
  readonly cause: string;
  readonly source: string;
  readonly remedies: readonly string[];
}

export function wordsOf(found: Finding, messages: Messages): FindingWords {
  const { say, has, ref } = messages;
  const detailKey = `findings.${found.ruleId}.detail`;
  const quantity = (value: Quantity | null) => (value === null ? '' : quantityText(value, messages));
  return {
    title: say(`findings.${found.ruleId}.title`, found.params),
    detail: has(detailKey) ? say(detailKey, found.params) : '',
    measured: quantity(found.measured),
    allowed: quantity(found.allowed),
    tolerance: found.tolerance === null ? '' : `±${quantity(found.tolerance)}`,
    cause: found.cause === null ? '' : ref(found.cause),
    source: ref(found.source),
    remedies: found.remedies.map(ref),
  };
}

const DIGITS: Readonly<Record<Exclude<Quantity['unit'], 'pages' | 'bytes'>, number>> = {
  mm: 2,
  degrees: 0,
  factor: 3,
  ppi: 0,
  pt: 2,
  percent: 0,
  count: 0,
};
const SYMBOLS: Readonly<Partial<Record<Quantity['unit'], string>>> = {
  mm: ' mm',
  ppi: ' ppi',
  pt: ' pt',
  percent: '%',
  degrees: '°',
};
const BYTES_PER_MB = 1024 * 1024;

function quantityText({ value, unit }: Quantity, { language, say }: Messages): string {
  if (unit === 'pages') return say('report.pages', { pages: value });
  const number = (amount: number, maximumFractionDigits: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits }).format(amount);
  if (unit === 'bytes')
    return value < BYTES_PER_MB ? `${number(value / 1024, 1)} KB` : `${number(value / BYTES_PER_MB, 1)} MB`;
  return `${number(value, DIGITS[unit])}${SYMBOLS[unit] ?? ''}`;
}

/** Page numbers as runs: `1, 3–7, 12`. */
export function pageRuns(pages: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const page of pages) {
    const last = runs.at(-1);
    if (last !== undefined && page === last[1] + 1) last[1] = page;
    else runs.push([page, page]);
  }
  return runs
    .map(([from, to]) => (from === to ? String(from) : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`))
    .join(', ');
}
