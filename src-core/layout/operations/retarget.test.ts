import { describe, expect, it } from 'vitest';
import { resolveThresholds, thresholdsOfSpec } from '../../preflight/thresholds.ts';
import type { BoxMm } from '../../specs/book-geometry.ts';
import { panelsOf } from '../../composition/cover-panels.ts';
import type { LayoutDocument, PictureFrame, TextFrame } from '../document.ts';
import { faceOf } from '../face-fit.ts';
import { refilled } from '../fitted-frame.ts';
import { effectivePpi, freshInside, wholeBoxOf } from '../inside.ts';
import { breachesOf } from '../invariants.ts';
import { isRefusal, type Outcome } from '../refusal.ts';
import { blankPages, changesBetween, facesOthers, lossesBetween, placePairs, placesOf } from '../retarget-changes.ts';
import { surfaceIdOf } from '../surface-change.ts';
import { plainMeasure } from '../testing/plain-measure.ts';
import { done, keyOf, sampleBook, seeded } from '../testing/sample-book.ts';
import { setPageCount, setStyle } from './book.ts';
import { setSpineText, setWrap } from './cover.ts';
import { fill } from './fill.ts';
import { lockFrames, setAcross, setFrameLook, toBleed } from './frames.ts';
import { panPicture, straightenPicture, zoomPicture } from './inside.ts';
import { cutsOf, moveCut } from './live.ts';
import { lockSurface, removePages } from './pages.ts';
import { placePicture } from './pictures.ts';
import { pageCountIn, printsAlike, retarget } from './retarget.ts';
import { addField, addText } from './text.ts';

const specOf = (uid: string, pageCount = 50) => sampleBook({ uid, pageCount }).spec;
const HARD = specOf('SQUAREBOOK_HC', 24);
const SOFT = specOf('SQUAREBOOK_SC', 24);
const FLAT = specOf('SQUAREBOOK_LAYFLAT_HC', 24);
const A4 = specOf('PHOTOBOOK_A4_SC');
const A5 = specOf('PHOTOBOOK_A5_SC');

const box = (xMm: number, yMm: number, widthMm: number, heightMm: number): BoxMm => ({ xMm, yMm, widthMm, heightMm });
const reason = (outcome: Outcome) => (isRefusal(outcome) ? outcome.refused.key.replace('layout.refused.', '') : 'done');
const lastFrame = (book: LayoutDocument): string => `f${book.nextId - 1}`;
const frameOf = <Frame extends PictureFrame | TextFrame = PictureFrame>(
  book: LayoutDocument,
  frameId: string,
): Frame => {
  const surfaceId = surfaceIdOf(book, frameId) ?? '';
  return (book.pages[surfaceId] ?? book.cover[surfaceId as 'front'])?.frames[frameId] as Frame;
};
const SAME_MM = 1e-6;
const isWithin = (inner: BoxMm, outer: BoxMm): boolean =>
  inner.xMm >= outer.xMm - SAME_MM &&
  inner.yMm >= outer.yMm - SAME_MM &&
  inner.xMm + inner.widthMm <= outer.xMm + outer.widthMm + SAME_MM &&
  inner.yMm + inner.heightMm <= outer.yMm + outer.heightMm + SAME_MM;
const overlap = (a: BoxMm, b: BoxMm): boolean =>
  a.xMm < b.xMm + b.widthMm - 0.1 &&
  b.xMm < a.xMm + a.widthMm - 0.1 &&
  a.yMm < b.yMm + b.heightMm - 0.1 &&
  b.yMm < a.yMm + a.heightMm - 0.1;
const rounded = ({ xMm, yMm, widthMm, heightMm }: BoxMm): BoxMm => {
  const tenth = (mm: number) => Math.round(mm * 10) / 10;
  return box(tenth(xMm), tenth(yMm), tenth(widthMm), tenth(heightMm));
};

function withPicture(book: LayoutDocument, surfaceId: string, own: BoxMm, number = 1) {
  const placed = done(placePicture(book, { surfaceId, picture: keyOf(number), box: own }));
  return { book: placed, frameId: lastFrame(placed) };
}
const changesOf = (before: LayoutDocument, after: LayoutDocument) => {
  const held = (document: LayoutDocument) => ({
    document,
    thresholds: resolveThresholds({ spec: thresholdsOfSpec(document.spec) }),
  });
  return changesBetween(held(before), held(after), plainMeasure).map(({ surfaceId, notes }) => [
    surfaceId,
    notes.map(({ text: { key, params } }) => [key.replace('layout.', ''), params]),
  ]);
};

describe('a book for another spec', () => {
  it('keeps what was made by hand in its shape, in line and within the safe zone', () => {
    const begun = sampleBook({ pictures: 6 });
    const { widthMm: w, heightMm: h } = { widthMm: HARD.innerTrimWidthMm, heightMm: HARD.innerTrimHeightMm };
    const first = withPicture(begun, 'p3', box(20, 20, 60, 40));
    const second = withPicture(first.book, 'p3', box(20, 70, 60, 90), 2);
    const book = done(
      addText(second.book, { surfaceId: 'p3', box: box(90, h - 30, w - 120, 20), text: '여름', sizePt: 12 }),
    );
    const next = done(retarget(book, { spec: A4 }));
    expect([next.spec.bookSpecUid, breachesOf(next), next.order.length]).toEqual([
      'PHOTOBOOK_A4_SC',
      [],
      pageCountIn(book, A4),
    ]);
    const [one, two] = [frameOf(next, first.frameId), frameOf(next, second.frameId)];
    expect(one.box.widthMm / one.box.heightMm).toBeCloseTo(1.5, 6);
    expect([one.box.xMm, two.box.xMm]).toEqual([two.box.xMm, one.box.xMm]);
    expect(one.box.widthMm).toBeLessThan(60);
    const text = frameOf<TextFrame>(next, lastFrame(book));
    expect(text.sizePt).toBeLessThan(12);
    expect(text.sizePt).toBeGreaterThan(12 * (one.box.widthMm / 60) - 0.1);
    expect(text.sizePt).toBeLessThanOrEqual(12 * (one.box.widthMm / 60));
    const { safe } = faceOf(next, 'p3') ?? { safe: box(0, 0, 0, 0) };
    for (const own of [one.box, two.box, text.box]) expect(isWithin(own, safe)).toBe(true);
    // All that is safe on the one page is on the other, off its gutter too.
    const all = withPicture(begun, 'p3', faceOf(begun, 'p3')?.safe ?? box(0, 0, 0, 0));
    expect(isWithin(frameOf(done(retarget(all.book, { spec: A4 })), all.frameId).box, safe)).toBe(true);
  });

  it('bleeds where it bled, on all four sides and over a fold, and ends at the fold where it ended there', () => {
    const begun = sampleBook({ pictures: 6 });
    const { innerTrimWidthMm: w, innerTrimHeightMm: h, bleedMm } = HARD;
    const full = withPicture(begun, 'p5', box(30, 30, 60, 40));
    const bled = done(toBleed(full.book, { surfaceId: 'p5', frameId: full.frameId }));
    const band = withPicture(bled, 'p2', box(-bleedMm, 60, w + bleedMm, 80), 2);
    const over = withPicture(band.book, 'p4', box(100, 20, 60, 40), 3);
    const crossing = done(setAcross(over.book, { surfaceId: 'p4', frameId: over.frameId, across: true }));
    const wide = done(toBleed(crossing, { surfaceId: 'p4', frameId: over.frameId }));
    const next = done(retarget(wide, { spec: A5 }));
    const to = A5;
    const whole = box(
      -to.bleedMm,
      -to.bleedMm,
      to.innerTrimWidthMm + 2 * to.bleedMm,
      to.innerTrimHeightMm + 2 * to.bleedMm,
    );
    expect(rounded(frameOf(next, full.frameId).box)).toEqual(whole);
    expect(rounded(frameOf(next, over.frameId).box)).toEqual({
      ...whole,
      widthMm: whole.widthMm + to.innerTrimWidthMm,
    });
    expect(frameOf(next, over.frameId).across).toBe(true);
    const banded = frameOf(next, band.frameId).box;
    expect([banded.xMm, banded.xMm + banded.widthMm]).toEqual([-to.bleedMm, to.innerTrimWidthMm]);
    expect(banded.heightMm).toBeLessThan(80);
    expect(h).toBeGreaterThan(banded.yMm + banded.heightMm);
  });

  it('sets no type smaller than 7.5 points, and leaves alone what is smaller already', () => {
    const sized = (sizePt: number) => {
      const book = done(addText(sampleBook(), { surfaceId: 'p3', box: box(30, 30, 80, 30), text: '글', sizePt }));
      return frameOf<TextFrame>(done(retarget(book, { spec: A5 })), lastFrame(book)).sizePt;
    };
    expect([sized(8), sized(6)]).toEqual([7.5, 6]);
    expect(sized(24)).toBeLessThan(24 * 0.65);
  });

  it('looks for heads anew in a frame of another shape, and keeps what a hand chose', () => {
    const begun = sampleBook({ pictures: 6 });
    const [key] = begun.pictureOrder;
    const portrait = begun.pictures[key ?? ''];
    if (key === undefined || portrait === undefined) throw new Error('no picture');
    const faces = [{ x: 0.45, y: 0.02, width: 0.1, height: 0.12, score: 0.9 }];
    const known = {
      ...begun,
      pictures: { ...begun.pictures, [key]: { ...portrait, widthPx: 3000, heightPx: 4500, faces } },
    };
    const upright = done(retarget(known, { spec: A4 }));
    const placed = withPicture(upright, 'p3', box(-3, -3, 216, 303));
    const of = { surfaceId: 'p3', frameId: placed.frameId };
    const topOf = (frame: PictureFrame) => {
      const whole = wholeBoxOf(frame, { widthPx: 3000, heightPx: 4500 });
      return (frame.box.yMm - whole.yMm) / whole.heightMm;
    };
    expect(topOf(frameOf(placed.book, placed.frameId))).toBeLessThan(0.03);
    expect(topOf(frameOf(done(retarget(placed.book, { spec: HARD })), placed.frameId))).toBeLessThan(0.03);
    const chosen = done(
      panPicture(done(zoomPicture(placed.book, { ...of, zoom: 1.6 })), { ...of, dxMm: 20, dyMm: -30 }),
    );
    const hand = frameOf(chosen, placed.frameId);
    expect(frameOf(done(retarget(chosen, { spec: HARD })), placed.frameId)).toMatchObject({
      zoom: 1.6,
      focusX: hand.focusX,
      focusY: hand.focusY,
    });
  });

  it('looks for heads anew in every arranged frame that nobody has touched, each time', () => {
    const chance = seeded(3);
    const between = (least: number, most: number) => least + chance() * (most - least);
    const face = () => ({ x: between(0.05, 0.85), y: between(0.1, 0.85), width: 0.08, height: 0.08, score: 0.95 });
    const isFresh = ({ pictures }: LayoutDocument, { picture, focusX, focusY, box: own }: PictureFrame) => {
      const fresh = freshInside(pictures[picture ?? ''], own);
      return Math.hypot(fresh.focusX - focusX, fresh.focusY - focusY) < 1e-9;
    };
    const freshIn = (book: LayoutDocument) =>
      book.order
        .flatMap((id) => book.pages[id]?.order ?? [])
        .filter((frameId) => isFresh(book, frameOf(book, frameId)));
    const lost: string[] = [];
    for (const [uid, ...specs] of [
      ['SQUAREBOOK_LAYFLAT_HC', HARD, A5],
      ['PHOTOBOOK_A4_SC', A5, HARD],
    ] as const) {
      const begun = sampleBook({ uid, pageCount: 50, pictures: 100 });
      const pictures = Object.fromEntries(
        Object.entries(begun.pictures).map(([key, picture]) => [key, { ...picture, faces: [face()] }]),
      );
      const filled = done(fill({ ...begun, pictures, style: { ...begun.style, bleed: true } }));
      let book = filled;
      for (const spec of specs) {
        book = done(retarget(book, { spec }));
        const after = new Set(freshIn(book));
        lost.push(...freshIn(filled).filter((id) => !after.has(id)));
      }
    }
    expect(lost).toEqual([]);
  });

  it('takes a picture that has only grown with its frame for one that nobody has touched', () => {
    const picture = {
      widthPx: 6000,
      heightPx: 4000,
      focus: null,
      faces: [{ x: 0.05, y: 0.1, width: 0.1, height: 0.12, score: 0.9 }],
    };
    const size = { widthMm: 61.3, heightMm: 87.7 };
    const { frameId, book } = withPicture(sampleBook({ pictures: 1 }), 'p3', { xMm: 20, yMm: 20, ...size });
    const frame = { ...frameOf(book, frameId), ...freshInside(picture, size) };
    const upright = { widthMm: 40, heightMm: 120 };
    const at = (scale: number) => ({ widthMm: size.widthMm * scale, heightMm: size.heightMm * scale });
    const scales = Array.from({ length: 100 }, (_, index) => 0.5 + index / 97);
    const { focusX } = freshInside(picture, upright);
    expect(focusX).not.toBeCloseTo(frame.focusX, 3);
    expect(scales.filter((scale) => refilled(frame, at(scale), upright, picture).focusX !== focusX)).toEqual([]);
    const moved = { ...frame, focusX: frame.focusX + 1e-4 };
    expect(scales.filter((scale) => refilled(moved, at(scale), upright, picture) !== moved)).toEqual([]);
  });

  it('arranges live pages anew, within the margins of the new page, and keeps their reading order', () => {
    const book = done(fill(sampleBook({ pictures: 60 })));
    const next = done(retarget(book, { spec: A4 }));
    expect(breachesOf(next)).toEqual([]);
    const live = next.order.filter((id) => next.pages[id]?.arrangement);
    expect(live).toHaveLength(book.order.filter((id) => book.pages[id]?.arrangement).length);
    for (const id of live) {
      const page = next.pages[id];
      const marginMm = page?.arrangement?.marginMm ?? 0;
      for (const { box: own } of Object.values(page?.frames ?? {})) {
        expect(own.yMm).toBeGreaterThanOrEqual(marginMm - 0.01);
        expect(own.yMm + own.heightMm).toBeLessThanOrEqual(A4.innerTrimHeightMm - marginMm + 0.01);
        expect(own.xMm).toBeGreaterThanOrEqual(marginMm - 0.01);
        expect(own.xMm + own.widthMm).toBeLessThanOrEqual(A4.innerTrimWidthMm - marginMm + 0.01);
      }
    }
    // A page of another shape is arranged for that shape.
    const coveredOf = (of: LayoutDocument) => {
      const { innerTrimWidthMm: widthMm, innerTrimHeightMm: heightMm } = of.spec;
      const boxes = of.order.flatMap((id) => Object.values(of.pages[id]?.frames ?? {}).map((frame) => frame.box));
      return boxes.reduce((sum, own) => sum + own.widthMm * own.heightMm, 0) / (live.length * widthMm * heightMm);
    };
    expect(coveredOf(next)).toBeGreaterThan(0.56);
    const picturesOf = (of: LayoutDocument) =>
      of.order.map((id) => (of.pages[id]?.order ?? []).map((frameId) => frameOf(of, frameId).picture));
    expect(picturesOf(next).slice(0, book.order.length)).toEqual(picturesOf(book));
    // The same page in the same shape stays arranged as it was.
    const soft = done(retarget(book, { spec: SOFT }));
    expect(soft.order.map((id) => soft.pages[id]?.arrangement?.signature)).toEqual(
      book.order.map((id) => book.pages[id]?.arrangement?.signature),
    );
    // One that was to bleed and found no way lies calmly, and does so still.
    const bleeding = done(fill(done(setStyle(sampleBook({ pictures: 60 }), { bleed: true }))));
    expect(done(retarget(bleeding, { spec: SOFT })).pages).toEqual(bleeding.pages);
  });

  it('has the cover follow: panels, the picture under everything, and a line on the spine', () => {
    const begun = sampleBook({ pictures: 6, pageCount: 120 });
    const front = withPicture(begun, 'front', box(0, 0, HARD.innerTrimWidthMm, HARD.innerTrimHeightMm));
    const lined = done(setSpineText(done(setWrap(front.book, { picture: keyOf(2) })), { text: '우리 가족' }));
    const next = done(retarget(lined, { spec: SOFT }));
    expect(rounded(frameOf(next, front.frameId).box)).toEqual(box(0, 0, SOFT.innerTrimWidthMm, SOFT.innerTrimHeightMm));
    expect(next.cover.wrap?.picture).toBe(keyOf(2));
    const spine = panelsOf(next.spec, next.order.length).spine;
    const [line] = Object.values(next.cover.spine.frames);
    expect(line?.box.widthMm ?? 0).toBeCloseTo(spine.widthMm, 5);
    expect(line?.box.heightMm ?? 0).toBeCloseTo(spine.heightMm, 5);
    // A thin soft cover takes no line: it is set aside, and told.
    const thin = done(retarget(done(setPageCount(lined, { pageCount: 24 })), { spec: SOFT, pageCount: 24 }));
    const setAside = Object.values(thin.setAside).filter((frame) => frame.kind === 'text');
    expect(setAside.length + Object.keys(thin.cover.spine.frames).length).toBe(1);
  });

  it('keeps every page: blank ones fill it up, and what has no room is set aside', () => {
    const book = withPicture(sampleBook({ pictures: 6, pageCount: 24 }), 'p24', box(20, 20, 60, 40)).book;
    expect(done(retarget(book, { spec: A5 })).order).toHaveLength(A5.pageMin);
    const most = FLAT.pageMax;
    const long = withPicture(sampleBook({ pictures: 6, pageCount: most + 20 }), `p${most + 20}`, box(20, 20, 60, 40));
    const short = done(retarget(long.book, { spec: FLAT }));
    expect([short.order.length, Object.keys(short.setAside), breachesOf(short)]).toEqual([most, [long.frameId], []]);
    expect(placePairs(long.book, short).at(-1)).toEqual({ before: (most + 20) / 2, after: null });
    expect(lossesBetween(long.book, short)).toEqual([{ key: 'layout.retarget.aside', params: { count: 1 } }]);
    // The last spread that stays loses its right page, and is shown beside what it was.
    const shorter = done(setPageCount(long.book, { pageCount: most + 18 }));
    expect(placesOf(long.book, shorter, `p${most + 19}`)).toEqual({ before: (most + 18) / 2, after: null });
    expect(changesOf(long.book, short)).toContainEqual([`p${most + 20}`, [['retarget.goes', { count: 1 }]]]);
  });

  it('keeps pictures over folds by a blank page before them where the other binding begins on the other side', () => {
    const over = withPicture(sampleBook({ pictures: 6 }), 'p4', box(100, 20, 60, 40));
    const book = done(setAcross(over.book, { surfaceId: 'p4', frameId: over.frameId, across: true }));
    const count = pageCountIn(book, FLAT);
    const next = done(retarget(book, { spec: FLAT }));
    expect([count, next.order.length, next.order.indexOf('p1')]).toEqual([26, 26, 1]);
    expect(frameOf(next, over.frameId).across).toBe(true);
    // Spread for spread as it was, the blank page joined to the first.
    expect(placePairs(book, next).slice(0, 3)).toEqual([
      { before: 'cover', after: 'cover' },
      { before: 0, after: 0 },
      { before: 1, after: 1 },
    ]);
    expect(blankPages(book, next)).toEqual({ count: 2, isFirst: true });
    expect([facesOthers(book, next), facesOthers(book, done(retarget(book, { spec: A4 })))]).toEqual([false, false]);
    // With no page to spare the picture ends at its page, and that is told.
    const tight = done(retarget(book, { spec: FLAT, pageCount: 24 }));
    expect(facesOthers(book, tight)).toBe(true);
    expect([tight.order[0], frameOf(tight, over.frameId).across, breachesOf(tight)]).toEqual(['p1', false, []]);
    expect(changesOf(book, tight).find(([id]) => id === 'p4')?.[1]).toContainEqual(['retarget.foldEnds', { count: 1 }]);
    expect(lossesBetween(book, tight)).toEqual([{ key: 'layout.retarget.foldEnds', params: { count: 1 } }]);
    expect(lossesBetween(book, next)).toEqual([]);
    const locked = done(lockFrames(book, { surfaceId: 'p4', frameIds: [over.frameId], locked: true }));
    expect(reason(retarget(locked, { spec: FLAT, pageCount: 24 }))).toBe('lockedFoldEnds');
  });

  it('is refused for counts that the spec does not take and for locked pages that would go, and is nothing for the spec that it has', () => {
    const book = sampleBook({ pageCount: 24 });
    expect(reason(retarget(book, { spec: A5, pageCount: 24 }))).toBe('tooFewPages');
    expect(reason(retarget(book, { spec: SOFT, pageCount: SOFT.pageMax + 2 }))).toBe('tooManyPages');
    expect(reason(retarget(book, { spec: HARD, pageCount: 25 }))).toBe('pageStep');
    expect(done(retarget(book, { spec: { ...HARD } }))).toBe(book);
    const long = sampleBook({ pageCount: FLAT.pageMax + 2 });
    const locked = done(lockSurface(long, { surfaceId: `p${FLAT.pageMax + 2}`, locked: true }));
    expect(reason(retarget(locked, { spec: FLAT }))).toBe('lockedPageGoes');
  });

  it('tells what is coarse, cropped and smaller on the new page, and nothing that was so before', () => {
    const begun = sampleBook({ pictures: 6 });
    const [key] = begun.pictureOrder;
    const small = begun.pictures[key ?? ''];
    if (key === undefined || small === undefined) throw new Error('no picture');
    const book = { ...begun, pictures: { ...begun.pictures, [key]: { ...small, widthPx: 2100, heightPx: 2100 } } };
    const placed = withPicture(book, 'p3', box(30, 30, 60, 60));
    const bled = done(toBleed(placed.book, { surfaceId: 'p3', frameId: placed.frameId }));
    const before = done(addText(bled, { surfaceId: 'p5', box: box(30, 30, 100, 30), text: '글', sizePt: 12 }));
    const after = done(retarget(before, { spec: A4 }));
    const told = changesOf(before, after);
    expect(told.map(([id]) => id)).toEqual(['p3', 'p5']);
    expect(told[0]?.[1]).toEqual([
      ['retarget.cropped', { count: 1, percent: expect.any(Number) }],
      [
        'guard.ppi',
        expect.objectContaining({
          ppi: Math.floor(
            effectivePpi(frameOf<PictureFrame>(after, placed.frameId), { widthPx: 2100, heightPx: 2100 }),
          ),
        }),
      ],
    ]);
    expect(told[1]?.[1]).toEqual([
      ['retarget.smallerType', { fromPt: 12, toPt: frameOf<TextFrame>(after, lastFrame(before)).sizePt }],
    ]);
    expect(changesOf(after, done(retarget(after, { spec: A4, pageCount: after.order.length + 2 })))).toEqual([]);
  });

  it('for the spec that it has, whatever it costs now, is another page count and nothing else', () => {
    const book = withPicture(sampleBook({ pictures: 6 }), 'p3', box(-10, 40, 60, 40)).book;
    const dearer = { ...HARD, priceBase: 1, sandboxPriceBase: null };
    expect(done(retarget(book, { spec: dearer }))).toBe(book);
    expect(done(retarget(book, { spec: dearer, pageCount: 30 }))).toEqual(done(setPageCount(book, { pageCount: 30 })));
    expect(printsAlike(HARD, { ...HARD, bleedMm: HARD.bleedMm + 1 })).toBe(false);
  });

  it('on pages of the same size leaves what was made by hand where it is, to the hundredth of a point', () => {
    const placed = withPicture(sampleBook({ pictures: 6 }), 'p3', box(-60, 40, 200, 40));
    const onFront = withPicture(placed.book, 'front', box(-140, 40, 380, 60), 2);
    const book = done(
      addText(onFront.book, { surfaceId: 'p5', box: box(-10, 30, 100, 30), text: '글', sizePt: 12.25 }),
    );
    const next = done(retarget(book, { spec: SOFT }));
    for (const id of ['p3', 'p5']) expect(next.pages[id]).toEqual(book.pages[id]);
    expect(next.cover.front).toEqual(book.cover.front);
    expect(changesOf(book, next)).toEqual([]);
    // What ends at an edge, short of it or a little beyond, in a bleed or none.
    const { innerTrimWidthMm: w, innerTrimHeightMm: h } = HARD;
    for (const surfaceId of ['p4', 'p5', 'front'])
      for (const gapMm of [-3, -1, -0.5, -0.2, 0, 0.4, 0.5, 0.7]) {
        const own = box(gapMm, gapMm, w - 2 * gapMm, h - 2 * gapMm);
        const filled = withPicture(sampleBook({ pictures: 6 }), surfaceId, own).book;
        const coloured = done(addField(filled, { surfaceId, box: own, fill: '#c0ffee' }));
        const edged = done(addText(coloured, { surfaceId, box: own, text: '여름 이야기', sizePt: 14 }));
        const soft = done(retarget(edged, { spec: SOFT }));
        expect([soft.pages, soft.cover.front]).toEqual([edged.pages, edged.cover.front]);
        expect(changesOf(edged, soft)).toEqual([]);
      }
  });

  it('lays nothing beyond an edge or a fold that ended before it, and keeps in order what lay off the edges', () => {
    const uids = ['SQUAREBOOK_HC', 'SQUAREBOOK_SC', 'SQUAREBOOK_LAYFLAT_HC', 'PHOTOBOOK_A4_SC', 'PHOTOBOOK_A5_SC'];
    const insetsMm = [0.6, 1, 1.5, 2.5, 3, 4, 6, 10, 15];
    for (const uid of uids)
      for (const surfaceId of ['p6', 'p7', 'front']) {
        const begun = sampleBook({ uid, pageCount: 50, pictures: 6 });
        const { innerTrimWidthMm: w, innerTrimHeightMm: h } = begun.spec;
        const book = insetsMm.reduce((now, inset) => {
          const own = box(inset, inset, w - 2 * inset, h - 2 * inset);
          return done(addField(now, { surfaceId, box: own, fill: '#c0ffee' }));
        }, begun);
        const ids = (book.pages[surfaceId] ?? book.cover.front).order;
        for (const spec of uids.filter((other) => other !== uid).map((other) => specOf(other))) {
          const next = done(retarget(book, { spec }));
          const boxes = ids.map((id) => frameOf(next, id).box);
          const page = box(0, 0, next.spec.innerTrimWidthMm, next.spec.innerTrimHeightMm);
          const nested = [page, ...boxes];
          const loose = boxes.filter((own, at) => !isWithin(own, nested[at] ?? page));
          expect([uid, spec.bookSpecUid, surfaceId, loose]).toEqual([uid, spec.bookSpecUid, surfaceId, []]);
          expect(new Set(boxes.map(({ xMm, widthMm }) => `${xMm} ${xMm + widthMm}`)).size).toBe(insetsMm.length);
        }
      }
  });

  it('has a text that ends at an edge end there again, and take no part in the bleed', () => {
    const { innerTrimWidthMm: w } = HARD;
    const pictured = withPicture(sampleBook({ pictures: 6 }), 'p4', box(0, 30, w, 60));
    const book = done(
      addText(pictured.book, { surfaceId: 'p4', box: box(0, 100, w, 30), text: '여름 이야기', sizePt: 14 }),
    );
    const textId = lastFrame(book);
    const small = done(retarget(book, { spec: A5 }));
    const { xMm, widthMm } = frameOf<TextFrame>(small, textId).box;
    expect([xMm, widthMm]).toEqual([0, A5.innerTrimWidthMm]);
    expect(frameOf(small, pictured.frameId).box).toMatchObject({
      xMm: -A5.bleedMm,
      widthMm: A5.innerTrimWidthMm + A5.bleedMm,
    });
    expect(changesOf(book, small)[0]?.[1]).not.toContainEqual(['guard.textCut', expect.anything()]);
    // A page that comes to the other side of its fold has another edge to bleed at, and its texts stay.
    const turned = done(retarget(book, { spec: FLAT }));
    expect(frameOf<TextFrame>(turned, textId).box).toEqual(box(0, 100, w, 30));
    expect(frameOf(turned, pictured.frameId).box).toEqual(box(0, 30, w + FLAT.bleedMm, 60));
  });

  it('lays what hangs over an edge on over it, and borders in their proportion', () => {
    const front = withPicture(sampleBook({ pictures: 6 }), 'front', box(-140, 40, 380, 60));
    const of = { surfaceId: 'front', frameIds: [front.frameId] };
    const bordered = done(setFrameLook(front.book, { ...of, border: { colour: '#000000', widthMm: 10 } }));
    const next = frameOf(done(retarget(bordered, { spec: A5 })), front.frameId);
    expect(next.box.xMm).toBeLessThan(-60);
    expect(next.border?.widthMm).toBeCloseTo(10 * (-next.box.xMm / 140), 6);
  });

  it('has a band over the whole cover grow with boards and spine', () => {
    const begun = sampleBook({ pictures: 6, pageCount: 60 });
    const spineMm = (of: LayoutDocument) => panelsOf(of.spec, of.order.length).spine.widthMm;
    const field = done(
      addField(begun, { surfaceId: 'spine', box: box(-240, 40, 480 + spineMm(begun), 60), fill: '#c0ffee' }),
    );
    const bandOf = (of: LayoutDocument) => Object.values(of.cover.spine.frames)[0]?.box;
    const longer = done(setPageCount(field, { pageCount: 120 }));
    expect(bandOf(longer)).toMatchObject({ xMm: -240, widthMm: 480 + spineMm(longer) });
    const small = done(retarget(field, { spec: A5 }));
    const share = A5.innerTrimWidthMm / HARD.innerTrimWidthMm;
    expect(bandOf(small)?.xMm).toBeCloseTo(-240 * share, 6);
    expect(bandOf(small)?.widthMm).toBeCloseTo(480 * share + spineMm(small), 6);
  });

  it('keeps a page as it stands on which arranged pictures would come to lie over texts or locked ones, and says so', () => {
    const filled = done(fill(sampleBook({ pictures: 60 })));
    const [locking = '', lettered = ''] = filled.order.filter((id) => (filled.pages[id]?.order.length ?? 0) > 1);
    const [frameId = ''] = filled.pages[locking]?.order ?? [];
    const locked = done(lockFrames(filled, { surfaceId: locking, frameIds: [frameId], locked: true }));
    const pictures = Object.values(locked.pages[lettered]?.frames ?? {}).map((frame) => frame.box);
    const belowMm = Math.max(...pictures.map(({ yMm, heightMm }) => yMm + heightMm));
    const book = done(
      addText(locked, { surfaceId: lettered, box: box(60, belowMm, 100, 8), text: '여름', sizePt: 12 }),
    );
    const next = done(retarget(book, { spec: A4 }));
    const overlapping = (surfaceId: string) => {
      const boxes = Object.values(next.pages[surfaceId]?.frames ?? {}).map((frame) => frame.box);
      return boxes.some((a, at) => boxes.slice(at + 1).some((b) => overlap(a, b)));
    };
    expect([overlapping(locking), overlapping(lettered)]).toEqual([false, false]);
    const told = changesOf(book, next);
    for (const id of [locking, lettered])
      expect(told.find(([surfaceId]) => surfaceId === id)?.[1]).toContainEqual(['retarget.byHand', undefined]);
    // A page count beside it is no reason to touch them.
    const longer = done(retarget(book, { spec: HARD, pageCount: 26 }));
    expect([longer.pages[locking], longer.pages[lettered]]).toEqual([book.pages[locking], book.pages[lettered]]);
  });

  it('keeps crops by hand on arranged pages, and tells of cuts by hand that end', () => {
    const filled = done(fill(sampleBook({ pictures: 60 })));
    const pageId = filled.order.find((id) => (filled.pages[id]?.order.length ?? 0) > 2) ?? '';
    const [frameId = ''] = filled.pages[pageId]?.order ?? [];
    const of = { surfaceId: pageId, frameId };
    const [cut] = cutsOf(filled, pageId);
    const cutBy = { surfaceId: pageId, cut: cut?.cut ?? '', share: (cut?.share ?? 0) + 0.14 };
    const zoomed = done(zoomPicture(done(moveCut(filled, cutBy)), { ...of, zoom: 1.5 }));
    const straight = done(straightenPicture(zoomed, { ...of, straightenDeg: 3 }));
    const book = done(panPicture(straight, { ...of, dxMm: 9, dyMm: -6 }));
    const next = done(retarget(book, { spec: A5 }));
    const { zoom, straightenDeg, focusX, focusY } = frameOf(book, frameId);
    expect(frameOf(next, frameId)).toMatchObject({ zoom, straightenDeg, focusX, focusY });
    expect(next.pages[pageId]?.arrangement).not.toBeNull();
    expect(changesOf(book, next).find(([id]) => id === pageId)?.[1]).toContainEqual(['retarget.cutsEnd', undefined]);
  });

  it('ends a picture over a fold at its page where a book that is bound on the other edge has another page face it', () => {
    const over = withPicture(sampleBook({ pictures: 6 }), 'p4', box(100, 20, 60, 40));
    const book = done(setAcross(over.book, { surfaceId: 'p4', frameId: over.frameId, across: true }));
    const next = done(retarget(book, { spec: { ...HARD, bindingEdge: 'right' } }));
    expect([frameOf(next, over.frameId).across, next.order, breachesOf(next)]).toEqual([false, book.order, []]);
    expect(changesOf(book, next).find(([id]) => id === 'p4')?.[1]).toContainEqual(['retarget.foldEnds', { count: 1 }]);
  });

  it('tells what the picture under the whole cover loses', () => {
    const begun = sampleBook({ pictures: 6 });
    const [key = ''] = begun.pictureOrder;
    const known = begun.pictures[key];
    if (known === undefined) throw new Error('no picture');
    const wide = { ...begun, pictures: { ...begun.pictures, [key]: { ...known, widthPx: 9000, heightPx: 3000 } } };
    const book = done(setWrap(wide, { picture: key }));
    expect(changesOf(book, done(retarget(book, { spec: A5 })))[0]).toEqual([
      'front',
      [['retarget.cropped', { count: 1, percent: expect.any(Number) }]],
    ]);
  });

  it('and back again has every frame on its page', () => {
    const filled = done(fill(sampleBook({ pictures: 40 })));
    const titled = done(addField(filled, { surfaceId: 'p3', box: box(10, 10, 40, 4), fill: '#c0ffee' }));
    const there = done(retarget(titled, { spec: A5 }));
    const back = done(retarget(there, { spec: HARD }));
    const framesOf = (of: LayoutDocument) => titled.order.map((id) => of.pages[id]?.order);
    expect(framesOf(back)).toEqual(framesOf(titled));
    expect(breachesOf(back)).toEqual([]);
    expect(done(removePages(back, { pageIds: ['p3'] })).order).toContain('p4');
  });
});
