import { describe, expect, it } from 'vitest';
import type { LayoutDocument, PictureFrame } from '../document.ts';
import { breachesOf } from '../invariants.ts';
import { isRefusal } from '../refusal.ts';
import { done, keyOf, sampleBook } from '../testing/sample-book.ts';
import { setPageCount, setStyle } from './book.ts';
import { setAcross, setBox, toBleed } from './frames.ts';
import { arrange } from './live.ts';
import { fill, placeFill, planFill, type FillPlan } from './fill.ts';
import { placePicture, removePictures, unplacedPictures } from './pictures.ts';
import { addText } from './text.ts';

function planOf(book: LayoutDocument): FillPlan {
  const plan = planFill(book);
  if (isRefusal(plan)) throw new Error('nothing to fill');
  return plan;
}

const shownOn = (book: LayoutDocument, pageId: string) =>
  Object.values(book.pages[pageId]?.frames ?? {}).map((frame) => (frame as PictureFrame).picture);

describe('a fill that is planned beside the window', () => {
  const begun = sampleBook({ pageCount: 40, pictures: 120 });
  const plan = planOf(begun);

  it('places what fill does, survives being sent, and tells how far it is', () => {
    const told: (readonly [number, number])[] = [];
    planFill(begun, (...progress) => told.push(progress));
    expect(placeFill(begun, structuredClone(plan))).toEqual(fill(begun));
    expect(told.map(([at]) => at)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
    expect(new Set(told.map(([, inAll]) => inAll))).toEqual(new Set([80]));
  });

  it('lays out those pictures alone that it is asked for', () => {
    const keys = [7, 30, 31, 90].map(keyOf);
    const own = planFill(begun, undefined, {}, { keys });
    if (isRefusal(own)) throw new Error('nothing to fill');
    const book = done(placeFill(begun, own));
    expect(book.order.flatMap((pageId) => shownOn(book, pageId))).toEqual(keys);
    expect(isRefusal(planFill(begun, undefined, {}, { keys: [] }))).toBe(true);
  });

  it('goes around what was done meanwhile, which stays', () => {
    const [third, seventh] = [plan.pages[2], plan.pages[6]];
    const gone = seventh?.pictures[0] ?? '';
    let now = done(placePicture(begun, { surfaceId: third?.pageId ?? '', picture: keyOf(120) }));
    now = done(addText(now, { surfaceId: 'front', box: { xMm: 20, yMm: 20, widthMm: 90, heightMm: 30 } }));
    now = done(removePictures(now, { keys: [gone] }));
    const book = done(placeFill(now, plan));
    expect(breachesOf(book)).toEqual([]);
    expect(book.pages[third?.pageId ?? '']).toBe(now.pages[third?.pageId ?? '']);
    expect(book.cover.front).toBe(now.cover.front);
    expect(unplacedPictures(book)).toEqual(third?.pictures);
    expect(shownOn(book, seventh?.pageId ?? '')).toEqual(seventh?.pictures.slice(1));
    const last = plan.pages.at(-1);
    expect(shownOn(book, last?.pageId ?? '')).toEqual(last?.pictures.filter((key) => key !== keyOf(120)));
  });

  it('arranges anew where the pages have another room by now', () => {
    const narrower = done(setStyle(begun, { marginMm: 40 }));
    const book = done(placeFill(narrower, plan));
    expect(breachesOf(book)).toEqual([]);
    for (const pageId of book.order)
      for (const { box } of Object.values(book.pages[pageId]?.frames ?? {})) {
        expect(box.xMm).toBeGreaterThanOrEqual(40 - 1e-6);
        expect(box.xMm + box.widthMm).toBeLessThanOrEqual(243 - 40 + 1e-6);
      }
  });

  it('leaves out pages that are gone, and is refused where nothing is left to do', () => {
    const shorter = done(placeFill(done(setPageCount(begun, { pageCount: 38 })), plan));
    expect(breachesOf(shorter)).toEqual([]);
    expect(unplacedPictures(shorter)).toEqual(plan.pages.slice(-2).flatMap(({ pictures }) => pictures));
    expect(isRefusal(placeFill(done(fill(begun)), plan))).toBe(true);
  });
});

describe('a fill of a book with pictures that are missing', () => {
  const begun = sampleBook({ pageCount: 24, pictures: 30 });
  const missing = [keyOf(2), keyOf(17), keyOf(30)];

  it('leaves them in the tray and shows all others', () => {
    const plan = planFill(begun, () => undefined, {}, { missing });
    if (isRefusal(plan)) throw new Error('nothing to fill');
    expect(unplacedPictures(done(placeFill(begun, plan)))).toEqual(missing);
  });

  it('is refused in words of its own where no others are left', () => {
    const filled = done(placeFill(begun, planOf(begun)));
    const only = done(removePictures(begun, { keys: begun.pictureOrder.filter((key) => !missing.includes(key)) }));
    const refusalOf = (book: LayoutDocument) => planFill(book, () => undefined, {}, { missing });
    expect(refusalOf(only)).toEqual({ refused: { key: 'layout.refused.onlyMissing' } });
    expect(refusalOf(filled)).toEqual({ refused: { key: 'layout.refused.nothingToFill' } });
  });
});

describe('a fill beside a picture over the fold', () => {
  const across = (uid: string, pageId: string, isFull: boolean): LayoutDocument => {
    const begun = done(
      placePicture(sampleBook({ uid, pageCount: 24, pictures: 60 }), {
        surfaceId: pageId,
        picture: keyOf(1),
        box: { xMm: 100, yMm: 80, widthMm: 100, heightMm: 60 },
      }),
    );
    const of = { surfaceId: pageId, frameId: begun.pages[pageId]?.order[0] ?? '' };
    const wide = done(setAcross(begun, { ...of, across: true }));
    return isFull
      ? done(toBleed(wide, of))
      : done(setBox(wide, { ...of, box: { xMm: 180, yMm: 80, widthMm: 100, heightMm: 60 } }));
  };

  it.each([
    ['SQUAREBOOK_LAYFLAT_HC', 'p7', 'p8', true],
    ['SQUAREBOOK_LAYFLAT_HC', 'p7', 'p8', false],
    ['SQUAREBOOK_HC', 'p6', 'p7', true],
    ['SQUAREBOOK_HC', 'p6', 'p7', false],
  ])('lays nothing over its right half: %s, %s to %s, full %s', (uid, left, right, isFull) => {
    const book = across(uid, left, isFull);
    const filled = done(fill(book));
    expect([filled.pages[left], filled.pages[right]]).toEqual([book.pages[left], book.pages[right]]);
    expect(unplacedPictures(filled)).toEqual([]);
    // Planned while the page was free, and placed when it is not any more.
    const plan = planOf(sampleBook({ uid, pageCount: 24, pictures: 60 }));
    expect(done(placeFill(book, plan)).pages[right]).toBe(book.pages[right]);
  });

  it('leaves the right page of a spread that is arranged as one alone', () => {
    const begun = done(
      placePicture(sampleBook({ uid: 'SQUAREBOOK_LAYFLAT_HC', pageCount: 24, pictures: 60 }), {
        surfaceId: 'p7',
        picture: keyOf(1),
      }),
    );
    const book = done(arrange(begun, { surfaceId: 'p7', surface: 'spread' }));
    const filled = done(fill(book));
    expect([filled.pages['p7'], filled.pages['p8']]).toEqual([book.pages['p7'], book.pages['p8']]);
  });
});
