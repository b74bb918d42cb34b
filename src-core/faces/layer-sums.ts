import { CELLS_AROUND, RGB, STEM_SIDE, wholeFours, type Projection } from './face-net.ts';

/**
 * Cells in rows, `depth` values each, with a border of one empty cell all around, so that nobody asks where a picture ends.
 * Values are doubles, and every sum is added up in the one order that stands here: IEEE 754 then leaves no machine a choice. They
 * are also twice as fast as single floats, which would be rounded after every step.
 */
export interface Layer {
  readonly columns: number;
  readonly rows: number;
  readonly depth: number;
  readonly values: Float64Array;
}

export const emptyLayer = (columns: number, rows: number, depth: number): Layer => ({
  columns,
  rows,
  depth,
  values: new Float64Array((columns + 2) * (rows + 2) * depth),
});

/** Where the first cell of a row lies in `values`. */
export const rowStart = ({ columns, depth }: Layer, row: number): number => ((row + 1) * (columns + 2) + 1) * depth;

/** Room for the sums of a row: pairs of cells are added up at once. */
export const emptyRow = (columns: number, depth: number): Float64Array =>
  new Float64Array((columns + 1) * wholeFours(depth));

/**
 * Every channel by itself: its nine cells around each cell of a row, with a weight each. A channel goes along the whole row, so that
 * its weights stay where they are and of nine cells only three are new.
 */
export function addNeighbours(layer: Layer, taps: Float64Array, row: number, sums: Float64Array): void {
  const { columns, depth, values } = layer;
  const pitch = (columns + 2) * depth;
  for (let channel = 0; channel < depth; channel += 1) {
    const tap = channel * CELLS_AROUND;
    const ta = taps[tap] as number;
    const tb = taps[tap + 1] as number;
    const tc = taps[tap + 2] as number;
    const td = taps[tap + 3] as number;
    const te = taps[tap + 4] as number;
    const tf = taps[tap + 5] as number;
    const tg = taps[tap + 6] as number;
    const th = taps[tap + 7] as number;
    const ti = taps[tap + 8] as number;
    let from = row * pitch + channel;
    let a = values[from] as number;
    let b = values[from + depth] as number;
    let d = values[from + pitch] as number;
    let e = values[from + pitch + depth] as number;
    let g = values[from + 2 * pitch] as number;
    let h = values[from + 2 * pitch + depth] as number;
    from += 2 * depth;
    for (let column = 0, to = channel; column < columns; column += 1, from += depth, to += depth) {
      const c = values[from] as number;
      const f = values[from + pitch] as number;
      const i = values[from + 2 * pitch] as number;
      sums[to] = a * ta + b * tb + c * tc + d * td + e * te + f * tf + g * tg + h * th + i * ti;
      a = b;
      b = c;
      d = e;
      e = f;
      g = h;
      h = i;
    }
  }
}

/** The same of every second cell of every second row. Its nine cells begin at the cell itself, as TensorFlow's SAME has it for even sides. */
export function addEverySecond(layer: Layer, taps: Float64Array, row: number, sums: Float64Array): void {
  const { columns, depth, values } = layer;
  const pitch = (columns + 2) * depth;
  for (let channel = 0; channel < depth; channel += 1) {
    const tap = channel * CELLS_AROUND;
    const ta = taps[tap] as number;
    const tb = taps[tap + 1] as number;
    const tc = taps[tap + 2] as number;
    const td = taps[tap + 3] as number;
    const te = taps[tap + 4] as number;
    const tf = taps[tap + 5] as number;
    const tg = taps[tap + 6] as number;
    const th = taps[tap + 7] as number;
    const ti = taps[tap + 8] as number;
    let a = rowStart(layer, row * 2) + channel;
    for (let column = 0, to = channel; column < columns / 2; column += 1, a += 2 * depth, to += depth) {
      const d = a + pitch;
      const g = d + pitch;
      sums[to] =
        (values[a] as number) * ta +
        (values[a + depth] as number) * tb +
        (values[a + 2 * depth] as number) * tc +
        (values[d] as number) * td +
        (values[d + depth] as number) * te +
        (values[d + 2 * depth] as number) * tf +
        (values[g] as number) * tg +
        (values[g + depth] as number) * th +
        (values[g + 2 * depth] as number) * ti;
    }
  }
}

/**
 * All channels of a cell together, of `count` cells from `start` on. Two cells and four sums at a time are as many numbers as a
 * processor holds at once: one reading of a value serves four of them, one of a weight two.
 */
export function project(
  { from, to, biases, weights }: Projection,
  values: Float64Array,
  start: number,
  count: number,
  sums: Float64Array,
): void {
  const width = wholeFours(to);
  for (let cell = 0; cell < count; cell += 2) {
    const first = start + cell * from;
    const second = first + from;
    for (let sum = 0; sum < to; sum += 4) {
      let a = biases[sum] as number;
      let b = biases[sum + 1] as number;
      let c = biases[sum + 2] as number;
      let d = biases[sum + 3] as number;
      let e = a;
      let f = b;
      let g = c;
      let h = d;
      let weight = sum * from;
      for (let index = 0; index < from; index += 1, weight += 4) {
        const one = values[first + index] as number;
        const other = values[second + index] as number;
        const wa = weights[weight] as number;
        const wb = weights[weight + 1] as number;
        const wc = weights[weight + 2] as number;
        const wd = weights[weight + 3] as number;
        a += one * wa;
        b += one * wb;
        c += one * wc;
        d += one * wd;
        e += other * wa;
        f += other * wb;
        g += other * wc;
        h += other * wd;
      }
      const place = cell * width + sum;
      sums[place] = a;
      sums[place + 1] = b;
      sums[place + 2] = c;
      sums[place + 3] = d;
      sums[place + width] = e;
      sums[place + width + 1] = f;
      sums[place + width + 2] = g;
      sums[place + width + 3] = h;
    }
  }
}

/** The sums of a row as a row of a layer: what is below nothing becomes nothing. */
export function keepRow(sums: Float64Array, made: Layer, row: number): void {
  const { columns, depth, values } = made;
  const start = rowStart(made, row);
  for (let index = 0; index < columns * depth; index += 1) values[start + index] = Math.max(sums[index] as number, 0);
}

/** The same with what went in, a layer of the same size, added before. */
export function keepRowAdded(sums: Float64Array, input: Layer, made: Layer, row: number): void {
  const { columns, depth, values } = made;
  const start = rowStart(made, row);
  for (let index = 0; index < columns * depth; index += 1)
    values[start + index] = Math.max((sums[index] as number) + (input.values[start + index] as number), 0);
}

/** Of 2 × 2 cells the greatest; channels that the input does not have get nothing. */
export function addGreatest(layer: Layer, row: number, depth: number, sums: Float64Array): void {
  const { columns, values } = layer;
  const below = (columns + 2) * layer.depth;
  let from = rowStart(layer, row * 2);
  for (let column = 0; column < columns / 2; column += 1, from += 2 * layer.depth)
    for (let channel = 0; channel < layer.depth; channel += 1) {
      const at = from + channel;
      const to = column * depth + channel;
      sums[to] =
        (sums[to] as number) +
        Math.max(
          values[at] as number,
          values[at + layer.depth] as number,
          values[at + below] as number,
          values[at + below + layer.depth] as number,
        );
    }
}

/** The 5 × 5 pixels of each second pixel of a row, side by side. `pitch` pixels are a row of the picture with its border. */
export function gatherPixels(picture: Float64Array, pitch: number, row: number, count: number, to: Float64Array): void {
  const run = STEM_SIDE * RGB;
  for (let column = 0, place = 0; column < count; column += 1)
    for (let line = 0; line < STEM_SIDE; line += 1) {
      const from = ((row * 2 + line) * pitch + column * 2) * RGB;
      for (let index = 0; index < run; index += 1, place += 1) to[place] = picture[from + index] as number;
    }
}
