import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LayoutElement, Template } from '../contract/templates.ts';
import type { SpecGeometry } from '../specs/book-geometry.ts';
import type { BoundPicture, BoundValues } from './bound-values.ts';
import { breakLines, printable } from './break-text.ts';
import { composeContents, composeCover, placeEntry, type ComposedEntry } from './compose.ts';
import { EMPTY_BOOK, type FlowCursor, type PlacementWish } from './flow.ts';
import { collageOf, gridOf, rowsOf } from './galleries.ts';
import type { PaintItem, TextMeasure } from './sketch.ts';

/** Every character half an em wide, CJK a whole one; no glyph for anything beyond the basic plane. */
const measure: TextMeasure = {
  widthEm: (_, text) => Array.from(text).reduce((sum, character) => sum + (character > '\u2fff' ? 1 : 0.5), 0),
  covers: (_, text) => Array.from(text).every((character) => (character.codePointAt(0) ?? 0) < 0x10000),
};

const square: SpecGeometry = {
  bookSpecUid: 'SQUAREBOOK_HC', innerTrimWidthMm: 243, innerTrimHeightMm: 248, pageMin: 24, pageMax: 130, pageDefault: 24,
  coverType: 'Hardcover', bindingType: 'PUR', bindingEdge: 'left', bleedMm: 3, caseWrapMarginMm: 17, hingeGapMm: 10,
  spineWidthRules: [{ minPage: 24, maxPage: 64, spineWidthMm: 10 }, { minPage: 65, maxPage: 130, spineWidthMm: 16 }], pdfToleranceMm: 1,
};
const layflat: SpecGeometry = { ...square, bookSpecUid: 'SQUAREBOOK_LAYFLAT_HC', bindingType: 'LAYFLAT' };

const px = (mm: number) => (mm * 96) / 25.4;
const place = (id: string, xMm: number, yMm: number, widthMm: number, heightMm: number) => ({ element_id: id, position: { x: px(xMm), y: px(yMm) }, width: px(widthMm), height: px(heightMm) });

function template(elements: LayoutElement[], { columns, heightMm = 248, spacingMm = 0 }: { columns?: number; heightMm?: number; spacingMm?: number } = {}): Template {
  return {
    templateUid: 'x', accountUid: 'public', templateName: 'x', description: null, templateKind: 'content', category: null, theme: 'x', bookSpecUid: 'x', bookSpecName: 'x',
    specProfileUid: null, isPublic: true, status: 'active', createdAt: '', updatedAt: '', parameters: { definitions: {} },
    layout: { backgroundColor: '#FFFFFFFF', width: px(243), height: px(heightMm), elements },
    layoutRules: {
      space: 'page',
      margin: { pageMargin: { spine: px(20), fore: px(10), head: px(14), tail: px(14) }, mirrorEvenPages: true },
      ...(columns === undefined ? {} : { flow: { columns, columnGap: px(6), itemAlign: 'left', itemSpacing: { size: px(spacingMm), mode: 'between' } } }),
      shiftUpOnHide: true,
    },
    baseLayer: { odd: { elements: [words('bl-odd-1', '@@pageNum@@ @@bookTitle@@', 220, 236)] }, even: { elements: [] } },
  };
}

function words(id: string, text: string, xMm: number, yMm: number, more: Partial<Extract<LayoutElement, { type: 'text' }>> = {}): LayoutElement {
  return { ...place(id, xMm, yMm, 100, 10), type: 'text', text, fontFamily: 'Pretendard', fontSize: px(4), textBold: false, textBrush: '#FF000000', textAlignment: 'left', verticalAlignment: 'top', ...more };
}

const text = (value: string): BoundValues => ({ body: { kind: 'text', text: value } });
const picture = (widthPx: number, heightPx: number): BoundPicture => ({ blobKey: 'k', mimeType: 'image/jpeg', widthPx, heightPx });
const anywhere: PlacementWish = { breakBefore: 'none', side: null };
const system = { bookTitle: '여름', year: 2026, month: 11, date: 21 };

const fullPage = template([words('a', '$$body$$', 20, 20)]);
const story = template([words('a', '$$body$$', 0, 0, { isDynamic: true, splittable: true, width: px(100) })], { columns: 2, heightMm: 10 });

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
    const first = placeEntry({ template: story, values: text('가'), spec: square, cursor: EMPTY_BOOK, wish: anywhere, measure });
    expect([first.firstPage, first.joined, first.cursor.open?.column]).toEqual([1, false, 0]);
    const next = placeEntry({ template: story, values: text('나'), spec: square, cursor: first.cursor, wish: anywhere, measure });
    expect([next.firstPage, next.joined, next.cursor.open?.column]).toEqual([1, true, 0]);
    const column = placeEntry({ template: story, values: text('다'), spec: square, cursor: next.cursor, wish: { breakBefore: 'column', side: null }, measure });
    expect([column.firstPage, column.joined, column.cursor.open?.column]).toEqual([1, true, 1]);
    const page = placeEntry({ template: story, values: text('라'), spec: square, cursor: column.cursor, wish: { breakBefore: 'page', side: null }, measure });
    expect([page.firstPage, page.joined]).toEqual([2, false]);
    const closed = placeEntry({ template: fullPage, values: text('마'), spec: square, cursor: page.cursor, wish: anywhere, measure });
    const after = placeEntry({ template: story, values: text('바'), spec: square, cursor: closed.cursor, wish: anywhere, measure });
    expect([closed.firstPage, after.firstPage, after.joined]).toEqual([3, 4, false]);
  });

  it('carry their number and title in the base layer, by odd and even', () => {
    const pages = composeContents({ spec: square, entries: [{ template: fullPage, values: text('가'), wish: anywhere }, { template: fullPage, values: text('나'), wish: anywhere }], pageCount: 3, system, measure });
    expect(pages.map((page) => linesOf(page.items))).toEqual([['1 여름', '가'], ['나'], []]);
    expect(pages.map(({ side }) => side)).toEqual(['right', 'left', 'right']);
  });
});

const linesOf = (items: readonly PaintItem[]) => items.flatMap((item) => (item.kind === 'text' ? item.lines.map((line) => line.text) : []));

const entryArb: fc.Arbitrary<ComposedEntry> = fc.record({
  template: fc.constantFrom(fullPage, story, template([words('a', '$$body$$', 0, 0, { isDynamic: true })], { columns: 1, heightMm: 60, spacingMm: 4 })),
  values: fc.oneof(fc.constant({}), fc.string({ maxLength: 40 }).map(text), fc.constantFrom('가나다 '.repeat(150), 'word '.repeat(300), '가\n'.repeat(90)).map(text)),
  wish: fc.record({ breakBefore: fc.constantFrom('page', 'column', 'none'), side: fc.constantFrom(null, null, null, 'left', 'right') }),
});

it('entries placed one by one make the pages that composing all of them makes, and none is lost', () => {
  fc.assert(
    fc.property(fc.array(entryArb, { minLength: 1, maxLength: 12 }), fc.constantFrom(square, layflat), (entries, spec) => {
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
      const printed = pages.flatMap((page) => linesOf(page.items)).join('').replace(/\s/g, '');
      for (const { values, template: own } of entries) {
        const value = values['body']?.kind === 'text' ? values['body'].text : '';
        if (own !== story) continue;
        for (const word of printable(value, 'regular', measure).split(/\s+/).slice(0, 3)) expect(printed).toContain(word);
      }
    }),
    { numRuns: 150 },
  );
});

describe('text', () => {
  it('breaks Latin between words and Korean between syllables, and keeps closing punctuation with what it closes', () => {
    expect(breakLines('one two three', 4, 'regular', measure)).toEqual(['one two', 'three']);
    expect(breakLines('가나다라.', 4, 'regular', measure)).toEqual(['가나다', '라.']);
    expect(breakLines('‘가나’다', 3, 'regular', measure)).toEqual(['‘가나’', '다']);
    expect(breakLines('a\n\nb', 4, 'regular', measure)).toEqual(['a', '', 'b']);
    expect(breakLines('abcdefgh', 2, 'regular', measure)).toEqual(['abcd', 'efgh']);
  });

  it('shows what has no glyph as a hollow square, and drops what cannot be seen', () => {
    expect(printable('a\u{1F600}b\u200Ec\u0007\td', 'regular', measure)).toBe('a□bc d');
    expect(printable('\u{1F469}\u200D\u{1F467}', 'regular', measure)).toBe('□');
  });

  it('loses nothing but white space at breaks, and every line fits, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('가', 'a', ' ', '-', '.', '(', '\n', '漢', '“'), maxLength: 200 }), fc.integer({ min: 1, max: 30 }), (given, widthEm) => {
        const lines = breakLines(given, widthEm, 'regular', measure);
        expect(lines.join('').replace(/\s/g, '')).toBe(given.replace(/\s/g, ''));
        for (const line of lines) expect(measure.widthEm('regular', line)).toBeLessThanOrEqual(Math.max(widthEm, 1));
      }),
      { numRuns: 500 },
    );
  });

  it('that is too much for a fixed box shrinks to 60 % and then ends with an ellipsis', () => {
    const page = (value: string) => composeContents({ spec: square, entries: [{ template: fullPage, values: text(value), wish: anywhere }], pageCount: 1, system, measure })[0]?.items.filter((item) => item.kind === 'text').slice(1) ?? [];
    expect(page('가'.repeat(20))).toMatchObject([{ sizeMm: 4 }]);
    const shrunk = page('가'.repeat(40));
    expect(linesOf(shrunk)).toHaveLength(2);
    expect(shrunk[0]).toMatchObject({ sizeMm: 4 * 0.7 });
    expect(linesOf(page('가'.repeat(500))).at(-1)).toMatch(/…$/);
  });
});

const inside = (inner: { xMm: number; yMm: number; widthMm: number; heightMm: number }, outer: typeof inner) =>
  inner.xMm >= outer.xMm - 1e-6 && inner.yMm >= outer.yMm - 1e-6 && inner.xMm + inner.widthMm <= outer.xMm + outer.widthMm + 1e-6 && inner.yMm + inner.heightMm <= outer.yMm + outer.heightMm + 1e-6;

describe('galleries', () => {
  const box = { xMm: 10, yMm: 20, widthMm: 180, heightMm: 120 };
  const pictures = fc.array(fc.tuple(fc.integer({ min: 0, max: 8000 }), fc.integer({ min: 0, max: 8000 })).map(([w, h]) => picture(w, h)), { minLength: 1, maxLength: 9 });

  it.each([['collage', collageOf], ['grid', gridOf]] as const)('a %s keeps every picture in its box, apart from the others', (_name, lay) => {
    fc.assert(
      fc.property(pictures, fc.integer({ min: 0, max: 6 }), (own, gapMm) => {
        const placed = lay(own, box, gapMm);
        expect(placed.map((one) => one.picture)).toEqual(own);
        for (const [index, { box: first }] of placed.entries()) {
          expect(inside(first, box)).toBe(true);
          for (const { box: second } of placed.slice(index + 1)) {
            const apart = first.xMm + first.widthMm + gapMm <= second.xMm + 1e-6 || second.xMm + second.widthMm + gapMm <= first.xMm + 1e-6 || first.yMm + first.heightMm + gapMm <= second.yMm + 1e-6 || second.yMm + second.heightMm + gapMm <= first.yMm + 1e-6;
            expect(apart).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('a grid whose last row is not full has that row in its middle', () => {
    const placed = gridOf(Array.from({ length: 7 }, () => picture(1000, 1000)), { xMm: 0, yMm: 0, widthMm: 90, heightMm: 90 }, 0);
    expect(placed.slice(-1).map((one) => one.box)).toEqual([{ xMm: 30, yMm: 60, widthMm: 30, heightMm: 30 }]);
  });

  it('a collage of four pictures of its own proportions crops none of them', () => {
    const placed = collageOf([picture(1800, 1200), picture(1800, 1200), picture(1800, 1200), picture(1800, 1200)], box, 0);
    for (const one of placed) expect(one.box.widthMm / one.box.heightMm).toBeCloseTo(1.5, 5);
  });

  it('rows keep proportions, the width and the greatest height', () => {
    const rows = rowsOf([picture(300, 200), picture(200, 300), picture(400, 100), picture(100, 100)], { widthMm: 180, gapMm: 3, maxHeightMm: 60, fillMiddle: true });
    expect(rows.flatMap(({ placed }) => placed)).toHaveLength(4);
    for (const { heightMm, placed } of rows) {
      expect(heightMm).toBeLessThanOrEqual(60);
      for (const one of placed) expect(inside(one.box, { xMm: 0, yMm: 0, widthMm: 180, heightMm })).toBe(true);
    }
  });
});

describe('a cover', () => {
  const photo: LayoutElement = { ...place('p', 0, 0, 243, 248), type: 'photo', fileName: '$$front$$', fit: 'cover', panel: 'front' };
  const cover = template([
    { ...place('b', 0, 0, 243, 248), type: 'rectangle', backgroundColor: '#FF224466', panel: 'back' },
    { ...place('s', 0, 0, 10, 248), type: 'rectangle', backgroundColor: '#FF224466', panel: 'spine' },
    photo,
    words('t', '$$title$$', 0, 60, { panel: 'spine', width: px(10), height: px(120), rotation: 90 }),
  ]);
  const values: BoundValues = { front: { kind: 'picture', picture: picture(3000, 3000) }, title: { kind: 'text', text: '우리의 여름' } };

  it('reaches the ends of the sheet with what reaches its panels, and leaves no paper at the hinges', () => {
    const { items } = composeCover({ spec: square, pageCount: 24, template: cover, values, system, measure });
    const [back, front, spine] = ['rectangle', 'picture'].flatMap((kind) => items.filter((item) => item.kind === kind)).sort((a, b) => a.box.xMm - b.box.xMm).map(({ box }) => box).sort((a, b) => b.widthMm - a.widthMm);
    expect(back).toEqual({ xMm: 0, yMm: 0, widthMm: 267, heightMm: 288 });
    expect(front).toEqual({ xMm: 277, yMm: 0, widthMm: 267, heightMm: 288 });
    expect(spine).toEqual({ xMm: 267, yMm: 0, widthMm: 10, heightMm: 288 });
  });

  it('turns the title of its spine, within the spine', () => {
    const { items } = composeCover({ spec: square, pageCount: 24, template: cover, values, system, measure });
    const title = items.find((item) => item.kind === 'text');
    expect(title).toMatchObject({ rotation: 90, box: { xMm: 267 + 1.6, widthMm: 10 - 3.2 }, lines: [{ text: '우리의 여름' }] });
  });

  it('has no title on a spine that is too thin for one', () => {
    const thin: SpecGeometry = { ...square, coverType: 'Softcover', coverThicknessMm: 1, pageThicknessMm: 0.054 };
    expect(composeCover({ spec: thin, pageCount: 24, template: cover, values, system, measure }).items.filter((item) => item.kind === 'text')).toEqual([]);
  });
});
