import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PDFDocument, PDFName } from 'pdf-lib';
import sharp from 'sharp';
import { finding, standardSource, type FindingParts } from '../../src-core/preflight/check.ts';
import type { Finding, MarkedObject } from '../../src-core/preflight/finding.ts';
import { reportedGroups, type BookReport } from '../../src-core/preflight/report.ts';
import { inspectPdfFile } from '../opened-file.ts';
import { openMessages } from './messages.ts';
import { reportCsv } from './report-csv.ts';
import type { PagePicture } from '../render/page-pictures.ts';
import { reportPdf } from './report-pdf.ts';
import { pageRuns, wordsOf } from './report-words.ts';
import type { Language } from '../../src-core/text-ref.ts';

const RESOURCES = resolve(import.meta.dirname, '../../resources');
const words = (language: Language) => openMessages(join(RESOURCES, 'locales'), language);

const resolution = (more: Partial<FindingParts> = {}): Finding =>
  finding('contents', {
    ruleId: 'images.resolution',
    severity: 'error',
    pages: [3, 14],
    measured: { value: 96, unit: 'ppi' },
    allowed: { value: 120, unit: 'ppi' },
    params: { count: 2, allowed: 120, worst: 96, pages: 2, worstPage: 3 },
    source: standardSource('GWG 2022, R0031'),
    origin: 'builtIn',
    objects: [mark(3, [20, 20, 120, 20, 120, 90, 20, 90])],
    ...more,
  });

function mark(page: number, quadMm: number[]): MarkedObject {
  return { page, quadMm, kind: 'image', excerpt: null, measured: 96 };
}

function bookOf(findings: readonly Finding[], more: Partial<BookReport> = {}): BookReport {
  return {
    title: '김민수·이서연',
    bookSpecUid: 'SQUAREBOOK_HC',
    pageCount: 24,
    contract: 'specified',
    accepted: 'accepted',
    print: 'bad',
    checkedLevel: 2,
    files: [{ kind: 'contents', name: 'Kim_contents.pdf', sizeBytes: 1_000_000, sha256: null, pdfPages: 24 }],
    groups: reportedGroups(findings),
    ...more,
  };
}

let dir: string;
let picture: PagePicture;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'studio-report-'));
  const jpeg = await sharp({ create: { width: 250, height: 250, channels: 3, background: '#7a8ea0' } })
    .jpeg()
    .toBuffer();
  picture = { jpeg, widthMm: 250, heightMm: 250, overprint: 'none' };
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The report, read back by pdf-lib and by the studio's own engine. */
async function written(
  books: readonly BookReport[],
  language: Language = 'en',
  pictureOf: (page: number) => PagePicture | null = () => picture,
) {
  const bytes = await reportPdf({
    books,
    messages: words(language),
    fontsFolder: join(RESOURCES, 'fonts'),
    madeAt: new Date('2026-11-21T09:00:00Z'),
    pictureOf: async (_book, _kind, page) => pictureOf(page),
  });
  const path = join(dir, 'report.pdf');
  writeFileSync(path, bytes);
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const result = inspectPdfFile(path);
  if (result.status === 'unreadable') throw new Error(result.facts.reason);
  const { pages } = result.inspection;
  const text = pages
    .map((page) => page.objects.map((object) => (object.kind === 'text' ? (object.text ?? '') : '')).join(' '))
    .join('\n');
  return { document, pages, text, fonts: result.inspection.fonts };
}

const isPath = ({ kind }: { readonly kind: string }) => kind === 'path';
/** Without what line breaks and runs of glyphs did to the spaces. */
const bare = (text: string) => text.replace(/\s+/g, '');

describe('words', () => {
  it('of pages are runs', () => {
    expect(pageRuns([])).toBe('');
    expect(pageRuns([4])).toBe('4');
    expect(pageRuns([1, 2, 4, 5, 6, 9])).toBe('1, 2, 4–6, 9');
  });

  it('carry figures with their units, in both languages', () => {
    const found = resolution({ measured: { value: 1234.567, unit: 'mm' }, tolerance: { value: 0.5, unit: 'mm' } });
    expect(wordsOf(found, words('en'))).toMatchObject({
      measured: '1,234.57 mm',
      tolerance: '±0.5 mm',
      source: expect.stringContaining('GWG 2022, R0031') as string,
    });
    for (const language of ['en', 'ko'] as const) {
      const { title, detail } = wordsOf(resolution(), words(language));
      expect(title).toContain('96');
      expect(detail.length).toBeGreaterThan(10);
    }
  });

  it('name pages and counts as people do', () => {
    const pagesIn = (language: Language, value: number) =>
      wordsOf(resolution({ measured: { value, unit: 'pages' } }), words(language)).measured;
    expect(pagesIn('en', 1)).toBe('1 page');
    expect(pagesIn('en', 24)).toBe('24 pages');
    expect(pagesIn('ko', 24)).toBe('24쪽');
  });

  it('name file sizes as people do', () => {
    expect(wordsOf(resolution({ measured: { value: 450 * 1024 * 1024, unit: 'bytes' } }), words('en')).measured).toBe(
      '450 MB',
    );
  });
});

describe('the table', () => {
  it('has a line a finding, one for a book without any, and no formula', () => {
    const csv = reportCsv(
      [bookOf([resolution()], { title: '=HYPERLINK("x")' }), bookOf([], { title: '할머니, 팔순' })],
      words('ko'),
    );
    const [head, first, second, end] = csv.slice(1).split('\r\n');
    expect(csv.charCodeAt(0)).toBe(0xfeff);
    expect(head?.split(',')).toHaveLength(21);
    expect(first).toMatch(
      /^"'=HYPERLINK\(""x""\)",SQUAREBOOK_HC,24,accepted,bad,2,Kim_contents\.pdf,error,images\.resolution,"3, 14",/,
    );
    expect(second).toBe('"할머니, 팔순",SQUAREBOOK_HC,24,accepted,bad,2,,,,,,,,,,,,,,,');
    expect(end).toBe('');
  });
});

describe('the report', () => {
  it.each(['en', 'ko'] as const)('in %s has its language, its title and the finding in words', async (language) => {
    const { document, text, fonts } = await written([bookOf([resolution()])], language);
    expect(document.getTitle()).toContain('김민수·이서연');
    expect(String(document.catalog.lookup(PDFName.of('Lang')))).toContain(language);
    expect(bare(text)).toContain(bare(wordsOf(resolution(), words(language)).title));
    expect(bare(text)).toContain(bare(wordsOf(resolution(), words(language)).detail));
    expect(bare(text)).toContain('김민수·이서연');
    expect(fonts.every(({ program }) => program !== 'none')).toBe(true);
  });

  it('says of a book without findings that nothing speaks against it', async () => {
    const { document, text } = await written([bookOf([], { print: 'good' })]);
    expect(document.getPageCount()).toBe(1);
    expect(bare(text)).toContain(bare('Nothing speaks against this book.'));
  });

  it('holds 300 findings, each once in full', async () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      resolution({
        causeKey: `cause ${index}`,
        severity: index === 0 ? 'error' : 'info',
        objects: [],
        pages: null,
        cause: { key: `cause-${index}-end` },
      }),
    );
    const { document, text, pages } = await written([bookOf(many)], 'en', () => null);
    expect(document.getPageCount()).toBeGreaterThan(10);
    for (const index of [0, 7, 150, 299]) expect(bare(text).split(`cause-${index}-end`)).toHaveLength(2);
    expect(bare(text)).toContain(bare('and 293 more notes below'));
    expect(pages.every((page) => page.objects.length > 0)).toBe(true);
  });

  it('breaks titles without a space and keeps everything on the paper', async () => {
    const title = '가나다라마바사아자차카타파하'.repeat(12);
    const { pages, text } = await written([
      bookOf(
        Array.from({ length: 9 }, (_, index) => resolution({ causeKey: String(index) })),
        {
          title,
          files: [
            {
              kind: 'contents',
              name: `${'a_very_long_name_'.repeat(20)}.pdf`,
              sizeBytes: 1,
              sha256: 'ab'.repeat(32),
              pdfPages: 24,
            },
          ],
        },
      ),
    ]);
    expect(bare(text)).toContain(title);
    for (const { objects } of pages) {
      for (const { boundsMm } of objects) {
        expect(boundsMm.rightMm).toBeLessThanOrEqual(210);
        expect(boundsMm.leftMm).toBeGreaterThanOrEqual(0);
        expect(boundsMm.bottomMm).toBeLessThanOrEqual(297);
      }
    }
  });

  it('lets a title of another script be missing letters rather than the report', async () => {
    await expect(written([bookOf([resolution()], { title: 'ملفي 🎉 \u0000 \n ok' })])).resolves.toBeDefined();
  });

  it('says of a picture whether its overprint is simulated, and nothing where there is none', async () => {
    const shown = async (overprint: PagePicture['overprint'], language: Language) =>
      bare((await written([bookOf([resolution({ pages: [3] })])], language, () => ({ ...picture, overprint }))).text);
    expect(await shown('simulated', 'en')).toContain(bare('Page 3, overprint simulated'));
    expect(await shown('notSimulated', 'en')).toContain(bare('Page 3, overprint not simulated'));
    expect(await shown('notSimulated', 'ko')).toContain(bare('오버프린트 미반영'));
    expect(await shown('none', 'en')).not.toContain('simulated');
  });

  it('is whole without pictures', async () => {
    const { pages, text } = await written([bookOf([resolution()])], 'en', () => null);
    expect(pages.flatMap(({ objects }) => objects).some(({ kind }) => kind === 'image')).toBe(false);
    expect(bare(text)).toContain('96ppi');
  });

  it('marks what a finding is about, however small or turned, and inside the picture', async () => {
    const objects = [
      mark(3, [100, 50, 150, 100, 100, 150, 50, 100]),
      mark(3, [10, 10, 10.01, 10, 10.01, 10.01, 10, 10.01]),
      mark(3, [-40, 240, 300, 240, 300, 260, -40, 260]),
    ];
    const [withMarks, without] = [
      await written([bookOf([resolution({ objects })])]),
      await written([bookOf([resolution({ objects: [], pages: [3] })])]),
    ];
    const [page] = withMarks.pages;
    const image = withMarks.pages.flatMap((one) => one.objects).find(({ kind }) => kind === 'image');
    const drawn = (one: typeof page) => one?.objects.filter(isPath) ?? [];
    // Each mark: a halo, a line and a badge.
    expect(drawn(page).length - drawn(without.pages[0]).length).toBeGreaterThanOrEqual(9);
    if (image === undefined) throw new Error('no picture');
    // A badge may stick out by its radius.
    const marginMm = 3;
    for (const { boundsMm } of drawn(page).slice(-9)) {
      expect(boundsMm.rightMm).toBeLessThanOrEqual(image.boundsMm.rightMm + marginMm);
      expect(boundsMm.leftMm).toBeGreaterThanOrEqual(image.boundsMm.leftMm - marginMm);
    }
  });
});
