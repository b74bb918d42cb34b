import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LayoutElement } from '../contract/templates.ts';
import { layBlock, type Block } from './block.ts';
import type { BoundValues } from './bound-values.ts';
import { partedBlock } from './part-block.ts';
import type { LaidItem } from './sketch.ts';
import { linesOf, measure, picture, place, px, text, words } from './testing/layout-bench.ts';

const LINE_MM = 4 * 1.6984;
const COLUMN_MM = 20 * LINE_MM;

const title = words('t', '$$title$$', 0, 0, { isDynamic: true });
const body = words('b', '$$body$$', 0, 12, { isDynamic: true, splittable: true });
/** One character a line of 100 mm: lines are counted by feeds. */
const linesValue = (count: number): string => Array.from({ length: count }, (_, index) => `줄${index + 1}`).join('\n');

function blockOf(elements: readonly LayoutElement[], values: BoundValues, heightMm = 22): Block {
  return layBlock(
    { elements: [...elements], height: px(heightMm) },
    { values, measure, page: null },
    { closesHoles: true, limitMm: null },
  );
}

const titled = (lines: number): Block =>
  blockOf([title, body], { title: { kind: 'text', text: '제목' }, ...text(linesValue(lines)) });
const countsOf = (block: Block, firstRoomMm = COLUMN_MM) =>
  partedBlock(block, COLUMN_MM, [firstRoomMm]).map(({ items }) => linesOf(items).length);

describe('a block that is parted', () => {
  it('takes its title to the column in which its text begins, with at least two lines of it', () => {
    expect(countsOf(titled(5), 2.5 * LINE_MM)).toEqual([0, 6]);
    expect(countsOf(titled(12), 6 * LINE_MM)[0]).toBeGreaterThanOrEqual(3);
  });

  it('leaves no line of a text alone in front of or behind the break', () => {
    for (let lines = 2; lines < 60; lines += 1) {
      for (let room = 1; room <= 20; room += 1) {
        const counts = countsOf(blockOf([body], text(linesValue(lines)), 22), room * LINE_MM).filter(
          (count) => count > 0,
        );
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(lines);
        if (counts.length > 1)
          expect(Math.min(...counts), `${lines} lines, room for ${room}`).toBeGreaterThanOrEqual(2);
      }
    }
  });

  it('keeps what is not splittable together while a column can hold it, and parts it between lines when none can', () => {
    const note = words('n', '$$body$$', 0, 0, { isDynamic: true });
    expect(countsOf(blockOf([note], text(linesValue(10)), 10), 5 * LINE_MM)).toEqual([0, 10]);
    const high = partedBlock(blockOf([note], text(linesValue(50)), 10), COLUMN_MM, [COLUMN_MM]);
    expect(high.map(({ items }) => linesOf(items).length)).toEqual([20, 20, 10]);
    expect(high[0]?.items[0]).toMatchObject({ sizeMm: 4 });
  });

  it('makes a picture that is higher than a column smaller, in its proportions, in the middle', () => {
    const photo: LayoutElement = {
      ...place('p', 0, 0, 100, COLUMN_MM * 2),
      type: 'photo',
      fileName: '$$photo$$',
      fit: 'cover',
    };
    const [part, ...others] = partedBlock(
      blockOf([photo], { photo: { kind: 'picture', picture: picture(3, 4) } }, COLUMN_MM * 2),
      COLUMN_MM,
      [COLUMN_MM],
    );
    expect(others).toEqual([]);
    expect(part?.items[0]?.box.xMm).toBeCloseTo(25, 6);
    expect(part?.items[0]?.box.widthMm).toBeCloseTo(50, 6);
    expect(part?.items[0]?.box.heightMm).toBeCloseTo(COLUMN_MM, 6);
  });
});

describe('a card that text lies on', () => {
  const card: LayoutElement = { ...place('c', 0, 0, 110, 20), type: 'rectangle', backgroundColor: '#FFEEEEEE' };
  const onCard = words('b', '$$body$$', 5, 5, { isDynamic: true, splittable: true });
  const cardsOf = (items: readonly LaidItem[]) =>
    items.filter(({ kind }) => kind === 'rectangle').map(({ box }) => box);

  it('grows with it and lies beneath it', () => {
    const [part] = partedBlock(blockOf([card, onCard], text(linesValue(9)), 20), COLUMN_MM, [COLUMN_MM]);
    expect(part?.items.map(({ kind }) => kind)).toEqual(['rectangle', 'text']);
    const [box] = cardsOf(part?.items ?? []);
    expect(box?.heightMm).toBeGreaterThan(9 * LINE_MM + 5);
  });

  it('is parted where its text is', () => {
    const parts = partedBlock(blockOf([card, onCard], text(linesValue(50)), 20), COLUMN_MM, [COLUMN_MM]);
    expect(parts.length).toBe(3);
    for (const { items } of parts) {
      const [box] = cardsOf(items);
      for (const item of items)
        if (item.kind === 'text')
          for (const { baselineMm } of item.lines)
            expect(baselineMm).toBeLessThan((box?.yMm ?? 0) + (box?.heightMm ?? 0));
    }
  });

  it('is left out with all that lies on it', () => {
    expect(partedBlock(blockOf([card, onCard], {}, 20), COLUMN_MM, [COLUMN_MM]).flatMap(({ items }) => items)).toEqual(
      [],
    );
  });
});

describe('a flowing block', () => {
  it('closes the hole of what was not given', () => {
    const [part] = partedBlock(blockOf([title, body], text('가')), COLUMN_MM, [COLUMN_MM]);
    const [line] = part?.items ?? [];
    expect(line?.box.yMm).toBeCloseTo(0, 6);
  });

  it('leaves a group out as a whole when one of it is hidden', () => {
    const grouped = [
      { ...title, groupName: 'g' },
      { ...place('r', 0, 12, 20, 1), type: 'rectangle' as const, backgroundColor: '#FF000000', groupName: 'g' },
      words('z', '끝', 0, 14),
    ];
    const [part] = partedBlock(blockOf(grouped, {}), COLUMN_MM, [COLUMN_MM]);
    expect(part?.items.map(({ kind }) => kind)).toEqual(['text']);
  });

  it.each([true, false])('shows what is `visible` only when its flag is on: %s', (value) => {
    const flagged = [{ ...words('z', '보임', 0, 0), visible: '$$flag$$' }];
    expect(
      linesOf(
        partedBlock(blockOf(flagged, { flag: { kind: 'boolean', value } }), COLUMN_MM, [COLUMN_MM])[0]?.items ?? [],
      ),
    ).toEqual(value ? ['보임'] : []);
  });
});

it('no part is higher than its column, nothing is lost and every text has an end, whatever stands in a block', () => {
  const element = fc.oneof(
    fc
      .record({ y: fc.integer({ min: 0, max: 200 }), isDynamic: fc.boolean(), splittable: fc.boolean() })
      .map(({ y, ...more }) => words('w', '$$body$$', 0, y, more)),
    fc
      .record({
        y: fc.integer({ min: 0, max: 200 }),
        height: fc.integer({ min: 0, max: 400 }),
        x: fc.integer({ min: 0, max: 60 }),
      })
      .map(
        ({ x, y, height }): LayoutElement => ({
          ...place('r', x, y, 50, height),
          type: 'rectangle',
          backgroundColor: '#FF123456',
        }),
      ),
  );
  fc.assert(
    fc.property(
      fc.array(element, { maxLength: 6 }),
      fc.integer({ min: 0, max: 80 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: -20, max: 300 }),
      (elements, lines, columnMm, roomMm) => {
        const block = blockOf(elements, text(linesValue(lines)));
        const parts = partedBlock(block, columnMm, [Math.min(roomMm, columnMm)]);
        expect(parts.length).toBeGreaterThan(0);
        expect(parts.at(-1)?.isEmpty).toBe(false);
        for (const { heightMm } of parts) expect(heightMm).toBeLessThanOrEqual(columnMm + 1e-5);
        const given = block.pieces.flatMap(({ items }) => linesOf(items));
        expect(parts.flatMap(({ items }) => linesOf(items)).sort()).toEqual([...given].sort());
      },
    ),
    { numRuns: 300 },
  );
});
