import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { lineChecker } from '../../src-core/manifests/check-lines.ts';
import { readManifest } from '../../src-core/manifests/read-manifest.ts';
import { cpuClock } from '../../test/fixtures/cpu-clock.ts';
import { MAIN, RELATED, words, workbook, xml } from '../../test/fixtures/workbook.ts';
import { reachesTooFar, withErrors } from './workbook-sheets.ts';
import { readManifestFile } from './read-manifest-file.ts';

const HEADER = words(1, '파일명', '수량', '받는분', '연락처', '우편번호', '주소', '주문번호');
const to = (name: string) => [name, '010-1234-5678', '06236', `서울 ${name}의 집`] as const;
const rows = (...all: readonly string[]) => `<sheetData>${[HEADER, ...all].join('')}</sheetData>`;

async function manifestOf(bytes: Uint8Array) {
  const path = join(mkdtempSync(join(tmpdir(), 'lists-')), 'list.xlsx');
  writeFileSync(path, bytes);
  const read = await readManifestFile(path, { encoding: null, restoreZeros: true });
  rmSync(dirname(path), { recursive: true });
  if (!read.ok) throw new Error(read.code);
  return read.manifest;
}
const problems = (manifest: Awaited<ReturnType<typeof manifestOf>>) =>
  manifest.notes.flatMap(({ row, column, kind, text: { key } }) => (kind === 'problem' ? [[row, column, key]] : []));

describe('a workbook', () => {
  it('is read where a person sees it: a hidden sheet is nobody’s list', async () => {
    for (const state of ['hidden', 'veryHidden']) {
      const { books } = await manifestOf(
        workbook([
          { name: '지난 달', state, xml: rows(words(2, 'OLD', '1', ...to('김'))) },
          { name: 'R&amp;D', xml: rows(words(2, 'NEW', '1', ...to('이'))) },
        ]),
      );
      expect(books.map(({ key }) => key)).toEqual(['NEW']);
    }
  });

  it('knows a hidden sheet whose name stands in its file as numbers of letters', async () => {
    const { books } = await manifestOf(
      workbook([
        { name: '&#51648;&#xb09C; &#xB2ec;', state: 'hidden', xml: rows(words(2, 'OLD', '9', ...to('김'))) },
        { name: '이번', xml: rows(words(2, 'NEW', '1', ...to('이'))) },
      ]),
    );
    expect(books.map(({ key }) => key)).toEqual(['NEW']);
  });

  it('has its list beside a sheet that is a chart alone, which holds no cells', async () => {
    const files = unzipSync(workbook([{ name: '목록', xml: rows(words(2, 'A', '1', ...to('김'))) }]));
    const part = (name: string, from: string, into: string) =>
      (files[name] = xml(new TextDecoder().decode(files[name]).replace(from, into)));
    part('xl/workbook.xml', '<sheets>', '<sheets><sheet name="차트" sheetId="9" r:id="rId9"/>');
    part(
      'xl/_rels/workbook.xml.rels',
      '</Relationships>',
      `<Relationship Id="rId9" Type="${RELATED}/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>`,
    );
    files['xl/chartsheets/sheet1.xml'] = xml(`<chartsheet xmlns="${MAIN}"><sheetViews/></chartsheet>`);
    expect((await manifestOf(zipSync(files))).books.map(({ key }) => key)).toEqual(['A']);
  });

  it('with a cell far behind its list is told as too large before anybody makes room for what lies between', async () => {
    const far = (address: string) => `<row r="1048576"><c r="${address}" t="inlineStr"><is><t>x</t></is></c></row>`;
    const list = [HEADER, words(2, 'A', '1', ...to('김'))].join('');
    const spentMs = cpuClock();
    for (const address of ['XFD1048576', 'A1048576'])
      await expect(
        manifestOf(workbook([{ name: '목록', xml: `<sheetData>${list}${far(address)}</sheetData>` }])),
      ).rejects.toThrow('MANIFEST_TOO_LARGE');
    expect(spentMs()).toBeLessThan(500);
    // Formulas that were filled down show nothing, and what is only coloured neither.
    const empty =
      '<row r="30000"><c r="A30000" s="0"/><c r="B30000" t="str"><f>IF(A1="","",1)</f><v></v></c><c r="C30000"></c></row>';
    const filled = await manifestOf(workbook([{ name: '목록', xml: `<sheetData>${list}${empty}</sheetData>` }]));
    expect(filled.books.map(({ key }) => key)).toEqual(['A']);
    // A sheet that nobody sees keeps no list away.
    const { books } = await manifestOf(
      workbook([
        { name: '예전', state: 'hidden', xml: `<sheetData>${far('XFD1048576')}</sheetData>` },
        { name: '목록', xml: `<sheetData>${list}</sheetData>` },
      ]),
    );
    expect(books.map(({ key }) => key)).toEqual(['A']);
  });

  it('is read where its cells do not say where they stand: behind the one before them, in the row behind the one before', async () => {
    const bare = (row: string) => row.replaceAll(/ r="[A-Z]*\d+"/g, '');
    const far = words(6, 'FAR', '1', ...to('박')).replace(/(<c) r="[A-Z]+6"/g, (cell) =>
      cell.includes('"A6"') ? cell : '<c',
    );
    const { books } = await manifestOf(
      workbook([
        {
          name: 'A',
          xml: `<sheetData>${[HEADER, words(2, 'A', '', ...to('김'))].map(bare).join('')}<row/>${bare(words(4, 'B', '3', ...to('이')))}${far}</sheetData>`,
        },
      ]),
    );
    expect(
      books.map(({ key, quantity, rows: of, recipients }) => [
        key,
        quantity,
        of,
        recipients[0]?.shipping.recipientName,
      ]),
    ).toEqual([
      ['A', null, [2], '김'],
      ['B', 3, [4], '이'],
      ['FAR', 1, [6], '박'],
    ]);
  });

  it('takes a row of no height for a hidden one', async () => {
    const manifest = await manifestOf(
      workbook([
        {
          name: 'A',
          xml: rows(
            words(2, 'FLAT', '1', ...to('김')).replace('<row ', '<row ht="0.0" customHeight="1" '),
            words(3, 'LOW', '1', ...to('이')).replace('<row ', '<row ht="0.75" customHeight="1" '),
            words(4, 'UNSAID', '1', ...to('박')).replace('<row ', '<row ht="" '),
          ),
        },
      ]),
    );
    expect(manifest.books.map(({ isSound }) => isSound)).toEqual([false, true, true]);
  });

  it.each([' r="A1"', ' t="e"'])(
    'reads a cell of many attributes that does not end in the time of its length: %s',
    (one) => {
      const msOf = (times: number): number => {
        const sheet = `<row r="1"><c${one.repeat(times)}`;
        // Of several looks the shortest: what another thread of the process does meanwhile counts as well.
        const looks = Array.from({ length: 5 }, () => {
          const spentMs = cpuClock();
          expect([reachesTooFar(sheet), withErrors(sheet)]).toEqual([false, sheet]);
          return spentMs();
        });
        return Math.min(...looks);
      };
      // What grows with the square takes sixty-four times as long.
      expect(msOf(40_000)).toBeLessThan(16 * Math.max(msOf(5_000), 5));
    },
  );

  it('keeps the books of hidden rows back, and tells which rows they are', async () => {
    const hidden = (row: string, how: string) => row.replace('<row ', `<row ${how} `);
    const manifest = await manifestOf(
      workbook([
        {
          name: 'A',
          xml: `${rows(
            hidden(words(3, 'PAID', '1', ...to('김')), 'hidden="false"'),
            hidden(words(4, 'UNPAID', '1', ...to('이')), 'hidden="1"'),
            hidden(words(5, 'TWO', '1', ...to('박')), 'outlineLevel="1" hidden="true"'),
            words(6, 'TWO', '1', ...to('최')),
            '<row hidden="1" r="8"/>',
          )}<autoFilter ref="A1:G8"/>`,
        },
      ]),
    );
    expect(manifest.books.map(({ key, isSound }) => [key, isSound])).toEqual([
      ['PAID', true],
      ['UNPAID', false],
      ['TWO', false],
    ]);
    expect(problems(manifest)).toEqual([
      [4, null, 'manifests.problem.hiddenRow'],
      [5, null, 'manifests.problem.hiddenRow'],
    ]);
  });

  it('of several lists is read by its first, and the others are told, so that nobody waits for their books', async () => {
    const manifest = await manifestOf(
      workbook([
        { name: '안내', xml: `<sheetData>${words(1, '작성 방법')}</sheetData>` },
        { name: '1차', xml: rows(words(2, 'A', '1')) },
        { name: '2차', xml: rows(words(2, 'B', '1')) },
        { name: '3차', xml: rows() },
        { name: '지난 달', state: 'hidden', xml: rows(words(2, 'C', '1')) },
      ]),
    );
    expect(manifest.books.map(({ key }) => key)).toEqual(['A']);
    const { rest } = lineChecker(manifest, { books: [], specs: [], atService: null });
    expect(rest()).toMatchObject([{ state: 'problem', key: '2차', reasons: [{ key: 'manifests.reason.otherList' }] }]);
  });

  it('says a merged cell in each of its rows: all recipients of a book, all books of a recipient', async () => {
    const merged = (...refs: readonly string[]) =>
      `<mergeCells count="${refs.length}">${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
    const { books, notes } = await manifestOf(
      workbook([
        {
          name: 'A',
          xml: `${rows(
            words(2, '김이 웨딩', '2', ...to('김')),
            words(3, '', '1', ...to('이')),
            words(4, '돌잔치', '1', ...to('박')),
            words(5, '팔순'),
          )}${merged('A2:A3', 'B4:B5', 'C4:C5', 'D4:D5', 'E4:E5', 'F4:F5', 'A1048576:A1048577')}`,
        },
      ]),
    );
    expect(notes).toEqual([]);
    expect(
      books.map(({ key, recipients }) => [
        key,
        ...recipients.map(({ shipping, quantity }) => `${quantity} ${shipping.recipientName}`),
      ]),
    ).toEqual([
      ['김이 웨딩', '2 김', '1 이'],
      ['돌잔치', '1 박'],
      ['팔순', '1 박'],
    ]);
  });

  it('whose copies are merged over the recipients of one book asks how they are meant', async () => {
    const manifest = await manifestOf(
      workbook([
        {
          name: 'A',
          xml: `${rows(words(2, 'K', '2', ...to('김')), words(3, '', '', ...to('이')))}<mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="B2:B3"/></mergeCells>`,
        },
      ]),
    );
    expect(problems(manifest)).toEqual([[3, null, 'manifests.problem.quantityMissing']]);
    expect(manifest.books.map(({ isSound }) => isSound)).toEqual([false]);
  });

  describe('whose copies are merged', () => {
    const merging = (head: readonly string[], lines: readonly (readonly string[])[], ...refs: readonly string[]) =>
      manifestOf(
        workbook([
          {
            name: 'A',
            xml: `<sheetData>${[head, ...lines].map((line, at) => words(at + 1, ...line)).join('')}</sheetData><mergeCells>${refs
              .map((ref) => `<mergeCell ref="${ref}"/>`)
              .join('')}</mergeCells>`,
          },
        ]),
      );
    const SHIPPING = ['받는분', '연락처', '우편번호', '주소'];

    it('asks how they are meant for one book, whatever number stands beside its name', async () => {
      const byNumber = [
        ['번호', '파일명', '수량', ...SHIPPING],
        ['1', 'Kim', '2', ...to('김')],
        ['2', '', '', ...to('이')],
      ] as const;
      const byName = byNumber.map(([number, name, ...more]) => [name, number, ...more]);
      for (const [head, lines, refs] of [
        [byNumber[0], byNumber.slice(1), ['B2:B3', 'C2:C3']],
        [byName[0] ?? [], byName.slice(1), ['A2:A3', 'C2:C3']],
      ] as const) {
        const manifest = await merging(head, lines, ...refs);
        expect(problems(manifest)).toEqual([[3, null, 'manifests.problem.quantityMissing']]);
      }
    });

    it('says them of each book, called by its title or by its files', async () => {
      const byTitle = await merging(
        ['제목', '수량', ...SHIPPING],
        [
          ['Kim', '5', ...to('김')],
          ['Lee', '', ...to('이')],
        ],
        'B2:B3',
      );
      const byFiles = await merging(
        ['표지 파일', '내지 파일', '수량'],
        [
          ['a_cover.pdf', 'a_contents.pdf', '5'],
          ['b_cover.pdf', 'b_contents.pdf', ''],
        ],
        'C2:C3',
      );
      for (const { books, notes } of [byTitle, byFiles]) {
        expect(notes).toEqual([]);
        expect(books.map(({ quantity }) => quantity)).toEqual([5, 5]);
      }
    });
  });

  it('in which a lookup found nobody keeps that book back, and does not send it to whoever the others go to', async () => {
    const missing = '<c t="e"><f>VLOOKUP(A2,Customers!A:F,2,FALSE)</f><v>#N/A</v></c>';
    const manifest = await manifestOf(
      workbook([
        {
          name: 'A',
          xml: rows(
            words(2, 'K', '1', missing, missing, missing, missing),
            words(3, 'L', '1', '<c><f>B1</f><v></v></c>', '<c><f>B1</f></c>', '<c><f t="shared" si="0"/></c>', '서울'),
            words(4, 'M', '1', '<c t="str"><f>IF(TRUE,"")</f><v></v></c>'),
          ),
        },
      ]),
    );
    expect(manifest.books.map(({ key, isSound, recipients }) => [key, isSound, recipients.length])).toEqual([
      ['K', false, 0],
      ['L', false, 0],
      ['M', true, 0],
    ]);
    expect(problems(manifest)).toEqual([
      ...[3, 4, 5, 6].map((column) => [2, column, 'manifests.problem.cellError']),
      ...[3, 4, 5].map((column) => [3, column, 'manifests.problem.cellError']),
    ]);
  });

  it('of Google keeps the zeros that its formats show', async () => {
    const styles =
      '<numFmts count="2"><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="000\\-0000\\-0000"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
    const { books, notes } = await manifestOf(
      workbook(
        [
          {
            name: 'Sheet1',
            xml: rows(
              words(
                2,
                '<c s="1"><v>42.0</v></c>',
                '<c s="0"><v>2.0</v></c>',
                '김',
                '<c s="2"><v>1.012345678E9</v></c>',
                '<c s="1"><v>6236.0</v></c>',
                '서울',
              ),
            ),
          },
        ],
        styles,
      ),
    );
    expect(notes).toEqual([]);
    expect(books).toMatchObject([
      {
        key: '00042',
        recipients: [{ quantity: 2, shipping: { recipientPhone: '010-1234-5678', postalCode: '06236' } }],
      },
    ]);
  });

  it.each(['2.02411241234567E15', '2024112412345670', '1.2345678901234501E+19'])(
    'tells that a long order number lost its digits: %s',
    async (written) => {
      const cells = ['K', '1', '', '', '', '', `<c><v>${written}</v></c>`];
      const manifest = await manifestOf(workbook([{ name: 'A', xml: rows(words(2, ...cells)) }]));
      expect(problems(manifest)).toEqual([[2, 7, 'manifests.problem.lostDigits']]);
    },
  );
});

describe('a row that names no book below one that does', () => {
  const header = ['파일명', '수량', '받는분', '연락처', '우편번호', '주소'];
  it('keeps that book back when it has a recipient: who wrote the name once means both', () => {
    const manifest = readManifest([
      header,
      ['K', '1', ...to('김')],
      ['', '1', ...to('이')],
      ['', '1', '박'],
      ['L', '1'],
    ]);
    expect(manifest?.books.map(({ key, rows: of, isSound }) => [key, of, isSound])).toEqual([
      ['K', [2, 3, 4], false],
      ['L', [5], true],
    ]);
    expect(manifest?.notes.filter(({ text: { key } }) => key === 'manifests.problem.noKeyBelow')).toMatchObject([
      { row: 3, text: { params: { row: 3, key: 'K' } } },
      { row: 4, text: { params: { row: 4, key: 'K' } } },
    ]);
  });

  it('leaves it alone when it is a sum', () => {
    const manifest = readManifest([header, ['K', '1', ...to('김')], ['', '217']]);
    expect(manifest?.books.map(({ key, isSound }) => [key, isSound])).toEqual([['K', true]]);
  });
});
