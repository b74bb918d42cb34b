import { describe, expect, it } from 'vitest';
import type { PaintItem } from '../composition/sketch.ts';
import { resolveThresholds } from '../preflight/thresholds.ts';
import { spineWidthMm } from '../specs/book-geometry.ts';
import { pageCountsOf } from '../specs/page-rules.ts';
import { mmToPoints } from '../units.ts';
import { shippedSpecs } from '../../test/fixtures/catalogue.ts';
import { guardsOfCover, guardsOfSpread } from './guards.ts';
import { lostWords } from './lost-words.ts';
import { setPageCount } from './operations/book.ts';
import { setSpineText, setWrap } from './operations/cover.ts';
import { setAcross, setBox, toBleed } from './operations/frames.ts';
import { setGround } from './operations/pages.ts';
import { placePicture } from './operations/pictures.ts';
import { addField, addText, writeText } from './operations/text.ts';
import { isRefusal } from './refusal.ts';
import { sketchesOf } from './sketches.ts';
import { plainMeasure } from './testing/plain-measure.ts';
import { done, keyOf, sampleBook } from './testing/sample-book.ts';

const thresholds = resolveThresholds();
const box = (xMm: number, yMm: number, widthMm: number, heightMm: number) => ({ xMm, yMm, widthMm, heightMm });
const LAYFLAT = { uid: 'SQUAREBOOK_LAYFLAT_HC', pageCount: 16, pictures: 4 };

const onlyText = (items: readonly PaintItem[]) =>
  items.flatMap((item): Extract<PaintItem, { kind: 'text' }>[] => (item.kind === 'text' ? [item] : []));

describe('a page as it is painted', () => {
  it('has its frames in their order, pictures by their keys, and nothing of what waits', () => {
    let book = done(
      addField(sampleBook({ pictures: 2 }), { surfaceId: 'p2', box: box(0, 0, 50, 50), fill: '#c0ffee' }),
    );
    book = done(placePicture(book, { surfaceId: 'p2', picture: keyOf(1), box: box(20, 30, 90, 60) }));
    book = done(addText(book, { surfaceId: 'p2', box: box(20, 100, 90, 20), text: '  ' }));
    const { pages } = sketchesOf(book, plainMeasure);
    expect(pages).toHaveLength(24);
    expect(pages[1]).toMatchObject({
      pageNum: 2,
      side: 'left',
      background: { red: 255, green: 255, blue: 255, alpha: 255 },
    });
    expect(pages[1]?.items.map(({ kind }) => kind)).toEqual(['rectangle', 'picture']);
    expect(pages[1]?.items[1]).toMatchObject({ box: box(20, 30, 90, 60), picture: { blobKey: keyOf(1) }, turnDeg: 0 });
  });

  it('breaks its text where the measure says, and sets each line as its frame asks', () => {
    const sizePt = 10;
    const sizeMm = (10 * 25.4) / 72;
    const frame = {
      surfaceId: 'p2',
      box: box(20, 30, sizeMm * 5, 40),
      sizePt,
      text: '가나다라마바사',
      align: 'right',
    } as const;
    const book = done(addText(sampleBook(), { ...frame, vertical: 'bottom' }));
    const [item] = onlyText(sketchesOf(book, plainMeasure).pages[1]?.items ?? []);
    expect(item?.lines.map(({ text }) => text)).toEqual(['가나다라', '마바사']);
    expect(item?.lines[1]?.xMm).toBeCloseTo(20 + sizeMm * 2, 9);
    expect(item?.lines[1]?.baselineMm).toBeLessThan(70);
    expect(item?.lines[1]?.baselineMm).toBeGreaterThan(70 - sizeMm);
    // One that was begun before layouts had a number stands as it was left.
    const { textRules, ...begun } = book;
    expect(textRules).toBe(3);
    const [former] = onlyText(sketchesOf(begun, plainMeasure).pages[1]?.items ?? []);
    expect(former?.lines.map(({ text }) => text)).toEqual(['가나다라마', '바사']);
  });

  it('gives a LAYFLAT fold its picture once, and a glued one to both pages in the same place', () => {
    const across = (uid: string, index: number) => {
      const begun = sampleBook({ ...LAYFLAT, uid, pageCount: 24 });
      const left = begun.order[index] ?? '';
      const placed = done(placePicture(begun, { surfaceId: left, picture: keyOf(1), box: box(150, 40, 80, 90) }));
      const frameId = placed.pages[left]?.order[0] ?? '';
      const wide = done(setAcross(placed, { surfaceId: left, frameId, across: true }));
      const { pages } = sketchesOf(
        done(setBox(wide, { surfaceId: left, frameId, box: box(150, 40, 200, 90) })),
        plainMeasure,
      );
      return [pages[index]?.items, pages[index + 1]?.items];
    };
    const [left, right] = across('SQUAREBOOK_LAYFLAT_HC', 2);
    expect([left?.[0], right]).toMatchObject([{ across: true, box: box(150, 40, 200, 90) }, []]);
    const [first, second] = across('SQUAREBOOK_HC', 1);
    expect(first?.[0]).not.toHaveProperty('across');
    expect(second?.[0]).toMatchObject({ box: box(150 - 243, 40, 200, 90) });
    const whole = (items: readonly PaintItem[] | undefined) => (items?.[0] as { whole: { xMm: number } }).whole.xMm;
    expect(whole(first) - whole(second)).toBeCloseTo(243, 9);
  });
});

describe('the cover as it is painted', () => {
  it('carries what reaches an edge on over wrap and spine’s fold, and one picture over everything under it', () => {
    let book = done(
      placePicture(sampleBook({ pictures: 2 }), { surfaceId: 'front', picture: keyOf(1), box: box(30, 30, 80, 80) }),
    );
    const frameId = book.cover.front.order[0] ?? '';
    book = done(toBleed(book, { surfaceId: 'front', frameId }));
    const { items } = sketchesOf(book, plainMeasure).cover;
    // SQUAREBOOK_HC of 24 pages: 544 x 288 mm, the spine 10 mm wide.
    expect(items).toMatchObject([{ kind: 'picture', box: box(277, 0, 267, 288) }]);
    book = done(setWrap(book, { picture: keyOf(2) }));
    expect(sketchesOf(book, plainMeasure).cover.items[0]).toMatchObject({
      box: box(0, 0, 544, 288),
      picture: { blobKey: keyOf(2) },
    });
  });

  it('has the grounds of its panels, each to its fold', () => {
    const book = done(setGround(sampleBook(), { surfaceIds: ['front', 'spine'], ground: '#204060' }));
    const { items, background } = sketchesOf(book, plainMeasure).cover;
    expect(background).toEqual({ red: 255, green: 255, blue: 255, alpha: 255 });
    expect(items.map((item) => item.box)).toEqual([box(267, 0, 10, 288), box(277, 0, 267, 288)]);
  });

  it('sets the line of the spine in its middle, no larger than its margins leave room for', () => {
    const book = done(setSpineText(sampleBook(), { text: '우리\n가족', sizePt: 60 }));
    const [line] = onlyText(sketchesOf(book, plainMeasure).cover.items);
    expect(line?.lines.map(({ text }) => text)).toEqual(['우리 가족']);
    expect(line).toMatchObject({ rotation: 90, box: { xMm: 267 + 1.6, widthMm: expect.closeTo(6.8, 9) } });
    expect((line?.sizeMm ?? 0) * (0.952 + 0.241)).toBeCloseTo(6.8, 9);
  });

  it.each(shippedSpecs)(
    'sets the line of $bookSpecUid at every page count in 7 pt and more, or leaves it out and tells',
    (spec) => {
      for (const pageCount of pageCountsOf(spec)) {
        const spineMm = spineWidthMm(spec, pageCount);
        const at = box(0, 0, spineMm, spec.innerTrimHeightMm);
        const book = done(
          addText(sampleBook({ uid: spec.bookSpecUid, pageCount }), {
            ...{ surfaceId: 'spine', box: at, text: '우리 가족', sizePt: 5, align: 'centre' },
          }),
        );
        const [line] = onlyText(sketchesOf(book, plainMeasure).cover.items);
        const told = guardsOfCover(book, thresholds, plainMeasure).map(({ text }) => text.key);
        // 6.1 mm less both margins has room for 6.9 pt.
        const isPrinted = spineMm >= 6.2;
        expect([pageCount, line !== undefined, told]).toEqual([
          pageCount,
          isPrinted,
          [`layout.guard.${isPrinted ? 'spineSizeRaised' : 'spineText'}`],
        ]);
        if (line !== undefined) expect(mmToPoints(line.sizeMm)).toBeGreaterThanOrEqual(7 - 1e-9);
      }
    },
  );

  it('sets a line that is too long for the spine smaller, to 7 pt at least, and then cuts its end off and tells how much is printed', () => {
    const lettered = (text: string) => done(setSpineText(sampleBook(), { text, sizePt: 12 }));
    // 248 mm less 3 mm at both ends: 57 syllables of 12 pt, 97 of 7 pt.
    const fits = lettered('가'.repeat(57));
    expect(guardsOfCover(fits, thresholds, plainMeasure)).toEqual([]);
    const smaller = lettered('가'.repeat(97));
    const [whole] = onlyText(sketchesOf(smaller, plainMeasure).cover.items);
    expect(whole?.lines.map(({ text }) => text)).toEqual(['가'.repeat(97)]);
    expect(mmToPoints(whole?.sizeMm ?? 0)).toBeCloseTo(7, 9);
    expect(guardsOfCover(smaller, thresholds, plainMeasure)).toMatchObject([{ kind: 'spineSize', severity: 'info' }]);
    const long = lettered('가'.repeat(120));
    const [cut] = onlyText(sketchesOf(long, plainMeasure).cover.items);
    expect(cut?.lines.map(({ text }) => text)).toEqual([`${'가'.repeat(97)}…`]);
    const guards = guardsOfCover(long, thresholds, plainMeasure);
    expect(guards).toMatchObject([
      {
        kind: 'spineCut',
        severity: 'warning',
        text: { params: { characters: 120, room: 97, printed: 97, setPt: expect.closeTo(7, 9) } },
      },
    ]);
    expect(lostWords(long, thresholds, plainMeasure)).toEqual(guards);
    expect(lostWords(smaller, thresholds, plainMeasure)).toEqual([]);
  });

  it('is printed by the limits of its spec, whatever the studio has itself warned of', () => {
    const strict = resolveThresholds({ studio: { textPtInfo: 9, textSafetyMm: 10, spineTextFromMm: 12 } });
    const book = done(setSpineText(sampleBook(), { text: '가'.repeat(97), sizePt: 12 }));
    expect(guardsOfCover(book, strict, plainMeasure).map(({ kind }) => kind)).toEqual(['spineSize', 'textSafety']);
    expect(lostWords(book, strict, plainMeasure)).toEqual([]);
  });

  it('prints nothing of a line whose frame has no room for a letter, and begins it inside the safe area', () => {
    const framed = (yMm: number, heightMm: number, text: string) =>
      done(
        addText(sampleBook(), {
          ...{ surfaceId: 'spine', box: box(0, yMm, 10, heightMm), text, sizePt: 12, turnDeg: 90 },
        }),
      );
    const short = framed(100, 2, '우리 가족');
    expect(sketchesOf(short, plainMeasure).cover.items).toEqual([]);
    expect(lostWords(short, thresholds, plainMeasure)).toMatchObject([
      { kind: 'spineCut', text: { key: 'layout.guard.spineNoRoom' } },
    ]);
    const above = framed(-20, 60, '가나다');
    const [line] = onlyText(sketchesOf(above, plainMeasure).cover.items);
    expect(line?.lines.map(({ text }) => text)).toEqual(['가나다']);
    expect(guardsOfCover(above, thresholds, plainMeasure)).toEqual([]);
  });

  it('can be emptied on a spine that has become too thin for it', () => {
    const thin = sampleBook({ uid: 'PHOTOBOOK_A4_SC', pageCount: 24 });
    expect(setSpineText(thin, { text: ' ' })).toBe(thin);
    const at = box(0, 0, 2.3, 200);
    const kept = done(addText(thin, { surfaceId: 'spine', box: at, text: '가족', turnDeg: 90 }));
    expect(lostWords(kept, thresholds, plainMeasure)).toMatchObject([{ kind: 'spineText' }]);
    expect(lostWords(done(setSpineText(kept, { text: '' })), thresholds, plainMeasure)).toEqual([]);
  });

  it('has no line on a spine too thin for it: refused with both widths, set aside when the book gets thinner', () => {
    const thin = sampleBook({ uid: 'PHOTOBOOK_A4_SC', pageCount: 24 });
    expect(setSpineText(thin, { text: '우리 가족' })).toEqual({
      refused: { key: 'layout.refused.thinSpine', params: { spineMm: 2.3, fromMm: 6.2 } },
    });
    const thick = done(setSpineText(sampleBook({ uid: 'PHOTOBOOK_A4_SC', pageCount: 130 }), { text: '우리 가족' }));
    const shrunk = done(setPageCount(thick, { pageCount: 24 }));
    expect([shrunk.cover.spine.order, Object.keys(shrunk.setAside)]).toEqual([[], thick.cover.spine.order]);
  });
});

describe('the guards', () => {
  const picture = (place: ReturnType<typeof box>, uid = 'SQUAREBOOK_HC') =>
    done(placePicture(sampleBook({ uid, pictures: 2 }), { surfaceId: 'p3', picture: keyOf(1), box: place }));
  const kinds = (book: ReturnType<typeof picture>, index = 1) =>
    guardsOfSpread(book, index, thresholds, plainMeasure).map(({ kind, severity }) => `${kind} ${severity}`);

  it('tell pixels an inch with the size up to which the frame is sharp', () => {
    const small = done(sampleBook({ pictures: 1 }));
    const coarse = {
      ...small,
      pictures: { [keyOf(1)]: { ...(small.pictures[keyOf(1)] as never as object), widthPx: 900, heightPx: 600 } },
    } as typeof small;
    const book = done(placePicture(coarse, { surfaceId: 'p3', picture: keyOf(1), box: box(20, 20, 150, 100) }));
    const [guard] = guardsOfSpread(book, 1, thresholds, plainMeasure);
    expect(guard).toMatchObject({ kind: 'ppi', severity: 'warning', measured: 152, allowed: 200 });
    expect(guard?.sharpUpTo?.widthMm).toBeCloseTo((900 * 25.4) / 200, 6);
    const larger = done(setBox(book, { surfaceId: 'p3', frameId: guard?.frameId ?? '', box: box(10, 20, 225, 150) }));
    expect(guardsOfSpread(larger, 1, thresholds, plainMeasure)[0]).toMatchObject({ severity: 'error', allowed: 120 });
  });

  it('tell an edge just inside the trim, and one short of the bleed’s end; not one that bleeds or is bound', () => {
    expect(kinds(picture(box(40, 2, 120, 80)))).toEqual(['almostBleed warning']);
    expect(kinds(picture(box(40, -1.5, 120, 80)))).toEqual(['almostBleed warning']);
    expect(kinds(picture(box(40, -3, 120, 80)))).toEqual([]);
    expect(kinds(picture(box(2, 40, 120, 80)))).toEqual([]);
    expect(kinds(picture(box(40, 3, 120, 80)))).toEqual([]);
  });

  it('tell text that is cut, near the cut, in the gutter, at the fold, too long, or without a glyph', () => {
    const text = (place: ReturnType<typeof box>, uid = 'SQUAREBOOK_HC', words = '가나다') =>
      kinds(done(addText(sampleBook({ uid }), { surfaceId: 'p3', box: place, text: words, sizePt: 10 })));
    expect(text(box(60, 1, 60, 20))).toEqual(['textSafety warning']);
    expect(text(box(60, -2, 60, 20))).toEqual(['textCut error']);
    expect(text(box(5, 60, 60, 20))).toEqual(['textFold warning']);
    expect(text(box(9.6, 60, 60, 20))).toEqual([]);
    expect(text(box(229, 60, 24, 20), 'SQUAREBOOK_LAYFLAT_HC')).toEqual(['textFold warning']);
    for (const [uid, surfaceId] of [
      ['SQUAREBOOK_HC', 'p2'],
      ['SQUAREBOOK_LAYFLAT_HC', 'p3'],
    ] as const) {
      const over = done(
        addText(sampleBook({ uid }), {
          surfaceId,
          box: box(225, 60, 40, 20),
          text: '가나다라마바사',
          sizePt: 10,
        }),
      );
      expect(kinds(over)).toEqual(['textFold error']);
      expect(lostWords(over, thresholds, plainMeasure)).toMatchObject([{ kind: 'textFold' }]);
    }
    expect(text(box(60, 60, 60, 4))).toEqual(['textOverflow warning']);
    expect(text(box(60, 60, 60, 20), 'SQUAREBOOK_HC', '가🎂')).toEqual(['textGlyphs error']);
  });

  it('tell what the glue of a spread hides of a picture across it', () => {
    const book = sampleBook({ pictures: 1 });
    const placed = done(placePicture(book, { surfaceId: 'p2', picture: keyOf(1), box: box(150, 40, 80, 90) }));
    const frameId = placed.pages.p2?.order[0] ?? '';
    const wide = done(setAcross(placed, { surfaceId: 'p2', frameId, across: true }));
    const crossing = done(setBox(wide, { surfaceId: 'p2', frameId, box: box(150, 40, 200, 90) }));
    expect(guardsOfSpread(crossing, 1, thresholds, plainMeasure)).toMatchObject([{ kind: 'lostGutter', measured: 19 }]);
  });

  it('tell a frame that waits, and a spine whose text is left out', () => {
    // 4.2 mm: wide enough for small type between its margins, and still too thin.
    const book = sampleBook({ uid: 'PHOTOBOOK_A4_SC', pageCount: 60 });
    const spineMm = spineWidthMm(book.spec, 60);
    const lettered = done(
      addText(book, { surfaceId: 'spine', box: box(0, 0, spineMm, 200), text: '가족', turnDeg: 90 }),
    );
    expect(guardsOfCover(lettered, thresholds, plainMeasure)).toMatchObject([
      { kind: 'spineText', severity: 'error', measured: spineMm, allowed: 6.2 },
    ]);
    expect(sketchesOf(lettered, plainMeasure).cover.items).toEqual([]);
    expect(isRefusal(writeText(lettered, { surfaceId: 'spine', frameId: 'f99', text: '' }))).toBe(true);
  });
});
