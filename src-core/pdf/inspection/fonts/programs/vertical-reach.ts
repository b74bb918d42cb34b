/** From the lowest to the highest point of an outline, in its own units; low above high where nothing is drawn. */
export type VerticalExtent = readonly [low: number, high: number];

export const NOTHING_DRAWN: VerticalExtent = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** How far a pen that draws lines and curves has come up and down; where it is across does not matter. */
export class VerticalReach {
  private low = Number.POSITIVE_INFINITY;
  private high = Number.NEGATIVE_INFINITY;

  private y = 0;

  get extent(): VerticalExtent {
    return [this.low, this.high];
  }

  move(dy: number): void {
    this.y += dy;
  }

  line(dy: number): void {
    this.touch(this.y);
    this.y += dy;
    this.touch(this.y);
  }

  /** A cubic curve, each control point from the one before. */
  curve(dy1: number, dy2: number, dy3: number): void {
    const from = this.y;
    const [one, two] = [from + dy1, from + dy1 + dy2];
    const to = two + dy3;
    this.touch(from);
    this.touch(to);
    this.y = to;
    if (Math.min(one, two) >= this.low && Math.max(one, two) <= this.high) return;
    // Where the derivative, a square function of t, is zero.
    const [a, b, c] = [dy3 - 2 * dy2 + dy1, 2 * (dy2 - dy1), dy1];
    const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
    const turns = Math.abs(a) < 1e-9 ? [-c / b] : [(-b + root) / (2 * a), (-b - root) / (2 * a)];
    for (const t of turns) {
      const s = 1 - t;
      if (t > 0 && t < 1) this.touch(s * s * s * from + 3 * s * s * t * one + 3 * s * t * t * two + t * t * t * to);
    }
  }

  private touch(y: number): void {
    if (y < this.low) this.low = y;
    if (y > this.high) this.high = y;
  }
}
