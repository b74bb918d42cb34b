import { describe, expect, test } from 'vitest';
import { inspectPage, onlyMark, paintedBy, sides } from '../../../../test/fixtures/pdf/page-pdf.ts';

const path = (content: string, more = {}) => onlyMark('path', { content, ...more });

describe('paths', () => {
  test('a rectangle, in millimetres from the top left corner', () => {
    const filled = path('72 576 72 36 re f');
    expect(filled).toMatchObject({
      kind: 'path',
      shape: 'rectangle',
      segments: 4,
      stroke: null,
      strokeWidthPt: null,
      from: 'page',
      order: 0,
    });
    expect(sides(filled.boundsMm)).toEqual([25.4, 38.1, 50.8, 50.8]);
    expect(filled.clippedMm).toEqual(filled.boundsMm);
  });

  test.each([
    ['drawn by hand', '10 10 m 20 10 l 20 30 l 10 30 l h f', 'rectangle'],
    ['drawn by hand and closed by hand', '10 10 m 20 10 l 20 30 l 10 30 l 10 10 l f', 'rectangle'],
    ['after a stray point', '500 500 m 10 10 20 20 re f', 'rectangle'],
    ['folded', '0 0 m 10 0 l 10 10 l 10 0 l f', 'other'],
    ['turned', '0.7 0.7 -0.7 0.7 300 300 cm 0 0 50 50 re f', 'other'],
    ['turned by a right angle', '0 1 -1 0 300 300 cm 0 0 50 50 re f', 'rectangle'],
    ['two of them', '0 0 9 9 re 20 20 9 9 re f', 'other'],
    ['a line', '0 0 m 100 0 l S', 'line'],
    ['a line with a bend', '0 0 m 100 0 l 100 50 l S', 'other'],
    ['a curve', '0 0 m 0 50 50 50 50 0 c f', 'other'],
  ])('shape: %s', (_, content, shape) => expect(path(content).shape).toBe(shape));

  test('curves of all three kinds reach as far as their control points', () => {
    expect(sides(path('0 0 m 0 72 72 72 72 0 c f').boundsMm)).toEqual([0, 228.6, 25.4, 254]);
    expect(sides(path('0 0 m 72 144 72 0 v f').boundsMm)).toEqual([0, 203.2, 25.4, 254]);
    expect(sides(path('0 0 m 72 144 144 0 y f').boundsMm)).toEqual([0, 203.2, 50.8, 254]);
  });

  test('a point behind a closed subpath starts from where it was closed', () => {
    expect(sides(path('72 72 m 144 72 l h 72 144 l S').boundsMm)?.slice(0, 2)).toEqual([25.22, 203.02]);
  });

  test('drawing without a point to draw from paints nothing', () =>
    expect(paintedBy({ content: '10 10 l S 1 2 3 4 5 6 c f' })).toEqual([]));
});

describe('strokes', () => {
  test('as thin as the thinnest direction of the space', () => {
    const line = path('2 0 0 0.5 0 0 cm 1 w 0 0 m 100 100 l S');
    expect(line.strokeWidthPt).toBeCloseTo(0.5);
    expect(line.fill).toBeNull();
  });
  test('bounds include the width of the line', () =>
    expect(sides(path('7.2 w 72 72 m 144 72 l S').boundsMm)).toEqual([24.13, 227.33, 52.07, 229.87]));
  test('user units count', () =>
    expect(path('1 w 0 0 m 9 9 l S', { page: '/UserUnit 2' }).strokeWidthPt).toBeCloseTo(2));
  test('the width of a line may come from a state dictionary', () => {
    expect(path('/G gs 0 0 m 9 9 l S', { resources: '/ExtGState << /G << /LW 3 >> >>' }).strokeWidthPt).toBeCloseTo(3);
  });
  test('width 0 is told as it is', () => expect(path('0 w 0 0 m 9 9 l S').strokeWidthPt).toBe(0));
  test('filled and stroked is one mark', () =>
    expect(path('1 0 0 rg 0 0 1 RG 10 10 20 20 re B')).toMatchObject({
      fill: { values: [1, 0, 0] },
      stroke: { values: [0, 0, 1] },
    }));
});

describe('clips', () => {
  test('upright rectangles are exact and shrink what is painted after them', () => {
    const clipped = path('q 0 0 72 72 re W n 36 36 144 144 re f Q');
    expect(sides(clipped.boundsMm)).toEqual([12.7, 190.5, 63.5, 241.3]);
    expect(sides(clipped.clippedMm)).toEqual([12.7, 228.6, 25.4, 241.3]);
    expect(clipped.isClipExact).toBe(true);
  });
  test('other clips count by their bounds, and say so', () => {
    expect(path('0 0 m 72 0 l 0 72 l h W* n 0 0 720 720 re f')).toMatchObject({
      isClipExact: false,
      clippedMm: { rightMm: 25.4 },
    });
  });
  test('clips narrow each other until nothing is left', () =>
    expect(path('0 0 9 9 re W n 20 20 9 9 re W n 0 0 99 99 re f').clippedMm).toBeNull());
  test('Q brings the wider clip back', () => {
    const [inside, outside] = paintedBy({ content: 'q 0 0 9 9 re W n 0 0 99 99 re f Q 0 0 99 99 re f' });
    expect(inside?.clippedMm).not.toEqual(inside?.boundsMm);
    expect(outside?.clippedMm).toEqual(outside?.boundsMm);
  });
  test('a clip takes effect after the path that makes it', () => {
    const [own, later] = paintedBy({ content: '0 0 9 9 re W f 0 0 99 99 re f' });
    expect(own?.clippedMm).toEqual(own?.boundsMm);
    expect(later?.clippedMm).not.toEqual(later?.boundsMm);
  });
  test('a clip without a path is passed over', () => expect(path('W n 0 0 9 9 re f').clippedMm).not.toBeNull());
});

describe('the graphics state', () => {
  test('cm, q and Q nest', () => {
    const [, outer] = paintedBy({ content: 'q 2 0 0 2 0 0 cm q 1 0 0 1 36 0 cm 0 0 36 36 re f Q 0 0 36 36 re f Q' });
    expect(sides(outer?.boundsMm ?? null)).toEqual([0, 228.6, 25.4, 254]);
  });
  test('a thousand q are kept, more only counted, and all noted', () => {
    const page = inspectPage({ content: `${'q '.repeat(3_000)}${'Q '.repeat(3_000)}q 0 0 9 9 re f` });
    expect(page.syntax).toEqual([{ code: 'saveRestoreUnbalanced', subject: 'q', count: 1 }]);
    expect(page.objects).toHaveLength(1);
  });
  test('Q without q is noted', () =>
    expect(inspectPage({ content: 'Q Q' }).syntax).toEqual([
      { code: 'saveRestoreUnbalanced', subject: 'Q', count: 2 },
    ]));
  test('a matrix beyond sense is left out, one that flattens is kept, both are noted', () => {
    const page = inspectPage({ content: '1 0 0 99999999999 0 0 cm 1 0 0 0 0 0 cm 0 0 9 9 re f' });
    expect(page.syntax).toEqual([{ code: 'degenerateMatrix', subject: 'cm', count: 2 }]);
    expect(page.objects).toHaveLength(1);
  });

  test('transparency, overprint and press controls of a state dictionary', () => {
    const state =
      '/ca 0.5 /CA 0.25 /BM [/Multiply /Normal] /OP true /OPM 1 /TR2 /Identity /HT 10 0 R /SMask << /S /Alpha /G 11 0 R >>';
    const parts = {
      content: '/G gs 0 0 9 9 re f /N gs 0 0 9 9 re f',
      resources: `/ExtGState << /G << ${state} >> /N << /ca 1 /op false /SMask /None /HT /Default >> >>`,
      objects: { 10: '<< /HalftoneType 1 >>', 11: ['/Type /XObject /Subtype /Form /BBox [0 0 9 9]', ''] as const },
    };
    const [first, second] = paintedBy(parts);
    expect(first?.state).toEqual({
      fillAlpha: 0.5,
      strokeAlpha: 0.25,
      blendMode: 'Multiply',
      hasSoftMask: true,
      overprintsFill: true,
      overprintsStroke: true,
      overprintMode: 1,
      pressControls: ['HT'],
      layer: null,
    });
    expect(second?.state).toEqual({
      fillAlpha: 1,
      strokeAlpha: 0.25,
      blendMode: 'Multiply',
      hasSoftMask: false,
      overprintsFill: false,
      overprintsStroke: true,
      overprintMode: 1,
      pressControls: [],
      layer: null,
    });
  });

  test('equal states are one object', () => {
    const [a, b] = paintedBy({
      content: 'q /G gs 0 0 9 9 re f Q /H gs 0 0 9 9 re f',
      resources: '/ExtGState << /G << /ca 0.5 >> /H << /ca 0.5 /BM /Compatible >> >>',
    });
    expect(a?.state).toBe(b?.state);
  });

  test('what a soft mask is made of is read, but nobody sees it', () => {
    const masked = paintedBy({
      content: '/G gs 0 0 9 9 re f',
      resources: '/ExtGState << /G << /SMask << /S /Luminosity /G 10 0 R >> >> >>',
      objects: { 10: ['/Type /XObject /Subtype /Form /BBox [0 0 99 99]', '1 0 0 rg 0 0 50 50 re f'] },
    });
    expect(masked.map(({ clippedMm }) => clippedMm === null)).toEqual([true, false]);
  });
});
