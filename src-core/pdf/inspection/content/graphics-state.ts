import { DEVICE_GRAY } from '../colour-spaces.ts';
import type { Paint } from '../colour-facts.ts';
import type { OpenFont } from '../fonts/open-font.ts';
import { contains, intersect, multiply, type BoundsMm, type Matrix } from '../geometry.ts';
import type { PaintState } from '../page-objects.ts';
import { PLAIN_STATE } from './paint-states.ts';

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** No clip yet. */
export const EVERYWHERE: BoundsMm = { leftMm: -1e9, topMm: -1e9, rightMm: 1e9, bottomMm: 1e9 };
const BLACK: Paint = { space: DEVICE_GRAY, values: [0], pattern: null };

/** The graphics state of ISO 32000-1, 8.4, as far as facts follow from it. `ctm` leads to millimetres on the page as seen. */
export class GraphicsState {
  /** Null when nothing is left to paint on. */
  clip: BoundsMm | null = EVERYWHERE;
  /** All clip paths were upright rectangles, so that `clip` is exact. */
  isClipExact = true;
  fill: Paint = BLACK;
  stroke: Paint = BLACK;
  lineWidth = 1;
  /** Without layers and enclosing groups, which the content stream adds. */
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
    const copy = new GraphicsState(this.ctm);
    copy.clip = this.clip;
    copy.isClipExact = this.isClipExact;
    copy.fill = this.fill;
    copy.stroke = this.stroke;
    copy.lineWidth = this.lineWidth;
    copy.paint = this.paint;
    copy.font = this.font;
    copy.fontSize = this.fontSize;
    copy.charSpace = this.charSpace;
    copy.wordSpace = this.wordSpace;
    copy.horizontalScale = this.horizontalScale;
    copy.leading = this.leading;
    copy.rise = this.rise;
    copy.renderingMode = this.renderingMode;
    return copy;
  }

  concatenate(matrix: Matrix): void {
    this.ctm = multiply(matrix, this.ctm);
  }

  clipTo(bounds: BoundsMm | null, isExact: boolean): void {
    this.clip = this.clip === null || bounds === null ? null : intersect(this.clip, bounds);
    if (!isExact) this.isClipExact = false;
  }

  /** What the clip leaves of a mark; the same object when it leaves all. */
  clipped(boundsMm: BoundsMm): BoundsMm | null {
    const { clip } = this;
    if (clip === null) return null;
    return contains(clip, boundsMm) ? boundsMm : intersect(boundsMm, clip);
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

/** Null for a matrix that maps everything to a line or a point. */
export function inverseOf([a, b, c, d, e, f]: Matrix): Matrix | null {
  const area = a * d - b * c;
  if (area === 0 || !Number.isFinite(area)) return null;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}
