import type { BoundsMm, Matrix } from '../geometry.ts';

/** A closed rectangle has five points at most; of longer paths the corners do not matter. */
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
  private readonly points = new Float64Array(POINTS_KEPT * 2);
  private pointCount = 0;
  private startX = 0;
  private startY = 0;
  /** The current point; without one nothing can be drawn to. */
  private x = 0;
  private y = 0;
  private hasPoint = false;
  /** The next segment begins a subpath at the current point. */
  private isStarting = false;

  get isEmpty(): boolean {
    return this.segments === 0;
  }

  moveTo(x: number, y: number): void {
    this.startX = this.x = x;
    this.startY = this.y = y;
    this.hasPoint = this.isStarting = true;
  }

  lineTo(ctm: Matrix, x: number, y: number): void {
    if (!this.begins(ctm)) return;
    this.reach(ctm, x, y);
    this.x = x;
    this.y = y;
  }

  /** Bounded by the control points, which a curve never leaves. */
  curveTo(ctm: Matrix, x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void {
    if (!this.begins(ctm)) return;
    this.hasCurves = true;
    this.reach(ctm, x1, y1);
    this.reach(ctm, x2, y2);
    this.reach(ctm, x3, y3);
    this.x = x3;
    this.y = y3;
  }

  /** A curve whose first control point is the current point. */
  curveFromHere(ctm: Matrix, x2: number, y2: number, x3: number, y3: number): void {
    this.curveTo(ctm, this.x, this.y, x2, y2, x3, y3);
  }

  rectangle(ctm: Matrix, x: number, y: number, width: number, height: number): void {
    this.moveTo(x, y);
    this.lineTo(ctm, x + width, y);
    this.lineTo(ctm, x + width, y + height);
    this.lineTo(ctm, x, y + height);
    this.segments++;
    this.close();
  }

  close(): void {
    this.x = this.startX;
    this.y = this.startY;
    this.isStarting = this.hasPoint;
  }

  finish(): BuiltPath {
    const boundsMm = { leftMm: this.left, topMm: this.top, rightMm: this.right, bottomMm: this.bottom };
    return { boundsMm, shape: this.shape(), segments: this.segments };
  }

  clear(): void {
    this.left = this.top = Infinity;
    this.right = this.bottom = -Infinity;
    this.segments = this.subpaths = this.pointCount = 0;
    this.hasCurves = this.hasPoint = this.isStarting = false;
  }

  private begins(ctm: Matrix): boolean {
    if (!this.hasPoint) return false;
    if (this.isStarting) {
      this.isStarting = false;
      this.subpaths++;
      this.reach(ctm, this.x, this.y);
    }
    this.segments++;
    return true;
  }

  private reach(ctm: Matrix, x: number, y: number): void {
    const atX = x * ctm[0] + y * ctm[2] + ctm[4];
    const atY = x * ctm[1] + y * ctm[3] + ctm[5];
    if (atX < this.left) this.left = atX;
    if (atX > this.right) this.right = atX;
    if (atY < this.top) this.top = atY;
    if (atY > this.bottom) this.bottom = atY;
    if (this.pointCount < POINTS_KEPT) {
      this.points[2 * this.pointCount] = atX;
      this.points[2 * this.pointCount + 1] = atY;
      this.pointCount++;
    }
  }

  private shape(): BuiltPath['shape'] {
    if (this.subpaths !== 1 || this.hasCurves) return 'other';
    if (this.pointCount === 2) return 'line';
    const isClosedByHand = this.pointCount === 5 && this.isLevel(0, 4) && this.isPlumb(0, 4);
    return (this.pointCount === 4 || isClosedByHand) && this.isUprightRectangle() ? 'rectangle' : 'other';
  }

  private isUprightRectangle(): boolean {
    const levelFirst = this.isLevel(0, 1) && this.isPlumb(1, 2) && this.isLevel(2, 3) && this.isPlumb(3, 0);
    return levelFirst || (this.isPlumb(0, 1) && this.isLevel(1, 2) && this.isPlumb(2, 3) && this.isLevel(3, 0));
  }

  private isLevel(a: number, b: number): boolean {
    return Math.abs((this.points[2 * a + 1] as number) - (this.points[2 * b + 1] as number)) <= UPRIGHT_SLACK_MM;
  }

  private isPlumb(a: number, b: number): boolean {
    return Math.abs((this.points[2 * a] as number) - (this.points[2 * b] as number)) <= UPRIGHT_SLACK_MM;
  }
}
