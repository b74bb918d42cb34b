import { isWithin } from '../preflight/marks/within.ts';
import { innerSizeMm, sizeMmOf, toleranceMmOf, type Mm2 } from '../specs/book-geometry.ts';
import type { FixTarget } from './fix.ts';
import { mmToPoints, pointsToMm } from '../units.ts';

/** The page that an order asks for, in points. */
interface TargetSheet {
  readonly widthPt: number;
  readonly heightPt: number;
  /** From the page's edge to the trim; for a hard cover to the edge of the board, behind which the wrap lies. */
  readonly insetPt: number;
}

export function targetSheet(target: FixTarget): TargetSheet {
  const size = sizeMmOf(target.spec, target.kind, target.pageCount);
  return {
    widthPt: mmToPoints(size.widthMm),
    heightPt: mmToPoints(size.heightMm),
    insetPt: mmToPoints(insetMmOf(target)),
  };
}

function insetMmOf({ kind, spec }: FixTarget): number {
  return kind === 'cover' && spec.coverType === 'Hardcover' ? (spec.caseWrapMarginMm ?? 0) : spec.bleedMm;
}

/** Whether a page of this size, in points, is one the order asks for. */
export function fitsTarget(target: FixTarget, widthPt: number, heightPt: number): boolean {
  return fits(target, sizeMmOf(target.spec, target.kind, target.pageCount), widthPt, heightPt);
}

/** Whether it has the size of the trim: exported without bleed. */
function fitsTrim(target: FixTarget, widthPt: number, heightPt: number): boolean {
  const { widthMm, heightMm } = sizeMmOf(target.spec, target.kind, target.pageCount);
  const off = 2 * insetMmOf(target);
  return fits(target, { widthMm: widthMm - off, heightMm: heightMm - off }, widthPt, heightPt);
}

/** Whether it lies between trim and edge, evenly: exported without bleed, or with less of it than the order asks for. */
export function fitsWithinBleed(target: FixTarget, widthPt: number, heightPt: number): boolean {
  const sheet = targetSheet(target);
  const across = sheet.widthPt - widthPt;
  const down = sheet.heightPt - heightPt;
  const isEven =
    Math.abs(across - down) <= mmToPoints(toleranceMmOf(target.spec, target.kind, target.contract).widthMm);
  return (
    fitsTrim(target, widthPt, heightPt) ||
    (isEven && Math.min(across, down) > 0 && Math.max(across, down) <= 2 * sheet.insetPt)
  );
}

/** Whether it has the size of contents bound the other way: spreads where pages are wanted, or pages where spreads are. */
export function fitsOtherBinding(target: FixTarget, widthPt: number, heightPt: number): boolean {
  const { spec } = target;
  return fits(
    target,
    innerSizeMm({ ...spec, bindingType: spec.bindingType === 'LAYFLAT' ? 'PUR' : 'LAYFLAT' }),
    widthPt,
    heightPt,
  );
}

function fits({ spec, kind, contract }: FixTarget, size: Mm2, widthPt: number, heightPt: number): boolean {
  const tolerance = toleranceMmOf(spec, kind, contract);
  return (
    isWithin(pointsToMm(widthPt), size.widthMm, tolerance.widthMm) &&
    isWithin(pointsToMm(heightPt), size.heightMm, tolerance.heightMm)
  );
}
