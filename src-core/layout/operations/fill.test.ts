import { describe, expect, it } from 'vitest';
import type { LayoutDocument, PictureFrame } from '../document.ts';
import { breachesOf } from '../invariants.ts';
import { isRefusal } from '../refusal.ts';
import { done, keyOf, sampleBook } from '../testing/sample-book.ts';
import { setPageCount, setStyle } from './book.ts';
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
