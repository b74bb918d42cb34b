import { describe, expect, it } from 'vitest';
import { CONTRACTS } from '../contract/profiles.ts';
import type { PageFacts } from '../pdf/boxes.ts';
import type { PdfFacts, ReadablePdf } from '../pdf/read-facts.ts';
import { pagesBetweenCovers } from './cover-within.ts';
import { fittingSpecs, guessSpec } from './fitting-specs.ts';
import { judgeBook, judgeWithoutSpec, pageCountAfterFix, pageRuleFindings } from './judge-book.ts';
import { judgePdf } from './judge-pdf.ts';
import { wireMessages } from './wire-messages.ts';
import { shippedSpecs as specs, specNamed as spec } from '../../test/fixtures/catalogue.ts';

const contract = CONTRACTS.specified;

const points = (mm: number) => (mm * 72) / 25.4;
function page(widthMm: number, heightMm: number, more: Partial<PageFacts> = {}): PageFacts {
  const mediaBox = { left: 0, bottom: 0, right: points(widthMm), top: points(heightMm) };
  return { mediaBox, cropBox: null, bleedBox: null, trimBox: null, artBox: null, rotate: 0, userUnit: 1, ...more };
}
function pdf(pages: readonly PageFacts[], more: Partial<ReadablePdf> = {}): PdfFacts {
  return {
    status: 'read',
    header: { version: '1.7', offset: 0 },
    pageCount: pages.length,
    pages,
    damage: [],
    recovery: 'none',
    encrypted: null,
    linearized: false,
    trailerId: null,
    sizeBytes: 1000,
    bytesRead: 1000,
    reads: 3,
    ...more,
  };
}
const same = (count: number, widthMm: number, heightMm: number, more?: Partial<PageFacts>) =>
  pdf(Array<PageFacts>(count).fill(page(widthMm, heightMm, more)));
const ids = (findings: readonly { ruleId: string }[]) => findings.map((found) => found.ruleId);

describe('a hard-cover book', () => {
  const hc = spec('SQUAREBOOK_HC');

  it('is accepted with the sizes of its page count', () => {
    const judged = judgeBook({ cover: same(1, 544, 288), contents: same(46, 249, 254), spec: hc, contract });
    expect(judged).toEqual({ verdict: 'accepted', pageCount: 46, findings: [] });
  });

  it('names the page counts that a wrong cover was made for', () => {
    const judged = judgeBook({ cover: same(1, 544, 288), contents: same(66, 249, 254), spec: hc, contract });
    expect(judged.verdict).toBe('refused');
    expect(judged.findings).toEqual([
      expect.objectContaining({
        ruleId: 'size.width',
        kind: 'cover',
        measured: { value: 544, unit: 'mm' },
        allowed: { value: 550, unit: 'mm' },
        tolerance: { value: 2, unit: 'mm' },
        cause: { key: 'findings.cause.coverForOtherPages', params: { minPage: 24, maxPage: 64 } },
        remedies: [
          expect.objectContaining({ key: 'findings.remedy.exportCoverForPages' }),
          { key: 'findings.remedy.removePages', params: { n: 2 } },
        ],
        source: { key: 'findings.source.spec', params: { spec: 'SQUAREBOOK_HC', pages: 66 } },
      }),
    ]);
  });

  it.each([
    [23, 'book.pagesMin'],
    [25, 'book.pagesIncrement'],
    [132, 'book.pagesMax'],
  ])('with %i pages is refused as %s', (pages, ruleId) => {
    const cover = same(1, pages > 64 ? 550 : 544, 288);
    expect(ids(judgeBook({ cover, contents: same(pages, 249, 254), spec: hc, contract }).findings)).toEqual([ruleId]);
  });

  it.each([
    [23, ['addBlankPages'], [24, 23]],
    [25, ['addBlankPages', 'dropTrailingBlanks'], [26, 24]],
    [132, ['dropTrailingBlanks'], [132, 130]],
  ] as const)('of %i pages can be repaired by %j', (pages, fixes, [added, dropped]) => {
    const [breach] = pageRuleFindings(hc, pages);
    expect(breach?.fixes).toEqual(fixes);
    expect(pageCountAfterFix(hc, pages, 'addBlankPages')).toBe(added);
    expect(pageCountAfterFix(hc, pages, 'dropTrailingBlanks')).toBe(dropped);
    expect(pageCountAfterFix(hc, pages, 'turnUpright')).toBe(pages);
    expect(pageCountAfterFix(hc, 24, 'addBlankPages')).toBe(24);
  });

  it('accepts exactly the tolerance and refuses a hundredth of a millimetre more', () => {
    const verdict = (widthMm: number, heightMm: number) =>
      judgePdf({ facts: same(1, widthMm, heightMm), kind: 'cover', spec: hc, contract, pageCount: 24 }).verdict;
    expect([verdict(546, 289), verdict(542, 287)]).toEqual(['accepted', 'accepted']);
    expect([verdict(546.01, 288), verdict(544, 289.01), verdict(541.99, 288)]).toEqual([
      'refused',
      'refused',
      'refused',
    ]);
  });

  it('recognises files in each other’s place', () => {
    const judged = judgeBook({ cover: same(24, 249, 254), contents: same(1, 544, 288), spec: hc, contract });
    const causes = judged.findings.map((found) => found.cause?.key);
    expect(causes).toContain('findings.cause.swappedFiles');
  });
});

it.each([
  ['turned pages', 254, 249, 'findings.cause.rotated'],
  ['pages without bleed', 243, 248, 'findings.cause.trimWithoutBleed'],
  ['spreads where single pages are due', 492, 254, 'findings.cause.spreadsForSingles'],
])('names %s as the cause of a wrong size', (_, widthMm, heightMm, key) => {
  const { findings } = judgePdf({
    facts: same(24, widthMm, heightMm),
    kind: 'contents',
    spec: spec('SQUAREBOOK_HC'),
    contract,
    pageCount: 24,
  });
  expect(new Set(findings.map((found) => found.cause?.key))).toEqual(new Set([key]));
});

describe('a LAYFLAT book', () => {
  const layflat = spec('SQUAREBOOK_LAYFLAT_HC');

  it('counts spreads as two pages', () => {
    expect(
      judgeBook({ cover: same(1, 546, 288), contents: same(12, 492, 254), spec: layflat, contract }),
    ).toMatchObject({
      verdict: 'accepted',
      pageCount: 24,
    });
  });

  it('tells both counts when the number of spreads is wrong', () => {
    const judged = judgePdf({ facts: same(11, 492, 254), kind: 'contents', spec: layflat, contract, pageCount: 24 });
    expect(wireMessages(judged.findings)).toEqual([
      '내지 PDF 페이지 수가 올바르지 않습니다 (필요: 12p = 책 24페이지, 업로드: 11p = 책 22페이지)',
    ]);
  });
});

it('lists all violations at once, page count before width before height, as the recorded service does', () => {
  const judged = judgePdf({
    facts: same(24, 249, 254),
    kind: 'cover',
    spec: spec('SQUAREBOOK_HC'),
    contract: CONTRACTS['public-2026-09'],
    pageCount: 24,
  });
  expect(wireMessages(judged.findings)).toEqual([
    '표지 PDF 페이지 수가 올바르지 않습니다 (필요: 1p, 업로드: 24p)',
    '표지 PDF 가로 크기가 올바르지 않습니다 (실제: 249.0mm, 허용: 544.0mm (+/-1mm))',
    '표지 PDF 세로 크기가 올바르지 않습니다 (실제: 254.0mm, 허용: 288.0mm (+/-1mm))',
  ]);
});

it.each([
  [546.01, '546.01'],
  [546.04, '546.04'],
  [546.1, '546.1'],
  [541.996, '541.996'],
  [540, '540.0'],
])('a cover %s mm wide is never told that it is as wide as is allowed', (widthMm, told) => {
  const judged = judgePdf({
    facts: same(1, widthMm, 288),
    kind: 'cover',
    spec: spec('SQUAREBOOK_HC'),
    contract: CONTRACTS.specified,
    pageCount: 24,
  });
  expect(wireMessages(judged.findings)).toEqual([
    `표지 PDF 가로 크기가 올바르지 않습니다 (실제: ${told}mm, 허용: 544.0mm (+/-2mm))`,
  ]);
});

it('measures the visible page: MediaBox cut by CropBox, after Rotate and UserUnit', () => {
  const shown = page(288 / 2, 600 / 2, {
    cropBox: { left: 0, bottom: 0, right: points(288 / 2), top: points(544 / 2) },
    rotate: 90,
    userUnit: 2,
  });
  const judged = judgePdf({ facts: pdf([shown]), kind: 'cover', spec: spec('SQUAREBOOK_HC'), contract, pageCount: 24 });
  expect(judged.verdict).toBe('accepted');
  expect(ids(judged.findings)).toEqual(['box.cropDiffers', 'page.userUnit', 'page.rotated']);
});

it('lists the pages that are off, and measures the first of them', () => {
  const pages = Array<PageFacts>(24).fill(page(249, 254));
  pages[11] = page(251.5, 254);
  pages[12] = page(252, 254);
  const [found] = judgePdf({
    facts: pdf(pages),
    kind: 'contents',
    spec: spec('SQUAREBOOK_HC'),
    contract,
    pageCount: 24,
  }).findings;
  expect(found).toMatchObject({ ruleId: 'size.width', pages: [12, 13], measured: { value: 251.5 } });
});

describe('files that cannot be judged', () => {
  const unreadable = (reason: Extract<PdfFacts, { status: 'unreadable' }>['reason'], sizeBytes = 100): PdfFacts => ({
    status: 'unreadable',
    reason,
    atByte: null,
    header: null,
    damage: [],
    encrypted: null,
    sizeBytes,
    bytesRead: 0,
    reads: 0,
  });
  it.each([
    [unreadable('empty', 0), 'file.empty', 'refused'],
    [unreadable('notPdf'), 'file.signature', 'refused'],
    [unreadable('encrypted'), 'file.encrypted', 'refused'],
    [unreadable('truncated'), 'file.unreadable', 'refused'],
    [unreadable('noPages'), 'file.unreadable', 'refused'],
    [unreadable('timeLimit'), 'file.notChecked', 'notChecked'],
    [pdf([page(249, 254)], { header: { version: '1.4', offset: 7 } }), 'file.signature', 'refused'],
    [pdf([page(249, 254)], { sizeBytes: 500 * 1024 * 1024 + 1 }), 'file.size', 'refused'],
  ])('%# are never accepted', (facts, ruleId, verdict) => {
    const judged = judgePdf({
      facts,
      kind: 'contents',
      spec: { ...spec('SQUAREBOOK_HC'), pageMin: 1 },
      contract,
      pageCount: 1,
    });
    expect(ids(judged.findings)).toEqual([ruleId]);
    expect(judged.verdict).toBe(verdict);
    expect(wireMessages(judged.findings)).toHaveLength(1);
  });

  it('accepts a repaired file with a warning', () => {
    const facts = pdf([page(544, 288)], {
      recovery: 'rebuilt',
      damage: [{ code: 'xrefRebuilt', atByte: null, count: 1 }],
    });
    const judged = judgeBook({ cover: facts, contents: same(24, 249, 254), spec: spec('SQUAREBOOK_HC'), contract });
    expect([judged.verdict, ids(judged.findings)]).toEqual(['warning', ['file.damaged']]);
  });
});

describe('guessing the spec', () => {
  it.each(specs.map((s) => s.bookSpecUid))('finds %s from the files of a book made for it', (uid) => {
    const wanted = spec(uid);
    const pages = wanted.pageDefault;
    const files = {
      cover: same(1, ...sizeOf(uid, pages)),
      contents: same(wanted.bindingType === 'LAYFLAT' ? pages / 2 : pages, ...innerOf(uid)),
    };
    expect(guessSpec(files, specs, contract)?.bookSpecUid).toBe(uid);
    expect(fittingSpecs(files, specs, contract)[0]).toMatchObject({ fits: true, spec: { bookSpecUid: uid } });
  });

  it('still finds the product when the cover belongs to another page count', () => {
    expect(guessSpec({ cover: same(1, 544, 288), contents: same(66, 249, 254) }, specs, contract)?.bookSpecUid).toBe(
      'SQUAREBOOK_HC',
    );
  });

  it('does not guess when two products share the contents size and there is no cover', () => {
    expect(guessSpec({ cover: null, contents: same(24, 249, 254) }, specs, contract)).toBeNull();
  });

  it('still finds the product when some pages have another size, and the cover is right', () => {
    const pages = [...Array(30).keys()].map((at) => (at === 2 ? page(254, 249) : page(249, 254)));
    const files = { cover: same(1, ...sizeOf('SQUAREBOOK_SC', 30)), contents: pdf(pages) };
    const wanted = spec('SQUAREBOOK_SC');
    const cover = judgeBook({ ...files, spec: wanted, contract }).findings.filter(({ kind }) => kind === 'cover');
    expect(cover.filter(({ severity }) => severity === 'block')).toEqual([]);
    expect(guessSpec(files, specs, contract)?.bookSpecUid).toBe('SQUAREBOOK_SC');
    expect(judgeBook({ ...files, spec: wanted, contract }).findings).toContainEqual(
      expect.objectContaining({ ruleId: 'size.width', pages: [3] }),
    );
    const half = pdf(pages.map((one, at) => (at < 15 ? page(254, 249) : one)));
    expect(guessSpec({ ...files, contents: half }, specs, contract)).toBeNull();
    expect(guessSpec({ cover: same(1, 300, 300), contents: pdf(pages) }, specs, contract)).toBeNull();
  });

  it('does not guess for a size of no product', () => {
    expect(guessSpec({ cover: null, contents: same(24, 100, 100) }, specs, contract)).toBeNull();
  });
});

describe('a book whose spec is open', () => {
  const openBook = (pages: readonly PageFacts[]) =>
    judgeWithoutSpec({ cover: same(1, 300, 300), contents: pdf(pages) }).findings;

  it('is told with the size of its pages', () => {
    expect(openBook([page(100, 120), page(100.3, 120), page(100, 120.2)])).toMatchObject([
      { ruleId: 'book.specMissing', kind: null, pages: null, params: { pages: 'alike', widthMm: 100, heightMm: 120 } },
    ]);
  });

  it('is told with the pages that have another size than most', () => {
    expect(openBook([page(200, 100), page(100, 120), page(100, 120), page(120, 100)])).toMatchObject([
      { kind: 'contents', pages: [1, 4], params: { pages: 'mixed', widthMm: 100, heightMm: 120, others: 2 } },
    ]);
  });
});

describe('a book that came as one file', () => {
  const inner = (count: number) => Array<PageFacts>(count).fill(page(249, 254));
  const asOneFile = (pages: readonly PageFacts[]) => ({ cover: null, contents: pdf(pages) });
  const hardCover = asOneFile([page(544, 288), ...inner(24)]);

  it.each([
    ['begins with a hard cover', [page(544, 288), ...inner(24)], 'first'],
    ['begins with a soft cover', [page(495, 254), ...inner(24)], 'first'],
    ['ends with a hard cover', [...inner(24), page(544, 288)], 'last'],
    ['ends with a soft cover', [...inner(24), page(495, 254)], 'last'],
    ['begins and ends with a cover', [page(544, 288), ...inner(24), page(544, 288)], 'either'],
    ['begins with a hard cover and ends with a soft one', [page(544, 288), ...inner(24), page(495, 254)], 'either'],
  ])('that %s is told', (_, pages, place) => {
    expect(judgeWithoutSpec(asOneFile(pages)).findings).toMatchObject([
      { ruleId: 'book.coverWithin', params: { place } },
    ]);
  });

  it.each([
    ['begins with a page like the others', [page(249, 254), ...inner(24)]],
    ['has a cover before a single page', [page(544, 288), ...inner(1)]],
    ['has a cover behind a single page', [...inner(1), page(544, 288)]],
    ['has a cover on both sides of a single page', [page(544, 288), ...inner(1), page(544, 288)]],
    ['begins with a cover and ends with a page on its side', [page(544, 288), ...inner(24), page(254, 249)]],
    ['ends with a cover and begins with a page on its side', [page(254, 249), ...inner(24), page(544, 288)]],
    ['has a cover among the pages', [...inner(12), page(544, 288), ...inner(12)]],
  ])('is none that %s', (_, pages) => {
    expect(ids(judgeWithoutSpec(asOneFile(pages)).findings)).toEqual(['book.coverMissing']);
  });

  it('has one thing to do, and the pages that it will have', () => {
    const judged = judgeBook({ ...hardCover, spec: spec('SQUAREBOOK_HC'), contract });
    expect(judged).toMatchObject({ verdict: 'refused', pageCount: 24 });
    expect(judged.findings).toMatchObject([
      {
        ruleId: 'book.coverWithin',
        kind: 'contents',
        pages: [1],
        fixes: ['takeCoverOut'],
        source: { params: { spec: 'SQUAREBOOK_HC', pages: 24 } },
      },
    ]);
  });

  it('has it all the same with the cover last', () => {
    const judged = judgeBook({
      ...asOneFile([...inner(24), page(544, 288)]),
      spec: spec('SQUAREBOOK_HC'),
      contract,
    });
    expect(judged).toMatchObject({ verdict: 'refused', pageCount: 24 });
    expect(judged.findings).toMatchObject([{ ruleId: 'book.coverWithin', pages: [25], fixes: ['takeCoverOut'] }]);
  });

  it('is not guessed at where both ends have a cover: both are named, the pages between are counted, and nothing is offered', () => {
    const both = asOneFile([page(544, 288), ...inner(24), page(544, 288)]);
    const judged = judgeBook({ ...both, spec: spec('SQUAREBOOK_HC'), contract });
    expect(judged).toMatchObject({ verdict: 'refused', pageCount: 24 });
    expect(judged.findings).toMatchObject([
      {
        ruleId: 'book.coverWithin',
        pages: [1, 26],
        fixes: [],
        remedies: [{ key: 'findings.remedy.coverByItself', params: { place: 'either' } }],
      },
    ]);
    expect(judgeWithoutSpec(both).findings[0]?.remedies).toHaveLength(1);
    expect(guessSpec(both, specs, contract)?.bookSpecUid).toBe('SQUAREBOOK_HC');
    const ofTwoSizes = asOneFile([page(544, 288), ...inner(24), page(495, 254)]);
    expect(guessSpec(ofTwoSizes, specs, contract)).toBeNull();
  });

  it('has the spec of both files that can be made of it', () => {
    expect(guessSpec(hardCover, specs, contract)?.bookSpecUid).toBe('SQUAREBOOK_HC');
    expect(guessSpec(asOneFile([page(495, 254), ...inner(24)]), specs, contract)?.bookSpecUid).toBe('SQUAREBOOK_SC');
    expect(guessSpec(asOneFile([...inner(24), page(495, 254)]), specs, contract)?.bookSpecUid).toBe('SQUAREBOOK_SC');
    expect(fittingSpecs(hardCover, specs, contract).filter(({ fits }) => fits)).toHaveLength(1);
  });

  it('is known by the sizes of a lay-flat spec, whose cover is hardly larger than its spreads', () => {
    const layflat = spec('SQUAREBOOK_LAYFLAT_HC');
    const spreads = Array<PageFacts>(13).fill(page(492, 254));
    const book = asOneFile([page(546, 288), ...spreads]);
    expect(guessSpec(book, specs, contract)?.bookSpecUid).toBe('SQUAREBOOK_LAYFLAT_HC');
    expect(ids(judgeBook({ ...book, spec: layflat, contract }).findings)).toEqual(['book.coverWithin']);
    expect(judgeBook({ ...asOneFile([...spreads, page(546, 288)]), spec: layflat, contract }).findings).toMatchObject([
      { ruleId: 'book.coverWithin', pages: [14] },
    ]);
    const other = asOneFile([page(600, 288), ...spreads]);
    expect(ids(judgeBook({ ...other, spec: layflat, contract }).findings)).toContain('book.coverMissing');
  });
});

describe('contents that may begin and end with a cover', () => {
  const steps = { ...spec('SQUAREBOOK_HC'), pageIncrement: 4 };
  const toDo = (found: ReturnType<typeof judgeBook>) =>
    found.findings.flatMap(({ remedies }) => remedies.filter(({ key }) => key === 'findings.remedy.coverOfTwoPages'));

  it('of more pages than the spec allows, and as many without these two, are told what to make of them', () => {
    const judged = judgeBook({ cover: null, contents: same(132, 249, 254), spec: spec('SQUAREBOOK_HC'), contract });
    expect(ids(judged.findings)).toEqual(['book.coverMissing', 'book.pagesMax']);
    expect(judged.findings[1]?.remedies).toEqual([
      { key: 'findings.remedy.coverOfTwoPages', params: { pages: 130, widthMm: 550 } },
      { key: 'findings.remedy.removePages', params: { n: 2 } },
    ]);
  });

  it('are taken for nothing but pages where the spec allows their count', () => {
    const allowed = same(26, 249, 254) as ReadablePdf;
    expect(pagesBetweenCovers(allowed, { spec: spec('SQUAREBOOK_HC'), contract })).toBeNull();
  });

  it('are told so by the steps of the page count too', () => {
    const judged = judgeBook({ cover: null, contents: same(30, 249, 254), spec: steps, contract });
    expect(toDo(judged)).toEqual([expect.objectContaining({ params: { pages: 28, widthMm: 544 } })]);
  });

  it.each([
    ['a count that is refused without them', { cover: null, contents: same(29, 249, 254), spec: steps }],
    ['pages of another size', { cover: null, contents: same(30, 216, 303), spec: steps }],
    ['a cover of the book', { cover: same(1, 544, 288), contents: same(30, 249, 254), spec: steps }],
    [
      'spreads',
      { cover: null, contents: same(26, 492, 254), spec: { ...spec('SQUAREBOOK_LAYFLAT_HC'), pageIncrement: 8 } },
    ],
  ])('are taken for nothing but pages with %s', (_, book) => {
    expect(toDo(judgeBook({ ...book, contract }))).toEqual([]);
  });
});

function sizeOf(uid: string, pages: number): [number, number] {
  const covers: Record<string, [number, number]> = {
    PHOTOBOOK_A4_SC: [428.3, 303],
    PHOTOBOOK_A5_SC: [305.7, 216],
    SQUAREBOOK_HC: [544, 288],
    SQUAREBOOK_SC: [495, 254],
    SQUAREBOOK_LAYFLAT_HC: [546, 288],
  };
  const size = covers[uid];
  if (!size) throw new Error(`no recorded cover of ${uid} with ${pages} pages`);
  return size;
}

function innerOf(uid: string): [number, number] {
  if (uid === 'PHOTOBOOK_A4_SC') return [216, 303];
  if (uid === 'PHOTOBOOK_A5_SC') return [154, 216];
  return uid === 'SQUAREBOOK_LAYFLAT_HC' ? [492, 254] : [249, 254];
}
