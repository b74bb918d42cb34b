import { aspectOf as shownAspect } from '../arranging/shot.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import type { BoundPicture } from './bound-values.ts';

/** A picture's place in its gallery. */
export interface PlacedPicture {
  readonly picture: BoundPicture;
  readonly box: BoxMm;
}

/** Width over height, as far as a frame follows it. A picture whose size is not known counts as a square. */
export const aspectOf = (picture: BoundPicture): number =>
  picture.widthPx > 0 && picture.heightPx > 0 ? shownAspect(picture) : 1;

/** Fills the box with equal cells, as many columns as crop the pictures least. A last row that is not full stands in the middle. */
export function gridOf(pictures: readonly BoundPicture[], box: BoxMm, gapMm: number): PlacedPicture[] {
  const count = pictures.length;
  if (count === 0) return [];
  const shapes = Array.from({ length: count }, (_, index) => {
    const columns = index + 1;
    const rows = Math.ceil(count / columns);
    const widthMm = (box.widthMm - gapMm * (columns - 1)) / columns;
    const heightMm = (box.heightMm - gapMm * (rows - 1)) / rows;
    const empty = columns * rows - count;
    const cost =
      widthMm > 0 && heightMm > 0
        ? pictures.reduce((sum, picture) => sum + cropOf(aspectOf(picture), widthMm / heightMm), 0) + empty / count
        : Infinity;
    return { columns, widthMm, heightMm, cost };
  });
  const { columns, widthMm, heightMm, cost } = least(shapes);
  if (gapMm > 0 && cost === Infinity) return gridOf(pictures, box, 0);
  const inLastRow = count - Math.floor((count - 1) / columns) * columns;
  return pictures.map((picture, index) => {
    const isInLastRow = index >= count - inLastRow;
    const emptyMm = isInLastRow ? (columns - inLastRow) * (widthMm + gapMm) : 0;
    return {
      picture,
      box: {
        xMm: box.xMm + emptyMm / 2 + (index % columns) * (widthMm + gapMm),
        yMm: box.yMm + Math.floor(index / columns) * (heightMm + gapMm),
        widthMm: Math.max(widthMm, 0),
        heightMm: Math.max(heightMm, 0),
      },
    };
  });
}

/**
 * Fills the box with rows, or with columns, of pictures at their own proportions as nearly as the box allows: of all
 * ways to part the pictures in their order, the one that crops least and keeps sizes most alike. For 1 to 9 pictures.
 */
export function collageOf(pictures: readonly BoundPicture[], box: BoxMm, gapMm: number): PlacedPicture[] {
  if (pictures.length === 0) return [];
  const turned = { xMm: box.yMm, yMm: box.xMm, widthMm: box.heightMm, heightMm: box.widthMm };
  const upright = pictures.map((picture) => ({ picture, aspect: aspectOf(picture) }));
  const sideways = upright.map(({ picture, aspect }) => ({ picture, aspect: 1 / aspect }));
  const rows = least(partitions(upright).map((lines) => ({ lines, cost: costOf(lines, box, gapMm) })));
  const columns = least(partitions(sideways).map((lines) => ({ lines, cost: costOf(lines, turned, gapMm) })));
  // A box that is not even wide enough for the gaps is filled without them.
  if (gapMm > 0 && rows.cost === Infinity && columns.cost === Infinity) return collageOf(pictures, box, 0);
  if (rows.cost <= columns.cost) return justified(rows.lines, box, gapMm);
  return justified(columns.lines, turned, gapMm).map(({ picture, box: { xMm, yMm, widthMm, heightMm } }) => ({
    picture,
    box: { xMm: yMm, yMm: xMm, widthMm: heightMm, heightMm: widthMm },
  }));
}

interface Shaped {
  readonly picture: BoundPicture;
  readonly aspect: number;
}

const naturalHeightMm = (line: readonly Shaped[], widthMm: number, gapMm: number): number =>
  (widthMm - gapMm * (line.length - 1)) / sum(line.map(({ aspect }) => aspect));
/** How much the rows' heights change together to fill the box: what is more or less than 1 is cropped. */
const stretchOf = (naturalMm: readonly number[], heightMm: number, gapMm: number): number =>
  (heightMm - gapMm * (naturalMm.length - 1)) / sum(naturalMm);

/** How much of the pictures is cropped, and a little for how unlike in size they are. */
function costOf(lines: readonly (readonly Shaped[])[], { widthMm, heightMm }: BoxMm, gapMm: number): number {
  const naturalMm = lines.map((line) => naturalHeightMm(line, widthMm, gapMm));
  const stretch = stretchOf(naturalMm, heightMm, gapMm);
  if (!(stretch > 0) || naturalMm.some((rowMm) => rowMm <= 0)) return Infinity;
  let [smallest, largest] = [Infinity, 0];
  lines.forEach((line, row) => {
    for (const { aspect } of line) {
      const area = aspect * (naturalMm[row] ?? 0) ** 2;
      smallest = Math.min(smallest, area);
      largest = Math.max(largest, area);
    }
  });
  return Math.abs(Math.log(stretch)) * CROP_COST + Math.log(largest / smallest) * UNLIKE_COST;
}

const CROP_COST = 3;
const UNLIKE_COST = 0.4;

/** Rows over the whole width and height of the box. */
function justified(lines: readonly (readonly Shaped[])[], box: BoxMm, gapMm: number): PlacedPicture[] {
  const naturalMm = lines.map((line) => naturalHeightMm(line, box.widthMm, gapMm));
  const stretch = stretchOf(naturalMm, box.heightMm, gapMm);
  let yMm = box.yMm;
  return lines.flatMap((line, row) => {
    const rowMm = Math.max(naturalMm[row] ?? 0, 0);
    const heightMm = Math.max(rowMm * stretch, 0);
    let xMm = box.xMm;
    const placed = line.map(({ picture, aspect }) => {
      const place = { xMm, yMm, widthMm: rowMm * aspect, heightMm };
      xMm += place.widthMm + gapMm;
      return { picture, box: place };
    });
    yMm += heightMm + gapMm;
    return placed;
  });
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
 * Rows as wide as `widthMm`, each picture at its own proportions and no row higher than `maxHeightMm`. Of all ways to
 * part the pictures in their order, the one whose rows are nearest to that height; only the last may be too short for
 * the width: it is as high as the others on average and stands in the middle when `fillMiddle` says so, else at the
 * left. Places count from the top left of each row.
 */
export function rowsOf(
  pictures: readonly BoundPicture[],
  {
    widthMm,
    gapMm,
    maxHeightMm,
    fillMiddle,
  }: { readonly widthMm: number; readonly gapMm: number; readonly maxHeightMm: number; readonly fillMiddle: boolean },
): GalleryRow[] {
  const heightOf = (line: readonly BoundPicture[]) =>
    Math.max(widthMm - gapMm * (line.length - 1), 0) / sum(line.map(aspectOf));
  const rows = bestRows(pictures, heightOf, maxHeightMm);
  const fullMm = rows.map(heightOf).filter((heightMm) => heightMm <= maxHeightMm);
  const shortMm = fullMm.length === 0 ? maxHeightMm : sum(fullMm) / fullMm.length;
  return rows.map((line) => {
    const heightMm = heightOf(line) <= maxHeightMm ? heightOf(line) : shortMm;
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

/** Rows that got so much lower than they may be are not looked at any further. */
const LOWEST_ROW = 0.3;
/** An empty share of the last row is seen less than the same share missing of a row's height. */
const EMPTY_ROW_COST = 0.5;

/** The cheapest way to part pictures into rows, found from the end: `ways[i]` is the best for those from the i-th on. */
function bestRows(
  pictures: readonly BoundPicture[],
  heightOf: (line: readonly BoundPicture[]) => number,
  maxHeightMm: number,
): BoundPicture[][] {
  const count = pictures.length;
  const ways: { cost: number; end: number }[] = Array.from({ length: count + 1 }, () => ({ cost: 0, end: count }));
  for (let start = count - 1; start >= 0; start -= 1) {
    let best = { cost: Infinity, end: count };
    let isFull = false;
    for (let end = start + 1; end <= count; end += 1) {
      const share = maxHeightMm > 0 ? heightOf(pictures.slice(start, end)) / maxHeightMm : 1;
      if (isFull && share < LOWEST_ROW) break;
      isFull = share <= 1;
      if (!isFull && end < count) continue;
      const cost = (isFull ? (1 - share) ** 2 : EMPTY_ROW_COST * (1 - 1 / share) ** 2) + (ways[end]?.cost ?? 0);
      if (cost < best.cost) best = { cost, end };
    }
    ways[start] = best;
  }
  const rows: BoundPicture[][] = [];
  for (let start = 0; start < count; ) {
    const end = ways[start]?.end ?? count;
    rows.push(pictures.slice(start, end));
    start = end;
  }
  return rows;
}

/** The share of a picture that a cell of another proportion hides, as a logarithm: twice as wide costs as much as half. */
const cropOf = (aspect: number, cellAspect: number) => Math.abs(Math.log(aspect / cellAspect));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function least<T extends { readonly cost: number }>(ways: readonly T[]): T {
  const [first, ...rest] = ways;
  if (first === undefined) throw new RangeError('there is no way to choose from');
  return rest.reduce((best, way) => (way.cost < best.cost ? way : best), first);
}
