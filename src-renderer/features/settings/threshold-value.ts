import type { ThresholdView } from '../../../src-core/ipc/subjects/checks.ts';

type Unit = ThresholdView['unit'];

/** Nobody means more than this, as it is typed; whoever types it has slipped. */
const MOST: Readonly<Record<Unit, number>> = {
  mm: 1_000,
  pages: 10_000,
  bytes: 10_000,
  degrees: 360,
  factor: 100,
  ppi: 10_000,
  pt: 1_000,
  percent: 400,
  count: 1_000_000,
};
const WHOLE: ReadonlySet<Unit> = new Set<Unit>(['pages']);

const BYTES_PER_MB = 1_000_000;

/** A value as it is typed and shown: bytes in MB, everything else as it is. */
export const shownThreshold = (value: number, unit: Unit): string =>
  String(unit === 'bytes' ? value / BYTES_PER_MB : value);

export type ThresholdEntry =
  | { readonly value: number }
  | { readonly fault: 'notANumber' | 'notWhole' | 'tooLarge'; readonly most: number };

/** What was typed, as a value of the unit; full-width digits of a Hangul layout and commas between thousands are read too. */
export function readThreshold(text: string, unit: Unit): ThresholdEntry {
  const most = MOST[unit];
  const plain = text.normalize('NFKC').trim();
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain);
  const digits = isGrouped ? plain.replaceAll(',', '') : plain;
  if (!/^\d+(\.\d+)?$|^\.\d+$/.test(digits)) return { fault: 'notANumber', most };
  const value = Number(digits);
  if (WHOLE.has(unit) && !Number.isInteger(value)) return { fault: 'notWhole', most };
  if (value > most) return { fault: 'tooLarge', most };
  return { value: unit === 'bytes' ? Math.round(value * BYTES_PER_MB) : value };
}
