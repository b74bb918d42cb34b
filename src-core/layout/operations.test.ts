import { describe, expect, it } from 'vitest';
import type { BoxMm } from '../specs/book-geometry.ts';
import type { LayoutDocument, PictureFrame } from './document.ts';
import { breachesOf } from './invariants.ts';
import { wholeBoxOf } from './inside.ts';
import { setPageCount, setTitle } from './operations/book.ts';
import { setWrap } from './operations/cover.ts';
import {
  alignFrames,
  distributeFrames,
  duplicateFrames,
  lockFrames,
  moveFrames,
  orderFrames,
  removeFrames,
  setAcross,
  setBox,
  setFrameLook,
  toBleed,
} from './operations/frames.ts';
import { panPicture, resetInside, setShow, straightenPicture, turnPictures, zoomPicture } from './operations/inside.ts';
import {
  copyLayout,
  duplicatePages,
  insertPages,
  lockSurface,
  movePages,
  removePages,
  takeFromAside,
} from './operations/pages.ts';
import {
  addPictures,
  chooseFavourites,
  firstPageShowing,
  moveToSurface,
  placePicture,
  removePictures,
  replacePicture,
  swapPictures,
  unneededPictures,
  unplacedFavourites,
  usesOf,
} from './operations/pictures.ts';
import { addText, styleText, writeText } from './operations/text.ts';
import { isRefusal, type Outcome } from './refusal.ts';
import { surfaceIdOf } from './surface-change.ts';
import { done, keyOf, sampleBook, samplePictures } from './testing/sample-book.ts';

const box = (xMm: number, yMm: number, widthMm: number, heightMm: number): BoxMm => ({ xMm, yMm, widthMm, heightMm });
const reason = (outcome: Outcome) => (isRefusal(outcome) ? outcome.refused.key.replace('layout.refused.', '') : 'done');

/** A book with pictures in these boxes of page 2, named f1, f2 … in the answer. */
function withBoxes(boxes: readonly BoxMm[], more: Parameters<typeof sampleBook>[0] = {}) {
  let book = sampleBook({ pictures: 6, ...more });
  boxes.forEach((own, index) => {
    book = done(placePicture(book, { surfaceId: 'p2', picture: keyOf(index + 1), box: own }));
  });
  return { book, frameIds: book.pages.p2?.order ?? [] };
}
const boxesOn = (book: LayoutDocument, surfaceId = 'p2') =>
  (book.pages[surfaceId]?.order ?? []).map((id) => book.pages[surfaceId]?.frames[id]?.box);
const pictureAt = (book: LayoutDocument, frameId: string, surfaceId = 'p2') =>
  book.pages[surfaceId]?.frames[frameId] as PictureFrame;

describe('pictures', () => {
  it('are taken once, and taken out of every frame, the cover and the tray', () => {
    const { book } = withBoxes([box(20, 20, 90, 60)]);
    expect(done(addPictures(book, { pictures: samplePictures(6) }))).toBe(book);
    const wrapped = done(setWrap(book, { picture: keyOf(1) }));
    expect(usesOf(wrapped).get(keyOf(1))).toBe(2);
    const without = done(removePictures(wrapped, { keys: [keyOf(1)] }));
    expect([
      without.pictureOrder.length,
      without.cover.wrap,
      pictureAt(without, book.pages.p2?.order[0] ?? '').picture,
    ]).toEqual([5, null, null]);
    expect(reason(removePictures(without, { keys: [keyOf(1)] }))).toBe('noPicture');
  });

  it('are not needed where no page, no panel and nothing that was set aside holds them', () => {
    const { book } = withBoxes([box(20, 20, 90, 60), box(20, 90, 90, 60)]);
    const aside = done(placePicture(book, { surfaceId: 'p4', picture: keyOf(4) }));
    const wrapped = done(setWrap(done(removePages(aside, { pageIds: ['p4'] })), { picture: keyOf(3) }));
    expect(unneededPictures(wrapped, [1, 2, 3, 4, 5, 7].map(keyOf))).toEqual([keyOf(5)]);
    expect([1, 3, 5].map((number) => firstPageShowing(wrapped, keyOf(number)))).toEqual([2, null, null]);
  });

  it('chosen by a customer get their own stars, alone or beside those that have some; the unplaced of them are in the order of the tray', () => {
    const { book } = withBoxes([box(20, 20, 90, 60)]);
    const starsOf = ({ pictures, pictureOrder }: LayoutDocument) => pictureOrder.map((key) => pictures[key]?.rating);
    const stars = new Map([
      [keyOf(3), 4],
      [keyOf(1), 5],
      [keyOf(777), 5],
    ]);
    const first = done(chooseFavourites(book, { stars, isAlone: false }));
    expect(starsOf(first)).toEqual([5, 0, 4, 0, 0, 0]);
    const more = done(chooseFavourites(first, { stars: new Map([[keyOf(2), 1]]), isAlone: false }));
    expect([starsOf(more), unplacedFavourites(more)]).toEqual([
      [5, 1, 4, 0, 0, 0],
      [keyOf(2), keyOf(3)],
    ]);
    const alone = done(chooseFavourites(more, { stars: new Map([[keyOf(2), 1]]), isAlone: true }));
    expect(starsOf(alone)).toEqual([0, 1, 0, 0, 0, 0]);
    expect(chooseFavourites(alone, { stars: new Map([[keyOf(2), 1]]), isAlone: true })).toBe(alone);
    expect(reason(chooseFavourites(book, { stars: new Map([[keyOf(777), 5]]), isAlone: true }))).toBe('noPicture');
  });

  it('found again elsewhere keep every frame; a better version takes their places in the same crop', () => {
    const { book, frameIds } = withBoxes([box(20, 20, 90, 60)]);
    const zoomed = done(zoomPicture(book, { surfaceId: 'p2', frameId: frameIds[0] ?? '', zoom: 2 }));
    const [same] = samplePictures(1);
    if (same === undefined) throw new Error('no picture');
    const relinked = done(replacePicture(zoomed, { key: keyOf(1), picture: { ...same, path: 'pictures/IMG_1.jpg' } }));
    expect(relinked.pages).toBe(zoomed.pages);
    expect(relinked.pictures[keyOf(1)]?.path).toBe('pictures/IMG_1.jpg');
    const better = done(replacePicture(zoomed, { key: keyOf(1), picture: { ...same, key: keyOf(777) } }));
    expect(pictureAt(better, frameIds[0] ?? '')).toEqual({
      ...pictureAt(zoomed, frameIds[0] ?? ''),
      picture: keyOf(777),
    });
    expect(better.pictureOrder[0]).toBe(keyOf(777));
  });

  it('swapped keep a crop where the shapes agree and fill anew where not; a turn goes along', () => {
    const { book, frameIds } = withBoxes([box(20, 20, 90, 60), box(20, 90, 93, 60), box(120, 20, 50, 100)]);
    const [a = '', b = '', c = ''] = frameIds;
    const at = (frameId: string) => ({ surfaceId: 'p2', frameId });
    const cropped = done(
      turnPictures(done(zoomPicture(book, { ...at(a), zoom: 3 })), { surfaceId: 'p2', frameIds: [a], quarters: 1 }),
    );
    const alike = done(swapPictures(cropped, { from: at(a), to: at(b) }));
    expect(pictureAt(alike, b)).toMatchObject({ picture: keyOf(1), zoom: 3, turnDeg: 90 });
    const other = done(swapPictures(cropped, { from: at(a), to: at(c) }));
    expect(pictureAt(other, c)).toMatchObject({ picture: keyOf(1), zoom: 1, turnDeg: 90 });
    expect(pictureAt(other, a)).toMatchObject({ picture: keyOf(3), zoom: 1 });
  });

  it('moved to another page keep their frame and its name', () => {
    const { book, frameIds } = withBoxes([box(20, 20, 90, 60)]);
    const moved = done(moveToSurface(book, { surfaceId: 'p2', frameIds, to: 'p9' }));
    expect([moved.pages.p2?.order, surfaceIdOf(moved, frameIds[0] ?? '')]).toEqual([[], 'p9']);
  });
});

describe('frames', () => {
  it('dragged over the fold belong to the page that their middle lies on', () => {
    const { book, frameIds } = withBoxes([box(150, 20, 80, 60)]);
    const moved = done(moveFrames(book, { surfaceId: 'p2', frameIds, dxMm: 100, dyMm: 5 }));
    expect([boxesOn(moved, 'p2'), boxesOn(moved, 'p3')]).toEqual([[], [box(7, 25, 80, 60)]]);
    expect(surfaceIdOf(moved, frameIds[0] ?? '')).toBe('p3');
  });

  it('are not dragged off their pages, nor made smaller than can be taken hold of', () => {
    const { book, frameIds } = withBoxes([box(20, 20, 80, 60)]);
    const at = { surfaceId: 'p2', frameId: frameIds[0] ?? '' };
    expect(reason(setBox(book, { ...at, box: box(-90, 20, 80, 60) }))).toBe('offPage');
    expect(reason(setBox(book, { ...at, box: box(-82, 20, 80, 60) }))).toBe('done');
    expect(reason(setBox(book, { ...at, box: box(20, 20, 1.9, 60) }))).toBe('tooSmall');
  });

  it('are not made larger than any sheet by a figure with a digit too many', () => {
    const { book, frameIds } = withBoxes([box(20, 20, 143.5, 60)]);
    const at = { surfaceId: 'p2', frameId: frameIds[0] ?? '' };
    expect(reason(setBox(book, { ...at, box: box(20, 20, 14_350, 60) }))).toBe('tooLarge');
    expect(reason(setBox(book, { ...at, box: box(20, 20, 90, 2_001) }))).toBe('tooLarge');
    expect(breachesOf(done(setBox(book, { ...at, box: box(-1_700, -1_800, 2_000, 2_000) })))).toEqual([]);
  });

  it('are aligned to each other, or alone to their page', () => {
    const { book, frameIds } = withBoxes([box(20, 20, 80, 60), box(50, 100, 60, 40)]);
    const right = done(alignFrames(book, { surfaceId: 'p2', frameIds, to: 'right' }));
    expect(boxesOn(right).map((own) => (own?.xMm ?? 0) + (own?.widthMm ?? 0))).toEqual([110, 110]);
    const alone = done(alignFrames(book, { surfaceId: 'p2', frameIds: frameIds.slice(0, 1), to: 'centre' }));
    expect(boxesOn(alone)[0]?.xMm).toBe((243 - 80) / 2);
  });

  it('are distributed with one gap; two have none to share', () => {
    const { book, frameIds } = withBoxes([box(10, 10, 20, 20), box(35, 10, 30, 20), box(100, 10, 40, 20)]);
    const even = done(distributeFrames(book, { surfaceId: 'p2', frameIds, axis: 'x' }));
    expect(boxesOn(even).map((own) => own?.xMm)).toEqual([10, 50, 100]);
    expect(reason(distributeFrames(book, { surfaceId: 'p2', frameIds: frameIds.slice(0, 2), axis: 'x' }))).toBe(
      'distributeFrom',
    );
  });

  it('go forward and back by one and to the ends', () => {
    const { book, frameIds } = withBoxes([box(10, 10, 20, 20), box(15, 10, 30, 20), box(20, 10, 40, 20)]);
    const [a, b, c] = frameIds;
    const order = (to: 'front' | 'forward' | 'backward' | 'back', id = a) =>
      done(orderFrames(book, { surfaceId: 'p2', frameIds: [id ?? ''], to })).pages.p2?.order;
    expect(order('front')).toEqual([b, c, a]);
    expect(order('forward')).toEqual([b, a, c]);
    expect(order('back', c)).toEqual([c, a, b]);
    expect(order('backward', c)).toEqual([a, c, b]);
    expect(done(orderFrames(book, { surfaceId: 'p2', frameIds: [a ?? ''], to: 'back' }))).toBe(book);
  });

  it('that are locked are left alone among others, and alone say so; so do locked pages', () => {
    const { book, frameIds } = withBoxes([box(20, 20, 80, 60), box(20, 90, 80, 60)]);
    const [a = '', b = ''] = frameIds;
    const locked = done(lockFrames(book, { surfaceId: 'p2', frameIds: [a], locked: true }));
    const moved = done(moveFrames(locked, { surfaceId: 'p2', frameIds, dxMm: 5, dyMm: 0 }));
    expect(boxesOn(moved).map((own) => own?.xMm)).toEqual([20, 25]);
    expect(reason(removeFrames(locked, { surfaceId: 'p2', frameIds: [a] }))).toBe('locked');
    expect(reason(removePictures(locked, { keys: [keyOf(1)] }))).toBe('pictureLocked');
    const page = done(lockSurface(book, { surfaceId: 'p2', locked: true }));
    expect(reason(moveFrames(page, { surfaceId: 'p2', frameIds: [b], dxMm: 5, dyMm: 0 }))).toBe('surfaceLocked');
    expect(reason(removePages(page, { pageIds: ['p2'] }))).toBe('surfaceLocked');
    expect(done(lockSurface(page, { surfaceId: 'p2', locked: false })).pages.p2).toEqual(book.pages.p2);
  });

  it('give their picture back first and go themselves next; a copy lies beside what it is of', () => {
    const { book, frameIds } = withBoxes([box(20, 20, 80, 60)]);
    const emptied = done(removeFrames(book, { surfaceId: 'p2', frameIds }));
    expect([emptied.pages.p2?.order, pictureAt(emptied, frameIds[0] ?? '').picture]).toEqual([frameIds, null]);
    expect(done(removeFrames(emptied, { surfaceId: 'p2', frameIds })).pages.p2?.order).toEqual([]);
    expect(boxesOn(done(duplicateFrames(book, { surfaceId: 'p2', frameIds })))).toEqual([
      box(20, 20, 80, 60),
      box(25, 25, 80, 60),
    ]);
  });

  it('go over the whole page and its bleed and back inside its margins, across the fold over the spread', () => {
    const { book, frameIds } = withBoxes([box(20, 20, 80, 60)]);
    const at = { surfaceId: 'p2', frameId: frameIds[0] ?? '' };
    const full = done(toBleed(book, at));
    expect(boxesOn(full)).toEqual([box(-3, -3, 249, 254)]);
    const { marginMm } = book.style;
    expect(boxesOn(done(toBleed(full, at)))).toEqual([box(marginMm, marginMm, 243 - 2 * marginMm, 248 - 2 * marginMm)]);
    const wide = done(toBleed(done(setAcross(book, { ...at, across: true })), at));
    expect(boxesOn(wide)).toEqual([box(-3, -3, 492, 254)]);
    const back = done(setAcross(wide, { ...at, across: false }));
    expect([...boxesOn(back, 'p2'), ...boxesOn(back, 'p3')]).toHaveLength(1);
    expect(breachesOf(back)).toEqual([]);
    const first = done(placePicture(book, { surfaceId: 'p1', picture: keyOf(2) }));
    const frameId = first.pages.p1?.order[0] ?? '';
    expect(reason(setAcross(first, { surfaceId: 'p1', frameId, across: true }))).toBe('noFold');
  });

  it('of texts have no border', () => {
    const book = done(addText(sampleBook(), { surfaceId: 'p2', box: box(20, 20, 80, 60) }));
    const frameIds = book.pages.p2?.order ?? [];
    expect(reason(setFrameLook(book, { surfaceId: 'p2', frameIds, cornerMm: 3 }))).toBe('noBorderHere');
    expect(reason(zoomPicture(book, { surfaceId: 'p2', frameId: frameIds[0] ?? '', zoom: 2 }))).toBe('noPictureFrame');
    const styled = done(
      styleText(done(writeText(book, { surfaceId: 'p2', frameId: frameIds[0] ?? '', text: '봄' })), {
        surfaceId: 'p2',
        frameIds,
        sizePt: 30,
      }),
    );
    expect(styled.pages.p2?.frames[frameIds[0] ?? '']).toMatchObject({ text: '봄', sizePt: 30 });
  });
});

describe('inside a frame', () => {
  it('a picture is zoomed, drawn, turned and straightened within its limits, and as it came again', () => {
    const { book, frameIds } = withBoxes([box(20, 20, 80, 60)]);
    const at = { surfaceId: 'p2', frameId: frameIds[0] ?? '' };
    const of = { surfaceId: 'p2', frameIds };
    const wild = done(
      straightenPicture(done(panPicture(done(zoomPicture(book, { ...at, zoom: 99 })), { ...at, dxMm: 10, dyMm: 3 })), {
        ...at,
        straightenDeg: -40,
      }),
    );
    expect(pictureAt(wild, at.frameId)).toMatchObject({ zoom: 20, straightenDeg: -15 });
    expect(done(resetInside(wild, of))).toEqual(book);
    const whole = done(setShow(wild, { ...of, show: 'whole' }));
    expect(pictureAt(whole, at.frameId)).toMatchObject({ zoom: 1, straightenDeg: 0 });
    expect(reason(straightenPicture(whole, { ...at, straightenDeg: 3 }))).toBe('straightenWhole');
    expect(reason(panPicture(done(removeFrames(book, of)), { ...at, dxMm: 1, dyMm: 1 }))).toBe('emptyFrame');
  });

  it('what is in the middle stays there while it is turned round', () => {
    const { book, frameIds } = withBoxes([box(20, 20, 60, 60)]);
    const at = { surfaceId: 'p2', frameId: frameIds[0] ?? '' };
    const zoomed = done(panPicture(done(zoomPicture(book, { ...at, zoom: 3 })), { ...at, dxMm: 20, dyMm: -14 }));
    const turned = done(turnPictures(zoomed, { surfaceId: 'p2', frameIds, quarters: 1 }));
    const picture = book.pictures[keyOf(1)] ?? { widthPx: 1, heightPx: 1 };
    const [before, after] = [zoomed, turned].map((of) => wholeBoxOf(pictureAt(of, at.frameId), picture));
    // A point at (x, y) of a picture lies at (1 - y, x) of it when it is turned clockwise.
    const share = (whole: BoxMm | undefined) =>
      whole === undefined ? [0, 0] : [(50 - whole.xMm) / whole.widthMm, (50 - whole.yMm) / whole.heightMm];
    const [x = 0, y = 0] = share(before);
    expect(share(after)).toEqual([expect.closeTo(1 - y, 9), expect.closeTo(x, 9)]);
    expect(done(turnPictures(turned, { surfaceId: 'p2', frameIds, quarters: 3 }))).toEqual(zoomed);
  });
});

describe('pages', () => {
  it('put in and taken out keep a count that the spec takes; what was on them is set aside and can be put back', () => {
    const { book, frameIds } = withBoxes([box(20, 20, 80, 60)], { pageCount: 26 });
    const inserted = done(insertPages(book, { before: 'p2', count: 1 }));
    expect([inserted.order.length, inserted.order.indexOf('p2')]).toEqual([28, 2]);
    const removed = done(removePages(inserted, { pageIds: ['p2'] }));
    expect([removed.order.length, removed.pages.p2, Object.keys(removed.setAside)]).toEqual([28, undefined, frameIds]);
    const back = done(takeFromAside(removed, { frameId: frameIds[0] ?? '', surfaceId: 'p3' }));
    expect([boxesOn(back, 'p3'), back.setAside]).toEqual([[box(20, 20, 80, 60)], {}]);
    expect(breachesOf(back)).toEqual([]);
    expect(reason(insertPages(book, { before: null, count: 120 }))).toBe('tooManyPages');
  });

  it('of a LAYFLAT book go, come and move as spreads', () => {
    const book = sampleBook({ uid: 'SQUAREBOOK_LAYFLAT_HC', pageCount: 20 });
    const moved = done(movePages(book, { pageIds: ['p4'], before: 'p10' }));
    expect(moved.order.slice(0, 10)).toEqual(['p1', 'p2', 'p5', 'p6', 'p7', 'p8', 'p3', 'p4', 'p9', 'p10']);
    expect(done(removePages(book, { pageIds: ['p4'] })).order.slice(0, 4)).toEqual(['p1', 'p2', 'p5', 'p6']);
    expect(done(duplicatePages(book, { pageIds: ['p4'] })).order.slice(2, 7)).toEqual(['p3', 'p4', 'p21', 'p22', 'p5']);
  });

  it('lose what lay across a fold that is no more at their own edge', () => {
    const { book, frameIds } = withBoxes([box(150, 20, 80, 60)]);
    const at = { surfaceId: 'p2', frameId: frameIds[0] ?? '' };
    const wide = done(setBox(done(setAcross(book, { ...at, across: true })), { ...at, box: box(150, 20, 180, 60) }));
    const shifted = done(insertPages(wide, { before: 'p2', count: 1 }));
    expect(pictureAt(shifted, at.frameId)).toMatchObject({ across: false, box: box(150, 20, 96, 60) });
  });

  it('set a picture over the fold aside with the half of it that is the larger, wherever that lies', () => {
    const book = sampleBook({ uid: 'SQUAREBOOK_LAYFLAT_HC', pageCount: 20, pictures: 1 });
    for (const [xMm, kept] of [
      [100, box(100, 20, 146, 60)],
      [238, box(-3, 20, 218, 60)],
      [250, box(7, 20, 220, 60)],
    ] as const) {
      const placed = done(placePicture(book, { surfaceId: 'p3', picture: keyOf(1), box: box(100, 20, 80, 60) }));
      const of = { surfaceId: 'p3', frameId: placed.pages.p3?.order[0] ?? '' };
      const wide = done(
        setBox(done(setAcross(placed, { ...of, across: true })), { ...of, box: box(xMm, 20, 220, 60) }),
      );
      const removed = done(removePages(wide, { pageIds: ['p3'] }));
      expect(removed.setAside[of.frameId]).toMatchObject({ across: false, box: kept });
      expect(breachesOf(done(takeFromAside(removed, { frameId: of.frameId, surfaceId: 'p5' })))).toEqual([]);
    }
  });

  it('come and go beside a single page without a picture over a fold further on losing its right half', () => {
    let book = sampleBook({ pictures: 6 });
    const wide = ['p4', 'p10', 'p16'];
    for (const [index, surfaceId] of wide.entries()) {
      book = done(placePicture(book, { surfaceId, picture: keyOf(index + 1), box: box(100, 20, 80, 60) }));
      const of = { surfaceId, frameId: book.pages[surfaceId]?.order[0] ?? '' };
      book = done(toBleed(done(setAcross(book, { ...of, across: true })), of));
    }
    const surfaces = (now: LayoutDocument) => wide.map((id) => now.pages[id]);
    const copied = done(duplicatePages(book, { pageIds: ['p1'] }));
    expect(copied.order.slice(0, 5)).toEqual(['p1', copied.order[1], copied.order[2], 'p2', 'p3']);
    const removed = done(removePages(book, { pageIds: ['p1'] }));
    expect([removed.order.length, removed.order[1], removed.pages['p1']]).toEqual([24, 'p2', undefined]);
    for (const next of [copied, removed]) {
      expect(surfaces(next)).toEqual(surfaces(book));
      expect(breachesOf(next)).toEqual([]);
    }
    // Past these two, and past none of them; the spread itself, where there are single pages.
    expect(movePages(book, { pageIds: ['p1'], before: 'p12' })).toEqual({
      refused: { key: 'layout.refused.tornSpreads', params: { count: 2 } },
    });
    expect(reason(movePages(book, { pageIds: ['p24'], before: 'p16' }))).toBe('tornSpreads');
    expect(reason(movePages(book, { pageIds: ['p4', 'p5'], before: 'p1' }))).toBe('tornSpreads');
    expect(surfaces(done(movePages(book, { pageIds: ['p1'], before: 'p4' })))).toEqual(surfaces(book));
    expect(surfaces(done(movePages(book, { pageIds: ['p4', 'p5'], before: 'p12' })))).toEqual(surfaces(book));
    // Without such pictures the blank page comes behind all others.
    const plain = sampleBook();
    expect(done(removePages(plain, { pageIds: ['p1'] })).order.slice(0, 2)).toEqual(['p2', 'p3']);
    expect(done(movePages(plain, { pageIds: ['p1'], before: 'p12' })).order.slice(9, 11)).toEqual(['p11', 'p1']);
  });

  it('do not take the right half of a locked picture over the fold', () => {
    const book = sampleBook({ pageCount: 26, pictures: 1 });
    const placed = done(placePicture(book, { surfaceId: 'p24', picture: keyOf(1), box: box(150, 20, 80, 60) }));
    const of = { surfaceId: 'p24', frameId: placed.pages['p24']?.order[0] ?? '' };
    const wide = done(setAcross(placed, { ...of, across: true }));
    expect(pictureAt(done(setPageCount(wide, { pageCount: 24 })), of.frameId, 'p24').across).toBe(false);
    const locked = done(lockFrames(wide, { surfaceId: 'p24', frameIds: [of.frameId], locked: true }));
    expect(reason(setPageCount(locked, { pageCount: 24 }))).toBe('locked');
    expect(reason(setPageCount(done(lockSurface(wide, { surfaceId: 'p24', locked: true })), { pageCount: 24 }))).toBe(
      'locked',
    );
  });

  it('follow a count that the spec takes and refuse another with the nearest', () => {
    const book = sampleBook();
    expect(done(setPageCount(book, { pageCount: 40 })).order).toHaveLength(40);
    expect(setPageCount(book, { pageCount: 41 })).toEqual({
      refused: { key: 'layout.refused.pageStep', params: { pages: 41, step: 2, near: 40 } },
    });
    expect([reason(setPageCount(book, { pageCount: 22 })), reason(setPageCount(book, { pageCount: 132 }))]).toEqual([
      'tooFewPages',
      'tooManyPages',
    ]);
    expect([reason(setTitle(book, { title: '  ' })), reason(setTitle(book, { title: 'x'.repeat(1_000) }))]).toEqual([
      'noTitle',
      'longTitle',
    ]);
  });

  it('take another page’s layout with their own pictures; what finds no frame is set aside', () => {
    let { book } = withBoxes([box(20, 20, 80, 60), box(20, 90, 80, 60)]);
    for (const number of [3, 4, 5]) book = done(placePicture(book, { surfaceId: 'p7', picture: keyOf(number) }));
    const copied = done(copyLayout(book, { from: 'p2', to: ['p7'] }));
    expect(boxesOn(copied, 'p7')).toEqual(boxesOn(book, 'p2'));
    const shown = (copied.pages.p7?.order ?? []).map((id) => pictureAt(copied, id, 'p7').picture);
    expect([shown, Object.values(copied.setAside).map((frame) => (frame as PictureFrame).picture)]).toEqual([
      [keyOf(3), keyOf(4)],
      [keyOf(5)],
    ]);
    expect(breachesOf(copied)).toEqual([]);
  });
});
