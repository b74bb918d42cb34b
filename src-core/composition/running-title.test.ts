import { describe, expect, it } from 'vitest';
import type { LayoutElement } from '../contract/templates.ts';
import { composeContents, placeEntry } from './compose.ts';
import { EMPTY_BOOK } from './flow.ts';
import { mmOfPx } from './lengths.ts';
import { measure, square, system, template, words } from './testing/layout-bench.ts';

describe('the title of the book on its pages', () => {
  const wish = { breakBefore: 'page', side: null } as const;
  interface Printed {
    readonly text?: string;
    readonly yMm?: number;
    readonly by?: typeof measure;
    readonly on?: Partial<typeof system>;
  }
  const printed = (
    bookTitle: string,
    { text = '@@bookTitle@@ · @@pageNum@@', yMm = 238, by = measure, on }: Printed = {},
  ) => {
    const folio: LayoutElement = words('title', text, 100, yMm);
    const titled = { ...template([]), baseLayer: { odd: { elements: [folio] }, even: { elements: [] } } };
    const entry = { template: titled, values: {}, wish };
    const named = { ...system, ...on, bookTitle };
    const { fits } = placeEntry({ ...entry, spec: square, cursor: EMPTY_BOOK, measure: by, system: named });
    const [first] = composeContents({ spec: square, entries: [entry], pageCount: 1, system: named, measure: by });
    const lines = (first?.items ?? []).flatMap((item) =>
      item.kind === 'text' ? item.lines.map(({ text: line, baselineMm }) => ({ text: line, baselineMm })) : [],
    );
    return { fits, lines, box: folio };
  };
  const roomIn = (fits: ReturnType<typeof printed>['fits']): number =>
    fits.flatMap(({ fit }) => (fit.kind === 'noRunningTitle' ? [fit.room] : []))[0] ?? 0;

  it('takes a second line above the one where that has no room for it', () => {
    const [one] = printed('여름').lines;
    const { fits, lines, box } = printed('가나다라 '.repeat(11).trim());
    expect(lines).toHaveLength(2);
    expect(lines[0]?.baselineMm).toBeLessThan(one?.baselineMm ?? 0);
    // Its box ends where it did.
    expect(lines[1]?.baselineMm).toBeLessThan(mmOfPx(box.position.y + box.height));
    expect(lines.map(({ text }) => text).join(' ')).not.toContain('…');
    expect(fits.filter(({ fit }) => fit.kind !== 'smaller')).toEqual([]);
  });

  it('takes it below at the head of a page, and never beyond the margin that the page’s content keeps', () => {
    const [one] = printed('여름', { yMm: 2 }).lines;
    const { lines } = printed('가나다라 '.repeat(11).trim(), { yMm: 2 });
    expect(lines).toHaveLength(2);
    expect(lines[1]?.baselineMm).toBeGreaterThan(one?.baselineMm ?? 0);
    // 248 mm less 14 mm: a box that begins there has no air above it.
    expect(printed('가나다라 '.repeat(11).trim(), { yMm: 234 }).lines.map(({ text }) => text)).toEqual(['1']);
  });

  it('is left out where two lines have none either, told with how many characters have; what stands beside it stays', () => {
    const { fits, lines } = printed('가'.repeat(200));
    expect(lines.map(({ text }) => text)).toEqual(['1']);
    expect(fits).toMatchObject([{ field: 'title', isOfBook: true, fit: { kind: 'noRunningTitle', characters: 200 } }]);
    const room = roomIn(fits);
    expect(printed('가'.repeat(room)).lines).toHaveLength(2);
    expect(printed('가'.repeat(room + 1)).lines).toHaveLength(1);
    expect(printed('가'.repeat(200), { text: '— @@bookTitle@@ —' }).lines).toEqual([]);
    for (const text of ['『@@bookTitle@@』 @@pageNum@@', '@@pageNum@@ (@@bookTitle@@)'])
      expect(printed('가'.repeat(200), { text }).lines).toMatchObject([{ text: '1' }]);
  });

  it('is told alike on every day of the year, and printed so', () => {
    const text = '@@bookTitle@@ · @@datetime.year@@. @@datetime.month@@. @@datetime.date@@.';
    const [first, last] = [
      { month: 1, date: 1 },
      { month: 12, date: 31 },
    ];
    const room = roomIn(printed('가'.repeat(200), { text, on: last }).fits);
    expect(room).toBeGreaterThan(20);
    for (const count of [room, room + 1])
      for (const on of [first, last]) {
        const { fits, lines } = printed('가'.repeat(count), { text, on });
        expect(fits.some(({ fit }) => fit.kind === 'noRunningTitle')).toBe(count > room);
        expect(lines.map((line) => line.text).join('')).toContain(count > room ? '2026' : '가'.repeat(10));
        expect(lines.map((line) => line.text).join('')).not.toContain('…');
      }
  });

  it('is cut by the rules of before, which tell nothing', () => {
    const { fits, lines } = printed('가'.repeat(200), { by: { ...measure, rules: 8 } });
    expect(lines.at(-1)?.text).toMatch(/…$/);
    expect(fits).toEqual([]);
  });
});
