import type { BoundPicture } from './bound-values.ts';
import type { BoxMm } from './sketch.ts';

/** A picture's place in its gallery. */
export interface PlacedPicture {
  readonly picture: BoundPicture;
  readonly box: BoxMm;
}

/** Aspect ratios beyond this are cropped: a panorama of a hundred to one would be a hairline. */
const MOST_STRETCHED = 5;

/** Width over height. A picture whose size is not known counts as a square. */
export function aspectOf({ widthPx, heightPx }: BoundPicture): number {
  if (!(widthPx > 0) || !(heightPx > 0)) return 1;
  return Math.min(Math.max(widthPx / heightPx, 1 / MOST_STRETCHED), MOST_STRETCHED);
}

/** Fills the box with equal cells, as many columns as crop the pictures least. */
export function gridOf(pictures: readonly BoundPicture[], box: BoxMm, gapMm: number): PlacedPicture[] {
  const count = pictures.length;
  if (count === 0) return [];
  const shapes = Array.from({ length: count }, (_, index) => {
    const columns = index + 1;
    const rows = Math.ceil(count / columns);
    const widthMm = (box.widthMm - gapMm * (columns - 1)) / columns;
    const heightMm = (box.heightMm - gapMm * (rows - 1)) / rows;
    const empty = columns * rows - count;
    const cost = widthMm > 0 && heightMm > 0 ? pictures.reduce((sum, picture) => sum + cropOf(aspectOf(picture), widthMm / heightMm), 0) + empty / count : Infinity;
    return { columns, widthMm, heightMm, cost };
  });
  const { columns, widthMm, heightMm } = least(shapes);
  return pictures.map((picture, index) => ({
    picture,
    box: {
      xMm: box.xMm + (index % columns) * (widthMm + gapMm),
      yMm: box.yMm + Math.floor(index / columns) * (heightMm + gapMm),
      widthMm: Math.max(widthMm, 0),
      heightMm: Math.max(heightMm, 0),
    },
  }));
}

/**
 * Fills the box with rows, or with columns, of pictures at their own proportions as nearly as the box allows: of all
 * ways to part the pictures in their order, the one that crops least and keeps sizes most alike. For 1 to 9 pictures.
 */
export function collageOf(pictures: readonly BoundPicture[], box: BoxMm, gapMm: number): PlacedPicture[] {
  if (pictures.length === 0) return [];
  const turned = { xMm: box.yMm, yMm: box.xMm, widthMm: box.heightMm, heightMm: box.widthMm };
  const ways = partitions(pictures).flatMap((lines) => [
    { ...justified(lines, box, gapMm, aspectOf), upright: true },
    { ...justified(lines, turned, gapMm, (picture) => 1 / aspectOf(picture)), upright: false },
  ]);
  const { placed, upright } = least(ways);
  if (upright) return placed;
  return placed.map(({ picture, box: { xMm, yMm, widthMm, heightMm } }) => ({ picture, box: { xMm: yMm, yMm: xMm, widthMm: heightMm, heightMm: widthMm } }));
}

/** Rows over the whole width and height of the box; the cost is how much of the pictures is cropped and how uneven they are. */
function justified(lines: readonly (readonly BoundPicture[])[], box: BoxMm, gapMm: number, aspect: (picture: BoundPicture) => number) {
  const natural = lines.map((line) => (box.widthMm - gapMm * (line.length - 1)) / sum(line.map(aspect)));
  const wantedMm = box.heightMm - gapMm * (lines.length - 1);
  const stretch = wantedMm / sum(natural);
  let yMm = box.yMm;
  const placed = lines.flatMap((line, row) => {
    const heightMm = Math.max((natural[row] ?? 0) * stretch, 0);
    let xMm = box.xMm;
    const boxes = line.map((picture) => {
      const widthMm = Math.max((natural[row] ?? 0) * aspect(picture), 0);
      const placedBox = { xMm, yMm, widthMm, heightMm };
      xMm += widthMm + gapMm;
      return { picture, box: placedBox };
    });
    yMm += heightMm + gapMm;
    return boxes;
  });
  const areas = placed.map((one) => one.box.widthMm * one.box.heightMm);
  const isPossible = wantedMm > 0 && natural.every((heightMm) => heightMm > 0);
  const cost = isPossible ? Math.abs(Math.log(stretch)) * 3 + Math.log(Math.max(...areas) / Math.min(...areas)) * 0.4 : Infinity;
  return { placed, cost };
}

/** Every way to part a list in its order: 2^(n-1), so only lists of collages' length. */
function partitions<T>(items: readonly T[]): T[][][] {
  const cuts = items.length - 1;
  return Array.from({ length: 2 ** cuts }, (_, mask) => {
    const parts: T[][] = [[]];
    items.forEach((item, index) => {
      parts.at(-1)?.push(item);
      if (index < cuts && (mask >> index) % 2 === 1) parts.push([]);
    });
    return parts;
  });
}

export interface GalleryRow {
  readonly heightMm: number;
  readonly placed: readonly PlacedPicture[];
}

/**
 * Rows as wide as `widthMm`, each picture at its own proportions and no row higher than `maxHeightMm`. A last row that
 * does not fill the width keeps that height and stands in the middle when `fillMiddle` says so, else at the left.
 * Places count from the top left of each row.
 */
export function rowsOf(pictures: readonly BoundPicture[], { widthMm, gapMm, maxHeightMm, fillMiddle }: { widthMm: number; gapMm: number; maxHeightMm: number; fillMiddle: boolean }): GalleryRow[] {
  const rows: BoundPicture[][] = [];
  let row: BoundPicture[] = [];
  const heightOf = (line: readonly BoundPicture[]) => (widthMm - gapMm * (line.length - 1)) / sum(line.map(aspectOf));
  for (const picture of pictures) {
    row.push(picture);
    if (heightOf(row) > maxHeightMm) continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows.map((line) => {
    const heightMm = Math.max(Math.min(heightOf(line), maxHeightMm), 0);
    const filledMm = sum(line.map((picture) => aspectOf(picture) * heightMm)) + gapMm * (line.length - 1);
    let xMm = fillMiddle ? Math.max((widthMm - filledMm) / 2, 0) : 0;
    const placed = line.map((picture) => {
      const box = { xMm, yMm: 0, widthMm: aspectOf(picture) * heightMm, heightMm };
      xMm += box.widthMm + gapMm;
      return { picture, box };
    });
    return { heightMm, placed };
  });
}

/** The share of a picture that a cell of another proportion hides, as a logarithm: twice as wide costs as much as half. */
const cropOf = (aspect: number, cellAspect: number) => Math.abs(Math.log(aspect / cellAspect));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function least<T extends { readonly cost: number }>(ways: readonly T[]): T {
  const [first, ...rest] = ways;
  if (first === undefined) throw new RangeError('there is no way to choose from');
  return rest.reduce((best, way) => (way.cost < best.cost ? way : best), first);
}
