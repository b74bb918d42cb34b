import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeFours } from './face-net.ts';
import {
  addEverySecond,
  addGreatest,
  addNeighbours,
  emptyLayer,
  emptyRow,
  keepRow,
  keepRowAdded,
  project,
  rowStart,
  type Layer,
} from './layer-sums.ts';

/** Numbers of one run, from -1 to 1: a linear congruence, so that a failure is the same again. */
const numbersOf = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return state / 0x40_00_00_00 - 1;
  };
};

function filledLayer(columns: number, rows: number, depth: number, next: () => number): Layer {
  const layer = emptyLayer(columns, rows, depth);
  for (let row = 0; row < rows; row += 1) {
    const start = rowStart(layer, row);
    for (let index = 0; index < columns * depth; index += 1) layer.values[start + index] = next();
  }
  return layer;
}

/** Nothing outside of the layer. */
const valueOf = (layer: Layer, column: number, row: number, channel: number): number =>
  column < 0 || row < 0 || column >= layer.columns || row >= layer.rows
    ? 0
    : (layer.values[rowStart(layer, row) + column * layer.depth + channel] as number);

const anyLayer = fc.record({
  columns: fc.integer({ min: 1, max: 9 }),
  rows: fc.integer({ min: 1, max: 7 }),
  depth: fc.integer({ min: 1, max: 3 }).map((fours) => fours * 4),
  seed: fc.nat(),
});

describe('the sums of a layer', () => {
  it.each([1, 2] as const)('of neighbours are those of their definition, with a stride of %d', (stride) => {
    fc.assert(
      fc.property(anyLayer, ({ columns, rows, depth, seed }) => {
        const next = numbersOf(seed);
        const layer = filledLayer(columns * stride, rows * stride, depth, next);
        const taps = Float64Array.from({ length: 9 * depth }, next);
        const sums = emptyRow(columns, depth);
        for (let row = 0; row < rows; row += 1) {
          (stride === 1 ? addNeighbours : addEverySecond)(layer, taps, row, sums);
          for (let index = 0; index < columns * depth; index += 1) {
            const [column, channel] = [Math.floor(index / depth), index % depth];
            // TensorFlow's SAME: with a stride of 2 and even sides all padding is behind.
            const before = stride === 1 ? 1 : 0;
            let sum = 0;
            for (let tap = 0; tap < 9; tap += 1) {
              const at = valueOf(
                layer,
                column * stride - before + (tap % 3),
                row * stride - before + Math.floor(tap / 3),
                channel,
              );
              sum += at * (taps[channel * 9 + tap] as number);
            }
            expect(sums[index]).toBeCloseTo(sum, 12);
          }
        }
      }),
    );
  });

  it('of all channels are those of their definition, for odd counts of cells and of sums too', () => {
    fc.assert(
      fc.property(anyLayer, fc.integer({ min: 1, max: 9 }), ({ columns, depth: from, seed }, to) => {
        const next = numbersOf(seed);
        const values = Float64Array.from({ length: (columns + 2) * from }, next);
        const biases = Float64Array.from({ length: wholeFours(to) }, next);
        const weights = Float64Array.from({ length: wholeFours(to) * from }, next);
        const sums = emptyRow(columns, to);
        project({ from, to, biases, weights }, values, from, columns, sums);
        for (let cell = 0; cell < columns; cell += 1)
          for (let sum = 0; sum < to; sum += 1) {
            let wanted = biases[sum] as number;
            for (let index = 0; index < from; index += 1)
              wanted +=
                (values[from + cell * from + index] as number) *
                (weights[Math.floor(sum / 4) * 4 * from + index * 4 + (sum % 4)] as number);
            expect(sums[cell * wholeFours(to) + sum]).toBe(wanted);
          }
      }),
    );
  });

  it('keep nothing below 0, and what went in is added before', () => {
    const [input, made] = [filledLayer(2, 1, 4, numbersOf(7)), emptyLayer(2, 1, 4)];
    const start = rowStart(made, 0);
    const kept = () => [...made.values.subarray(start, start + 8)];
    keepRow(Float64Array.of(1, -1, 2, -2, 3, -3, 0.5, -0.5, 9, 9, 9, 9), made, 0);
    expect(kept()).toEqual([1, 0, 2, 0, 3, 0, 0.5, 0]);
    const went = [...input.values.subarray(start, start + 8)];
    keepRowAdded(new Float64Array(12), input, made, 0);
    expect(kept()).toEqual(went.map((value) => Math.max(value, 0)));
    expect(went.some((value) => value < 0)).toBe(true);
  });

  it('get the greatest of 2 × 2 cells, and nothing where there are more channels than went in', () => {
    const layer = filledLayer(4, 2, 4, numbersOf(3));
    const sums = new Float64Array(emptyRow(2, 8).length);
    addGreatest(layer, 0, 8, sums);
    for (let column = 0; column < 2; column += 1)
      for (let channel = 0; channel < 8; channel += 1) {
        const cells = [0, 1].flatMap((row) => [0, 1].map((next) => [column * 2 + next, row] as const));
        const greatest = channel < 4 ? Math.max(...cells.map(([at, row]) => valueOf(layer, at, row, channel))) : 0;
        expect(sums[column * 8 + channel]).toBe(greatest);
      }
  });
});
