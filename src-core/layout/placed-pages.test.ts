import { describe, expect, it } from 'vitest';
import { specNamed } from '../../test/fixtures/catalogue.ts';
import type { LayoutDocument, PictureFrame } from './document.ts';
import { wholeBoxOf } from './inside.ts';
import { breachesOf } from './invariants.ts';
import { planFill } from './operations/fill.ts';
import { lockSurface } from './operations/pages.ts';
import { addPictures, placePicture } from './operations/pictures.ts';
import { placePages, unplacedPages } from './operations/placed-pages.ts';
import { isRefusal } from './refusal.ts';
import { spreadsOf } from './spreads.ts';
import { done, keyOf, pdfPage, sampleBook } from './testing/sample-book.ts';

const SQUARE = specNamed('SQUAREBOOK_HC');
const [W, H] = [SQUARE.innerTrimWidthMm, SQUARE.innerTrimHeightMm];

type Size = readonly [widthMm: number, heightMm: number, bleedMm: number];
const withPages = (book: LayoutDocument, ...sizes: readonly Size[]): LayoutDocument =>
  done(
    addPictures(book, {
      pictures: sizes.map(([widthMm, heightMm, bleedMm], index) =>
        pdfPage({ key: keyOf(900 + index), widthMm, heightMm, bleedMm }),
      ),
    }),
  );
const book = (uid = 'SQUAREBOOK_HC', pictures = 0) => sampleBook({ uid, pageCount: 24, pictures });
const placed = (of: LayoutDocument, from = 0) => done(placePages(of, { keys: unplacedPages(of), from }));
/** The frame of a page by its number, from 1. */
function frameOn(of: LayoutDocument, number: number): PictureFrame | undefined {
  const page = of.pages[of.order[number - 1] ?? ''];
  const frame = page?.frames[page.order[0] ?? ''];
  return frame?.kind === 'picture' ? frame : undefined;
}
/** Where the trim of the placed page lies on the page of the book. */
function trimOn(of: LayoutDocument, frame: PictureFrame | undefined) {
  const picture = of.pictures[frame?.picture ?? ''];
  if (frame === undefined || picture?.page === undefined) return null;
  const whole = wholeBoxOf(frame, picture);
  const scale = whole.widthMm / picture.page.widthMm;
  const { xMm, yMm, widthMm, heightMm } = picture.page.trim;
  return [whole.xMm + xMm * scale, whole.yMm + yMm * scale, widthMm * scale, heightMm * scale].map(
    (mm) => Math.round(mm * 10) / 10,
  );
}

describe('pages of a PDF', () => {
  it('of the book’s size lie cut on cut, their bleed beyond the three edges that are cut and not beyond the fold', () => {
    const of = placed(withPages(book(), [W, H, 3], [W, H, 5], [W, H, 0]));
    for (const number of [1, 2, 3]) expect(trimOn(of, frameOn(of, number))).toEqual([0, 0, W, H]);
    // The first page is a right one, the second a left one.
    expect(frameOn(of, 1)?.box).toMatchObject({ xMm: 0, yMm: -3, widthMm: W + 3, heightMm: H + 6 });
    expect(frameOn(of, 2)?.box).toMatchObject({ xMm: -3, yMm: -3, widthMm: W + 3, heightMm: H + 6 });
    expect(frameOn(of, 3)?.box).toMatchObject({ xMm: 0, yMm: 0, widthMm: W, heightMm: H });
    expect(breachesOf(of)).toEqual([]);
  });

  it('of the size of its sheet that say nothing of their bleed are cut where the book is, single pages and spreads', () => {
    const of = placed(withPages(book(), [W + 6, H + 6, 0], [2 * W + 6, H + 6, 0]));
    expect(frameOn(of, 1)?.box).toMatchObject({ xMm: 0, yMm: -3, widthMm: W + 3, heightMm: H + 6 });
    expect(trimOn(of, frameOn(of, 1))).toEqual([-3, -3, W + 6, H + 6]);
    expect(frameOn(of, 2)?.box).toMatchObject({ xMm: -3, yMm: -3, widthMm: 2 * W + 6, heightMm: H + 6 });
    expect(breachesOf(of)).toEqual([]);
  });

  it('of nearly its shape fill the page, and of another one are whole in its middle', () => {
    const of = placed(withPages(book(), [W / 2, H / 2, 2], [W * 1.02, H, 0], [100, 160, 0]));
    expect(trimOn(of, frameOn(of, 1))).toEqual([0, 0, W, H]);
    const [x = 1, y, width = 0] = trimOn(of, frameOn(of, 2)) ?? [];
    expect([y, x]).toEqual([0, expect.closeTo(-(width - W) / 2, 0)]);
    const portrait = trimOn(of, frameOn(of, 3));
    expect(portrait?.[3]).toBeCloseTo(H, 0);
    expect(portrait?.[0]).toBeCloseTo((W - (H * 100) / 160) / 2, 0);
  });

  it('that lie on their side are no spreads, though they have the shape of one', () => {
    const a5 = sampleBook({ uid: 'PHOTOBOOK_A5_SC', pageCount: 50, pictures: 0 });
    const of = placed(withPages(a5, [210, 148, 0], [105, 74, 0], [297, 210, 0]));
    expect([1, 2].map((number) => frameOn(of, number)?.across)).toEqual([false, false]);
    expect([3, 4].map((number) => frameOn(of, number)?.across ?? null)).toEqual([null, true]);
  });

  it('a little smaller than the book and without bleed are enlarged to its cut', () => {
    const of = placed(withPages(book(), [W - 1.8, H - 1.8, 0], [W - 1.8, H - 1.8, 3]));
    const [x = 1, y = 1, width = 0, height = 0] = trimOn(of, frameOn(of, 1)) ?? [];
    expect([x <= 0, y <= 0, width >= W, height >= H]).toEqual([true, true, true, true]);
    expect(trimOn(of, frameOn(of, 2))?.[2]).toBeCloseTo(W - 1.8, 1);
  });

  it('that are placed by hand are shown whole', () => {
    const of = withPages(book(), [100, 160, 0]);
    const [surfaceId = ''] = of.order;
    const picture = of.pictureOrder.at(-1) ?? '';
    const box = { xMm: 10, yMm: 10, widthMm: 100, heightMm: 100 };
    const first = done(placePicture(of, { surfaceId, picture, box }));
    expect(frameOn(first, 1)?.show).toBe('whole');
  });

  it('as wide as two lie over a whole spread, and what follows goes on behind it', () => {
    const of = placed(withPages(book(), [2 * W, H, 3], [W, H, 3]));
    expect(frameOn(of, 1)).toBeUndefined();
    expect(frameOn(of, 2)).toMatchObject({ across: true, box: { xMm: -3, widthMm: 2 * W + 6 } });
    expect([frameOn(of, 3), frameOn(of, 4)?.across]).toEqual([undefined, false]);
    expect(breachesOf(of)).toEqual([]);
  });

  it('lie over the left page of a book that is bound on the right, where that comes behind the right one', () => {
    const begun = book('SQUAREBOOK_LAYFLAT_HC');
    const turned = { ...begun, spec: { ...begun.spec, bindingEdge: 'right' as const } };
    const [width, height] = [turned.spec.innerTrimWidthMm, turned.spec.innerTrimHeightMm];
    const of = placed(withPages(turned, [2 * width, height, 3], [2 * width, height, 3], [width, height, 3]));
    const spreads = spreadsOf(of).slice(0, 3);
    const shown = (id: string | null) => of.pages[id ?? '']?.order.length;
    expect(spreads.map(({ left, right }) => [shown(left), shown(right)])).toEqual([
      [1, 0],
      [1, 0],
      [0, 1],
    ]);
    expect(breachesOf(of)).toEqual([]);
  });

  it('keep to empty pages from a place on; what finds none is left, and where there is none it is said', () => {
    const begun = withPages(book(), ...Array.from({ length: 3 }, (): Size => [W, H, 3]));
    const [, , , fourth = ''] = begun.order;
    const locked = done(lockSurface(begun, { surfaceId: fourth, locked: true }));
    const of = placed(locked, 2);
    expect([1, 2, 3, 4, 5, 6].map((number) => frameOn(of, number) !== undefined)).toEqual([
      false,
      false,
      true,
      false,
      true,
      true,
    ]);
    const late = placed(begun, 22);
    expect(unplacedPages(late)).toHaveLength(1);
    const none = placePages(late, { keys: unplacedPages(late), from: 22 });
    expect(isRefusal(none) && none.refused).toEqual({ key: 'layout.refused.noPageFromHere' });
  });

  it('are no pictures that Fill arranges', () => {
    const plan = planFill(withPages(book('SQUAREBOOK_HC', 4), [W, H, 3]));
    if (isRefusal(plan)) throw new Error('it fills nothing');
    expect(plan.pages.flatMap(({ pictures }) => pictures)).toHaveLength(4);
    const alone = planFill(withPages(book(), [W, H, 3]));
    expect(isRefusal(alone) && alone.refused).toEqual({ key: 'layout.refused.nothingToFill' });
  });
});
