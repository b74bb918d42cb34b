import { describe, expect, it } from 'vitest';
import { CONTRACTS } from '../../../contract/profiles.ts';
import type { PdfKind } from '../../../contract/books.ts';
import type { PageFacts } from '../../../pdf/boxes.ts';
import type { PageObject } from '../../../pdf/inspection/page-objects.ts';
import type { CheckedSpec } from '../../check.ts';
import { judgePdf } from '../../judge-pdf.ts';
import {
  ALL_INKS,
  REGISTRATION,
  WHITE,
  at,
  boxMm,
  factsOf,
  field,
  geometryOf,
  inspectedCase,
  picture,
  stroke,
  words,
  type CasePlan,
} from '../../testing/book-case.ts';
import { coverSizeMm, sizeMmOf } from '../../../specs/book-geometry.ts';
import { shippedSpecs, specNamed } from '../../../../test/fixtures/catalogue.ts';
import { GEOMETRY_CHECKS } from './section.ts';

const run = (plan: CasePlan) => GEOMETRY_CHECKS.flatMap((check) => check.run(inspectedCase(plan)));
const ids = (findings: readonly { ruleId: string }[]) => findings.map(({ ruleId }) => ruleId);

interface LevelOne {
  readonly uid: string;
  readonly kind?: PdfKind;
  readonly pageCount?: number;
  readonly spec?: CheckedSpec;
}

function levelOne(pages: readonly PageFacts[], { uid, kind = 'contents', pageCount = 24, spec }: LevelOne) {
  return judgePdf({
    facts: factsOf(pages),
    kind,
    spec: spec ?? specNamed(uid),
    contract: CONTRACTS.specified,
    pageCount,
    catalogue: shippedSpecs,
  }).findings;
}

const sized = (widthMm: number, heightMm: number, more: Partial<PageFacts> = {}): PageFacts =>
  geometryOf({ widthMm, heightMm }, 3, { trimBox: null, bleedBox: null, ...more });
const times = (count: number, page: PageFacts) => Array<PageFacts>(count).fill(page);

describe('the cause of a wrong size', () => {
  const A4 = 'PHOTOBOOK_A4_SC';
  it.each([
    ['turned', 303, 216, 'rotated', ['turnPages']],
    ['the trim without bleed', 210, 297, 'trimWithoutBleed', ['bleedByMirror', 'bleedByStretch', 'bleedByScale']],
    ['a bleed of 5 mm', 220, 307, 'otherBleed', []],
    ['a bleed of 1.5 mm', 213, 300, 'otherBleed', ['scaleToFit']],
    ['spreads', 426, 303, 'spreadsForSingles', ['splitSpreads']],
    ['spreads without bleed', 420, 297, 'spreadsForSingles', []],
    ['pages with bleed side by side', 432, 303, 'spreadsForSingles', []],
    ['the pages of another spec', 154, 216, 'otherSpec', []],
    ['Letter paper', 215.9, 279.4, 'paperSize', []],
    ['pixels for points', 216 / 0.75, 303 / 0.75, 'unitSlip', ['scaleToFit']],
    ['points for pixels', 216 * 0.75, 303 * 0.75, 'unitSlip', ['scaleToFit']],
    ['millimetres for points', (216 * 25.4) / 72, (303 * 25.4) / 72, 'unitSlip', ['scaleToFit']],
    ['centimetres for inches', 216 * 2.54, 303 * 2.54, 'unitSlip', ['scaleToFit']],
    ['fit to paper', 216 * 0.9, 303 * 0.9, 'scaled', ['scaleToFit']],
  ])('of %s', (_, widthMm, heightMm, cause, fixes) => {
    const findings = levelOne(times(24, sized(widthMm, heightMm)), { uid: A4 }).filter(({ ruleId }) =>
      ruleId.startsWith('size.'),
    );
    expect(findings.length).toBeGreaterThan(0);
    for (const found of findings)
      expect(found).toMatchObject({
        severity: 'block',
        cause: { key: `findings.cause.${cause}` },
        fixes,
        causeKey: `size.${cause}`,
      });
  });

  it('is not guessed for a size that nothing explains', () => {
    const findings = levelOne(times(24, sized(180, 400)), { uid: A4 });
    expect(findings.map(({ cause, causeKey }) => [cause, causeKey])).toEqual([
      [null, 'size'],
      [null, 'size'],
    ]);
  });

  it('is told apart half a millimetre from a known size, and not beyond', () => {
    const causeAt = (widthMm: number) => levelOne(times(24, sized(widthMm, 216)), { uid: A4 })[0]?.cause?.key;
    expect([causeAt(154.5), causeAt(154.6)]).toEqual(['findings.cause.otherSpec', undefined]);
  });

  it.each([
    ['single pages', 12, 249, 254, 'singlesForSpreads', ['joinSpreads']],
    ['single pages without bleed', 12, 243, 248, 'singlesForSpreads', []],
  ])('of a LAYFLAT book: %s', (_, pages, widthMm, heightMm, cause, fixes) => {
    const [found] = levelOne(times(pages, sized(widthMm, heightMm)), { uid: 'SQUAREBOOK_LAYFLAT_HC' });
    expect(found).toMatchObject({ cause: { key: `findings.cause.${cause}` }, fixes });
  });

  it('of a LAYFLAT book that begins with a single page', () => {
    const pages = [sized(249, 254), ...times(11, sized(492, 254))];
    expect(levelOne(pages, { uid: 'SQUAREBOOK_LAYFLAT_HC' })[0]?.cause?.key).toBe('findings.cause.singleFirstPage');
  });

  it('of a cover: other pages, without wrap, of another spec, without bleed', () => {
    const coverCause = (uid: string, widthMm: number, heightMm: number, pageCount = 24) =>
      levelOne([sized(widthMm, heightMm)], { uid, kind: 'cover', pageCount })[0]?.cause;
    expect(coverCause('SQUAREBOOK_HC', 550, 288)).toEqual({
      key: 'findings.cause.coverForOtherPages',
      params: { minPage: 66, maxPage: 130 },
    });
    const forMorePages = levelOne([sized(550, 288)], { uid: 'SQUAREBOOK_HC', kind: 'cover', pageCount: 24 })[0];
    expect(forMorePages?.remedies.at(-1)).toEqual({ key: 'findings.remedy.addPages', params: { n: 42 } });
    expect(coverCause('SQUAREBOOK_HC', 510, 254)?.key).toBe('findings.cause.coverWithoutWrap');
    expect(coverCause('SQUAREBOOK_HC', 502, 254)?.key).toBe('findings.cause.coverWithoutWrap');
    expect(coverCause('SQUAREBOOK_SC', 544, 288)).toEqual({
      key: 'findings.cause.otherSpec',
      params: { spec: 'SQUAREBOOK_HC' },
    });
    expect(coverCause('PHOTOBOOK_A4_SC', 422.3, 297)?.key).toBe('findings.cause.trimWithoutBleed');
  });

  it('of a crop box that cuts too much, and of a sheet for marks', () => {
    const cropped = sized(216, 303, { cropBox: boxMm(3, 3, 213, 300) });
    expect(levelOne(times(24, cropped), { uid: A4 })[0]).toMatchObject({
      cause: { key: 'findings.cause.croppedTooSmall' },
      fixes: ['resetCropBox'],
    });
    const marked = sized(240, 327, { bleedBox: boxMm(12, 12, 228, 315) });
    expect(levelOne(times(24, marked), { uid: A4 })[0]).toMatchObject({
      cause: { key: 'findings.cause.sheetWithMarks' },
      fixes: ['cropToVisible'],
    });
  });

  it('groups a count that is double with the spreads that cause it', () => {
    const findings = levelOne(times(12, sized(426, 303)), { uid: A4 });
    expect(ids(findings)).toEqual(['contents.pageCount', 'size.width']);
    expect(new Set(findings.map(({ causeKey }) => causeKey))).toEqual(new Set(['size.spreadsForSingles']));
    // Adding pages would treat the symptom.
    expect(findings[0]).toMatchObject({ fixes: ['splitSpreads'], remedies: [{ key: 'findings.remedy.exportAtSize' }] });
  });
});

describe('page counts', () => {
  it.each([
    [22, ['addBlankPages']],
    [26, ['dropTrailingBlanks']],
  ])('of %i for 24 offer blanks', (pages, fixes) => {
    expect(levelOne(times(pages, sized(216, 303)), { uid: 'PHOTOBOOK_A4_SC' })).toMatchObject([
      { ruleId: 'contents.pageCount', fixes },
    ]);
  });
});

it('shows every box with its distance, and the sum of a cover’s width', () => {
  const page = sized(210, 297, { trimBox: boxMm(0, 0, 210, 297) });
  const [width] = levelOne(times(24, page), { uid: 'PHOTOBOOK_A4_SC' });
  expect(width?.params['boxes']).toBe('MediaBox 210.0 × 297.0 mm (−6.0, −6.0) · TrimBox 210.0 × 297.0 mm (−6.0, −6.0)');
  const [cover] = levelOne([sized(544, 288)], { uid: 'SQUAREBOOK_HC', kind: 'cover', pageCount: 66 });
  expect(cover?.params['sum']).toBe('2 × (243 + 10 + 17 − 3) + 16 = 550');
});

describe('sizes within the tolerance', () => {
  it.each([
    [216.3, []],
    [216.31, ['size.near']],
    [217, ['size.near']],
  ])('of %d mm for 216', (widthMm, expected) => {
    expect(ids(levelOne(times(24, sized(widthMm, 303)), { uid: 'PHOTOBOOK_A4_SC' }))).toEqual(expected);
  });

  it('are mixed from a tenth of a millimetre, against the size that most pages have', () => {
    const pages = (offMm: number) => [sized(216 + offMm, 303), ...times(23, sized(216, 303))];
    expect(levelOne(pages(0.1), { uid: 'PHOTOBOOK_A4_SC' })).toEqual([]);
    expect(levelOne(pages(0.2), { uid: 'PHOTOBOOK_A4_SC' })).toMatchObject([
      { ruleId: 'size.mixed', severity: 'warning', pages: [1] },
    ]);
  });
});

describe('page boxes', () => {
  const boxFindings = (more: Partial<PageFacts>) =>
    levelOne(times(24, sized(216, 303, more)), { uid: 'PHOTOBOOK_A4_SC' });

  it('are an error when the crop box cuts or units are scaled, and a warning when pages are turned', () => {
    const larger = geometryOf({ widthMm: 226, heightMm: 313 }, 3, {
      trimBox: null,
      bleedBox: null,
      cropBox: boxMm(5, 5, 221, 308),
    });
    expect(levelOne(times(24, larger), { uid: 'PHOTOBOOK_A4_SC' })).toMatchObject([
      { ruleId: 'box.cropDiffers', severity: 'error', fixes: ['cropToVisible'] },
    ]);
    const halved = geometryOf({ widthMm: 108, heightMm: 151.5 }, 3, { trimBox: null, bleedBox: null, userUnit: 2 });
    expect(levelOne(times(24, halved), { uid: 'PHOTOBOOK_A4_SC' })).toMatchObject([
      { ruleId: 'page.userUnit', severity: 'error', fixes: ['bakeUserUnit'] },
    ]);
    const turned = geometryOf({ widthMm: 303, heightMm: 216 }, 3, { trimBox: null, bleedBox: null, rotate: 90 });
    expect(levelOne(times(24, turned), { uid: 'PHOTOBOOK_A4_SC' })).toMatchObject([
      { ruleId: 'page.rotated', severity: 'warning', fixes: ['bakeRotation'] },
    ]);
  });

  it('lie within each other, to a hundredth of a point', () => {
    const stickingOut = (pt: number) => {
      const box = boxMm(3, 3, 213, 300);
      return boxFindings({ bleedBox: box, trimBox: { ...box, right: box.right + pt } });
    };
    expect(stickingOut(0.009)).toEqual([]);
    expect(stickingOut(0.02)).toMatchObject([
      { ruleId: 'box.nesting', severity: 'error', params: { inner: 'TrimBox', outer: 'BleedBox' } },
    ]);
  });

  it('are one thing to decide where a crop box cuts through them', () => {
    const findings = boxFindings({
      cropBox: boxMm(10, 10, 200, 290),
      bleedBox: boxMm(0, 0, 216, 303),
      trimBox: boxMm(3, 3, 213, 300),
    });
    expect(ids(findings)).toEqual(['size.width', 'size.height', 'box.cropDiffers', 'box.nesting']);
    expect(new Set(findings.map(({ causeKey }) => causeKey))).toEqual(new Set(['size.croppedTooSmall']));
    expect(findings.every(({ fixes }) => fixes[0] === 'resetCropBox')).toBe(true);
  });

  it('are cut by a crop box that is smaller by more than rounding', () => {
    const smaller = (pt: number) => {
      const sheet = boxMm(0, 0, 216, 303);
      return ids(boxFindings({ mediaBox: sheet, cropBox: { ...sheet, right: sheet.right - pt, top: sheet.top - pt } }));
    };
    expect(smaller(0.009)).toEqual([]);
    expect(smaller(0.02)).toContain('box.cropDiffers');
  });

  it('begin at 0, 0 or say so', () => {
    const moved = sized(216, 303, { mediaBox: boxMm(10, 10, 226, 313) });
    expect(levelOne(times(24, moved), { uid: 'PHOTOBOOK_A4_SC' })).toMatchObject([
      { ruleId: 'page.origin', severity: 'info', fixes: ['moveOrigin'] },
    ]);
  });

  it('have a MediaBox', () => {
    expect(ids(boxFindings({ mediaBox: null }))).toEqual(['size.width', 'size.height', 'page.noBox']);
  });
});

describe('the TrimBox', () => {
  const size = { widthMm: 249, heightMm: 254 };
  it.each([
    ['missing', null, ['box.trimMissing']],
    ['the whole sheet', boxMm(0, 0, 249, 254), ['box.trimEqualsSheet']],
    ['a millimetre off', boxMm(4, 3, 246, 251), []],
    ['more than a millimetre off', boxMm(4.2, 3, 246, 251), ['box.trimOff']],
  ])('%s', (_, trimBox, expected) => {
    const plan: CasePlan = {
      uid: 'SQUAREBOOK_SC',
      geometry: { trimBox },
      pages: Array.from({ length: 24 }, (_page, index) => [
        picture(at(0, 0, 249, 254)),
        words(`${index}`, at(100, 100, 120, 105)),
      ]),
    };
    expect(ids(run(plan))).toEqual(expected);
    expect(run(plan).every(({ fixes }) => fixes.includes('setTrimAndBleed'))).toBe(true);
  });

  it('is a note where the page has one size and the spec agrees', () => {
    const severityOf = (geometry: CasePlan['geometry'], plan: CasePlan = {}) =>
      run({
        uid: 'SQUAREBOOK_SC',
        pages: [[picture(at(0, 0, 249, 254))]],
        geometry: { trimBox: null, ...geometry },
        ...plan,
      })
        .filter(({ ruleId }) => ruleId === 'box.trimMissing')
        .map(({ severity, causeKey }) => [severity, causeKey]);
    const sheet = boxMm(0, 0, 249, 254);
    expect(severityOf({})).toEqual([['info', 'box.notes']]);
    expect(severityOf({ cropBox: sheet, bleedBox: sheet })).toEqual([['info', 'box.notes']]);
    expect(severityOf({ bleedBox: boxMm(1, 1, 248, 253) })).toEqual([['warning', 'box.trim']]);
  });

  it('left out is the page, which without bleed is the trim', () => {
    const spec = { ...inspectedCase({ uid: 'SQUAREBOOK_SC' }).spec, bleedMm: 0 };
    const file = { ...inspectedCase({ uid: 'SQUAREBOOK_SC', geometry: { trimBox: null } }), spec };
    const { widthMm, heightMm } = sizeMmOf(spec, file.kind, file.pageCount);
    const pages = file.inspection.pages.map((page) => ({ ...page, widthMm, heightMm }));
    const unbled = { ...file, inspection: { ...file.inspection, pages } };
    expect(GEOMETRY_CHECKS.flatMap((check) => check.run(unbled)).map(({ ruleId }) => ruleId)).not.toContain(
      'box.trimMissing',
    );
  });

  it('does not matter on a sheet that is folded round boards', () => {
    expect(run({ uid: 'SQUAREBOOK_HC', kind: 'cover', geometry: { trimBox: null } })).toEqual([]);
  });

  it('may be told by the ArtBox', () => {
    expect(
      run({ kind: 'cover', geometry: { trimBox: null, artBox: boxMm(3, 3, size.widthMm, size.heightMm) } }),
    ).toEqual([]);
  });
});

describe('printer’s marks', () => {
  const photo = picture(at(0, 0, 495, 254));
  const cover = (...more: PageObject[]) => ids(run({ kind: 'cover', pages: [[photo, ...more]] }));

  it('in registration colour or all inks beyond the trim', () => {
    expect(cover(stroke(at(240, 0.5, 245, 0.6), { stroke: REGISTRATION }))).toEqual(['marks.printers']);
    expect(cover(stroke(at(240, 0.5, 245, 0.6), { stroke: ALL_INKS }))).toEqual(['marks.printers']);
    expect(cover(stroke(at(240, 50, 245, 50.1), { stroke: ALL_INKS }))).toEqual([]);
  });

  it('in any colour from four short lines in line with the trim', () => {
    const lines = [at(2.9, 0, 3.1, 2.5), at(491.9, 0, 492.1, 2.5), at(2.9, 251.5, 3.1, 254), at(0, 2.9, 2.5, 3.1)].map(
      (bounds) => stroke(bounds),
    );
    expect(cover(...lines)).toEqual(['marks.printers']);
    expect(cover(...lines.slice(0, 3))).toEqual([]);
  });

  it('and words beyond the trim', () => {
    expect(cover(words('job 4711', at(100, 0.2, 130, 2.8)))).toEqual(['marks.slug']);
    expect(cover(words('job 4711', at(100, 4, 130, 7)))).toEqual([]);
  });
});

describe('blank pages', () => {
  const full = (index: number) => [picture(at(0, 0, 249, 254)), words(`Picture ${index}`, at(100, 100, 130, 106))];
  const bookWithBlanks = (...blank: number[]) =>
    run({ pages: Array.from({ length: 24 }, (_, index) => (blank.includes(index + 1) ? [] : full(index))) });

  it('are a note when single and a warning in a row or at an end', () => {
    expect(bookWithBlanks()).toEqual([]);
    expect(bookWithBlanks(5)).toMatchObject([{ ruleId: 'page.blank', severity: 'info', pages: [5] }]);
    expect(bookWithBlanks(5, 6)).toMatchObject([{ ruleId: 'page.blank', severity: 'info' }]);
    expect(bookWithBlanks(5, 6, 7)).toMatchObject([{ ruleId: 'page.blankRun', severity: 'warning', pages: [5, 6, 7] }]);
    expect(bookWithBlanks(1)).toMatchObject([{ ruleId: 'page.blankRun', pages: [1], fixes: [] }]);
    expect(bookWithBlanks(24)).toMatchObject([{ ruleId: 'page.blankRun', pages: [24], fixes: [] }]);
  });

  it('of a cover are told as a blank cover, which is at no end of a book', () => {
    const blank: CasePlan = { kind: 'cover', pages: [[]] };
    expect(run(blank).filter(({ ruleId }) => ruleId.startsWith('page.blank'))).toMatchObject([
      { ruleId: 'page.blankCover', severity: 'warning', pages: [1], fixes: [] },
    ]);
  });

  it('may be painted all the same: white, hidden, transparent or in the bleed only', () => {
    const nothings = [
      field(at(0, 0, 249, 254), WHITE),
      words('white', at(50, 50, 80, 55), { fill: WHITE }),
      picture(at(20, 20, 90, 90), { isHidden: true }),
      picture(at(20, 20, 90, 90), { clippedMm: null }),
      words('unseen', at(50, 50, 80, 55), { renderingMode: 3 }),
      words('   ', at(50, 60, 80, 65)),
      field(at(0, 0, 249, 2)),
    ];
    const pages = Array.from({ length: 24 }, (_, index) => (index === 4 ? nothings : full(index)));
    expect(run({ pages })).toMatchObject([{ ruleId: 'page.blank', pages: [5] }]);
  });

  it('are never said of a page that was not read to its end', () => {
    const file = inspectedCase({ pages: [[]] });
    const unread = {
      ...file,
      inspection: {
        ...file.inspection,
        pages: file.inspection.pages.map((page) => ({ ...page, inspected: 'tooCostly' as const })),
      },
    };
    expect(GEOMETRY_CHECKS.flatMap((check) => check.run(unread))).toEqual([]);
  });
});

it('notes pages that look the same, whatever their content is called', () => {
  const pages = Array.from({ length: 24 }, (_, index) => [
    picture(at(0, 0, 249, 254)),
    words(index === 9 ? 'Picture 3' : `Picture ${index}`, at(100, 100, 130, 106)),
  ]);
  expect(run({ pages })).toMatchObject([
    { ruleId: 'page.duplicate', severity: 'info', pages: [4, 10], params: { which: '4 = 10' } },
  ]);
});

describe('reading order', () => {
  const numbered = (offset: number, count = 24) =>
    Array.from({ length: 24 }, (_, index) => [
      picture(at(0, 0, 249, 254)),
      words(index < count ? `${index + 1 + offset}` : `Photo ${index}`, at(120, 240, 126, 244), { sizePt: 9 }),
    ]);

  it('is noted when the file reads against the binding', () => {
    expect(ids(run({ kind: 'cover', document: { readingDirection: 'R2L' } }))).toEqual(['pages.direction']);
    expect(run({ kind: 'cover', document: { readingDirection: 'L2R' } })).toEqual([]);
    expect(run({ kind: 'cover', bindingEdge: 'right', document: { readingDirection: 'R2L' } })).toEqual([]);
  });

  it('is noted when printed page numbers fall on the wrong side', () => {
    expect(run({ pages: numbered(0) })).toEqual([]);
    expect(run({ pages: numbered(2) })).toEqual([]);
    expect(run({ pages: numbered(1) })).toMatchObject([{ ruleId: 'pages.numberSide', severity: 'info' }]);
    expect(run({ pages: numbered(1, 3) })).toEqual([]);
  });

  it('is a warning on spreads, whose halves belong together', () => {
    const spreads = Array.from({ length: 12 }, (_, index) => [
      picture(at(0, 0, 492, 254)),
      words(`${2 * index + 2}`, at(20, 240, 26, 244), { sizePt: 9 }),
      words(`${2 * index + 3}`, at(466, 240, 472, 244), { sizePt: 9 }),
    ]);
    expect(run({ uid: 'SQUAREBOOK_LAYFLAT_HC', pageCount: 24, pages: spreads })).toMatchObject([
      { ruleId: 'pages.numberSide', severity: 'warning' },
    ]);
  });
});

it('finds nothing on a page that lies where it should, at level 1 and 2', () => {
  const size = coverSizeMm(specNamed('SQUAREBOOK_SC'), 24);
  expect(levelOne([geometryOf(size, 3)], { uid: 'SQUAREBOOK_SC', kind: 'cover' })).toEqual([]);
  expect(run({ kind: 'cover' })).toEqual([]);
});
