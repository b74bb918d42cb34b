import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { decodeText } from './encoding.ts';
import { readTable } from './read-table.ts';
import { inPattern, sheetAsSeen, zeroPatternsOf } from './seen-numbers.ts';
import { tableAsCsv, tablesAsXlsx } from './write-table.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isBig: boolean, mark: string) => {
  const bytes = Buffer.from(mark + text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

describe('text of an unknown encoding', () => {
  const text = '파일 이름,제목\r\n김민수,우리의 날\r\n';
  it.each([
    ['UTF-8', utf8(text), 'utf-8', 'certain'],
    ['UTF-8 with a mark', utf8(`\uFEFF${text}`), 'utf-8', 'certain'],
    ['UTF-16 with a mark', utf16(text, false, '\uFEFF'), 'utf-16le', 'certain'],
    ['UTF-16 the other way round', utf16(text, true, '\uFEFF'), 'utf-16be', 'certain'],
    ['UTF-16 without a mark', utf16(text, false, ''), 'utf-16le', 'likely'],
    ['UTF-16 the other way round without a mark', utf16(text, true, ''), 'utf-16be', 'likely'],
  ])('is told by its bytes: %s', (_, bytes, encoding, certainty) => {
    expect(decodeText(bytes)).toMatchObject({ text, encoding, certainty });
  });

  it('is unsure when it is whole CP949 but no Korean, or whole in no encoding', () => {
    const shiftJis = Uint8Array.of(0xbb, 0xf1, 0xcc, 0xb8, 0xb8, 0xec, 0xcb, 0xdc, 0x0a);
    expect(decodeText(shiftJis)).toMatchObject({ encoding: 'cp949', certainty: 'unsure' });
    expect(decodeText(Uint8Array.of(0x61, 0xff, 0x62)).certainty).toBe('unsure');
  });

  it('is read as a person says', async () => {
    const bytes = Uint8Array.of(0xb1, 0xe8, 0x2c, 0x61);
    expect(await readTable(bytes, 'cp949')).toMatchObject({
      table: [['김', 'a']],
      format: { encoding: 'cp949', certainty: 'certain' },
    });
    expect(await readTable(bytes, 'utf-16le')).toMatchObject({ table: [['\ue8b1\u612c']] });
  });
});

describe('a CSV file', () => {
  const tableOf = async (text: string) => {
    const read = await readTable(utf8(text));
    return read.ok ? [read.format.kind === 'csv' ? read.format.delimiter : null, read.table] : read;
  };

  it.each([
    [
      'key,title\na,"b, c"\n',
      ',',
      [
        ['key', 'title'],
        ['a', 'b, c'],
      ],
    ],
    [
      'key;title\na;b, c, d, e\n',
      ';',
      [
        ['key', 'title'],
        ['a', 'b, c, d, e'],
      ],
    ],
    [
      '키\t제목\r\na\t"두\r\n줄"\r\n',
      '\t',
      [
        ['키', '제목'],
        ['a', '두\r\n줄'],
      ],
    ],
    [
      '행사;사진들\n소풍;a.jpg,b.jpg,c.jpg\n',
      ';',
      [
        ['행사', '사진들'],
        ['소풍', 'a.jpg,b.jpg,c.jpg'],
      ],
    ],
    [
      '3학년 2반, 2026\n행사;사진들\n소풍;a.jpg,b.jpg\n',
      ';',
      [['3학년 2반, 2026'], ['행사', '사진들'], ['소풍', 'a.jpg,b.jpg']],
    ],
    ['sep=;\r\na;b\r\n', ';', [['a', 'b']]],
    ['key,title\r\ra,13" album\r', ',', [['key', 'title'], [''], ['a', '13" album']]],
  ])('is parted as it was written: %j', async (text, delimiter, table) => {
    expect(await tableOf(text)).toEqual([delimiter, table]);
  });

  it('with an open quotation mark is told where', async () => {
    expect(await tableOf('key,title\na,b\nc,"d\ne,f\n')).toEqual({
      ok: false,
      code: 'MANIFEST_QUOTE',
      params: { line: 3 },
    });
  });

  it('has text that its writer kept from becoming a number as that text, and nothing else of it', async () => {
    const text = [
      'key,title,phone,zip',
      '="0012","=""Kim, """"Lee""""""",="010-1234-5678",="06236"',
      `a,'90s,'01012345678,'=""1""`,
    ].join('\n');
    expect(await tableOf(text)).toEqual([
      ',',
      [
        ['key', 'title', 'phone', 'zip'],
        ['0012', 'Kim, "Lee"', '010-1234-5678', '06236'],
        ['a', "'90s", "'01012345678", '=""1""'],
      ],
    ]);
  });

  it('that is a page of the web or XML under the name of a workbook is told as what has to be saved anew', async () => {
    for (const text of [
      '<html><body><table><tr><td>파일명</td><td>수량</td></tr></table></body></html>',
      '\uFEFF\n<META http-equiv="Content-Type"><table><tr><td>파일명,수량</td></tr></table>',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      '<!DOCTYPE html>',
    ])
      expect(await readTable(utf8(text))).toEqual({ ok: false, code: 'MANIFEST_UNREADABLE' });
    expect(await readTable(utf8('<표지>,제목\na,b\n'))).toMatchObject({ ok: true });
  });

  it('that is something else is no table', async () => {
    expect(await readTable(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13))).toEqual({
      ok: false,
      code: 'MANIFEST_UNREADABLE',
    });
    expect(await readTable(Uint8Array.of(0x50, 0x4b, 3, 4, 1, 2, 3))).toEqual({
      ok: false,
      code: 'MANIFEST_UNREADABLE',
    });
  });
});

describe('what a spreadsheet would run', () => {
  const table = [['=1+1', '+1', '-1', '@A1', "=cmd|' /C calc'!A0"]];

  it('stands in CSV as text', () => {
    expect(new TextDecoder().decode(tableAsCsv(table))).toBe(`'=1+1,'+1,'-1,'@A1,'=cmd|' /C calc'!A0\r\n`);
  });

  it('stands in a workbook as text of cells that stay text', async () => {
    const files = unzipSync(await tablesAsXlsx([{ name: 'List', table }]));
    const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']);
    expect(sheet).not.toMatch(/<f[ >]/);
    expect(sheet.match(/<c [^>]*>/g)).toHaveLength(5);
    expect(sheet.match(/<c [^>]*t="(s|inlineStr)"[^>]*>/g)).toHaveLength(5);
    expect(new TextDecoder().decode(files['xl/styles.xml'])).toMatch(/numFmtId="49"|formatCode="@"/);
  });
});

describe('a number with a format of zeros', () => {
  it.each([
    ['1234', '00000', '01234'],
    ['123456', '00000', '123456'],
    ['1012345678', '000-0000-0000', '010-1234-5678'],
    ['7', '00', '07'],
  ])('%s as %s is %s', (digits, pattern, text) => {
    expect(inPattern(digits, pattern)).toBe(text);
  });

  it('is told by its style, and other cells are left alone', () => {
    const styles = `<styleSheet><numFmts count="3"><numFmt numFmtId="164" formatCode="00000"/><numFmt formatCode="000\\-0000&quot;-&quot;0000;@" numFmtId='165'/><numFmt numFmtId="166" formatCode="0.00"/></numFmts>
      <cellStyleXfs><xf numFmtId="164"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164" fontId="0"><alignment/></xf><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`;
    const patterns = zeroPatternsOf(styles);
    expect([...patterns]).toEqual([
      ['1', '00000'],
      ['2', '000-0000-0000'],
    ]);
    expect(
      sheetAsSeen(
        '<c r="A1" s="1"><v>1234</v></c><c s="2" r="B1" t="n"><f>A1</f><v>1</v></c><c r="C1" s="3"><v>5</v></c><c r="D1" s="1" t="s"><v>0</v></c>',
        patterns,
      ),
    ).toBe(
      '<c r="A1" t="str"><v>01234</v></c><c r="B1" t="str"><v>000-0000-0001</v></c><c r="C1" s="3"><v>5</v></c><c r="D1" s="1" t="s"><v>0</v></c>',
    );
  });
});
