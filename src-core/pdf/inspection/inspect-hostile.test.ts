import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { nodePdfTools } from '../../../src-node/pdf-file.ts';
import { bytesSource } from '../../../test/fixtures/pdf/bytes-source.ts';
import { RawPdfWriter } from '../../../test/fixtures/pdf/raw-pdf.ts';
import { inspectPdf } from './inspect-pdf.ts';
import type { InspectionLimits, PdfInspection } from './inspection.ts';
import { cpuClock } from '../../../test/fixtures/cpu-clock.ts';

const MEGABYTE = 1024 * 1024;
/** Two seconds at most on a quiet machine; without a limit none of them would end. */
const MOST_CPU_MS = 40_000;

/** One page; objects of `write` from number 10 on. The whole inspection has to end soon. */
function inspected(
  {
    content,
    resources = '',
    page = '',
    write,
  }: { content: string; resources?: string; page?: string; write?: (writer: RawPdfWriter) => void },
  limits: Partial<InspectionLimits> = {},
): PdfInspection {
  const writer = new RawPdfWriter()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
    .object(3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 720 720] /Contents 4 0 R /Resources 5 0 R ${page} >>`)
    .deflated(4, '', content)
    .object(5, `<< ${resources} >>`);
  write?.(writer);
  writer.table({ trailer: '/Root 1 0 R' });
  const spentMs = cpuClock();
  const result = inspectPdf(bytesSource(writer.finish()), nodePdfTools, limits);
  expect(spentMs()).toBeLessThan(MOST_CPU_MS);
  if (result.status !== 'inspected') throw new Error(`unreadable: ${result.facts.reason}`);
  return result.inspection;
}

const form = (dict: string) => `/Type /XObject /Subtype /Form /BBox [0 0 100 100] ${dict}`;

describe('what draws itself', () => {
  test('a form', () => {
    const { pages } = inspected({
      content: '/F Do',
      resources: '/XObject << /F 10 0 R >>',
      write: (writer) => writer.deflated(10, form('/Resources 5 0 R'), '0 0 9 9 re f /F Do'),
    });
    expect(pages[0]?.objects.length).toBeGreaterThan(0);
    expect(pages[0]?.objects.length).toBeLessThan(100);
  });

  test('forms that each draw the next one twice, which doubles at every step', () => {
    const depth = 40;
    const { pages } = inspected({
      content: '/F Do',
      resources: '/XObject << /F 10 0 R >>',
      write: (writer) => {
        for (let n = 0; n < depth; n++)
          writer.deflated(10 + n, form(`/Resources << /XObject << /F ${11 + n} 0 R >> >>`), '/F Do /F Do');
        writer.deflated(10 + depth, form(''), '0 0 1 1 re f');
      },
    });
    expect(pages[0]?.inspected === 'whole' && pages[0].syntax.length === 0).toBe(false);
  });

  test('a tiling pattern', () => {
    const { pages } = inspected({
      content: '/Pattern cs /P scn 0 0 99 99 re f',
      resources: '/Pattern << /P 10 0 R >>',
      write: (writer) =>
        writer.deflated(
          10,
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 5 5] /XStep 5 /YStep 5 /Resources 5 0 R',
          '/Pattern cs /P scn 0 0 3 3 re f',
        ),
    });
    expect(pages[0]?.objects.length).toBeLessThan(100);
  });

  test('a Type 3 glyph', () => {
    const { pages } = inspected({
      content: 'BT /T 12 Tf (aaaa) Tj ET',
      resources: '/Font << /T 10 0 R >>',
      write: (writer) =>
        writer
          .object(
            10,
            '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 97 /LastChar 97 /Widths [9] /Encoding << /Differences [97 /a] >> /CharProcs << /a 11 0 R >> /Resources 5 0 R >>',
          )
          .deflated(11, '', '9 0 d0 BT /T 1 Tf (aa) Tj ET'),
    });
    expect(pages[0]?.objects.length).toBeLessThan(1_000);
  });

  test('a soft mask', () => {
    inspected({
      content: '/G gs 0 0 9 9 re f',
      resources: '/ExtGState << /G << /SMask << /S /Alpha /G 10 0 R >> >> >>',
      write: (writer) =>
        writer.deflated(10, form('/Group << /S /Transparency >> /Resources 5 0 R'), '/G gs 0 0 9 9 re f'),
    });
  });

  test('an appearance of an annotation', () => {
    inspected({
      content: '',
      page: '/Annots [<< /Subtype /Stamp /F 4 /Rect [0 0 100 100] /AP << /N 10 0 R >> >>]',
      resources: '/XObject << /F 10 0 R >>',
      write: (writer) => writer.deflated(10, form('/Resources 5 0 R'), '/F Do'),
    });
  });
});

describe('what never ends', () => {
  test('a million states saved', () => {
    const { pages } = inspected({ content: 'q '.repeat(1_000_000) });
    expect(pages[0]?.syntax.map(({ code }) => code)).toContain('saveRestoreUnbalanced');
  });

  test('a million marks opened', () => {
    expect(inspected({ content: '/A BMC '.repeat(1_000_000) }).pages[0]?.syntax.map(({ code }) => code)).toContain(
      'markersUnbalanced',
    );
  });

  test('arrays in arrays in arrays', () => {
    const { pages } = inspected({ content: `${'['.repeat(500_000)} TJ 0 0 9 9 re f` });
    expect(pages).toHaveLength(1);
  });

  test('a string, a dictionary and an inline image without end', () => {
    for (const content of ['BT (never ends', '/A << /B << /C', 'BI /W 4 /H 4 /BPC 8 /CS /G ID never ends']) {
      expect(inspected({ content: `0 0 9 9 re f ${content}` }).pages[0]?.objects).toHaveLength(1);
    }
  });

  test('one path of a million curves', () => {
    expect(inspected({ content: `0 0 m ${'1 2 3 4 5 6 c '.repeat(1_000_000)} S` }).pages).toHaveLength(1);
  });

  test('a text of a million glyphs in one string', () => {
    const { pages } = inspected({
      content: `BT /T 12 Tf (${'a'.repeat(2_000_000)}) Tj ET`,
      resources: '/Font << /T << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>',
    });
    expect(pages).toHaveLength(1);
  });

  test.each([
    ['codes of no bytes', '1 begincodespacerange <> <> endcodespacerange'],
    [
      'a hundred thousand ranges of codes',
      `100000 begincodespacerange ${'<ff> <ff> '.repeat(100_000)} endcodespacerange`,
    ],
  ])('a map of %s', (_, spaces) => {
    const { pages } = inspected({
      content: `BT /T 12 Tf (${'a'.repeat(20_000)}) Tj ET`,
      resources: '/Font << /T 10 0 R >>',
      write: (writer) =>
        writer
          .object(10, '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding 11 0 R /DescendantFonts [12 0 R] >>')
          .deflated(11, '/Type /CMap', spaces)
          .object(12, '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X >>'),
    });
    expect(pages[0]?.objects).toMatchObject([{ kind: 'text' }]);
  });

  test('fonts that share one list of widths and each keep it', () => {
    const fonts = Array.from({ length: 400 }, (_, n) => n + 20);
    const { pages } = inspected({
      content: `BT ${fonts.map((n) => `/F${n} 12 Tf (a) Tj`).join(' ')} ET`,
      resources: `/Font << ${fonts.map((n) => `/F${n} ${n} 0 R`).join(' ')} >>`,
      write: (writer) => {
        writer.object(12, '[0 99999 500]');
        for (const n of fonts) {
          const own = '/Type /Font /Subtype /CIDFontType2 /BaseFont /X /W 12 0 R';
          writer.object(
            n,
            `<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [<< ${own} >>] >>`,
          );
        }
      },
    });
    expect(pages[0]?.inspected).toBe('tooCostly');
  });

  test('more marks than are kept', () => {
    expect(inspected({ content: '0 0 1 1 re f '.repeat(60_000) }).pages[0]).toMatchObject({
      inspected: 'tooManyObjects',
    });
  });

  test('a form of millions of bytes, drawn again and again', () => {
    const { pages } = inspected({
      content: '/F Do '.repeat(20_000),
      resources: '/XObject << /F 10 0 R >>',
      write: (writer) => writer.deflated(10, form('/Resources << >>'), `%${' '.repeat(4_000_000)}\n0 0 9 9 re f`),
    });
    expect(pages[0]?.inspected).toBe('tooCostly');
  });
});

test('a table that leads nowhere, and sixty thousand streams without an end of their own to look through', () => {
  const { pages } = inspected({
    content: '',
    page: '/Contents 10 0 R',
    write: (writer) => {
      const place = writer.position;
      writer.stream(10, '', Buffer.from('0 0 9 9 re f'));
      writer.text(Array.from({ length: 60_000 }, (_, n) => `${100 + n} 0 obj<<>>stream\n`).join(''));
      // Their one end, behind all of them.
      writer.object(11, 'null');
      writer.misplace(10, place + 3);
    },
  });
  expect(pages[0]).toMatchObject({ inspected: 'whole', objects: [{ kind: 'path' }] });
});

describe('what unpacks to more than it should', () => {
  const bomb = deflateSync(Buffer.alloc(150 * MEGABYTE, 32), { level: 9 });

  test('content', () => {
    const { pages } = inspected({
      content: '',
      page: '/Contents 10 0 R',
      write: (writer) => writer.stream(10, '/Filter /FlateDecode', bomb),
    });
    expect(pages[0]?.syntax.map(({ code }) => code)).toEqual(['streamDamaged']);
  });

  test('content of a thousand streams, each below the limit', () => {
    const small = deflateSync(Buffer.alloc(8 * MEGABYTE, 32), { level: 9 });
    const { pages, stoppedBy } = inspected({
      content: '',
      page: `/Contents [${Array.from({ length: 1_000 }, () => '10 0 R').join(' ')}]`,
      write: (writer) => writer.stream(10, '/Filter /FlateDecode', small),
    });
    expect(stoppedBy !== null || pages[0]?.syntax.length !== 0).toBe(true);
  });

  test.each([
    ['a profile', '/ColorSpace << /C [/ICCBased 10 0 R] >>', '/C cs 0 0 9 9 re f'],
    [
      'a character map',
      '/Font << /T << /Type /Font /Subtype /TrueType /BaseFont /A /ToUnicode 10 0 R >> >>',
      'BT /T 9 Tf (a) Tj ET',
    ],
    [
      'a font program',
      '/Font << /T << /Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor << /FontFile2 10 0 R >> >> >>',
      'BT /T 9 Tf (a) Tj ET',
    ],
    [
      'a code map',
      '/Font << /T << /Type /Font /Subtype /Type0 /BaseFont /A /Encoding 10 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /CIDToGIDMap 10 0 R >>] >> >>',
      'BT /T 9 Tf (ab) Tj ET',
    ],
  ])('%s', (_, resources, content) => {
    const { stoppedBy, pages } = inspected({
      content,
      resources,
      write: (writer) => writer.stream(10, '/N 3 /Filter /FlateDecode', bomb),
    });
    expect(stoppedBy === null ? pages.length : 1).toBe(1);
  });
});

describe('spaces, fonts and functions that lead in circles', () => {
  test.each([
    ['a space based on itself', '/ColorSpace << /C 10 0 R >>', '/C cs 0 scn 0 0 9 9 re f', '[/Indexed 10 0 R 1 <00>]'],
    [
      'a separation whose alternate is itself',
      '/ColorSpace << /C 10 0 R >>',
      '/C cs 0 scn 0 0 9 9 re f',
      '[/Separation /X 10 0 R 11 0 R]',
    ],
    [
      'a default space that needs itself',
      '/ColorSpace << /DefaultRGB 10 0 R >>',
      '1 0 0 rg 0 0 9 9 re f',
      '[/Indexed /DeviceRGB 1 <00>]',
    ],
    [
      'a composite font that descends from itself',
      '/Font << /T 10 0 R >>',
      'BT /T 9 Tf (ab) Tj ET',
      '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [10 0 R] >>',
    ],
    ['resources that are their own font', '/Font 5 0 R', 'BT /Font 9 Tf (ab) Tj ET', 'null'],
    [
      'a font with widths beyond number',
      '/Font << /T 10 0 R >>',
      'BT /T 9 Tf (ab) Tj ET',
      `<< /Type /Font /Subtype /TrueType /BaseFont /A /FirstChar -99999999999 /LastChar 99999999999 /Widths [${'9'.repeat(400)}] >>`,
    ],
    [
      'a font whose width ranges cover everything',
      '/Font << /T 10 0 R >>',
      'BT /T 9 Tf (ab) Tj ET',
      '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [<< /Subtype /CIDFontType2 /W [0 4294967295 500 0 999999999 600] >>] >>',
    ],
  ])('%s', (_, resources, content, ten) => {
    expect(
      inspected({
        content,
        resources,
        write: (writer) => writer.object(10, ten).object(11, '<< /FunctionType 2 /N 1 >>'),
      }).pages,
    ).toHaveLength(1);
  });
});
