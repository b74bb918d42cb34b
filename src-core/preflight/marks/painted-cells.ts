import type { BoundsMm } from '../../pdf/inspection/geometry.ts';

const CELL_MM = 4;
/** No book is so large; the squares of a page that claims to be are larger. */
const MAX_CELLS_ACROSS = 512;

/**
 * Roughly where a page has been painted so far, in squares: enough to tell white on paper, which nobody sees, from white
 * on a picture. A square that is touched counts as painted.
 */
export class PaintedCells {
  private readonly cellMm: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly cells: Uint8Array;

  constructor(widthMm: number, heightMm: number) {
    this.cellMm = Math.max(CELL_MM, widthMm / MAX_CELLS_ACROSS, heightMm / MAX_CELLS_ACROSS);
    this.columns = Math.max(1, Math.ceil(widthMm / this.cellMm));
    this.rows = Math.max(1, Math.ceil(heightMm / this.cellMm));
    this.cells = new Uint8Array(this.columns * this.rows);
  }

  paint(bounds: BoundsMm): void {
    this.eachRow(bounds, (from, to) => {
      this.cells.fill(1, from, to);
      return false;
    });
  }

  isTouched(bounds: BoundsMm): boolean {
    return this.eachRow(bounds, (from, to) => this.cells.subarray(from, to).includes(1));
  }

  /** Stops at the first row for which `visit` says so, and tells whether one did. */
  private eachRow(
    { leftMm, topMm, rightMm, bottomMm }: BoundsMm,
    visit: (from: number, to: number) => boolean,
  ): boolean {
    const left = clamp(Math.floor(leftMm / this.cellMm), this.columns - 1);
    const right = clamp(Math.floor(rightMm / this.cellMm), this.columns - 1);
    const bottom = clamp(Math.floor(bottomMm / this.cellMm), this.rows - 1);
    for (let row = clamp(Math.floor(topMm / this.cellMm), this.rows - 1); row <= bottom; row++) {
      if (visit(row * this.columns + left, row * this.columns + right + 1)) return true;
    }
    return false;
  }
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
