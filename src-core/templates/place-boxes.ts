import type { Box, Length } from './theme.ts';

/** Millimetres, y downwards. */
export interface Frame {
  readonly xMm: number;
  readonly yMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** The frames that an element may lie in; all of them count from one origin. A spread's pages have one each. */
export type Frames = Readonly<Record<'trim' | 'margin' | 'bleed', Frame>> & {
  readonly [page in 'leftPage' | 'rightPage']?: Frame;
};

/** Throws where there is no such frame. */
export function frameIn(frames: Frames, name: NonNullable<Box['in']>): Frame {
  const frame = frames[name];
  if (frame === undefined) throw new Error(`only a spread has a ${name}`);
  return frame;
}

/** A length in millimetres; shares are of `wholeMm`. */
export function lengthMm(length: Length, wholeMm: number): number {
  if (typeof length === 'number') return length;
  const [, share = '0', plus = '0'] = /^(-?[\d.]+)%([+-][\d.]+)?$/.exec(length) ?? [];
  return (Number(share) / 100) * wholeMm + Number(plus);
}

/**
 * The place of a box. `contentHeightMm` is the height of its text where that is what it is given by. Throws when the box
 * says too much or too little: a mistake in a theme, found when the catalogue is read.
 */
export function placeBox(
  box: Box,
  frames: Frames,
  placed: ReadonlyMap<string, Frame>,
  contentHeightMm: number | null,
): Frame {
  const frame = frameIn(frames, box.in ?? 'margin');
  const across = span(box.left, box.right, box.width, frame.widthMm, 'left, right and width');
  const heightMm = box.ratio !== undefined ? across.sizeMm / box.ratio : contentHeightMm;
  const { top, bottom } = stacked(box, frame, placed);
  const down = span(top, bottom, heightMm ?? box.height, frame.heightMm, 'top, bottom and height');
  return {
    xMm: frame.xMm + across.startMm,
    yMm: frame.yMm + down.startMm,
    widthMm: across.sizeMm,
    heightMm: down.sizeMm,
  };
}

function stacked(
  box: Box,
  frame: Frame,
  placed: ReadonlyMap<string, Frame>,
): { top: Length | undefined; bottom: Length | undefined } {
  const gapMm = lengthMm(box.gap ?? 0, frame.heightMm);
  const other = (key: string): Frame => {
    const found = placed.get(key);
    if (found === undefined) throw new Error(`no element before it has the key ${key}`);
    return found;
  };
  const under = box.below === undefined ? null : other(box.below);
  const over = box.above === undefined ? null : other(box.above);
  return {
    top: under === null ? box.top : under.yMm + under.heightMm + gapMm - frame.yMm,
    bottom: over === null ? box.bottom : frame.yMm + frame.heightMm - over.yMm + gapMm,
  };
}

function span(
  start: Length | undefined,
  end: Length | undefined,
  size: Length | undefined,
  wholeMm: number,
  what: string,
): { startMm: number; sizeMm: number } {
  if (start !== undefined && end !== undefined && size !== undefined) throw new Error(`two of ${what} are enough`);
  if (size === undefined) {
    const startMm = lengthMm(start ?? 0, wholeMm);
    const sizeMm = wholeMm - startMm - lengthMm(end ?? 0, wholeMm);
    if (sizeMm <= 0) throw new Error(`${what} leave nothing of ${wholeMm} mm`);
    return { startMm, sizeMm };
  }
  const sizeMm = lengthMm(size, wholeMm);
  return {
    startMm: end === undefined ? lengthMm(start ?? 0, wholeMm) : wholeMm - lengthMm(end, wholeMm) - sizeMm,
    sizeMm,
  };
}
