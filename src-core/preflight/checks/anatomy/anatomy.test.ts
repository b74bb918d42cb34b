import { describe, expect, it } from 'vitest';
import { CONTRACTS } from '../../../contract/profiles.ts';
import type { BoundsMm } from '../../../pdf/inspection/geometry.ts';
import type { PageObject, TextObject } from '../../../pdf/inspection/page-objects.ts';
import { judgePdf } from '../../judge-pdf.ts';
import {
  BLACK,
  SAND,
  WHITE,
  at,
  factsOf,
  field,
  geometryOf,
  inspectedCase,
  outlines,
  picture,
  stroke,
  words,
  type CasePlan,
} from '../../testing/book-case.ts';
import { coverSizeMm } from '../../../specs/book-geometry.ts';
import { ANATOMY_CHECKS } from './section.ts';
import { specNamed } from '../../../../test/fixtures/catalogue.ts';

const run = (plan: CasePlan) => ANATOMY_CHECKS.flatMap((check) => check.run(inspectedCase(plan)));
const ids = (findings: readonly { ruleId: string }[]) => findings.map(({ ruleId }) => ruleId);

/** SQUAREBOOK_SC: 249 x 254 mm with 3 mm bleed. The first page is on the right, bound at its left. */
const ground = field(at(0, 0, 249, 254));
const page = (...more: PageObject[]): CasePlan => ({ pages: [[ground, ...more], [ground]] });
const bare = (...objects: PageObject[]): CasePlan => ({ pages: [objects, [ground]] });
/** Cover of SQUAREBOOK_SC with 24 pages: 495 x 254 mm, spine of 3 mm from 246 to 249. */
const softCover = (...more: PageObject[]): CasePlan => ({
  kind: 'cover',
  pages: [[field(at(0, 0, 495, 254)), ...more]],
});
/** With 130 pages: 503.8 mm wide, spine of 11.8 mm from 246 to 257.8. */
const thickCover = (...more: PageObject[]): CasePlan => ({
  kind: 'cover',
  pageCount: 130,
  pages: [[field(at(0, 0, 503.8, 254)), ...more]],
});
/** Cover of SQUAREBOOK_HC: 544 x 288 mm, wrap 17, spine of 10 mm from 267 to 277, hinges of 10 mm beside it. */
const hardCover = (...more: PageObject[]): CasePlan => ({
  uid: 'SQUAREBOOK_HC',
  kind: 'cover',
  pages: [[field(at(0, 0, 544, 288)), ...more]],
});
/** LAYFLAT spread: 492 x 254 mm, fold at 246. */
const spread = (...more: PageObject[]): CasePlan => ({
  uid: 'SQUAREBOOK_LAYFLAT_HC',
  pageCount: 24,
  pages: [[field(at(0, 0, 492, 254)), ...more], [field(at(0, 0, 492, 254))]],
});

describe('bleed (B-001)', () => {
  const missing = (bounds: BoundsMm) => run(bare(picture(bounds))).filter(({ ruleId }) => ruleId === 'bleed.missing');

  it('is there to two tenths of a millimetre', () => {
    expect(missing(at(0, 0, 249, 254))).toEqual([]);
    expect(missing(at(0, 0.2, 248.8, 254))).toEqual([]);
    expect(missing(at(0, 0.3, 249, 254))).toMatchObject([
      { severity: 'error', params: { top: 1, left: 0, right: 0, bottom: 0 }, measured: { value: 2.7 } },
    ]);
  });

  it('is not asked of the bound side', () => {
    expect(missing(at(3, 0, 249, 254))).toEqual([]);
    expect(missing(at(0, 0, 246, 254))).toMatchObject([
      { params: { right: 1 }, measured: { value: 0 }, fixes: ['bleedByMirror', 'bleedByStretch', 'bleedByScale'] },
    ]);
  });

  it('counts pages on each side, and each page once', () => {
    const short = [picture(at(0, 3, 249, 254))];
    const [found] = run({ pages: [short, short, [picture(at(3, 0, 249, 254))], [picture(at(3, 3, 249, 254))]] });
    expect(found).toMatchObject({ ruleId: 'bleed.missing', params: { top: 23, left: 21 - 10 } });
  });

  it('is not missed where something else fills it', () => {
    expect(run(page(picture(at(0, 3, 249, 254))))).toEqual([]);
    const strip = picture(at(0, 0, 249, 3));
    expect(run(bare(picture(at(0, 3, 249, 254)), strip))).toEqual([]);
    // Half a strip leaves half a gap.
    expect(ids(run(bare(picture(at(0, 3, 249, 254)), picture(at(0, 0, 120, 3)))))).toEqual(['bleed.missing']);
  });

  it('is not asked of what stays inside, is tiny, white, hidden or clipped to the trim by less than it shows', () => {
    expect(run(bare(picture(at(30, 30, 200, 200))))).toEqual([]);
    expect(run(bare(field(at(100, 3, 104, 60))))).toEqual([]);
    expect(run(bare(field(at(3, 3, 246, 251), WHITE)))).toEqual([]);
    expect(run(bare(picture(at(3, 3, 246, 251), { isHidden: true })))).toEqual([]);
    expect(ids(run(bare(picture(at(-20, -20, 270, 270), { clippedMm: at(0, 3, 249, 251) }))))).toEqual([
      'bleed.missing',
    ]);
  });

  it('is not asked of what has no straight edge: askew, masked, or freehand', () => {
    const bounds = at(40, 2, 200, 150);
    expect(ids(run(bare(picture(bounds))))).toEqual(['bleed.missing']);
    expect(run(bare(picture(bounds, { quadMm: [40, 140, 190, 150, 200, 12, 50, 2] })))).toEqual([]);
    expect(run(bare(picture(bounds, { isClipExact: false })))).toEqual([]);
    expect(run(bare(field(bounds, SAND, { shape: 'other' })))).toEqual([]);
  });

  it('takes the bleed that a studio asks for only as far as the sheet goes', () => {
    expect(run({ ...bare(picture(at(0, 0, 249, 254))), thresholds: { bleedMm: 5 } })).toEqual([]);
  });

  it('is asked of all four sides of covers and spreads', () => {
    expect(run({ kind: 'cover', pages: [[picture(at(3, 0, 495, 254))]] })).toMatchObject([
      { ruleId: 'bleed.missing', params: { left: 1 } },
    ]);
    expect(
      run({ uid: 'SQUAREBOOK_LAYFLAT_HC', pageCount: 24, pages: [[picture(at(0, 0, 489, 254))], []] }),
    ).toMatchObject([{ ruleId: 'bleed.missing', params: { right: 1 } }]);
  });

  it('is not judged on a page of another size', () => {
    expect(run({ ...bare(picture(at(0, 0, 243, 248))), sizeMm: { widthMm: 243, heightMm: 248 } })).toEqual([]);
  });
});

describe('text in the safety zone (B-003)', () => {
  const textAt = (topMm: number) => run(page(words('Our summer', at(100, topMm, 140, topMm + 5))));

  it.each([
    [2.9, 'safety.textCut', 'error'],
    [3, 'safety.textNear', 'warning'],
    [5.99, 'safety.textNear', 'warning'],
    [6, 'safety.textClose', 'info'],
    [7.99, 'safety.textClose', 'info'],
  ])('that begins %d mm below the edge of the sheet', (topMm, ruleId, severity) => {
    expect(textAt(topMm)).toMatchObject([
      { ruleId, severity, causeKey: 'safety.text', pages: [1], objects: [{ excerpt: 'Our summer' }] },
    ]);
  });

  it('in a font without widths is unmeasured where the line ends, and nowhere else', () => {
    const font = { areWidthsKnown: false } as TextObject['font'];
    const told = (bounds: BoundsMm, more: Partial<TextObject> = {}) =>
      ids(run(page(words('Our summer', bounds, { font, ...more })))).filter((ruleId) => ruleId.startsWith('safety.'));
    expect(told(at(60, 248, 100, 250))).toEqual(['safety.textNear']);
    expect(told(at(60, 2, 100, 12))).toEqual(['safety.textCut']);
    expect(told(at(200, 100, 245, 110))).toEqual(['safety.textUnmeasured']);
    expect(told(at(200, 100, 245, 110), { directionDegrees: 180 })).toEqual(['safety.textNear']);
  });

  it('is fine from 5 mm inside the trim', () => {
    expect(textAt(8)).toEqual([]);
  });

  it('is found when it was turned into outlines', () => {
    expect(run(page(...outlines(9, 100, 4)))).toMatchObject([
      { ruleId: 'safety.textNear', params: { outlined: 1, lines: 1 }, objects: [{ kind: 'path' }] },
    ]);
    const asOnePath = field(at(100, 4, 150, 8), BLACK, { shape: 'other', segments: 220 });
    expect(run(page(asOnePath))).toMatchObject([{ ruleId: 'safety.textNear', params: { outlined: 1 } }]);
  });

  it('takes few shapes, equal dots and large ornaments for no words', () => {
    expect(run(page(...outlines(3, 100, 4)))).toEqual([]);
    const dots = Array.from({ length: 12 }, (_, index) =>
      field(at(100 + 4 * index, 4, 102 + 4 * index, 6), BLACK, { shape: 'other', segments: 4 }),
    );
    expect(run(page(...dots))).toEqual([]);
    expect(run(page(field(at(20, 4, 120, 60), BLACK, { shape: 'other', segments: 300 })))).toEqual([]);
  });

  it('is not asked of words that nobody sees', () => {
    const box = at(100, 3.5, 140, 8);
    expect(run(bare(words('ghost', box, { fill: WHITE })))).toEqual([]);
    expect(ids(run(page(words('white on a picture', box, { fill: WHITE }))))).toEqual(['safety.textNear']);
    expect(run(page(words('   ', box)))).toEqual([]);
    expect(run(page(words('unseen', box, { renderingMode: 3 })))).toEqual([]);
  });

  it('lets large letters run off the sheet on purpose', () => {
    const large = at(60, 0, 220, 30);
    expect(run(page(words('2026', large, { sizePt: 90 })))).toEqual([]);
    expect(ids(run(page(words('2026', large, { sizePt: 40 }))))).toEqual(['safety.textCut']);
  });

  it('joins what one line was split into', () => {
    const [found] = run(page(words('Our ', at(100, 4, 110, 8)), words('summer', at(110.5, 4, 130, 8))));
    expect(found).toMatchObject({ objectCount: 1, objects: [{ excerpt: 'Our summer' }] });
  });
});

describe('edges near the trim', () => {
  it.each([
    [3.1, []],
    [3.3, ['edge.almostBleed']],
    [5.9, ['edge.almostBleed']],
    [6, []],
  ])('of a picture %d mm below the edge of the sheet (B-004)', (topMm, expected) => {
    expect(ids(run(page(picture(at(30, topMm, 200, 200)))))).toEqual(expected);
  });

  it.each([
    [{ top: 0 }, ['edge.almostBleed']],
    [{ top: 0.5 }, ['edge.almostBleed']],
    [{ top: 12 }, []],
    [{ bottom: 12 }, ['edge.almostBleed']],
  ])('are where the white of a picture ends, as rendered: %j', (margins, expected) => {
    const file = inspectedCase(page(picture(at(30, 4, 200, 200))));
    const look = {
      order: 1,
      looks: null,
      blackShare: 0,
      whiteShare: 0,
      standsOutShare: 1,
      inkPercent: null,
      damage: null,
      paperMarginsMm: { left: 0, top: 0, right: 0, bottom: 0, ...margins },
    };
    const pixels = file.inspection.pages.map(({ index }) => ({
      pageIndex: index,
      widthPx: 1,
      heightPx: 1,
      inkShare: 1,
      trimInkShare: 1,
      ends: null,
      strips: null,
      folds: [],
      pictures: [look],
    }));
    expect(ids(ANATOMY_CHECKS.flatMap((check) => check.run({ ...file, pixels })))).toEqual(expected);
  });

  it('are not those of small, askew or freehand things', () => {
    expect(run(page(picture(at(30, 4, 39, 50))))).toEqual([]);
    expect(run(page(picture(at(30, 4, 200, 200), { quadMm: [30, 190, 190, 200, 200, 14, 40, 4] })))).toEqual([]);
    expect(run(page(field(at(30, 4, 200, 200), SAND, { shape: 'other' })))).toEqual([]);
    expect(run(bare(field(at(30, 4, 200, 200), WHITE)))).toEqual([]);
  });

  it('of a frame are a warning, of a rule a note (B-005)', () => {
    const frame = (insetMm: number) =>
      stroke(at(insetMm, insetMm, 249 - insetMm, 254 - insetMm), { shape: 'rectangle', segments: 4 });
    expect(run(page(frame(9)))).toMatchObject([{ ruleId: 'edge.frame', severity: 'warning', measured: { value: 6 } }]);
    expect(run(page(frame(9.4)))).toEqual([]);
    expect(run(page(stroke(at(20, 6, 220, 6.2))))).toMatchObject([{ ruleId: 'edge.rule', severity: 'info' }]);
    expect(run(page(stroke(at(20, 6, 120, 6.2))))).toEqual([]);
  });
});

describe('the gutter (B-006)', () => {
  const inGutter = (fromTrimMm: number, plan: Partial<CasePlan> = {}) =>
    ids(run({ ...page(words('In the fold', at(3 + fromTrimMm, 100, 80, 105))), ...plan }));

  it('is kept clear of text, wider the thicker the book', () => {
    expect(inGutter(9.4)).toEqual(['gutter.text']);
    expect(inGutter(9.5)).toEqual([]);
    const a4 = (fromTrimMm: number) =>
      ids(
        run({
          uid: 'PHOTOBOOK_A4_SC',
          pageCount: 160,
          pages: [[words('In the fold', at(3 + fromTrimMm, 100, 80, 105))], []],
        }),
      );
    expect(a4(12.6)).toEqual(['gutter.text']);
    expect(a4(12.7)).toEqual([]);
  });

  it('lies on the other side of the next page, and of a book bound at the right', () => {
    const text = words('In the fold', at(6.5, 100, 60, 105));
    // On the second page the left side is cut, not bound.
    expect(ids(run({ pages: [[ground], [ground, text], [ground]] }))).toEqual(['safety.textClose']);
    expect(inGutter(3.5, { bindingEdge: 'right' })).toEqual(['safety.textClose']);
  });

  it('is not known to be reached by a line whose font does not tell how wide its letters are', () => {
    const font = { areWidthsKnown: false } as TextObject['font'];
    const told = (bounds: BoundsMm, directionDegrees: number) =>
      ids(run(page(words('In the fold', bounds, { font, directionDegrees }))));
    expect(told(at(9, 100, 80, 105), 0)).toEqual(['gutter.text']);
    expect(told(at(9, 100, 80, 105), 180)).toEqual(['gutter.textUnmeasured']);
    expect(told(at(20, 100, 80, 105), 180)).toEqual([]);
  });

  it('may be crossed by pictures, which are noted when they end in it', () => {
    expect(run(page(picture(at(0, 50, 200, 200))))).toEqual([]);
    expect(run(page(picture(at(8, 50, 200, 200))))).toMatchObject([{ ruleId: 'gutter.picture', severity: 'info' }]);
  });

  it('is none on a spread', () => {
    expect(run(spread(words('At the edge of the table', at(12, 100, 60, 105))))).toEqual([]);
  });
});

describe('the fold of a spread (B-007)', () => {
  it.each([
    [at(230, 100, 262, 106), ['fold.textAcross']],
    [at(246, 100, 290, 106), ['fold.textNear']],
    [at(250.9, 100, 290, 106), ['fold.textNear']],
    [at(251, 100, 290, 106), []],
    [at(200, 100, 241, 106), []],
  ])('is kept clear of text: %j', (bounds, expected) => {
    expect(ids(run(spread(words('Together', bounds))))).toEqual(expected);
  });

  it.each([
    [at(200, 100, 262, 106), 0, ['fold.textUnmeasured']],
    [at(242, 100, 262, 106), 0, ['fold.textNear']],
    [at(251, 100, 290, 106), 0, []],
    [at(230, 100, 262, 106), 180, ['fold.textUnmeasured']],
    [at(245, 100, 250, 206), 90, ['fold.textAcross']],
  ])('in a font without widths: %j at %d degrees', (bounds, directionDegrees, expected) => {
    const font = { areWidthsKnown: false } as TextObject['font'];
    expect(ids(run(spread(words('Together', bounds, { font, directionDegrees }))))).toEqual(expected);
  });

  it('is crossed by pictures as they like, and noted beside dark lines', () => {
    expect(run(spread(picture(at(100, 50, 400, 200))))).toEqual([]);
    expect(run(spread(stroke(at(250, 40, 250.3, 200))))).toMatchObject([{ ruleId: 'fold.line', severity: 'info' }]);
    expect(run(spread(stroke(at(256.1, 40, 256.4, 200))))).toEqual([]);
    expect(run(spread(stroke(at(250, 40, 250.3, 200), { stroke: SAND })))).toEqual([]);
  });
});

describe('the spine', () => {
  const level1 = (widthMm: number, pageCount: number) => {
    const spec = specNamed('PHOTOBOOK_A4_SC');
    return judgePdf({
      facts: factsOf([geometryOf({ widthMm, heightMm: 303 }, 3)]),
      kind: 'cover',
      spec,
      pageCount,
      contract: CONTRACTS.specified,
    });
  };

  it('of a cover for other pages is told though the service takes it (B-010)', () => {
    const spec = specNamed('PHOTOBOOK_A4_SC');
    const { verdict, findings } = level1(coverSizeMm(spec, 36).widthMm, 24);
    expect(verdict).toBe('accepted');
    expect(findings).toMatchObject([
      {
        ruleId: 'cover.spineDrift',
        severity: 'warning',
        cause: { key: 'findings.cause.coverForOtherPages', params: { minPage: 36, maxPage: 36 } },
      },
    ]);
    expect(level1(428.6, 24).findings).toEqual([]);
    expect(ids(level1(428.61, 24).findings)).toEqual(['cover.spineDrift']);
    expect(ids(level1(429.31, 24).findings)).toEqual(['size.width']);
  });

  it('keeps a margin beside its text (B-011)', () => {
    const onSpine = (marginMm: number) =>
      ids(run(thickCover(words('Our year', at(246 + marginMm, 90, 257.8 - marginMm, 140), { directionDegrees: 90 }))));
    expect(onSpine(1.6)).toEqual([]);
    expect(onSpine(1.5)).toEqual(['spine.textMargin']);
    expect(onSpine(-0.5)).toEqual(['spine.textMargin']);
  });

  it('is not known to be reached by words in a font without widths, unless they stand upright on it', () => {
    const font = { areWidthsKnown: false } as TextObject['font'];
    const told = (bounds: BoundsMm, directionDegrees: number) =>
      ids(run(thickCover(words('Our year', bounds, { font, directionDegrees }))));
    expect(told(at(180, 60, 320, 70), 0)).toEqual(['spine.textUnmeasured']);
    expect(told(at(247, 90, 257, 140), 90)).toEqual(['spine.textMargin']);
    expect(told(at(60, 60, 120, 70), 0)).toEqual([]);
  });

  it('carries no text when it is thin', () => {
    // 60 pages make a spine of 6 mm, 58 of 5.8.
    const text = (pageCount: number, widthMm: number) => {
      const middle = widthMm / 2;
      return run({
        kind: 'cover',
        pageCount,
        pages: [
          [field(at(0, 0, widthMm, 254)), words('A', at(middle - 1, 90, middle + 1, 100), { directionDegrees: 90 })],
        ],
      });
    };
    expect(text(58, 497.8)).toMatchObject([{ ruleId: 'spine.thin', severity: 'warning', measured: { value: 5.8 } }]);
    expect(text(60, 498)).toEqual([]);
    expect(ids(run(softCover(words('A', at(246.5, 90, 248.5, 100), { directionDegrees: 90 }))))).toEqual([
      'spine.textMargin',
    ]);
  });

  it('is not reached by the text of the boards', () => {
    expect(ids(run(softCover(words('Our year', at(250.5, 60, 300, 70)))))).toEqual(['spine.textAcross']);
    expect(run(softCover(words('Our year', at(250.6, 60, 300, 70))))).toEqual([]);
    expect(ids(run(softCover(words('From back to front', at(180, 60, 320, 70)))))).toEqual(['spine.textAcross']);
    expect(run(softCover(picture(at(100, 60, 400, 170))))).toEqual([]);
  });
});

describe('a hard cover (B-013)', () => {
  it('folds away words in its wrap', () => {
    expect(run(hardCover(words('Our year', at(400, 15, 460, 22))))).toMatchObject([
      { ruleId: 'cover.wrapText', severity: 'error', measured: { value: 2 } },
    ]);
    expect(ids(run(hardCover(words('Our year', at(400, 18, 460, 24)))))).toEqual(['safety.textNear']);
  });

  it('presses words in its hinge', () => {
    expect(run(hardCover(words('Our year', at(284, 100, 330, 108))))).toMatchObject([
      { ruleId: 'cover.hingeText', severity: 'error', measured: { value: 3 } },
    ]);
    expect(run(hardCover(words('Our year', at(287, 100, 330, 108))))).toEqual([]);
    expect(run(hardCover(picture(at(200, 50, 400, 200))))).toEqual([]);
  });

  it('needs its wrap filled to 15 mm', () => {
    const art = (leftMm: number) =>
      run({ uid: 'SQUAREBOOK_HC', kind: 'cover', pages: [[picture(at(leftMm, 0, 544, 288))]] });
    expect(art(0)).toEqual([]);
    expect(art(2.2)).toEqual([]);
    expect(art(2.3)).toMatchObject([{ ruleId: 'wrap.unfilled', severity: 'error', params: { left: 1 } }]);
    expect(art(17)).toMatchObject([{ ruleId: 'wrap.unfilled', measured: { value: 0 } }]);
  });
});

describe('bar codes (B-014)', () => {
  const widths = [0.3, 0.6, 0.9, 0.3, 1.2];
  function bars(leftMm: number, topMm: number, scale = 1): PageObject[] {
    let x = leftMm;
    return Array.from({ length: 30 }, (_, index) => {
      const width = (widths[index % widths.length] ?? 0.3) * scale;
      const bar = field(at(x, topMm, x + width, topMm + 22), BLACK);
      x += width + (widths[(index + 2) % widths.length] ?? 0.3) * scale * 0.6;
      return bar;
    });
  }
  const panel = field(at(150, 190, 220, 240), WHITE);

  it('have their place only where a print house adds one', () => {
    const photo = picture(at(0, 0, 495, 254));
    expect(run({ kind: 'cover', pages: [[photo]] })).toEqual([]);
    const thresholds = { barcodeZoneWidthMm: 50.8, barcodeZoneHeightMm: 30.5 };
    expect(run({ kind: 'cover', pages: [[photo]], thresholds })).toMatchObject([
      { ruleId: 'barcode.zone', severity: 'warning', origin: 'studio' },
    ]);
    expect(
      run({ kind: 'cover', pages: [[field(at(0, 0, 495, 254), { ...SAND, values: [0.95, 0.95, 0.9] })]], thresholds }),
    ).toEqual([]);
  });

  it('are large enough, dark on light, with room beside them', () => {
    expect(run(softCover(panel, ...bars(165, 200)))).toEqual([]);
    expect(ids(run(softCover(panel, ...bars(165, 200, 0.6))))).toEqual(['barcode.small']);
    expect(ids(run(softCover(panel, ...bars(165, 200), field(at(161, 200, 163.5, 222)))))).toEqual(['barcode.quiet']);
    expect(ids(run(softCover(...bars(165, 200))))).toEqual(['barcode.contrast']);
  });
});

describe('the front of a cover (B-015)', () => {
  it('is where the title is expected', () => {
    const title = (leftMm: number) => words('Our year', at(leftMm, 100, leftMm + 80, 114), { sizePt: 36 });
    expect(run(softCover(title(330)))).toEqual([]);
    expect(run(softCover(title(80)))).toMatchObject([{ ruleId: 'cover.front', severity: 'info' }]);
    expect(run({ ...softCover(title(80)), bindingEdge: 'right' })).toEqual([]);
    expect(run(softCover(title(80), title(330)))).toEqual([]);
    expect(run(softCover(words('made with care', at(80, 100, 120, 104), { sizePt: 10 })))).toEqual([]);
  });

  it('notes a title that is turned', () => {
    expect(
      ids(run(softCover(words('Our year', at(330, 100, 410, 114), { sizePt: 36, directionDegrees: 180 })))),
    ).toEqual(['cover.titleTurned']);
  });
});

describe('what designers mean to do is left alone', () => {
  const photos = (...bounds: BoundsMm[]) => bounds.map((one) => picture(one));

  it.each<[string, CasePlan]>([
    [
      'a collage to the bleed with white gaps',
      bare(...photos(at(0, 0, 123, 126), at(125, 0, 249, 126), at(0, 128, 123, 254), at(125, 128, 249, 254))),
    ],
    [
      'a photo askew that runs over the trim',
      page(picture(at(150, -12, 247, 90), { quadMm: [155, 80, 240, 90, 247, 0, 162, -12] })),
    ],
    ['a flower in the corner', page(field(at(215, 215, 248, 253), SAND, { shape: 'other', segments: 60 }))],
    ['a band of colour that bleeds', bare(field(at(0, 0, 249, 18)))],
    ['a photo inside a wide margin', bare(...photos(at(18, 18, 231, 236)))],
    [
      'a panel that shades a photo',
      bare(
        ...photos(at(0, 0, 249, 254)),
        field(at(40, 180, 209, 230), WHITE),
        words('Our summer', at(60, 195, 180, 205)),
      ),
    ],
    [
      'a ground painted white before anything else',
      bare(field(at(0, 0, 249, 254), WHITE), ...photos(at(18, 18, 231, 236))),
    ],
    ['a white ground that ends at the trim', bare(field(at(3, 3, 246, 251), WHITE))],
    ['page numbers in the outer corner', page(words('12', at(231, 238, 235, 241), { sizePt: 9 }))],
    ['a photo over both halves of a spread', spread(...photos(at(0, 0, 492, 254)))],
    [
      'a photo for each half of a spread',
      { ...spread(), pages: [photos(at(0, 0, 246, 254), at(246, 0, 492, 254)), []] },
    ],
    ['one photo round a soft cover', { kind: 'cover', pages: [photos(at(0, 0, 495, 254))] }],
    [
      'panels for front, spine and back',
      {
        ...thickCover(),
        pages: [[field(at(0, 0, 246, 254)), field(at(246, 0, 257.8, 254), BLACK), ...photos(at(257.8, 0, 503.8, 254))]],
      },
    ],
    ['a spine in its own colour from edge to edge', hardCover(field(at(267, 0, 277, 288), BLACK))],
    ['a photo in the middle of a hard cover', hardCover(...photos(at(330, 60, 480, 210)))],
  ])('%s', (_, plan) => {
    expect(ids(run(plan))).toEqual([]);
  });
});
