import type { Guide, GuideSheet } from '../../../src-core/specs/guides.ts';

/** What lies between two neighbouring edges of a sheet. */
export type SheetPart = 'bleed' | 'wrap' | 'board' | 'back' | 'hinge' | 'spine' | 'front' | 'page';

export interface Dimension {
  readonly part: SheetPart;
  readonly fromMm: number;
  readonly toMm: number;
  /** One decimal, as sizes are published. */
  readonly valueMm: number;
}

/**
 * The dimension line across a sheet, left to right: every part between two guides with its width.
 * The parts add up to the width of the sheet by construction.
 */
export function chainAcross(sheet: GuideSheet): readonly Dimension[] {
  return chain(sheet.guides, sheet.widthMm, 'x');
}

/** The dimension line down a sheet, top to bottom. */
export function chainDown(sheet: GuideSheet): readonly Dimension[] {
  return chain(sheet.guides, sheet.heightMm, 'y');
}

/** Nearer than this two edges are one: guides meet at shared edges, apart only by binary fractions. */
const SAME_EDGE_MM = 0.01;

function chain(guides: readonly Guide[], lengthMm: number, axis: 'x' | 'y'): readonly Dimension[] {
  const edges = edgesOf(guides, lengthMm, axis);
  return edges.slice(1).map((toMm, index) => {
    // The list was cut by one in front, so every entry has an edge before it.
    const fromMm = edges[index] ?? 0;
    return { part: partAt(guides, (fromMm + toMm) / 2, lengthMm, axis), fromMm, toMm, valueMm: tenth(toMm - fromMm) };
  });
}

function edgesOf(guides: readonly Guide[], lengthMm: number, axis: 'x' | 'y'): readonly number[] {
  const found = [0, lengthMm];
  for (const guide of guides) {
    if (guide.kind === 'safe') continue;
    if (guide.form === 'line') {
      const isAcross = axis === 'x' ? guide.x1Mm === guide.x2Mm : guide.y1Mm === guide.y2Mm;
      if (isAcross) found.push(axis === 'x' ? guide.x1Mm : guide.y1Mm);
      continue;
    }
    const [startMm, endMm] = spanOf(guide, axis);
    found.push(startMm, endMm);
  }
  return found
    .sort((a, b) => a - b)
    .filter((edge, index, all) => index === 0 || edge - (all[index - 1] ?? 0) > SAME_EDGE_MM);
}

function partAt(guides: readonly Guide[], atMm: number, lengthMm: number, axis: 'x' | 'y'): SheetPart {
  const isIn = (kind: Guide['kind']): boolean =>
    guides.some((guide) => {
      if (guide.kind !== kind || guide.form === 'line') return false;
      const [startMm, endMm] = spanOf(guide, axis);
      return atMm > startMm && atMm < endMm;
    });
  const has = (kind: Guide['kind']): boolean => guides.some((guide) => guide.kind === kind);
  if (axis === 'x' && isIn('hinge')) return 'hinge';
  if (axis === 'x' && isIn('spine')) return 'spine';
  if (!isIn('trim')) return has('wrap') ? 'wrap' : 'bleed';
  if (axis === 'y') return has('wrap') ? 'board' : 'page';
  if (!has('spine')) return 'page';
  return atMm < lengthMm / 2 ? 'back' : 'front';
}

function spanOf(guide: Exclude<Guide, { form: 'line' }>, axis: 'x' | 'y'): readonly [number, number] {
  const { xMm, yMm, widthMm, heightMm } = guide.rect;
  return axis === 'x' ? [xMm, xMm + widthMm] : [yMm, yMm + heightMm];
}

const tenth = (valueMm: number): number => Math.round(valueMm * 10) / 10;
