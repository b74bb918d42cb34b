import type { BoxMm } from '../../../../src-core/specs/book-geometry.ts';
import { MM_PER_INCH } from '../../../../src-core/units.ts';
import type { SizePx } from '../../../ui/use-size-of.ts';

/** How the sheet lies on the stage: its own (0, 0) in screen pixels from the stage's top left, and pixels a millimetre. */
export interface StageView {
  readonly scale: number;
  readonly xPx: number;
  readonly yPx: number;
}

/** CSS pixels are 1/96 inch by definition; what a screen makes of them is its own. */
export const TRUE_SCALE = 96 / MM_PER_INCH;
const LEAST_SCALE = 0.2;
const MOST_SCALE = 40;
/** Around a sheet that fits; above and on the left for the rulers, below for the arrangements. */
const ROOM_PX = { left: 52, top: 48, right: 32, bottom: 72 } as const;

/** The whole sheet in the middle of the stage. */
export function fitting(printed: BoxMm, { widthPx, heightPx }: SizePx): StageView {
  const across = Math.max(40, widthPx - ROOM_PX.left - ROOM_PX.right);
  const down = Math.max(40, heightPx - ROOM_PX.top - ROOM_PX.bottom);
  const scale = within(Math.min(across / printed.widthMm, down / printed.heightMm));
  return {
    scale,
    xPx: ROOM_PX.left + (across - printed.widthMm * scale) / 2 - printed.xMm * scale,
    yPx: ROOM_PX.top + (down - printed.heightMm * scale) / 2 - printed.yMm * scale,
  };
}

/** Another scale; what lies under that point of the stage stays there. */
export function scaledAbout(view: StageView, scale: number, atXPx: number, atYPx: number): StageView {
  const next = within(scale);
  const factor = next / view.scale;
  return { scale: next, xPx: atXPx - (atXPx - view.xPx) * factor, yPx: atYPx - (atYPx - view.yPx) * factor };
}

export const movedBy = (view: StageView, dxPx: number, dyPx: number): StageView => ({
  ...view,
  xPx: view.xPx + dxPx,
  yPx: view.yPx + dyPx,
});

const within = (scale: number): number => Math.min(Math.max(scale, LEAST_SCALE), MOST_SCALE);
