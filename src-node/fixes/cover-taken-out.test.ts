import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FixBench, contentsOf, contentsPdf, coverOf, coverPdf } from '../../test/fixtures/fixes/fix-bench.ts';
import { RawPdfWriter } from '../../test/fixtures/pdf/raw-pdf.ts';

const UID = 'SQUAREBOOK_HC';
const PAGES = 24;
const ofContents = contentsOf(UID, PAGES);
const ofCover = coverOf(UID, PAGES);

const bench = new FixBench();
afterAll(() => bench.close());

let cover: string;
let contents: string;
beforeAll(async () => {
  cover = bench.file(await coverPdf(ofCover));
  contents = bench.file(await contentsPdf(ofContents));
});

const into = (name: string) => join(bench.folder, name);
const textOf = (path: string, ...pages: string[]) =>
  execFileSync('pdftotext', [...pages, path, '-'], { encoding: 'utf8' });

/** By programs that studios and their customers join files with. */
const JOINED: Readonly<Record<string, (to: string, files: readonly string[]) => void>> = {
  poppler: (to, files) => void execFileSync('pdfunite', [...files, to]),
  'qpdf, objects in streams': (to, files) =>
    void execFileSync('qpdf', ['--empty', '--object-streams=generate', '--pages', ...files, '--', to]),
  'qpdf, laid out for the web': (to, files) =>
    void execFileSync('qpdf', ['--empty', '--linearize', '--pages', ...files, '--', to]),
  ghostscript: (to, files) =>
    void execFileSync('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite', `-sOutputFile=${to}`, ...files]),
  mutool: (to, files) => void execFileSync('mutool', ['merge', '-o', to, ...files]),
};

type Place = 'first' | 'last';
const BOOKS = Object.entries(JOINED).flatMap(([name, join_]) =>
  (['first', 'last'] as const).map((place) => ({ name, place, join_ })),
);

describe.each(BOOKS)('a book joined by $name, the cover $place', ({ name, place, join_ }) => {
  const path = into(`${name}, ${place}.pdf`);
  const coverPage = place === 'first' ? 1 : PAGES + 1;
  const pages = place === 'first' ? ['-f', '2'] : ['-l', String(PAGES)];
  beforeAll(() => join_(path, place === 'first' ? [cover, contents] : [contents, cover]));

  it('gives up its cover, alone and small', async () => {
    const { path: taken, facts } = await bench.fixed(path, 'takeCoverOut', ofCover);
    expect(facts.pageCount).toBe(1);
    expect(textOf(taken)).toBe(textOf(path, '-f', String(coverPage), '-l', String(coverPage)));
    expect(statSync(taken).size).toBeLessThan(statSync(cover).size * 1.2);
    expect(difference(drawn(taken), drawn(path, coverPage))).toBeLessThan(0.05);
  });

  it('keeps the other pages in their order', async () => {
    const { path: left, outcome } = await bench.fixed(path, 'takeCoverOut', ofContents);
    expect(outcome).toMatchObject({ pageCountBefore: PAGES + 1, pageCountAfter: PAGES, pages: [] });
    expect(textOf(left)).toBe(textOf(path, ...pages));
  });
});

/** By an engine that had no part in it. */
const drawn = (path: string, pageNumber = 1): Buffer =>
  execFileSync('mutool', ['draw', '-q', '-r', '20', '-F', 'ppm', '-o', '-', path, String(pageNumber)], {
    maxBuffer: 64 * 1024 * 1024,
  });

/** Of a shade, the mean: boxes are written with fewer decimals than some programs have, and the edge of a picture may move by it. */
function difference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length);
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;
}

it.each(['first', 'last'] as const)(
  'a lay-flat book, whose cover is hardly larger than its spreads, is known by its spec, the cover %s',
  async (place) => {
    const [spreads, around] = [contentsOf('SQUAREBOOK_LAYFLAT_HC', 24), coverOf('SQUAREBOOK_LAYFLAT_HC', 24)];
    const parts = [await coverPdf(around), await contentsPdf(spreads, 12)].map((bytes) => bench.file(bytes));
    const path = into(`lay-flat, ${place}.pdf`);
    execFileSync('pdfunite', [...(place === 'first' ? parts : parts.toReversed()), path]);
    expect((await bench.fixed(path, 'takeCoverOut', around)).facts.pageCount).toBe(1);
    expect((await bench.fixed(path, 'takeCoverOut', spreads)).facts.pageCount).toBe(12);
    expect((await bench.make(path, 'takeCoverOut', ofContents)).outcome.ok).toBe(false);
  },
);

const page = (more: string) => `<< /Type /Page /Parent 2 0 R ${more} >>`;
const OUTER = '/MediaBox [0 0 1050 520]';

const LAYERS = '/OCProperties << /OCGs [9 0 R] /D << /OFF [9 0 R] >> >>';
const INTENT = '<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (FOGRA39) >>';

/** A book by hand: its cover, and objects of that page's own from 20 on. */
function byHand(place: Place, outer: string, writeMore: (writer: RawPdfWriter) => void = () => undefined): string {
  const kids = place === 'first' ? '3 0 R 4 0 R' : '4 0 R 3 0 R';
  const writer = new RawPdfWriter()
    .object(1, `<< /Type /Catalog /Pages 2 0 R ${LAYERS} /OutputIntents [${INTENT}] >>`)
    .object(2, `<< /Type /Pages /Kids [${kids}] /Count 4 /Resources << /Properties << /Hidden 9 0 R >> >> >>`)
    .object(3, outer)
    .object(4, '<< /Type /Pages /Parent 2 0 R /Kids [5 0 R 6 0 R 7 0 R] /Count 3 >>')
    .object(9, '<< /Type /OCG /Name (Hidden) >>');
  for (const number of [5, 6, 7]) writer.object(number, page('/MediaBox [0 0 500 500]'));
  writeMore(writer);
  writer.table({ trailer: '/Root 1 0 R' });
  return bench.file(writer.finish());
}

describe.each(['first', 'last'] as const)('of a cover that comes %s', (place) => {
  const coverPage = place === 'first' ? 1 : 4;

  it('what is hidden stays hidden, what it is to be printed by stays said, and other pages stay behind', async () => {
    const painting = '/OC /Hidden BDC 0 0 1050 520 re f EMC 1 0 0 rg 40 40 90 90 re f';
    const path = byHand(place, page(`${OUTER} /Contents 20 0 R /B [5 0 R] /PieceInfo << /Own 6 0 R >>`), (writer) =>
      writer.stream(20, '/Next 5 0 R', Buffer.from(painting)),
    );
    const { bytes, path: taken } = await bench.fixed(path, 'takeCoverOut', ofCover);
    const written = bytes.toString('latin1');
    expect(written.match(/\/Type ?\/Page\b/g)).toHaveLength(1);
    expect(written).toMatch(/\/S ?\/GTS_PDFX\b/);
    expect(difference(drawn(taken), drawn(path, coverPage))).toBe(0);
    const { path: left } = await bench.fixed(path, 'takeCoverOut', ofContents);
    for (const index of [1, 2, 3])
      expect(difference(drawn(left, index), drawn(path, place === 'first' ? index + 1 : index))).toBe(0);
    expect(execFileSync('qpdf', ['--qdf', left, '-'], { encoding: 'latin1' })).toMatch(/\/S \/GTS_PDFX\b/);
  });

  it('a comment on it is in the way', async () => {
    const path = byHand(place, page(`${OUTER} /Annots [20 0 R]`), (writer) =>
      writer.object(20, '<< /Type /Annot /Subtype /Square /Rect [0 0 9 9] >>'),
    );
    expect((await bench.make(path, 'takeCoverOut', ofCover)).outcome).toEqual({
      ok: false,
      problem: { key: 'fixes.problem.annotationsInTheWay', params: { page: coverPage } },
    });
  });
});

it('nothing is taken out of contents whose pages are all alike, nor of a book that has a cover at either end', async () => {
  const both = into('both.pdf');
  execFileSync('pdfunite', [cover, contents, cover, both]);
  for (const [path, target] of [contents, both].flatMap((path) =>
    [ofContents, ofCover].map((target) => [path, target] as const),
  ))
    expect((await bench.make(path, 'takeCoverOut', target)).outcome).toEqual({
      ok: false,
      problem: { key: 'fixes.problem.nothingToDo' },
    });
});
