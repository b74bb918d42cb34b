import { paintedItems, type Block, type BlockPiece } from './block.ts';
import { moved, scaled } from './lengths.ts';
import type { LaidItem } from './sketch.ts';

/** What of a block stands in one column. Items count from the part's own top left. */
export interface BlockPart {
  readonly heightMm: number;
  readonly items: readonly LaidItem[];
  /** Nothing of the block fitted: the next part is its beginning. */
  readonly isEmpty: boolean;
}

const ROUNDING_MM = 1e-6;

/** What overlaps from top to bottom and is not parted: a line of text, a row of pictures, a photo with words beside it. */
interface Row {
  readonly topMm: number;
  readonly bottomMm: number;
  readonly pieces: readonly BlockPiece[];
  /** So many columns after that of the row before it; 0: where there is room. */
  readonly columnsOn: number;
}

/**
 * Parts a block for columns of one height, of which the first ones have less room. A text parts between lines, a gallery
 * between rows, never leaving one of them alone before or after the break; what does not break stays with what follows
 * it, as a title with the beginning of its text. Where that is higher than a whole column it is parted all the same, and
 * a row that is higher than a column is made smaller as a whole until it fits. At least one part, the last never empty.
 */
export function partedBlock(block: Block, columnHeightMm: number, roomsMm: readonly number[]): BlockPart[] {
  const roomOf = (column: number) => roomsMm[column] ?? columnHeightMm;
  const rows = rowsOf(block);
  const [begin] = rows;
  if (begin === undefined) return emptyBlock(block.heightMm, columnHeightMm, roomOf(0));
  // Above its first row a block keeps its own space, above others there is none at the head of a column.
  const startOf = (row: Row) => (row === begin ? Math.min(0, row.topMm) : row.topMm);
  const heightOf = (first: Row, last: Row) => last.bottomMm - startOf(first);
  const parts: BlockPart[] = [];
  let open: Row[] = [];
  let roomMm = roomOf(0);
  const close = (endMm: number) => {
    const [first] = open;
    parts.push(
      first === undefined
        ? { heightMm: 0, items: [], isEmpty: true }
        : shrunk(partOf(open, block, startOf(first), endMm), columnHeightMm),
    );
    open = [];
    roomMm = roomOf(parts.length);
  };
  for (const unit of unitsOf(rows, block, (first, last) => heightOf(first, last) <= columnHeightMm + ROUNDING_MM)) {
    const { first, last } = unit;
    for (let on = 0; on < first.columnsOn; on += 1) close(open.at(-1)?.bottomMm ?? 0);
    while (heightOf(open[0] ?? first, last) > roomMm + ROUNDING_MM && (open.length > 0 || roomMm < columnHeightMm))
      close(open.at(-1)?.bottomMm ?? 0);
    open.push(...unit.rows);
    if (heightOf(open[0] ?? first, last) > roomMm + ROUNDING_MM) close(last.bottomMm);
  }
  const lastMm = rows.at(-1)?.bottomMm ?? 0;
  if (open.length > 0) close(Math.max(lastMm, Math.min(block.heightMm, startOf(open[0] ?? begin) + roomMm)));
  return parts;
}

/** Of an entry that shows nothing: its space, where there is room for it. */
function emptyBlock(heightMm: number, columnHeightMm: number, firstRoomMm: number): BlockPart[] {
  const space = { heightMm: Math.min(heightMm, columnHeightMm), items: [], isEmpty: false };
  return space.heightMm <= firstRoomMm + ROUNDING_MM ? [space] : [{ heightMm: 0, items: [], isEmpty: true }, space];
}

function rowsOf({ pieces, backdrops }: Block): Row[] {
  const rows: { topMm: number; bottomMm: number; pieces: BlockPiece[]; columnsOn: number }[] = [];
  for (const piece of [...pieces].sort((a, b) => a.topMm - b.topMm)) {
    const last = rows.at(-1);
    if (last === undefined || piece.topMm >= last.bottomMm - ROUNDING_MM)
      rows.push({
        topMm: piece.topMm,
        bottomMm: piece.bottomMm,
        pieces: [piece],
        columnsOn: piece.columnsOn ?? 0,
      });
    else {
      last.bottomMm = Math.max(last.bottomMm, piece.bottomMm);
      last.pieces.push(piece);
    }
  }
  const last = rows.at(-1);
  if (last !== undefined) last.bottomMm = Math.max(last.bottomMm, ...backdrops.map(({ bottomMm }) => bottomMm));
  return rows;
}

interface Unit {
  readonly first: Row;
  readonly last: Row;
  readonly rows: readonly Row[];
}

/** Rows that stay together, wherever `fits` says that a column can hold them. */
function unitsOf(rows: readonly Row[], block: Block, fits: (first: Row, last: Row) => boolean): Unit[] {
  const units: Unit[] = [];
  let kept: Row[] = [];
  const close = () => {
    const [first] = kept;
    const last = kept.at(-1);
    if (first === undefined || last === undefined) return;
    if (fits(first, last)) units.push({ first, last, rows: kept });
    else units.push(...kept.map((row) => ({ first: row, last: row, rows: [row] })));
    kept = [];
  };
  rows.forEach((row, index) => {
    kept.push(row);
    if (!staysWithNext(row, rows[index - 1], rows[index + 1], rows[index + 2], block)) close();
  });
  close();
  return units;
}

function staysWithNext(
  row: Row,
  before: Row | undefined,
  next: Row | undefined,
  afterNext: Row | undefined,
  { breakable }: Block,
): boolean {
  if (next === undefined || next.columnsOn > 0) return false;
  const own = onlyBreakable(row, breakable);
  if (own === null) return true;
  const continues = (other: Row | undefined) => other !== undefined && onlyBreakable(other, breakable) === own;
  return continues(next) && (!continues(before) || !continues(afterNext));
}

/** The element that a row is a part of, when it is nothing else. */
function onlyBreakable({ pieces }: Row, breakable: ReadonlySet<number>): number | null {
  const [piece, ...others] = pieces;
  return piece !== undefined && breakable.has(piece.element) && others.every(({ element }) => element === piece.element)
    ? piece.element
    : null;
}

function partOf(rows: readonly Row[], { backdrops }: Block, fromMm: number, toMm: number): BlockPart {
  const grounds = backdrops.flatMap((ground) => cutTo(ground, fromMm, toMm));
  const items = paintedItems([...grounds, ...rows.flatMap(({ pieces }) => pieces)]);
  return { heightMm: toMm - fromMm, items: items.map((item) => moved(item, 0, -fromMm)), isEmpty: false };
}

function cutTo(ground: BlockPiece, fromMm: number, toMm: number): BlockPiece[] {
  const topMm = Math.max(ground.topMm, fromMm);
  const bottomMm = Math.min(ground.bottomMm, toMm);
  if (bottomMm <= topMm) return [];
  return [
    {
      ...ground,
      topMm,
      bottomMm,
      items: ground.items.map((item) => ({ ...item, box: { ...item.box, yMm: topMm, heightMm: bottomMm - topMm } })),
    },
  ];
}

/** A part that is higher than a column, smaller as a whole and in the middle of its width. */
function shrunk(part: BlockPart, columnHeightMm: number): BlockPart {
  if (part.heightMm <= columnHeightMm + ROUNDING_MM) return part;
  const factor = columnHeightMm / part.heightMm;
  const widthMm = Math.max(0, ...part.items.map(({ box }) => box.xMm + box.widthMm));
  return {
    ...part,
    heightMm: columnHeightMm,
    items: part.items.map((item) => moved(scaled(item, factor), (widthMm * (1 - factor)) / 2, 0)),
  };
}
