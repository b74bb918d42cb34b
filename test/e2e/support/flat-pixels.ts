import type { Raster } from '../../fixtures/pdf/pdf-renderers.ts';

/** Farther from every colour than this a pixel is an edge between two. */
const CLEAR = 48;
const STEP = 8;
const UNCLEAR = 0x80;

/** Which of so many colours each pixel is nearest to; those that are none of them are marked. */
export class FlatPixels {
  readonly #colours: readonly (readonly [number, number, number])[];
  readonly #nearest = new Uint8Array(32 ** 3);

  constructor(colours: readonly string[]) {
    this.#colours = colours.map(
      (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number],
    );
    for (let at = 0; at < this.#nearest.length; at += 1) {
      const rgb = [at >> 10, (at >> 5) & 31, at & 31].map((part) => part * STEP + STEP / 2);
      const away = this.#colours.map((colour) => Math.hypot(...colour.map((part, index) => part - (rgb[index] ?? 0))));
      const least = Math.min(...away);
      this.#nearest[at] = away.indexOf(least) | (least > CLEAR ? UNCLEAR : 0);
    }
  }

  of({ widthPx, heightPx, rgb }: Raster): Labels {
    const labels = new Uint8Array(widthPx * heightPx);
    for (let at = 0; at < labels.length; at += 1) {
      const [red, green, blue] = [rgb[at * 3] ?? 0, rgb[at * 3 + 1] ?? 0, rgb[at * 3 + 2] ?? 0];
      labels[at] = this.#nearest[((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3)] ?? 0;
    }
    return { widthPx, heightPx, labels };
  }
}

/** A part of the first picture that is left out. */
export interface LeftOut {
  readonly leftPx: number;
  readonly topPx: number;
  readonly rightPx: number;
  readonly bottomPx: number;
}

export interface Labels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly labels: Uint8Array;
}

/** A part of a sheet as both show it: its top left in pixels of each, and its size in pixels of the first. */
export interface Shared {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly otherLeftPx: number;
  readonly otherTopPx: number;
  /** Pixels of the other a pixel of the first: a whole number or not, more than one. */
  readonly factor: number;
}

/**
 * Where a colour is shown that the other picture does not have within so many pixels of that place, either way: pixels of the first,
 * from its left and its top. And how many were compared.
 */
export function strayPixels(
  first: Labels,
  other: Labels,
  shared: Shared,
  withinPx: number,
  leftOut: readonly LeftOut[],
): { readonly stray: readonly string[]; readonly compared: number } {
  const { leftPx, topPx, widthPx, heightPx, otherLeftPx, otherTopPx, factor } = shared;
  const across = (px: number) => otherLeftPx + (px - leftPx) * factor;
  const down = (px: number) => otherTopPx + (px - topPx) * factor;
  const stray: string[] = [];
  let compared = 0;
  // The outermost pixels of what is shared may show half of what lies beside it.
  for (let y = Math.ceil(topPx) + 1; y < topPx + heightPx - 2; y += 1)
    for (let x = Math.ceil(leftPx) + 1; x < leftPx + widthPx - 2; x += 1) {
      if (leftOut.some((box) => x > box.leftPx && x < box.rightPx && y > box.topPx && y < box.bottomPx)) continue;
      compared += 1;
      const [there, thereY] = [Math.floor(across(x + 0.5)), Math.floor(down(y + 0.5))];
      const own = first.labels[y * first.widthPx + x] ?? 0;
      const its = other.labels[thereY * other.widthPx + there] ?? 0;
      if (own < UNCLEAR && !isNear(other, there, thereY, own, Math.round(withinPx * factor))) stray.push(`${x} ${y}`);
      else if (isSolid(other, there, thereY, its) && !isNear(first, x, y, its, withinPx)) stray.push(`${x} ${y}`);
    }
  return { stray, compared };
}

/** Not a hair between two edges that were softened one after the other, which only that resolution has. */
const isSolid = ({ widthPx, labels }: Labels, x: number, y: number, label: number): boolean =>
  label < UNCLEAR &&
  [-1, 0, 1].every((down) => [-1, 0, 1].every((across) => labels[(y + down) * widthPx + x + across] === label));

function isNear({ widthPx, heightPx, labels }: Labels, x: number, y: number, label: number, reach: number): boolean {
  if (((labels[y * widthPx + x] ?? 0) & ~UNCLEAR) === label) return true;
  for (let row = Math.max(0, y - reach); row <= Math.min(heightPx - 1, y + reach); row += 1)
    for (let column = Math.max(0, x - reach); column <= Math.min(widthPx - 1, x + reach); column += 1)
      if (((labels[row * widthPx + column] ?? 0) & ~UNCLEAR) === label) return true;
  return false;
}
