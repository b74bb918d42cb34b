import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../src-core/manifests/read-manifest.ts';
import { templateTable } from '../../src-core/manifests/result-table.ts';
import type { Table } from '../../src-core/manifests/manifest.ts';
import { LARGEST } from './limits.ts';
import { readTable } from './read-table.ts';
import { tableAsCsv, tablesAsXlsx } from './write-table.ts';
import { cpuClock } from '../../test/fixtures/cpu-clock.ts';

const header = templateTable('ko')[0] ?? [];

/** What people type and what programs would run: signs, quotes, line breaks, Hangul, emoji, apostrophes before formulas. */
const cell = fc.oneof(
  fc.constantFrom(
    '',
    '=1+1',
    '@SUM(A1)',
    '+82 10-1234-5678',
    '-',
    "'=1",
    "''+x",
    "'",
    '010-1234-5678',
    '06236',
    '1E5',
    '_x0041_',
    '_x005F_x0041_',
    'a\u0001\u001fb',
    'c\r\nd',
  ),
  fc.string({
    unit: fc.constantFrom('a', '가', '똠', '🙂', ' ', ',', ';', '"', '\n', '\t', "'", '<', '&', '0', '_', 'x'),
  }),
);
const tables = fc
  .array(fc.array(cell, { minLength: header.length, maxLength: header.length }), { maxLength: 12 })
  .map((rows): Table => [header, ...rows]);

/** A workbook knows nothing of empty rows at its end. */
function withoutEmptyEnd(table: Table): Table {
  const last = table.findLastIndex((row) => row.some((text) => text !== ''));
  return table.slice(0, last + 1);
}

describe('what was written', () => {
  it('as CSV is read back the same', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        const read = await readTable(tableAsCsv(table));
        expect(read).toEqual({
          ok: true,
          table,
          format: { kind: 'csv', encoding: 'utf-8', delimiter: ',', certainty: 'certain' },
        });
      }),
      { numRuns: 300 },
    );
  });

  it('as XLSX is read back the same', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        const read = await readTable(await tablesAsXlsx([{ name: '목록', table, emptyRows: 3 }]));
        expect(read).toEqual({ ok: true, table: withoutEmptyEnd(table), format: { kind: 'xlsx' } });
      }),
      { numRuns: 100 },
    );
  });
});

const whole = async () => {
  const table: Table = [header, ...Array.from({ length: 40 }, (_, row) => header.map((name) => `${name} ${row}`))];
  return { csv: tableAsCsv(table), xlsx: await tablesAsXlsx([{ name: 'List', table }]) };
};

describe('a damaged file', () => {
  it('gives a table or an error with its next step, whatever was done to its bytes', async () => {
    const { csv, xlsx } = await whole();
    const damage = fc.record({
      source: fc.constantFrom(csv, xlsx),
      cut: fc.double({ min: 0, max: 1, noNaN: true }),
      isCut: fc.boolean(),
      hits: fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ source, cut, isCut, hits }) => {
        const bytes = new Uint8Array(source);
        for (const [place, byte] of hits) bytes[Math.floor(place * bytes.length)] = byte;
        const read = await readTable(isCut ? bytes.subarray(0, Math.floor(cut * bytes.length)) : bytes);
        if (read.ok) readManifest(read.table);
        else expect(read.code).toMatch(/^MANIFEST_(UNREADABLE|TOO_LARGE|QUOTE|OLD_OR_LOCKED)$/);
      }),
      { numRuns: 400 },
    );
  });

  it('of any bytes at all is no crash', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        expect(await readTable(bytes)).toHaveProperty('ok');
      }),
      { numRuns: 400 },
    );
  });
});

describe('a file that is larger than a list of books', () => {
  const text = (part: string) => new TextEncoder().encode(part);
  const workbook = (sheet: string) =>
    zipSync({
      '[Content_Types].xml': text(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      ),
      '_rels/.rels': text(
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      ),
      'xl/workbook.xml': text(
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': text(
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': text(sheet),
    });
  const sheetOf = (rows: string) =>
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
  const TOO_LARGE = { ok: false, code: 'MANIFEST_TOO_LARGE' };

  it('is refused by what it unfolds to, before it unfolds', async () => {
    const bomb = workbook(sheetOf(' '.repeat(LARGEST.unpackedBytes)));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const spentMs = cpuClock();
    expect(await readTable(bomb)).toMatchObject(TOO_LARGE);
    expect(spentMs()).toBeLessThan(1_000);
  });

  it('is refused by a cell far out, without the empty ones before it', async () => {
    const far = (address: string, row: number) =>
      workbook(sheetOf(`<row r="${row}"><c r="${address}" t="inlineStr"><is><t>x</t></is></c></row>`));
    expect(await readTable(far('A1048576', 1_048_576))).toMatchObject(TOO_LARGE);
    expect(await readTable(far('XFD1', 1))).toMatchObject(TOO_LARGE);
    expect(await readTable(far('B2', 2))).toEqual({
      ok: true,
      table: [
        ['', ''],
        ['', 'x'],
      ],
      format: { kind: 'xlsx' },
    });
  });

  it('is refused by its lines, as a CSV file too', async () => {
    expect(await readTable(text('a,b\n'.repeat(LARGEST.rows + 1)))).toMatchObject(TOO_LARGE);
    expect(await readTable(text(`${','.repeat(LARGEST.columns)}\n`))).toMatchObject(TOO_LARGE);
  });
});

it('reads ten thousand rows of both kinds within seconds of the processor', async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => [
    `앨범 ${at}`,
    `제목 ${at}`,
    'SQUAREBOOK_HC',
    '2',
    '김민수',
    '1012345678',
    '6236',
    '서울특별시 강남구 테헤란로 152',
    `${at}호`,
    '문 앞',
    `W-${at}`,
    '',
    '',
  ]);
  const table = [header, ...rows];
  const files = [tableAsCsv(table), await tablesAsXlsx([{ name: 'List', table }])];
  for (const bytes of files) {
    const before = process.cpuUsage();
    const read = await readTable(bytes);
    const manifest = read.ok ? readManifest(read.table) : null;
    const { user, system } = process.cpuUsage(before);
    expect(manifest?.books).toHaveLength(10_000);
    expect(manifest?.notes).toHaveLength(20_000);
    expect((user + system) / 1e6).toBeLessThan(8);
  }
});
