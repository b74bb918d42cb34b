import { describe, expect, it } from 'vitest';
import type { LayoutDocument, PictureFrame } from './document.ts';
import { applied, History, replayed, type StepLine } from './history.ts';
import { insertionsOf, readingOrderOf } from './insertions.ts';
import { breachesOf } from './invariants.ts';
import { lockFrames } from './operations/frames.ts';
import { arrange, nextArrangement, setLive } from './operations/live.ts';
import { insertPages, lockSurface, removePages, takeFromAside } from './operations/pages.ts';
import { placePicture } from './operations/pictures.ts';
import { isRefusal } from './refusal.ts';
import { readTree } from '../arranging/slicing-tree.ts';
import { done, keyOf, sampleBook } from './testing/sample-book.ts';

const PAGE = 'p3';

/** A page of so many pictures, the first ones of the tray. */
function arranged(count: number, change: { readonly uid?: string; readonly surface?: 'spread' } = {}): LayoutDocument {
  let book = sampleBook({ pictures: 16, ...(change.uid === undefined ? {} : { uid: change.uid }) });
  for (let number = 1; number <= count; number += 1)
    book = done(placePicture(book, { surfaceId: PAGE, picture: keyOf(number) }));
  const surface = change.surface ?? 'page';
  return done(arrange(book, { surfaceId: PAGE, surface }));
}

/** The page's pictures by their numbers, as they are read. */
const read = (book: LayoutDocument, surfaceId = PAGE): number[] =>
  readingOrderOf(book, surfaceId).map((id) => {
    const frame = Object.values(book.pages).flatMap(({ frames }) => frames[id] ?? [])[0] as PictureFrame;
    return Number.parseInt(frame.picture ?? '', 16);
  });

const joined = (book: LayoutDocument, number: number, place?: number) =>
  done(placePicture(book, { surfaceId: PAGE, picture: keyOf(number), ...(place === undefined ? {} : { place }) }));

/** The page in the way whose tree is written like that, with names for its leaves. */
function inShape(book: LayoutDocument, shape: RegExp): LayoutDocument {
  let now = book;
  for (let step = 0; step < 8; step += 1) {
    if (shape.test(now.pages[PAGE]?.arrangement?.signature ?? '')) return now;
    now = done(nextArrangement(now, { surfaceId: PAGE, by: 1 }));
  }
  throw new Error(`no way is like ${String(shape)}`);
}

describe('a picture that joins a live page', () => {
  it.each([
    [undefined, [1, 2, 3, 9]],
    [0, [9, 1, 2, 3]],
    [1, [1, 9, 2, 3]],
    [2, [1, 2, 9, 3]],
    [3, [1, 2, 3, 9]],
    [99, [1, 2, 3, 9]],
    [-1, [9, 1, 2, 3]],
  ])('at place %s is read there, and the arrangement is a whole one of all four', (place, order) => {
    const book = joined(arranged(3), 9, place);
    expect(read(book)).toEqual(order);
    expect(readTree(book.pages[PAGE]?.arrangement?.signature ?? '')?.names).toEqual(readingOrderOf(book, PAGE));
    expect(breachesOf(book)).toEqual([]);
  });

  it('stays there when the page is arranged anew, shown in another way, or made to bleed', () => {
    const book = joined(arranged(3), 9, 1);
    expect(read(done(arrange(book, { surfaceId: PAGE })))).toEqual([1, 9, 2, 3]);
    expect(read(done(nextArrangement(book, { surfaceId: PAGE, by: 1 })))).toEqual([1, 9, 2, 3]);
    expect(read(done(setLive(book, { surfaceId: PAGE, bleed: true })))).toEqual([1, 9, 2, 3]);
  });

  it('lies in the book before the pictures that it is read before: one after another keep their order', () => {
    const book = [9, 10, 11].reduce((now, number, index) => joined(now, number, 1 + index), arranged(2));
    expect(read(book)).toEqual([1, 9, 10, 11, 2]);
  });

  it('is one step, which undo takes back whole, and which the journal has as it has any other', () => {
    const before = arranged(3);
    const lines: StepLine[] = [];
    const history = new History(before, (line) => lines.push(line));
    const after = history.take('placePicture', joined(before, 9, 1), 1);
    expect(lines).toHaveLength(1);
    expect(replayed(before, lines)).toEqual(after);
    expect(applied(after, lines[0]?.back ?? [])).toEqual({ ...before, steps: after.steps });
    history.undo(2);
    expect(history.document.pages).toEqual(before.pages);
    history.redo(3);
    expect(read(history.document)).toEqual([1, 9, 2, 3]);
  });

  it('of a spread is read among the pictures of both its pages', () => {
    const book = arranged(5, { uid: 'SQUAREBOOK_LAYFLAT_HC', surface: 'spread' });
    const order = read(book);
    for (const surfaceId of [PAGE, 'p4']) {
      const after = done(placePicture(book, { surfaceId, picture: keyOf(9), place: 2 }));
      expect(read(after, surfaceId)).toEqual(order.toSpliced(2, 0, 9));
      expect(breachesOf(after)).toEqual([]);
    }
  });

  it('has no place on a page that is made by hand, and is refused on a full one', () => {
    const plain = sampleBook({ pictures: 2 });
    const first = done(placePicture(plain, { surfaceId: PAGE, picture: keyOf(1) }));
    const second = (place?: number) =>
      placePicture(first, { surfaceId: PAGE, picture: keyOf(2), ...(place === undefined ? {} : { place }) });
    expect(second(0)).toEqual(second());
    const full = arranged(12);
    const over = placePicture(full, { surfaceId: PAGE, picture: keyOf(13), place: 0 });
    expect(isRefusal(over) ? over.refused.key : null).toBe('layout.refused.tooManyToArrange');
    const locked = done(lockSurface(full, { surfaceId: PAGE, locked: true }));
    const onto = placePicture(locked, { surfaceId: PAGE, picture: keyOf(13), place: 0 });
    expect(isRefusal(onto) ? onto.refused.key : null).toBe('layout.refused.surfaceLocked');
  });

  it('from what was set aside has its place too', () => {
    const made = done(insertPages(arranged(3), { before: null, count: 2 }));
    const last = made.order.at(-1) ?? '';
    const placed = done(placePicture(made, { surfaceId: last, picture: keyOf(9) }));
    const gone = done(removePages(placed, { pageIds: [last] }));
    const [frameId = ''] = Object.keys(gone.setAside);
    expect(read(done(takeFromAside(gone, { frameId, surfaceId: PAGE })))).toEqual([1, 2, 3, 9]);
    expect(read(done(takeFromAside(gone, { frameId, surfaceId: PAGE, place: 1 })))).toEqual([1, 9, 2, 3]);
  });
});

describe('the places of a live page', () => {
  const shapeOf = (book: LayoutDocument) =>
    insertionsOf(book, PAGE).map(({ place, axis }) => `${axis === 'x' ? '|' : '-'}${place}`);

  it('of one picture are before and behind it', () => {
    expect(shapeOf(arranged(1))).toEqual(['|0', '|1']);
  });

  it('of a column are above, between and below; of a picture beside two, those of both', () => {
    const book = inShape(arranged(3), /^-\(f\d+,f\d+,f\d+\)$|^\|\(f\d+,f\d+,f\d+\)$/);
    const mark = (book.pages[PAGE]?.arrangement?.signature ?? '')[0];
    expect(shapeOf(book)).toEqual([1, 2, 0, 3].map((place) => `${mark}${place}`));
    const beside = inShape(arranged(3), /^\|\(f\d+,-\(f\d+,f\d+\)\)$/);
    expect(shapeOf(beside)).toEqual(['|1', '|0', '|3', '-2', '-1', '-3']);
  });

  it.each([2, 3, 4, 5, 6, 7, 9])('of %i pictures lie between them, and each place is there', (count) => {
    let book = arranged(count);
    for (let way = 0; way < 4; way += 1) {
      const lines = insertionsOf(book, PAGE);
      expect(new Set(lines.map(({ place }) => place))).toEqual(
        new Set(Array.from({ length: count + 1 }, (_, at) => at)),
      );
      const boxes = readingOrderOf(book, PAGE).map((id) => (book.pages[PAGE]?.frames[id] as PictureFrame).box);
      for (const { axis, atMm, fromMm, toMm } of lines)
        for (const { xMm, yMm, widthMm, heightMm } of boxes) {
          const [start, end, acrossFrom, acrossTo] =
            axis === 'x' ? [xMm, xMm + widthMm, yMm, yMm + heightMm] : [yMm, yMm + heightMm, xMm, xMm + widthMm];
          const isBeside = acrossTo > fromMm + 1e-6 && acrossFrom < toMm - 1e-6;
          expect(isBeside && atMm > start + 1e-6 && atMm < end - 1e-6).toBe(false);
        }
      book = done(nextArrangement(book, { surfaceId: PAGE, by: 1 }));
    }
  });

  it('are as many pictures in as the line parts: what lies before it is read before', () => {
    const book = inShape(arranged(3), /^\|\(f\d+,-\(f\d+,f\d+\)\)$/);
    const [first = '', second = '', third = ''] = readingOrderOf(book, PAGE);
    const boxOf = (id: string) => (book.pages[PAGE]?.frames[id] as PictureFrame).box;
    const [between, start] = insertionsOf(book, PAGE);
    const gapMm = book.style.gapMm;
    expect(between?.atMm).toBeCloseTo(boxOf(second).xMm - gapMm / 2, 6);
    expect(between?.fromMm).toBeCloseTo(Math.min(boxOf(first).yMm, boxOf(second).yMm), 6);
    expect(between?.toMm).toBeCloseTo(boxOf(third).yMm + boxOf(third).heightMm, 6);
    expect(start?.atMm).toBeCloseTo(boxOf(first).xMm - gapMm / 2, 6);
  });

  it('of a spread are measured from its left page', () => {
    const book = arranged(5, { uid: 'SQUAREBOOK_LAYFLAT_HC', surface: 'spread' });
    const widthMm = book.spec.innerTrimWidthMm;
    const lines = insertionsOf(book, 'p4');
    expect(lines).toEqual(insertionsOf(book, PAGE));
    expect(Math.max(...lines.map(({ axis, atMm, toMm }) => (axis === 'x' ? atMm : toMm)))).toBeGreaterThan(widthMm);
  });

  it('are none where nothing may join, and leave out what was locked since', () => {
    expect(insertionsOf(sampleBook({ pictures: 1 }), PAGE)).toEqual([]);
    expect(insertionsOf(arranged(12), PAGE)).toEqual([]);
    const book = arranged(3);
    expect(insertionsOf(done(lockSurface(book, { surfaceId: PAGE, locked: true })), PAGE)).toEqual([]);
    const [first = ''] = readingOrderOf(book, PAGE);
    const locked = done(lockFrames(book, { surfaceId: PAGE, frameIds: [first], locked: true }));
    expect(readingOrderOf(locked, PAGE)).toHaveLength(2);
    expect(new Set(insertionsOf(locked, PAGE).map(({ place }) => place))).toEqual(new Set([0, 1, 2]));
  });
});
