import { describe, expect, test } from 'vitest';
import {
  inspectPage,
  onlyMark,
  paintedBy,
  rounded,
  sides,
  type PageParts,
} from '../../../../test/fixtures/pdf/page-pdf.ts';

const WIDTHS = `/FirstChar 32 /LastChar 126 /Widths [${Array<number>(95).fill(500).join(' ')}]`;
const RESOURCES = `/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding ${WIDTHS} >> >>`;
const text = (content: string, more: PageParts = {}) =>
  onlyMark('text', { content: `BT /F1 10 Tf ${content} ET`, resources: RESOURCES, ...more });
const places = (content: string) =>
  paintedBy({ content: `BT /F1 10 Tf ${content} ET`, resources: RESOURCES }).map(
    ({ boundsMm }) => sides(boundsMm)?.[0],
  );
const MM = 25.4 / 72;

describe('showing text', () => {
  test('what it says, where its line lies, how large it is', () => {
    const shown = text('72 360 Td (Hello) Tj');
    expect(shown).toMatchObject({
      text: 'Hello',
      glyphCount: 5,
      missingGlyphCount: 0,
      renderingMode: 0,
      directionDegrees: 0,
      stroke: null,
      strokeWidthPt: null,
    });
    expect(shown.sizePt).toBeCloseTo(10);
    expect(shown.font).toMatchObject({ baseFont: 'Helvetica', program: 'none' });
    expect(rounded(shown.quadMm)).toEqual(
      rounded([
        25.4,
        127 + 2.2 * MM,
        25.4 + 25 * MM,
        127 + 2.2 * MM,
        25.4 + 25 * MM,
        127 - 7.8 * MM,
        25.4,
        127 - 7.8 * MM,
      ]),
    );
  });

  test('lies where its letters are, without blanks at the ends, spacing behind the last and gaps that lead back', () => {
    const ends = (content: string) => {
      const { leftMm, rightMm } = text(`72 360 Td ${content}`).boundsMm;
      return [leftMm, rightMm].map((mm) => Math.round((mm / MM - 72) * 10) / 10);
    };
    expect(ends('(Hello) Tj')).toEqual([0, 25]);
    expect(ends('(Hello  ) Tj')).toEqual([0, 25]);
    expect(ends('( Hello) Tj')).toEqual([5, 30]);
    expect(ends('3 Tc (Hello) Tj')).toEqual([0, 37]);
    expect(ends('100 Tc [(07) 21000 (0)] TJ')).toEqual([0, 110]);
    expect(ends('(   ) Tj')).toEqual([0, 15]);
  });

  test('letter by letter, with gaps read as spaces', () => {
    expect(text('[(Wo) 20 (rld) -300 (of) -100 (f)] TJ').text).toBe('World off');
    expect(text('<48 69> Tj').text).toBe('Hi');
  });

  test('widths, gaps, letter and word spacing and scaling move the next string on', () => {
    expect(places('(ab) Tj (c) Tj')).toEqual([0, rounded([10 * MM])[0]]);
    expect(places('[(ab) -1000] TJ (c) Tj')[1]).toBeCloseTo(20 * MM, 1);
    expect(places('2 Tc (ab) Tj (c) Tj')[1]).toBeCloseTo(14 * MM, 1);
    expect(places('5 Tw (a b) Tj (c) Tj')[1]).toBeCloseTo(20 * MM, 1);
    expect(places('50 Tz (ab) Tj (c) Tj')[1]).toBeCloseTo(5 * MM, 1);
  });

  test('in vertical writing, negative spacing spreads the letters', () => {
    const font =
      '<< /Type /Font /Subtype /Type0 /BaseFont /HYGoThic-Medium /Encoding /UniKS-UCS2-V /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HYGoThic-Medium >>] >>';
    const lengthPt = (spacing: number) => {
      const { topMm, bottomMm } = onlyMark('text', {
        content: `BT /F1 20 Tf ${spacing} Tc 1 0 0 1 300 600 Tm <AC00B098B2E4B77C> Tj ET`,
        resources: `/Font << /F1 ${font} >>`,
      }).boundsMm;
      return Math.round((bottomMm - topMm) / MM);
    };
    expect([0, 5, -5].map(lengthPt)).toEqual([80, 65, 95]);
  });

  test('lines', () => {
    const tops = paintedBy({
      content: 'BT /F1 10 Tf 12 TL 0 360 Td (a) Tj T* (b) Tj (c) \' 0 0 (d) " 0 -20 TD (e) Tj T* (f) Tj ET',
      resources: RESOURCES,
    }).map(({ boundsMm }) => boundsMm.topMm);
    const first = tops[0] as number;
    expect(rounded(tops.map((top) => (top - first) / MM))).toEqual([0, 12, 24, 36, 56, 76]);
  });

  test('every BT begins anew', () =>
    expect(
      paintedBy({ content: 'BT /F1 9 Tf 99 99 Td (a) Tj ET BT (b) Tj ET', resources: RESOURCES })[1]?.boundsMm.leftMm,
    ).toBeCloseTo(0));
  test('a rise lifts the line', () =>
    expect(text('5 Ts (a) Tj').boundsMm.topMm).toBeCloseTo(text('(a) Tj').boundsMm.topMm - 5 * MM));
});

test('lines of any length, read up to a hundred thousand letters', () => {
  expect(text(`(${'ab'.repeat(5_000)}) Tj`)).toMatchObject({ text: 'ab'.repeat(5_000), glyphCount: 10_000 });
  const long = text(`(${'ab'.repeat(100_000)}) Tj`);
  expect([long.text?.length, long.glyphCount]).toEqual([100_000, 200_000]);
  expect(
    inspectPage({
      content: `BT /F1 1 Tf (${'a'.repeat(100_000)}) Tj ET`,
      resources: RESOURCES,
      limits: { maxPageWorkBytes: 500_000 },
    }).inspected,
  ).toBe('tooCostly');
});

describe('size and direction', () => {
  test.each([
    ['scaled by the text matrix', '2 0 0 2 0 0 Tm (a) Tj', 20, 0],
    ['narrowed', '50 Tz (a) Tj', 5, 0],
    ['slanted letters keep their size', '1 0 0.3 1 0 0 Tm (a) Tj', 10, 0],
    ['turned up', '0 1 -1 0 99 99 Tm (a) Tj', 10, -90],
    ['upside down by a negative size', '/F1 -10 Tf (a) Tj', 10, 180],
  ])('%s', (_, content, size, degrees) => {
    const shown = text(content);
    expect(shown.sizePt).toBeCloseTo(size);
    expect(Math.abs(shown.directionDegrees - degrees) % 360).toBeCloseTo(0);
  });
  test('on a turned page', () => expect(text('(a) Tj', { page: '/Rotate 90' }).directionDegrees).toBeCloseTo(90));
  test('with user units', () => expect(text('(a) Tj', { page: '/UserUnit 3' }).sizePt).toBeCloseTo(30));
});

describe('rendering modes', () => {
  test('outlined text has a stroke and its width on paper', () => {
    expect(text('2 w 1 Tr 1 0 0 RG (a) Tj')).toMatchObject({
      renderingMode: 1,
      fill: null,
      stroke: { values: [1, 0, 0] },
      strokeWidthPt: expect.closeTo(2) as number,
    });
  });
  test('invisible text is told as it is', () =>
    expect(text('3 Tr (a) Tj')).toMatchObject({ renderingMode: 3, fill: null, stroke: null }));
  test('text as a clip takes effect at its end', () => {
    const [, inside, after] = paintedBy({
      content: 'BT /F1 72 Tf 7 Tr (a) Tj 0 0 9 9 re f ET 0 0 720 720 re f',
      resources: RESOURCES,
    });
    expect(inside?.isClipExact).toBe(true);
    expect(after?.isClipExact).toBe(false);
    expect(after?.clippedMm?.rightMm).toBeCloseTo(12.7);
  });
  test('other numbers are noted', () =>
    expect(inspectPage({ content: '9 Tr' }).syntax).toEqual([{ code: 'operandType', subject: 'Tr', count: 1 }]));
});

test('a font that is not there is noted, and its text not guessed', () => {
  const page = inspectPage({ content: 'BT /F9 10 Tf (a) Tj ET', resources: RESOURCES });
  expect(page.objects).toEqual([]);
  expect(page.syntax).toEqual([{ code: 'missingResource', subject: 'Font F9', count: 1 }]);
});

test('a font may come from a state dictionary', () => {
  const parts = {
    content: 'BT /G gs (a) Tj ET',
    resources: '/ExtGState << /G << /Font [10 0 R 20] >> >>',
    objects: { 10: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>' },
  };
  expect(onlyMark('text', parts)).toMatchObject({
    font: { baseFont: 'Courier' },
    sizePt: expect.closeTo(20) as number,
  });
});

test('BT and ET that do not match are noted', () => {
  expect(inspectPage({ content: 'ET BT BT' }).syntax.map(({ code, subject, count }) => [code, subject, count])).toEqual(
    [
      ['markersUnbalanced', 'ET', 1],
      ['markersUnbalanced', 'BT', 2],
    ],
  );
});

describe('Type 3', () => {
  const font = (proc: string, resources = '') => ({
    resources: '/Font << /T 10 0 R >>',
    objects: {
      10: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /a 11 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1000] ${resources} >>`,
      11: ['', proc] as const,
    },
  });

  test('glyphs are placed, once a page and size, in the colour of the text', () => {
    const painted = paintedBy({
      content: 'BT /T 72 Tf 1 0 0 rg 72 72 Td (aa) Tj /T 36 Tf (a) Tj ET',
      ...font('1000 0 0 0 1000 1000 d1 0 1 0 rg 0 0 1000 1000 re f'),
    });
    const glyphs = painted.filter(({ from }) => from === 'type3');
    expect(glyphs).toHaveLength(2);
    expect(glyphs[0]).toMatchObject({ kind: 'path', fill: { values: [1, 0, 0] } });
    expect(sides(glyphs[0]?.boundsMm ?? null)).toEqual([25.4, 203.2, 50.8, 228.6]);
  });
  test('after d0 a glyph has colours of its own', () => {
    const painted = paintedBy({ content: 'BT /T 72 Tf (a) Tj ET', ...font('1000 0 d0 0 1 0 rg 0 0 500 500 re f') });
    expect(painted.find(({ from }) => from === 'type3')).toMatchObject({
      fill: { space: { family: 'DeviceRGB' }, values: [0, 1, 0] },
    });
  });
  test('letters that converters made into pictures of pixels are as large as they are seen, not as their size says', () => {
    const pixels = (size: string) => ({
      content: `BT /T ${size} (a) Tj ET`,
      resources: '/Font << /T 10 0 R >>',
      objects: {
        10: '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [1 0 0 -1 0 0] /CharProcs << /a 11 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [60] >>',
        11: ['', '60 0 0 -70 50 30 d1 0 -70 50 100 re f'] as const,
      },
    });
    // Ghostscript at 600 pixels an inch: 100 pixels of height are 12 points.
    for (const size of ['0.12 Tf 1 0 0 -1 72 72 Tm', '1 Tf 0.12 0 0 -0.12 72 72 Tm']) {
      const shown = paintedBy(pixels(size)).find(({ kind }) => kind === 'text');
      expect(shown).toMatchObject({ sizePt: expect.closeTo(12, 1) });
      const { topMm = 0, bottomMm = 0 } = shown?.boundsMm ?? {};
      expect(bottomMm - topMm).toBeCloseTo((12 / 72) * 25.4, 1);
    }
  });
  test('a font of which only a dash is used has the size that it says', () => {
    const shown = paintedBy({
      content: 'BT /T 10 Tf (a) Tj ET',
      resources: '/Font << /T 10 0 R >>',
      objects: {
        10: '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [0.01 0 0 0.01 0 0] /CharProcs << /a 11 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [80] >>',
        11: ['', '80 0 5 23 72 27 d1 5 23 67 4 re f'] as const,
      },
    }).find(({ kind }) => kind === 'text');
    expect(shown).toMatchObject({ sizePt: expect.closeTo(10, 5) });
  });
  test('the widths of the font move the line on', () => {
    const painted = paintedBy({ content: 'BT /T 72 Tf (a) Tj (a) Tj ET', ...font('1000 0 d0') });
    expect(painted.map(({ boundsMm }) => Math.round(boundsMm.leftMm * 10) / 10)).toEqual([0, 25.4]);
  });
  test('a glyph that shows text leaves the text around it whole', () => {
    const inner = '/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Courier >> >> >>';
    const painted = paintedBy({
      content: 'BT /T 72 Tf (aaa) Tj ET',
      ...font('1000 0 d0 BT /F 1 Tf (inside) Tj ET', inner),
    });
    expect(painted.map((object) => object.kind === 'text' && [object.from, object.text])).toEqual([
      ['type3', 'inside'],
      ['page', 'aaa'],
    ]);
  });
  test('a glyph that shows itself ends', () => {
    const parts = font('1000 0 d0 BT /T 1 Tf (a) Tj ET', '/Resources << /Font << /T 10 0 R >> >>');
    expect(inspectPage({ content: 'BT /T 72 Tf (a) Tj ET', ...parts }).syntax).toContainEqual({
      code: 'endlessNesting',
      subject: '11',
      count: 1,
    });
  });
});
