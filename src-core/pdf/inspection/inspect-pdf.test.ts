import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { nodePdfTools } from '../../../src-node/pdf-file.ts';
import { bytesSource } from '../../../test/fixtures/pdf/bytes-source.ts';
import { inspectBytes, inspectPage, paintedBy, pagePdf, sides } from '../../../test/fixtures/pdf/page-pdf.ts';
import { inspectPdf } from './inspect-pdf.ts';

/** 72 x 36 points whose lower left corner lies 36 points right of and 72 points above that of the page. */
const MARK = '36 72 72 36 re f';

describe('places on the page as it is seen', () => {
  const box = '/MediaBox [0 0 720 360]';
  test.each([
    [0, [12.7, 88.9, 38.1, 101.6], [254, 127]],
    [90, [25.4, 12.7, 38.1, 38.1], [127, 254]],
    [180, [215.9, 25.4, 241.3, 38.1], [254, 127]],
    [270, [88.9, 215.9, 101.6, 241.3], [127, 254]],
  ])('turned by %i degrees', (rotate, expected, size) => {
    const page = inspectPage({ content: MARK, page: `${box} /Rotate ${rotate}` });
    expect(sides(page.objects[0]?.boundsMm ?? null)).toEqual(expected);
    expect([Math.round(page.widthMm), Math.round(page.heightMm)]).toEqual(size);
  });

  test('the visible box is the page; boxes are places on it', () => {
    const page = inspectPage({
      content: MARK,
      page: '/CropBox [36 72 396 432] /TrimBox [72 108 360 396] /BleedBox [54 90 378 414]',
    });
    expect(sides(page.objects[0]?.boundsMm ?? null)).toEqual([0, 114.3, 25.4, 127]);
    expect([page.widthMm, page.heightMm]).toEqual([expect.closeTo(127), expect.closeTo(127)]);
    expect(sides(page.trimMm)).toEqual([12.7, 12.7, 114.3, 114.3]);
    expect(sides(page.bleedMm)).toEqual([6.35, 6.35, 120.65, 120.65]);
  });

  test('user units enlarge page and marks', () => {
    const page = inspectPage({ content: MARK, page: '/MediaBox [0 0 720 360] /UserUnit 2' });
    expect(page.widthMm).toBeCloseTo(508);
    expect(sides(page.objects[0]?.boundsMm ?? null)).toEqual([25.4, 177.8, 76.2, 203.2]);
  });

  test('a page that states no bleed and no trim says so', () =>
    expect(inspectPage({})).toMatchObject({
      trimMm: null,
      bleedMm: null,
      contentKey: null,
      objects: [],
      inspected: 'whole',
    }));
});

describe('annotations', () => {
  const stamp = (entries: string, form = '/BBox [0 0 10 10]') => ({
    page: `/Annots [<< /Subtype /Stamp /Rect [72 72 144 108] ${entries} >>]`,
    objects: {
      10: [`/Type /XObject /Subtype /Form ${form}`, '0 0 5 10 re f'] as const,
      11: ['/Type /XObject /Subtype /Form /BBox [0 0 10 10]', '0 0 10 10 re f'] as const,
    },
  });

  test('the appearance is fitted into the rectangle', () => {
    const [mark] = paintedBy(stamp('/F 4 /AP << /N 10 0 R >>'));
    expect(mark?.from).toBe('annotation');
    expect(sides(mark?.boundsMm ?? null)).toEqual([25.4, 215.9, 38.1, 228.6]);
  });
  test('with its own matrix', () => {
    const [mark] = paintedBy(stamp('/F 4 /AP << /N 10 0 R >>', '/BBox [0 0 10 10] /Matrix [0 1 -1 0 0 0]'));
    expect(sides(mark?.boundsMm ?? null)).toEqual([25.4, 222.25, 50.8, 228.6]);
  });
  test('in the state it is in', () =>
    expect(
      sides(paintedBy(stamp('/F 4 /AS /On /AP << /N << /Off 10 0 R /On 11 0 R >> >>'))[0]?.boundsMm ?? null)?.[2],
    ).toBe(50.8));
  test.each([
    ['not printed', '/F 0'],
    ['hidden', '/F 6'],
    ['without flags', ''],
  ])('%s: not painted', (_, flags) => {
    expect(paintedBy(stamp(`${flags} /AP << /N 10 0 R >>`))).toEqual([]);
  });
  test('paint over the page', () => {
    const parts = stamp('/F 4 /AP << /N 11 0 R >>');
    const painted = paintedBy({ ...parts, page: `${parts.page} /MediaBox [0 0 400 400]`, content: '80 80 20 20 re f' });
    expect(painted.map(({ from, isHidden, order }) => [from, isHidden, order])).toEqual([
      ['page', true, 0],
      ['annotation', false, 1],
    ]);
  });
});

describe('what cannot be read', () => {
  test('a damaged content stream: what stands before the damage, and the page not whole', () => {
    const data = deflateSync(
      Buffer.from(`0 0 9 9 re f\n${Array.from({ length: 400 }, (_, i) => `${i} ${i * 7919} m\n`).join('')}`),
    );
    data.fill(0xff, data.length >> 1, (data.length >> 1) + 20);
    const page = inspectPage({ page: '/Contents 10 0 R', objects: { 10: ['/Filter /FlateDecode', data] } });
    expect(page.objects).toHaveLength(1);
    expect(page.inspected).toBe('unreadableContent');
    expect(page.syntax).toContainEqual({ code: 'streamDamaged', subject: '10', count: 1 });
  });

  test('a form that is damaged is told of every page that draws it', () => {
    const parts = {
      content: '/A Do /A Do',
      resources: '/XObject << /A 10 0 R >>',
      objects: { 10: ['/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Filter /JBIG2Decode', 'x'] as const },
    };
    expect(inspectPage(parts).syntax).toEqual([{ code: 'unknownFilter', subject: 'JBIG2Decode', count: 2 }]);
  });

  test('several content streams are one, divided by white space, and one that is not in the file is told', () => {
    const objects = { 10: ['', '0 0 9'], 11: ['', '9 re f'] } as const;
    const page = inspectPage({ page: '/Contents [10 0 R null 11 0 R]', objects });
    expect(page.objects).toHaveLength(1);
    expect(page.syntax).toEqual([]);
    const lacking = inspectPage({ page: '/Contents [10 0 R 99 0 R 11 0 R]', objects });
    expect(lacking.objects).toHaveLength(1);
    expect(lacking.syntax).toEqual([{ code: 'missingResource', subject: 'Contents', count: 1 }]);
  });

  test('a file that is no PDF', () => {
    expect(inspectPdf(bytesSource(new Uint8Array(Buffer.from('hello'))), nodePdfTools)).toMatchObject({
      status: 'unreadable',
      facts: { reason: 'notPdf' },
    });
  });

  test('a source that fails in the middle', () => {
    const bytes = pagePdf({ content: `${'% '.repeat(40_000)}\n0 0 9 9 re f` });
    const source = {
      size: bytes.length,
      read: (offset: number, length: number) => {
        if (length > 50_000) throw new Error('gone');
        return bytes.subarray(offset, offset + length);
      },
    };
    const result = inspectPdf(source, nodePdfTools);
    expect(result).toMatchObject({ status: 'inspected', inspection: { stoppedBy: 'readFailed', pages: [] } });
  });
});

describe('limits', () => {
  const many = '0 0 9 9 re f '.repeat(5_000);
  test('operators', () =>
    expect(inspectPage({ content: many, limits: { maxOperatorsPerPage: 100 } })).toMatchObject({
      inspected: 'tooManyOperators',
      objects: { length: 50 },
    }));
  test('marks', () =>
    expect(inspectPage({ content: many, limits: { maxObjectsPerPage: 10 } })).toMatchObject({
      inspected: 'tooManyObjects',
      objects: { length: 10 },
    }));
  test('work on a page', () =>
    expect(inspectPage({ content: many, limits: { maxPageWorkBytes: 100_000 } })).toMatchObject({
      inspected: 'tooCostly',
    }));
  test('work on the whole file', () => {
    const result = inspectPdf(bytesSource(pagePdf({ content: many })), nodePdfTools, { maxWorkBytes: 100_000 });
    expect(result).toMatchObject({ inspection: { stoppedBy: 'tooCostly', pages: [] } });
  });
  test('the densest page of sound work takes a quarter of what one may', () => {
    const lines = Array.from({ length: 500_000 }, (_, n) => `${n % 600} ${(n * 7) % 800} m ${n % 599} 12 l`).join(' ');
    const limits = { maxPageWorkBytes: 64 * 1024 * 1024 };
    expect(inspectPage({ content: `${lines} S`, limits })).toMatchObject({ inspected: 'whole' });
  });
});

describe('content keys', () => {
  const keyOf = (content: string, resources: string) => inspectPage({ content, resources }).contentKey;
  test('equal for equal pages, different as soon as a byte or a resource is', () => {
    expect(keyOf('/A Do', '/XObject << /A 8 0 R >>')).toBe(keyOf('/A Do', '/XObject << /A 8 0 R >>'));
    expect(keyOf('/A Do', '/XObject << /A 8 0 R >>')).not.toBe(keyOf('/A Do', '/XObject << /A 9 0 R >>'));
    expect(keyOf('/A Do  ', '')).not.toBe(keyOf('/A Do ', ''));
    expect(keyOf('1 0 0 rg', '')).not.toBe(keyOf('0 1 0 rg', ''));
  });
});

test('transparency groups of pages', () => {
  expect(inspectPage({ page: '/Group << /S /Transparency /CS /DeviceCMYK /I true >>' }).group).toEqual({
    space: expect.objectContaining({ family: 'DeviceCMYK' }),
    isIsolated: true,
    isKnockout: false,
  });
});

test('fonts and images of all pages, once each', () => {
  const inspection = inspectBytes(
    pagePdf({
      content: 'BT /F 9 Tf (a) Tj /F 9 Tf (b) Tj ET /I Do /I Do',
      resources: '/Font << /F 10 0 R >> /XObject << /I 11 0 R >>',
      objects: {
        10: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
        11: ['/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray', 'x'],
      },
    }),
  );
  expect([inspection.fonts.length, inspection.images.length]).toEqual([1, 1]);
  expect(inspection.facts.bytesRead).toBeGreaterThan(0);
});
