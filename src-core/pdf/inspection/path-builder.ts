import type { BoundsMm, Matrix } from './geometry.ts';

const POINTS_KEPT = 6;
/** Corners this close to upright are upright. */
const UPRIGHT_SLACK_MM = 0.02;

export interface BuiltPath {
  readonly boundsMm: BoundsMm;
  readonly shape: 'line' | 'rectangle' | 'other';
  readonly segments: number;
}

/** Gathers a path while it is constructed: its extent on the page, and whether it is a line or an upright rectangle. */
export class PathBuilder {
  private left = Infinity;
  private top = Infinity;
  private right = -Infinity;
  private bottom = -Infinity;
  private segments = 0;
  private subpaths = 0;
  private hasCurves = false;
  private readonly points: number[] = [];
  private currentX = 0;
  private currentY = 0;

  get isEmpty(): boolean {
    return this.left > this.right;
  }

  moveTo(ctm: Matrix, x: number, y: number): void {
    this.subpaths++;
    this.reach(ctm, x, y);
  }

  lineTo(ctm: Matrix, x: number, y: number): void {
    this.segments++;
    this.reach(ctm, x, y);
  }

  /** Bounded by the control points, which a curve never leaves. */
  curveTo(ctm: Matrix, x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void {
    this.segments++;
    this.hasCurves = true;
    this.reach(ctm, x1, y1);
    this.reach(ctm, x2, y2);
    this.reach(ctm, x3, y3);
  }

  rectangle(ctm: Matrix, x: number, y: number, width: number, height: number): void {
    this.moveTo(ctm, x, y);
    this.lineTo(ctm, x + width, y);
    this.lineTo(ctm, x + width, y + height);
    this.lineTo(ctm, x, y + height);
    this.segments++;
    this.currentX = x;
    this.currentY = y;
  }

  get current(): readonly [number, number] {
    return [this.currentX, this.currentY];
  }

  finish(): BuiltPath {
    const boundsMm = { leftMm: this.left, topMm: this.top, rightMm: this.right, bottomMm: this.bottom };
    return { boundsMm, shape: this.shape(), segments: this.segments };
  }

  clear(): void {
    this.left = this.top = Infinity;
    this.right = this.bottom = -Infinity;
    this.segments = this.subpaths = 0;
    this.hasCurves = false;
    this.points.length = 0;
  }

  private reach(ctm: Matrix, x: number, y: number): void {
    this.currentX = x;
    this.currentY = y;
    const atX = x * ctm[0] + y * ctm[2] + ctm[4];
    const atY = x * ctm[1] + y * ctm[3] + ctm[5];
    if (atX < this.left) this.left = atX;
    if (atX > this.right) this.right = atX;
    if (atY < this.top) this.top = atY;
    if (atY > this.bottom) this.bottom = atY;
    if (this.points.length < POINTS_KEPT * 2) this.points.push(atX, atY);
  }

  private shape(): BuiltPath['shape'] {
    if (this.subpaths !== 1 || this.hasCurves) return 'other';
    const count = this.points.length / 2;
    if (count === 2) return 'line';
    const isClosedByHand = count === 5 && this.near(0, 4);
    return (count === 4 || isClosedByHand) && this.isUprightRectangle() ? 'rectangle' : 'other';
  }

  private near(a: number, b: number): boolean {
    const { points } = this;
    return (
      Math.abs((points[2 * a] ?? 0) - (points[2 * b] ?? 0)) <= UPRIGHT_SLACK_MM &&
      Math.abs((points[2 * a + 1] ?? 0) - (points[2 * b + 1] ?? 0)) <= UPRIGHT_SLACK_MM
    );
  }

  private isUprightRectangle(): boolean {
    const { points } = this;
    for (let corner = 0; corner < 4; corner++) {
      const next = (corner + 1) % 4;
      const isLevel = Math.abs((points[2 * corner + 1] ?? 0) - (points[2 * next + 1] ?? 0)) <= UPRIGHT_SLACK_MM;
      const isPlumb = Math.abs((points[2 * corner] ?? 0) - (points[2 * next] ?? 0)) <= UPRIGHT_SLACK_MM;
      if (!isLevel && !isPlumb) return false;
    }
    return true;
  }
}
