/**
 * Rows of pictures over as many columns as they need, all of them full: no half-empty last page, no lonely picture in a last row.
 * Which pictures stand in a row and which rows in a column is chosen together, by dynamic programming over the pictures in their
 * order. Every row is as wide as its column; the rows of a column are made higher or lower together by a few percent so
 * that the column is filled, which crops that much.
 */

/** A picture for a row. */
export interface RowPicture {
  /** Width over height. */
  readonly aspect: number;
  /** Frames of which width over height hold all its heads; left out: all do. */
  readonly keepsHeads?: { readonly least: number; readonly most: number };
}

/** Millimetres. */
export interface RowsRoom {
  readonly widthMm: number;
  /** What is left of the first columns, in their order; those after them are `columnMm` high. */
  readonly roomsMm: readonly number[];
  readonly columnMm: number;
  readonly gapMm: number;
  /** The pictures may begin in the second column although there is room in the first. */
  readonly mayLeaveFirst: boolean;
}

export interface RowsWish {
  /** Rows are about so high … */
  readonly rowMm: number;
  /** … and no picture's shorter side is under this while there is another way. */
  readonly leastSideMm: number;
  /** Share of a picture that filling a column may cut off at most. */
  readonly mostCrop: number;
}

/** Pictures `from` to `to` (exclusive) side by side. */
export interface Row {
  readonly from: number;
  readonly to: number;
  /** As it is laid. */
  readonly heightMm: number;
  /** Of its pictures' widths at `heightMm` and their own proportions, those that they have: 1 over how much higher the row was made. */
  readonly widthShare: number;
}

/** What stands in one column; nothing where too little of it was left. */
export type RowsColumn = readonly Row[];

/** Of the logarithm of how much a row is higher or lower than wished, squared, for each of its pictures. */
const HEIGHT_COST = 1;
const SMALL_COST = 60;
const CROP_COST = 40;
/** A head that would be cut: its picture would be shown whole, with white at its sides. */
const HEAD_COST = 5;
/** Rows of a column that differ in height look restless. */
const UNEVEN_COST = 0.5;
/** A row of one picture is a picture across the whole page: wanted now and then, not always. */
const ALONE_COST = 0.15;
/** A last column that is not filled, or what is left of a first one that stays empty. */
const OPEN_COST = 8;
/** A few pictures that stand in one column stay near the height that was wished: what follows them goes on below. */
const OPEN_ALONE_COST = 0.8;
/** What is never done where there is another way: a gap in the middle, more than two pictures that got narrow. */
const LAST_RESORT_COST = 1000;
const MOST_NARROWED = 2;

interface OwnColumn {
  readonly cost: number;
  readonly rows: RowsColumn;
}

interface Step {
  cost: number;
  /** The state before, and what was laid on the way from it. */
  from: number;
  before: number;
  rows: RowsColumn;
}

/**
 * The columns in their order, the last one never empty. Only the last may stay open. Throws RangeError without
 * pictures, or where a column has no width or height.
 */
export function rowsOverPages(pictures: readonly RowPicture[], room: RowsRoom, wish: RowsWish): RowsColumn[] {
  const { roomsMm, columnMm } = room;
  if (pictures.length === 0 || !(room.widthMm > 0) || !(columnMm > 0))
    throw new RangeError(`${pictures.length} pictures in a column of ${room.widthMm} by ${columnMm} mm`);
  const columnsFrom = columnsOf(pictures, room, wish);
  // states[p][i]: the cheapest way to have i pictures in the first p columns; the last p stands for all columns that are whole.
  const states: Step[][] = Array.from({ length: roomsMm.length + 1 }, () =>
    Array.from({ length: pictures.length + 1 }, () => ({ cost: Infinity, from: 0, before: 0, rows: [] })),
  );
  const stateAt = (column: number, laid: number) => states[column]?.[laid] as Step;
  stateAt(0, 0).cost = 0;
  roomsMm.concat(columnMm).forEach((roomMm, column) => {
    const next = Math.min(column + 1, roomsMm.length);
    for (let laid = 0; laid < pictures.length; laid += 1) {
      const { cost } = stateAt(column, laid);
      if (cost === Infinity) continue;
      const reach = (to: number, stepCost: number, rows: RowsColumn) => {
        const state = stateAt(next, to);
        if (cost + stepCost < state.cost)
          Object.assign(state, { cost: cost + stepCost, from: laid, before: column, rows });
      };
      if (column < roomsMm.length && mayStayEmpty(column, roomMm))
        reach(laid, OPEN_COST * Math.min(Math.max(roomMm, 0) / columnMm, 1), []);
      columnsFrom(laid, roomMm).forEach((own, count) => {
        if (own !== null) reach(laid + count, own.cost, own.rows);
      });
    }
  });
  let column = states.reduce(
    (best, own, index) => ((own.at(-1) as Step).cost < stateAt(best, pictures.length).cost ? index : best),
    0,
  );
  const columns: RowsColumn[] = [];
  for (let laid = pictures.length; laid > 0 || column > 0; ) {
    const { from, before, rows } = stateAt(column, laid);
    columns.unshift(rows);
    [column, laid] = [before, from];
  }
  return columns;

  function mayStayEmpty(column: number, roomMm: number): boolean {
    return column > 0 || room.mayLeaveFirst || roomMm < wish.leastSideMm;
  }
}

/** Of the pictures from one on: by how many stand in a column of a height, its best rows; null: none. */
function columnsOf(pictures: readonly RowPicture[], { widthMm, gapMm, columnMm }: RowsRoom, wish: RowsWish) {
  const sums = [0];
  for (const { aspect } of pictures) sums.push((sums.at(-1) as number) + aspect);
  const most = mostOf(widthMm, columnMm, wish);
  const naturalMm = (from: number, to: number) =>
    (widthMm - gapMm * (to - from - 1)) / ((sums[to] as number) - (sums[from] as number));
  const costs = pictures.map((_, from) =>
    Array.from({ length: Math.min(most.inRow, pictures.length - from) }, (_unused, at) =>
      rowCost(pictures.slice(from, from + at + 1), naturalMm(from, from + at + 1), wish),
    ),
  );

  return (from: number, heightMm: number): (OwnColumn | null)[] => {
    const inside = Math.min(most.inColumn, pictures.length - from);
    const best: (OwnColumn | null)[] = Array.from({ length: inside + 1 }, () => null);
    for (let count = 1; count <= Math.min(most.rows, inside); count += 1) {
      const shareMm = (heightMm - gapMm * (count - 1)) / count;
      if (shareMm <= 0) break;
      const ways = waysInto(count, inside, (a, b) => {
        const ownMm = naturalMm(from + a, from + b);
        const cost = costs[from + a]?.[b - a - 1] ?? Infinity;
        return ownMm > 0 ? cost + UNEVEN_COST * Math.log(ownMm / shareMm) ** 2 * (b - a) : Infinity;
      });
      for (let to = count; to <= inside; to += 1) {
        const way = ways(to);
        if (way === null) continue;
        const rows = way.cuts.map((cut, row) => ({ from: from + cut, to: from + (way.cuts[row + 1] ?? to) }));
        const laid = filled(
          rows.map((row) => ({ ...row, heightMm: naturalMm(row.from, row.to) })),
          shareMm * count,
          from + to === pictures.length,
        );
        const cost = way.cost + laid.cost;
        if (cost < (best[to]?.cost ?? Infinity)) best[to] = { cost, rows: laid.rows };
      }
    }
    return best;
  };

  /** The most rows of a column into which `inside` pictures go by the cheapest cuts; every number of them up to `inside`. */
  function waysInto(count: number, inside: number, costOf: (from: number, to: number) => number) {
    // layers[k][i]: the cheapest k rows of the first i pictures, and where the last of them begins.
    const layers: { cost: number; cut: number }[][] = [
      Array.from({ length: inside + 1 }, (_, i) => ({ cost: i === 0 ? 0 : Infinity, cut: 0 })),
    ];
    for (let row = 1; row <= count; row += 1) {
      const before = layers[row - 1] as { cost: number; cut: number }[];
      layers.push(
        Array.from({ length: inside + 1 }, (_, i) => {
          let own = { cost: Infinity, cut: 0 };
          for (let cut = Math.max(row - 1, i - most.inRow); cut < i; cut += 1) {
            const start = (before[cut] as { cost: number }).cost;
            if (start >= own.cost) continue;
            const cost = start + costOf(cut, i);
            if (cost < own.cost) own = { cost, cut };
          }
          return own;
        }),
      );
    }
    return (to: number): { cost: number; cuts: number[] } | null => {
      const whole = layers[count]?.[to] as { cost: number; cut: number };
      if (whole.cost === Infinity) return null;
      const cuts: number[] = [];
      for (let row = count, at = to; row > 0; row -= 1) {
        at = (layers[row]?.[at] as { cut: number }).cut;
        cuts.unshift(at);
      }
      return { cost: whole.cost, cuts };
    };
  }

  /** Rows of their natural heights made to fill `roomMm` (gaps left out), or left as they are where that would crop too much. */
  function filled(
    rows: readonly { readonly from: number; readonly to: number; readonly heightMm: number }[],
    roomMm: number,
    isLast: boolean,
  ): OwnColumn {
    const stretch = roomMm / rows.reduce((sum, { heightMm }) => sum + heightMm, 0);
    const crop = 1 - Math.min(stretch, 1 / stretch);
    const inside = rows.reduce((sum, { from, to }) => sum + to - from, 0);
    if (crop <= wish.mostCrop) {
      const own = pictures.slice(rows[0]?.from, rows.at(-1)?.to);
      const lost = own.filter(({ aspect, keepsHeads }) => keepsHeads && !holds(keepsHeads, aspect / stretch)).length;
      return {
        cost: CROP_COST * crop * crop * inside + HEAD_COST * lost,
        rows: rows.map((row) => ({ ...row, heightMm: row.heightMm * stretch, widthShare: 1 / stretch })),
      };
    }
    // One or two high pictures become narrower; more of them would only get small.
    const isMeant = isLast && (stretch >= 1 || inside <= MOST_NARROWED);
    return {
      cost:
        (isLast && rows[0]?.from === 0 ? OPEN_ALONE_COST : OPEN_COST) * (0.5 + crop) + (isMeant ? 0 : LAST_RESORT_COST),
      rows: rows.map((row) => ({ ...row, heightMm: row.heightMm * Math.min(stretch, 1), widthShare: 1 })),
    };
  }
}

/** How many pictures and rows are looked at: rows of half the wished height, pictures twice as high as wide. */
function mostOf(widthMm: number, columnMm: number, { rowMm }: RowsWish) {
  const inRow = limited((2.4 * widthMm) / rowMm, 2, 12);
  const rows = limited((1.8 * columnMm) / rowMm, 1, 16);
  return { inRow, rows, inColumn: Math.min(inRow * rows, limited((1.9 * widthMm * columnMm) / rowMm ** 2, 2, 96)) };
}
const limited = (value: number, least: number, most: number) => Math.ceil(Math.min(Math.max(value, least), most));

function rowCost(row: readonly RowPicture[], heightMm: number, { rowMm, leastSideMm }: RowsWish): number {
  if (!(heightMm > 0)) return Infinity;
  const leastMm = Math.min(...row.map(({ aspect }) => Math.min(heightMm, aspect * heightMm)));
  const small = Math.max(0, 1 - leastMm / leastSideMm);
  return (
    (HEIGHT_COST * Math.log(heightMm / rowMm) ** 2 + SMALL_COST * small * small) * row.length +
    (row.length === 1 ? ALONE_COST : 0)
  );
}

const holds = ({ least, most }: { readonly least: number; readonly most: number }, aspect: number): boolean =>
  aspect >= least && aspect <= most;
