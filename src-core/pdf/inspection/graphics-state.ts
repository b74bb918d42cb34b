import { DEVICE_GRAY } from './colour-spaces.ts';
import type { Paint } from './colour-facts.ts';
import type { OpenFont } from './fonts/open-font.ts';
import { intersect, multiply, type BoundsMm, type Matrix } from './geometry.ts';
import type { PaintState } from './page-objects.ts';

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** No clip yet. */
export const EVERYWHERE: BoundsMm = { leftMm: -1e9, topMm: -1e9, rightMm: 1e9, bottomMm: 1e9 };
export const BLACK: Paint = { space: DEVICE_GRAY, values: [0], pattern: null };

export const PLAIN_STATE: PaintState = {
  fillAlpha: 1,
  strokeAlpha: 1,
  blendMode: 'Normal',
  hasSoftMask: false,
  overprintsFill: false,
  overprintsStroke: false,
  overprintMode: 0,
  pressControls: [],
  layer: null,
};

/** The graphics state of ISO 32000-1, 8.4, as far as facts follow from it. `ctm` leads to millimetres on the page as seen. */
export class GraphicsState {
  clip: BoundsMm | null = EVERYWHERE;
  /** All clip paths were upright rectangles, so that `clip` is exact. */
  isClipExact = true;
  fill: Paint = BLACK;
  stroke: Paint = BLACK;
  lineWidth = 1;
  paint: PaintState = PLAIN_STATE;
  font: OpenFont | null = null;
  fontSize = 0;
  charSpace = 0;
  wordSpace = 0;
  horizontalScale = 1;
  leading = 0;
  rise = 0;
  renderingMode = 0;

  constructor(public ctm: Matrix) {}

  copy(): GraphicsState {
    return Object.assign(new GraphicsState(this.ctm), this);
  }

  concatenate(matrix: Matrix): void {
    this.ctm = multiply(matrix, this.ctm);
  }

  clipTo(bounds: BoundsMm | null, isExact: boolean): void {
    this.clip = this.clip === null || bounds === null ? null : intersect(this.clip, bounds);
    if (!isExact) this.isClipExact = false;
  }
}

/** Paint states of equal values are one object: pages have thousands of marks and a handful of states. */
export class PaintStates {
  private readonly known = new Map<string, PaintState>();

  with(state: PaintState, changes: Partial<PaintState>): PaintState {
    const next = { ...state, ...changes };
    const key = JSON.stringify([next.fillAlpha, next.strokeAlpha, next.blendMode, next.hasSoftMask, next.overprintsFill, next.overprintsStroke, next.overprintMode, next.pressControls, next.layer?.objectNumber]);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, next);
    return next;
  }
}

/** Smallest and largest factor by which a matrix stretches a length: its singular values. */
export function stretchOf([a, b, c, d]: Matrix): { readonly least: number; readonly most: number } {
  const sum = a * a + b * b + c * c + d * d;
  const area = a * d - b * c;
  const root = Math.sqrt(Math.max(0, sum * sum - 4 * area * area));
  return { least: Math.sqrt(Math.max(0, (sum - root) / 2)), most: Math.sqrt((sum + root) / 2) };
}

/** Whether a matrix keeps upright rectangles upright. */
export function isUpright([a, b, c, d]: Matrix): boolean {
  const slack = 1e-6 * (Math.abs(a) + Math.abs(b) + Math.abs(c) + Math.abs(d));
  return (Math.abs(b) <= slack && Math.abs(c) <= slack) || (Math.abs(a) <= slack && Math.abs(d) <= slack);
}
