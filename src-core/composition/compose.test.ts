import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Template } from '../contract/templates.ts';
import type { SpecGeometry } from '../specs/book-geometry.ts';
import type { BookRules } from './book-rules.ts';
import { printable } from './printable.ts';
import { composeContents, placeEntry, type ComposedEntry } from './compose.ts';
import { EMPTY_BOOK, type FlowCursor, type PlacementWish } from './flow.ts';
import { sheetsOf } from './sheets.ts';
import {
  anywhere,
  layflat,
  linesOf,
  measure,
  picture,
  place,
  px,
  square,
  system,
  template,
  text,
  words,
} from './testing/layout-bench.ts';

const fullPage = template([words('a', '$$body$$', 20, 20)]);
const story = template([words('a', '$$body$$', 0, 0, { isDynamic: true, splittable: true, width: px(100) })], {
  columns: 2,
  heightMm: 10,
});

describe('pages', () => {
  it('of page-filling entries follow one another; a wished side leaves a blank page', () => {
    const wish = (side: 'left' | 'right' | null): PlacementWish => ({ breakBefore: 'page', side });
    const walk = (spec: SpecGeometry, sides: readonly ('left' | 'right' | null)[]) => {
      let cursor: FlowCursor = EMPTY_BOOK;
      return sides.map((side) => {
        const placed = placeEntry({ template: fullPage, values: text('가'), spec, cursor, wish: wish(side), measure });
        cursor = placed.cursor;
        return placed.firstPage;
      });
    };
    expect(walk(square, ['left', 'left', 'right', 'left', 'right', 'right'])).toEqual([2, 4, 5, 6, 7, 9]);
    expect(walk(square, [null, null, 'right'])).toEqual([1, 2, 3]);
    expect(walk(layflat, ['left', 'right', 'right'])).toEqual([1, 2, 4]);
  });

  it('are shared by flowing entries of one style while there is room, by column when asked', () => {
    const first = placeEntry({
      template: story,
      values: text('가'),
      spec: square,
      cursor: EMPTY_BOOK,
      wish: anywhere,
      measure,
    });
    expect([first.firstPage, first.joined, first.cursor.open?.column]).toEqual([1, false, 0]);
    const next = placeEntry({
      template: story,
      values: text('나'),
      spec: square,
      cursor: first.cursor,
      wish: anywhere,
      measure,
    });
    expect([next.firstPage, next.joined, next.cursor.open?.column]).toEqual([1, true, 0]);
    const column = placeEntry({
      template: story,
      values: text('다'),
      spec: square,
      cursor: next.cursor,
      wish: { breakBefore: 'column', side: null },
      measure,
    });
    expect([column.firstPage, column.joined, column.cursor.open?.column]).toEqual([1, true, 1]);
    const page = placeEntry({
      template: story,
      values: text('라'),
      spec: square,
      cursor: column.cursor,
      wish: { breakBefore: 'page', side: null },
      measure,
    });
    expect([page.firstPage, page.joined]).toEqual([2, false]);
    const closed = placeEntry({
      template: fullPage,
      values: text('마'),
      spec: square,
      cursor: page.cursor,
      wish: anywhere,
      measure,
    });
    const after = placeEntry({
      template: story,
      values: text('바'),
      spec: square,
      cursor: closed.cursor,
      wish: anywhere,
      measure,
    });
    expect([closed.firstPage, after.firstPage, after.joined]).toEqual([3, 4, false]);
  });

  it('carry their number and title in the base layer, by odd and even', () => {
    const pages = composeContents({
      spec: square,
      entries: [
        { template: fullPage, values: text('가'), wish: anywhere },
        { template: fullPage, values: text('나'), wish: anywhere },
      ],
      pageCount: 3,
      system,
      measure,
    });
    expect(pages.map((page) => linesOf(page.items))).toEqual([['1 여름', '가'], ['나'], []]);
    expect(pages.map(({ side }) => side)).toEqual(['right', 'left', 'right']);
  });
});

describe('a layout over both pages of a spread', () => {
  const photo = {
    ...place('p', -3, -3, 492, 254),
    ...{ type: 'photo' as const, fileName: '$$photo$$', fit: 'cover' as const },
  };
  const onePage = template([photo, words('a', '$$body$$', 260, 20)]);
  const spread: Template = { ...onePage, layoutRules: { ...onePage.layoutRules, pages: 2 } };
  const values = { ...text('가'), photo: { kind: 'picture' as const, picture: picture(4000, 2000) } };

  it('begins on a left page and takes two, after a page that stays blank where the next one is a right one', () => {
    const walk = (templates: readonly Template[], side: 'left' | 'right' | null = null) => {
      let cursor: FlowCursor = EMPTY_BOOK;
      return templates.map((one) => {
        const wish = { breakBefore: 'page' as const, side: one === spread ? side : null };
        const placed = placeEntry({ template: one, values, spec: layflat, cursor, wish, measure });
        cursor = placed.cursor;
        return [placed.firstPage, cursor.pages, placed.joined, cursor.open];
      });
    };
    expect(walk([spread, spread, fullPage, spread, fullPage])).toEqual([
      [1, 2, false, null],
      [3, 4, false, null],
      [5, 5, false, null],
      [7, 8, false, null],
      [9, 9, false, null],
    ]);
    expect(walk([fullPage, spread], 'right')).toEqual([
      [1, 1, false, null],
      [3, 4, false, null],
    ]);
  });

  it('is all on the left page and painted once over both, above the base layers of both', () => {
    const entries = [
      { template: fullPage, values: text('나'), wish: anywhere },
      { template: spread, values, wish: anywhere },
    ];
    const pages = composeContents({ spec: layflat, entries, pageCount: 4, system, measure });
    expect(pages.map(({ items }) => items.map(({ kind, across }) => [kind, across ?? false]))).toEqual([
      [
        ['text', false],
        ['text', false],
      ],
      [],
      [
        ['text', false],
        ['picture', true],
        ['text', true],
      ],
      [],
    ]);
    const [, sheet] = sheetsOf(layflat, pages);
    expect(sheet?.layers.filter(({ items }) => items.some(({ kind }) => kind === 'picture'))).toMatchObject([
      { within: null, originXMm: 3, items: [{ box: { xMm: expect.closeTo(-3), widthMm: expect.closeTo(492) } }] },
    ]);
  });

  it('has the base layer of its right page there', () => {
    const swapped = {
      ...spread,
      baseLayer: { odd: { elements: [] }, even: spread.baseLayer?.odd ?? { elements: [] } },
    };
    const entries = [{ template: swapped, values, wish: anywhere }];
    const [left, right] = composeContents({ spec: layflat, entries, pageCount: 2, system, measure });
    expect(linesOf(left?.items ?? [])).toEqual(['2 여름', '가']);
    expect(left?.items[0]).toMatchObject({ across: true, box: { xMm: expect.closeTo(220 + 243) } });
    expect(right?.items).toEqual([]);
  });

  it('tells of a head at its fold, and has none there where the picture may be shifted', () => {
    const withFace = (widthPx: number) => ({
      ...picture(widthPx, 2000),
      subject: { faces: [{ x: 0.46, y: 0.4, width: 0.08, height: 0.2, score: 0.9 }], attention: null },
    });
    const told = (widthPx: number) =>
      placeEntry({
        template: spread,
        values: { ...values, photo: { kind: 'picture', picture: withFace(widthPx) } },
        ...{ spec: layflat, cursor: EMPTY_BOOK, wish: anywhere, measure },
      }).pictures.map(({ fit }) => fit.kind);
    expect(told(3600)).toContain('folded');
    expect(told(6000)).not.toContain('folded');
  });

  it('has the gap of a gallery on its fold, or no sliver of a picture over it, since rules 8', () => {
    const gallery = {
      ...place('g', 10, 10, 466, 200),
      ...{ type: 'collageGallery' as const, photos: '$$photos$$', fit: 'cover' as const, heightMode: 'fixed' as const },
      container: {
        ...{ maxWidth: px(466), maxHeight: px(200), itemGap: px(4), padding: 0 },
        ...{ layout: 'collage' as const, fit: 'cover' as const },
        align: { horizontal: 'center' as const, vertical: 'center' as const },
      },
    };
    const WIDTHS = [4000, 5300, 2000, 4500, 4000, 2250, 4500];
    const onBothMm = (rules: BookRules) =>
      [4, 5, 6, 7, 8].flatMap((count) => {
        const pictures = Array.from({ length: count }, (_, index) => picture(WIDTHS[index % WIDTHS.length] ?? 1, 3000));
        const entries = [
          {
            template: { ...spread, layout: { ...spread.layout, elements: [gallery] } },
            values: { photos: { kind: 'pictures' as const, pictures } },
            wish: anywhere,
          },
        ];
        const pages = composeContents({
          ...{ spec: layflat, entries, pageCount: 2, system },
          measure: { ...measure, rules },
        });
        const boxes = pages.flatMap(({ items }) => items).filter(({ kind }) => kind === 'picture');
        expect(boxes).toHaveLength(count);
        return boxes.map(({ box: { xMm, widthMm } }) => Math.min(243 - xMm, xMm + widthMm - 243));
      });
    const [before, now] = [onBothMm(7), onBothMm(8)];
    // Half of its gap lies on each side of the fold.
    const isBesideFold = (overMm: number) => Math.abs(overMm + 2) < 0.1;
    expect(now.filter((overMm) => overMm > -12 && overMm < 25 && !isBesideFold(overMm))).toEqual([]);
    expect(now.filter(isBesideFold).length).toBeGreaterThan(2 * before.filter(isBesideFold).length);
  });

  it('is nothing that a book without spreads could have', () => {
    expect(() =>
      placeEntry({ template: spread, values, spec: square, cursor: EMPTY_BOOK, wish: anywhere, measure }),
    ).toThrow(RangeError);
  });
});

const entryArb: fc.Arbitrary<ComposedEntry> = fc.record({
  template: fc.constantFrom(
    fullPage,
    story,
    template([words('a', '$$body$$', 0, 0, { isDynamic: true })], { columns: 1, heightMm: 60, spacingMm: 4 }),
  ),
  values: fc.oneof(
    fc.constant({}),
    fc.string({ maxLength: 40 }).map(text),
    fc.constantFrom('가나다 '.repeat(150), 'word '.repeat(300), '가\n'.repeat(90)).map(text),
  ),
  wish: fc.record({
    breakBefore: fc.constantFrom('page', 'column', 'none'),
    side: fc.constantFrom(null, null, null, 'left', 'right'),
  }),
});

it('entries placed one by one make the pages that composing all of them makes, and none is lost', () => {
  fc.assert(
    fc.property(
      fc.array(entryArb, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(square, layflat),
      (entries, spec) => {
        let cursor: FlowCursor = EMPTY_BOOK;
        const firstPages: number[] = [];
        for (const entry of entries) {
          const placed = placeEntry({ ...entry, spec, cursor, measure });
          expect(placed.cursor.pages).toBeGreaterThanOrEqual(cursor.pages);
          expect(placed.firstPage).toBeGreaterThanOrEqual(cursor.pages);
          expect(placed.joined).toBe(placed.firstPage <= cursor.pages);
          firstPages.push(placed.firstPage);
          cursor = JSON.parse(JSON.stringify(placed.cursor)) as FlowCursor;
        }
        const pages = composeContents({ spec, entries, pageCount: cursor.pages, system, measure });
        expect(pages).toHaveLength(cursor.pages);
        const printed = pages
          .flatMap((page) => linesOf(page.items))
          .join('')
          .replace(/\s/g, '');
        for (const { values, template: own } of entries) {
          const value = values['body']?.kind === 'text' ? values['body'].text : '';
          if (own !== story) continue;
          for (const word of printable(value, 'regular', measure).split(/\s+/).slice(0, 3))
            expect(printed).toContain(word);
        }
      },
    ),
    { numRuns: 150 },
  );
});

describe('text on a page', () => {
  it('that is too much for a fixed box shrinks to 60 % and then ends with an ellipsis, by the rules of before', () => {
    const page = (value: string) =>
      composeContents({
        spec: square,
        entries: [{ template: fullPage, values: text(value), wish: anywhere }],
        pageCount: 1,
        system,
        measure: { ...measure, rules: 2 },
      })[0]
        ?.items.filter((item) => item.kind === 'text')
        .slice(1) ?? [];
    expect(page('가'.repeat(20))).toMatchObject([{ sizeMm: 4 }]);
    const shrunk = page('가'.repeat(40));
    expect(linesOf(shrunk)).toHaveLength(2);
    expect(shrunk[0]).toMatchObject({ sizeMm: 4 * 0.7 });
    expect(linesOf(page('가'.repeat(500))).at(-1)).toMatch(/…$/);
  });
});
