import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LayoutElement } from '../contract/templates.ts';
import type { BookRules } from './book-rules.ts';
import type { BoundPicture, BoundValues } from './bound-values.ts';
import { composeContents, placeEntry, type ComposedEntry } from './compose.ts';
import { EMPTY_BOOK, type FlowCursor } from './flow.ts';
import type { PaintItem } from './sketch.ts';
import { anywhere, measure, picture, place, px, square, system, template, words } from './testing/layout-bench.ts';

/** Of the bench's page: 243 less 20 and 10, and 248 less 14 and 14. */
const CONTENT = { leftMm: { right: 20, left: 10 }, widthMm: 213, topMm: 14, heightMm: 220 };
const GAP_MM = 6;

const widthIn = (columns: number) => (CONTENT.widthMm - GAP_MM * (columns - 1)) / columns;
const rows = (columns: number, more: Partial<Extract<LayoutElement, { photos: string }>> = {}) => {
  const widthMm = widthIn(columns);
  return template(
    [
      words('label', '$$label$$', 0, 0, { width: px(widthMm) }),
      {
        ...place('rows', 0, 12, widthMm, 52),
        type: 'rowGallery',
        photos: '$$photos$$',
        fit: 'cover',
        heightMode: 'auto',
        container: {
          ...{ maxWidth: px(widthMm), maxHeight: px(220), itemGap: px(4), padding: 0, layout: 'row', fit: 'cover' },
          ...{ align: { horizontal: 'left', vertical: 'top' }, row: { maxHeight: px(52), fillMiddle: false } },
        },
        ...more,
      },
    ],
    { columns, heightMm: 64, spacingMm: 5 },
  );
};
const story = (columns: number) =>
  template([words('a', '$$body$$', 0, 0, { isDynamic: true, splittable: true, width: px(widthIn(columns)) })], {
    ...{ columns, heightMm: 10, spacingMm: 5 },
  });

const ASPECTS = [3 / 2, 2 / 3, 4 / 3, 3 / 4, 1, 16 / 9, 3 / 2];
const photos = (count: number, seed = 0): BoundPicture[] =>
  Array.from({ length: count }, (_, index) =>
    picture(Math.round(3_000 * (ASPECTS[(index + seed) % ASPECTS.length] ?? 1)), 3_000),
  );
const shown = (count: number, label?: string): BoundValues => ({
  photos: { kind: 'pictures', pictures: photos(count) },
  ...(label !== undefined && { label: { kind: 'text', text: label } }),
});
const written = (lines: number): BoundValues => ({
  body: { kind: 'text', text: Array.from({ length: lines }, (_, index) => `줄${index}`).join('\n') },
});

function pagesOf(entries: readonly ComposedEntry[], rules: BookRules = 6) {
  let cursor: FlowCursor = EMPTY_BOOK;
  const by = { ...measure, rules };
  const placed = entries.map((entry) => {
    const own = placeEntry({ ...entry, spec: square, cursor, measure: by });
    cursor = JSON.parse(JSON.stringify(own.cursor)) as FlowCursor;
    return own;
  });
  const pages = composeContents({ spec: square, entries, pageCount: cursor.pages, system, measure: by });
  // Without the base layer.
  return {
    placed,
    cursor,
    pages: pages.map(({ side, items }) => ({ side, items: items.filter(({ box }) => box.yMm < 230) })),
  };
}
const entry = (own: ComposedEntry['template'], values: BoundValues): ComposedEntry => ({
  ...{ template: own, values, wish: anywhere },
});
const bottomOf = (items: readonly PaintItem[]) => Math.max(...items.map(({ box }) => box.yMm + box.heightMm));
const rightOf = (items: readonly PaintItem[]) => Math.max(...items.map(({ box }) => box.xMm + box.widthMm));
const picturesIn = (items: readonly PaintItem[]) => items.filter(({ kind }) => kind === 'picture');

describe('rows of pictures in a flow', () => {
  it('fill all pages but the last from margin to margin, over all columns', () => {
    for (const columns of [1, 2, 3]) {
      const { pages } = pagesOf([entry(rows(columns, { span: true }), shown(40, '여름'))]);
      expect(pages.length).toBeGreaterThan(2);
      expect(pages.flatMap(({ items }) => picturesIn(items))).toHaveLength(40);
      for (const { side, items } of pages.slice(0, -1)) {
        expect(bottomOf(items)).toBeCloseTo(CONTENT.topMm + CONTENT.heightMm, 4);
        expect(Math.min(...items.map(({ box }) => box.yMm))).toBeCloseTo(CONTENT.topMm, 4);
        expect(Math.min(...picturesIn(items).map(({ box }) => box.xMm))).toBeCloseTo(CONTENT.leftMm[side], 4);
        expect(rightOf(picturesIn(items))).toBeCloseTo(CONTENT.leftMm[side] + CONTENT.widthMm, 4);
      }
    }
  });

  it('fill columns where they do not span them', () => {
    const { pages } = pagesOf([entry(rows(2), shown(40))]);
    const widths = pages.flatMap(({ items }) => items.map(({ box }) => box.widthMm));
    expect(Math.max(...widths)).toBeLessThanOrEqual((CONTENT.widthMm - GAP_MM) / 2 + 1e-6);
    const lefts = pages[0]?.items.filter(({ box }) => box.xMm < 120) ?? [];
    expect(bottomOf(lefts)).toBeCloseTo(CONTENT.topMm + CONTENT.heightMm, 4);
  });

  it('leave their columns for text below them, which goes on beside it and not over them', () => {
    const { placed, pages, cursor } = pagesOf([
      entry(rows(2, { span: true }), shown(3)),
      entry(story(2), written(24)),
      entry(story(2), written(2)),
    ]);
    expect(placed.map(({ firstPage, joined }) => [firstPage, joined])).toEqual([
      [1, false],
      [1, true],
      [1, true],
    ]);
    const [page] = pages;
    const gallery = bottomOf(picturesIn(page?.items ?? []));
    const texts = (page?.items ?? []).filter(({ kind }) => kind === 'text');
    expect(Math.min(...texts.map(({ box }) => box.yMm))).toBeCloseTo(gallery + 5, 4);
    const inSecond = texts.filter(({ box }) => box.xMm > 120);
    expect(Math.min(...inSecond.map(({ box }) => box.yMm))).toBeCloseTo(gallery + 5, 4);
    expect(cursor.open?.fromPx).toBeCloseTo(px(gallery + 5 - CONTENT.topMm), 3);
  });

  it('begin below the text of the first column, and on a new page beside that of another', () => {
    const below = pagesOf([entry(story(2), written(3)), entry(rows(2, { span: true }), shown(3, '가을'))]);
    expect(below.placed[1]).toMatchObject({ firstPage: 1, joined: true });
    const beside = pagesOf([entry(story(2), written(40)), entry(rows(2, { span: true }), shown(3, '가을'))]);
    expect(beside.placed[1]).toMatchObject({ firstPage: 2, joined: false });
  });

  it('take their label along to the next page where too little of this one is left', () => {
    const { placed, pages } = pagesOf([
      entry(story(1), written(28)),
      entry(rows(1, { span: true }), shown(30, '겨울')),
    ]);
    expect(placed[1]).toMatchObject({ firstPage: 2, joined: false });
    const label = pages[1]?.items.find((item) => item.kind === 'text');
    expect(label?.kind === 'text' && label.lines[0]?.text).toBe('겨울');
    expect(bottomOf(pages[1]?.items ?? [])).toBeCloseTo(CONTENT.topMm + CONTENT.heightMm, 4);
  });

  it('stand as they did in books of former rules', () => {
    const { pages } = pagesOf([entry(rows(2, { span: true }), shown(12))], 5);
    for (const { items } of pages)
      for (const { box } of items) expect(box.widthMm).toBeLessThanOrEqual((CONTENT.widthMm - GAP_MM) / 2 + 1e-6);
  });

  it('and texts never lie over one another, in any order', () => {
    const entryOf = (columns: number) =>
      fc.oneof(
        fc.integer({ min: 1, max: 25 }).map((count) => entry(rows(columns, { span: true }), shown(count, '이름'))),
        fc.integer({ min: 1, max: 25 }).map((count) => entry(rows(columns), shown(count))),
        fc.integer({ min: 1, max: 60 }).map((lines) => entry(story(columns), written(lines))),
      );
    const books = fc
      .integer({ min: 1, max: 3 })
      .chain((columns) => fc.array(entryOf(columns), { minLength: 1, maxLength: 8 }));
    fc.assert(
      fc.property(books, (entries) => {
        const { pages } = pagesOf(entries);
        const count = entries.reduce((sum, { values }) => {
          const given = values['photos'];
          return sum + (given?.kind === 'pictures' ? given.pictures.length : 0);
        }, 0);
        expect(pages.flatMap(({ items }) => picturesIn(items))).toHaveLength(count);
        for (const { side, items } of pages)
          items.forEach(({ box }, index) => {
            expect(box.yMm + box.heightMm).toBeLessThanOrEqual(CONTENT.topMm + CONTENT.heightMm + 1e-4);
            expect(box.xMm).toBeGreaterThanOrEqual(CONTENT.leftMm[side] - 1e-4);
            for (const { box: other } of items.slice(index + 1)) {
              const apart =
                box.xMm + box.widthMm <= other.xMm + 1e-4 ||
                other.xMm + other.widthMm <= box.xMm + 1e-4 ||
                box.yMm + box.heightMm <= other.yMm + 1e-4 ||
                other.yMm + other.heightMm <= box.yMm + 1e-4;
              expect(apart, JSON.stringify([box, other])).toBe(true);
            }
          });
      }),
      { numRuns: 60 },
    );
  });
});
