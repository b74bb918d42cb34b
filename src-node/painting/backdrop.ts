import type { Colour, PaintItem } from '../../src-core/composition/sketch.ts';
import type { BoxMm } from '../../src-core/specs/book-geometry.ts';

const OPAQUE = 255;
const SLACK_MM = 0.01;

/**
 * The one colour that lies under a box, of what was painted before: the ground's, or that of a plain field that holds
 * the whole box. Null when something else is in it.
 */
export function backdropOf(box: BoxMm, ground: Colour, before: readonly PaintItem[]): Colour | null {
  for (const item of [...before].reverse()) {
    if (!meets(item.box, box)) continue;
    return item.kind === 'rectangle' && isPlain(item) && holds(item.box, box) ? item.fill : null;
  }
  return ground;
}

const isPlain = ({ fill, cornerRadiusMm, border }: Extract<PaintItem, { kind: 'rectangle' }>): boolean =>
  fill.alpha === OPAQUE && cornerRadiusMm === 0 && border === null;

const meets = (a: BoxMm, b: BoxMm): boolean =>
  a.xMm + SLACK_MM < b.xMm + b.widthMm &&
  b.xMm + SLACK_MM < a.xMm + a.widthMm &&
  a.yMm + SLACK_MM < b.yMm + b.heightMm &&
  b.yMm + SLACK_MM < a.yMm + a.heightMm;

const holds = (outer: BoxMm, inner: BoxMm): boolean =>
  outer.xMm <= inner.xMm + SLACK_MM &&
  outer.yMm <= inner.yMm + SLACK_MM &&
  outer.xMm + outer.widthMm >= inner.xMm + inner.widthMm - SLACK_MM &&
  outer.yMm + outer.heightMm >= inner.yMm + inner.heightMm - SLACK_MM;

/** A colour that is seen through, mixed with the one that it lies on. */
export function mixedOn(over: Colour, ground: Colour): Colour {
  const share = over.alpha / OPAQUE;
  const mix = (a: number, b: number) => Math.round(a * share + b * (1 - share));
  return {
    red: mix(over.red, ground.red),
    green: mix(over.green, ground.green),
    blue: mix(over.blue, ground.blue),
    alpha: OPAQUE,
  };
}
