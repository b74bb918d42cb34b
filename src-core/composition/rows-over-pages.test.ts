import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsOverPages, type RowPicture, type RowsColumn, type RowsRoom } from './rows-over-pages.ts';

const PAGE = { widthMm: 194, columnMm: 175, gapMm: 4, roomsMm: [], mayLeaveFirst: false } satisfies RowsRoom;
const WISH = { rowMm: 52, leastSideMm: 25, mostCrop: 0.12 };
/** As cameras and telephones have them, a panorama among them. */
const ASPECTS = [3 / 2, 2 / 3, 4 / 3, 3 / 4, 1, 16 / 9, 9 / 16, 3 / 2, 4 / 3, 2.4];
const setOf = (count: number, seed: number): RowPicture[] =>
  Array.from({ length: count }, (_, index) => ({
    aspect: ASPECTS[(seed * 7 + index * (1 + (seed % 4))) % ASPECTS.length] ?? 1,
  }));

/** Width and height of every cell, in order. */
const cellsOf = (columns: readonly RowsColumn[], pictures: readonly RowPicture[]) =>
  columns
    .flat()
    .flatMap(({ from, to, heightMm, widthShare }) =>
      pictures.slice(from, to).map(({ aspect }) => ({ widthMm: aspect * heightMm * widthShare, heightMm })),
    );
const heightOf = (column: RowsColumn, gapMm: number) =>
  column.reduce((sum, { heightMm }) => sum + heightMm, 0) + gapMm * (column.length - 1);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('rows over pages', () => {
  it.each([12, 30, 60])('of %i pictures leave little white, crop little and have no stamps', (count) => {
    const books = Array.from({ length: 20 }, (_, seed) => {
      const pictures = setOf(count, seed);
      const columns = rowsOverPages(pictures, PAGE, WISH);
      const cells = cellsOf(columns, pictures);
      const area = cells.reduce((sum, { widthMm, heightMm }) => sum + widthMm * heightMm, 0);
      return {
        covered: area / (columns.length * PAGE.widthMm * PAGE.columnMm),
        smallestMm: Math.min(...cells.map(({ widthMm, heightMm }) => Math.min(widthMm, heightMm))),
        crops: columns
          .flat()
          .flatMap(({ from, to, widthShare }) =>
            Array.from({ length: to - from }, () => 1 - Math.min(widthShare, 1 / widthShare)),
          ),
      };
    });
    const crops = books.flatMap((book) => book.crops);
    expect(mean(books.map(({ covered }) => covered))).toBeGreaterThanOrEqual(0.9);
    expect(mean(books.map(({ smallestMm }) => smallestMm))).toBeGreaterThanOrEqual(25);
    expect(Math.min(...books.map(({ smallestMm }) => smallestMm))).toBeGreaterThan(23);
    expect(mean(crops)).toBeLessThanOrEqual(0.05);
    expect(Math.max(...crops)).toBeLessThanOrEqual(WISH.mostCrop + 1e-9);
  });

  it('hold every picture once and in order, whatever its shape and the room, and never leave their column', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.double({ min: 0.2, max: 5, noNaN: true }).map((aspect): RowPicture => ({ aspect })),
          { minLength: 1, maxLength: 40 },
        ),
        fc.record({
          widthMm: fc.double({ min: 60, max: 300, noNaN: true }),
          columnMm: fc.double({ min: 60, max: 280, noNaN: true }),
          gapMm: fc.constantFrom(0, 3, 6),
          roomsMm: fc.array(fc.double({ min: -20, max: 60, noNaN: true }), { maxLength: 3 }),
          mayLeaveFirst: fc.boolean(),
        }),
        (pictures, room) => {
          const columns = rowsOverPages(pictures, room, WISH);
          expect(columns.flat().flatMap(({ from, to }) => pictures.slice(from, to))).toEqual(pictures);
          expect(columns.at(-1)).not.toEqual([]);
          columns.forEach((column, index) => {
            const roomMm = room.roomsMm[index] ?? room.columnMm;
            if (column.length === 0) expect(index).toBeLessThan(room.roomsMm.length);
            else expect(heightOf(column, room.gapMm)).toBeLessThanOrEqual(roomMm + 1e-6);
            for (const { from, to, heightMm, widthShare } of column) {
              const widthMm =
                pictures.slice(from, to).reduce((sum, { aspect }) => sum + aspect, 0) * heightMm * widthShare;
              expect(widthMm + room.gapMm * (to - from - 1)).toBeLessThanOrEqual(room.widthMm + 1e-6);
            }
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('fill every column but the last to its end and its full width', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const pictures = setOf(45, seed);
      const roomsMm = seed % 2 === 0 ? [] : [80 + seed];
      const columns = rowsOverPages(pictures, { ...PAGE, roomsMm, mayLeaveFirst: true }, WISH);
      expect(columns.length).toBeGreaterThan(2);
      columns.slice(0, -1).forEach((column, index) => {
        if (column.length === 0) return;
        expect(heightOf(column, PAGE.gapMm)).toBeCloseTo(roomsMm[index] ?? PAGE.columnMm, 6);
        for (const { from, to, heightMm, widthShare } of column) {
          const widthMm = pictures.slice(from, to).reduce((sum, { aspect }) => sum + aspect, 0) * heightMm * widthShare;
          expect(widthMm + PAGE.gapMm * (to - from - 1)).toBeCloseTo(PAGE.widthMm, 6);
        }
      });
    }
  });

  it('begin in the next column where too little of the first is left, and only where they may', () => {
    const pictures = setOf(20, 3);
    const begunIn = (roomMm: number, mayLeaveFirst: boolean) =>
      rowsOverPages(pictures, { ...PAGE, roomsMm: [roomMm], mayLeaveFirst }, WISH).findIndex(
        ({ length }) => length > 0,
      );
    expect([begunIn(12, true), begunIn(12, false), begunIn(-3, true)]).toEqual([1, 1, 1]);
    expect([begunIn(110, true), begunIn(45, false)]).toEqual([0, 0]);
  });

  it('are not stretched so that a head would be cut, while there is another way', () => {
    let kept = 0;
    for (let seed = 0; seed < 20; seed += 1) {
      const loose = setOf(14, seed);
      const strict = loose.map(({ aspect }) => ({
        aspect,
        keepsHeads: { least: aspect * 0.97, most: aspect / 0.97 },
      }));
      const lostIn = (columns: readonly RowsColumn[]) =>
        columns
          .flat()
          .reduce(
            (sum, { from, to, widthShare }) =>
              sum + (widthShare < 0.97 - 1e-9 || widthShare > 1 / 0.97 + 1e-9 ? to - from : 0),
            0,
          );
      const [before, now] = [lostIn(rowsOverPages(loose, PAGE, WISH)), lostIn(rowsOverPages(strict, PAGE, WISH))];
      expect(now).toBeLessThanOrEqual(before);
      kept += before - now;
    }
    expect(kept).toBeGreaterThan(40);
  });

  it('are none without pictures or without a page', () => {
    expect(() => rowsOverPages([], PAGE, WISH)).toThrow(RangeError);
    expect(() => rowsOverPages(setOf(3, 0), { ...PAGE, widthMm: 0 }, WISH)).toThrow(RangeError);
  });
});
