import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pictureNames } from '../../src-core/layout/favourites.ts';
import { addPictures } from '../../src-core/layout/operations/pictures.ts';
import { plainMeasure } from '../../src-core/layout/testing/plain-measure.ts';
import { done, sampleBook, samplePictures } from '../../src-core/layout/testing/sample-book.ts';
import { proposedReading } from '../../src-core/layout/themed/table-columns.ts';
import { entriesOfRows } from '../../src-core/layout/themed/table-rows.ts';
import { shippedTemplate } from '../../test/fixtures/themes.ts';
import { words, workbook } from '../../test/fixtures/workbook.ts';
import { LARGEST } from './limits.ts';
import { readRowsFile } from './read-rows-file.ts';
import { tablesAsXlsx } from './write-table.ts';

const FIXTURES = join(import.meta.dirname, '../../test/fixtures/manifests');
const folder = mkdtempSync(join(tmpdir(), 'rows-'));
afterAll(() => rmSync(folder, { recursive: true }));

const profile = shippedTemplate('SQUAREBOOK_HC', 'yearbook/profile');

/** A book with pictures of these names, whose keys count from 1. */
const bookOf = (...names: readonly string[]) =>
  done(
    addPictures(sampleBook({ pictures: 0 }), {
      pictures: samplePictures(names.length).map((picture, at) => ({
        ...picture,
        name: names[at] ?? '',
        path: `../${names[at]}`,
      })),
    }),
  );

async function sheetsOf(content: string | Uint8Array) {
  const path = join(folder, 'table');
  writeFileSync(path, content);
  const read = await readRowsFile(path);
  return read.ok ? read.sheets : read;
}

describe('a file of rows', () => {
  it('that Excel wrote on Korean Windows becomes entries, by its numbers of rows', async () => {
    const read = await readRowsFile(join(FIXTURES, 'python-yearbook-cp949.csv'));
    const { rows = [] } = (read.ok ? read.sheets[0] : undefined) ?? {};
    const reading = proposedReading(profile, rows);
    expect(reading).toEqual({ headRow: 3, columns: { name: 1, photo: 2, motto: 3 } });
    const document = bookOf('IMG_0001.jpg', '0012.jpg');
    const entries = entriesOfRows(
      document,
      { template: profile, rows, ...reading },
      pictureNames(document),
      plainMeasure,
    );
    const nameOf = (keys: unknown) =>
      Array.isArray(keys) ? keys.map((key: string) => document.pictures[key]?.name) : [];
    expect(entries.map(({ row, values }) => [row, values['name'], nameOf(values['photo']), values['motto']])).toEqual([
      [4, '김하나', ['IMG_0001.jpg'], '웃자, 또 웃자'],
      [5, '똠방각하', ['0012.jpg'], '"별명"은 펲시\n그리고 햏'],
      [7, '이서연', [], undefined],
    ]);
    expect(entries.flatMap(({ faults }) => faults)).toEqual([
      { name: 'photo', is: 'pictureUnknown', written: 'IMG_9999' },
    ]);
  });

  it('with a mark of its encoding has no letter of it in its first head', async () => {
    expect(await sheetsOf('\uFEFF이름;사진\r\n김하나;a.jpg\r\n\r\n;\r\n')).toEqual([
      {
        name: '',
        rows: [
          ['이름', '사진'],
          ['김하나', 'a.jpg'],
        ],
        hiddenRows: [],
      },
    ]);
  });

  it('as a workbook gives every sheet that a person sees and in which something stands', async () => {
    const sheets = await sheetsOf(
      workbook([
        { name: '지난해', state: 'hidden', xml: `<sheetData>${words(1, '이름')}</sheetData>` },
        { name: '빈 장', xml: `<sheetData>${words(1, '', '')}</sheetData>` },
        { name: '1반', xml: `<sheetData>${words(1, '이름', '사진')}${words(2, '김하나', 'a')}</sheetData>` },
        // Names columns of a list of books: of no meaning here.
        { name: '2반', xml: `<sheetData>${words(1, '파일명', '수량', '이름')}</sheetData>` },
      ]),
    );
    expect(sheets).toMatchObject([
      {
        name: '1반',
        rows: [
          ['이름', '사진'],
          ['김하나', 'a'],
        ],
      },
      { name: '2반' },
    ]);
  });

  it('as a workbook has merged cells in each row in which anything stands, zeros as they are seen, and knows its hidden rows', async () => {
    const xml = [
      '<sheetData>',
      words(1, '반', '이름', '사진'),
      words(2, '3반', '김하나', '<c s="1"><v>12</v></c>'),
      words(3, '', '김둘', 'b').replace('<row ', '<row hidden="1" '),
      words(4, '', '', ''),
      words(6, '', '김셋', 'c'),
      '</sheetData><mergeCells><mergeCell ref="A2:A6"/></mergeCells>',
    ].join('');
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="0000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>';
    expect(await sheetsOf(workbook([{ name: '명단', xml }], styles))).toEqual([
      {
        name: '명단',
        rows: [
          ['반', '이름', '사진'],
          ['3반', '김하나', '0012'],
          ['3반', '김둘', 'b'],
          ['', '', ''],
          ['', '', ''],
          ['3반', '김셋', 'c'],
        ],
        hiddenRows: [3],
      },
    ]);
  });

  it('is refused where it has more rows than entries are made at once, and where it is larger than any table', async () => {
    const tooLarge = { ok: false, code: 'TABLE_TOO_LARGE', params: { rows: 2_000, columns: 256, mb: 32 } };
    expect(await sheetsOf('a\n'.repeat(2_001))).toEqual(tooLarge);
    expect(await sheetsOf('a\n'.repeat(20_001))).toEqual(tooLarge);
    expect(
      await sheetsOf(await tablesAsXlsx([{ name: 'A', table: Array.from({ length: 2_001 }, () => ['a']) }])),
    ).toEqual(tooLarge);
    expect(await sheetsOf(`${'a\n'.repeat(2_000)}${'\n'.repeat(500)}`)).toMatchObject([{ name: '' }]);
    const path = join(folder, 'film.csv');
    writeFileSync(path, '');
    truncateSync(path, LARGEST.fileBytes + 1);
    expect(await readRowsFile(path)).toEqual(tooLarge);
  });

  it('in which nothing stands has no sheets, and what is no table says so', async () => {
    expect(await sheetsOf('')).toEqual([]);
    expect(await sheetsOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0))).toEqual({
      ok: false,
      code: 'MANIFEST_UNREADABLE',
    });
  });
});
