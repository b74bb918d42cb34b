import { describe, expect, test } from 'vitest';
import {
  inspectPage,
  onlyMark,
  paintedBy,
  rounded,
  sides,
  type PageParts,
} from '../../../../test/fixtures/pdf/page-pdf.ts';

const IMAGE = [
  '/Type /XObject /Subtype /Image /Width 300 /Height 100 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode',
  'x',
] as const;
const image = (content: string, more: PageParts = {}) =>
  onlyMark('image', { content, resources: '/XObject << /Im 10 0 R >>', objects: { 10: IMAGE }, ...more });

describe('images', () => {
  test('corners and pixels an inch', () => {
    const placed = image('q 72 0 0 36 144 360 cm /Im Do Q');
    expect([placed.ppiX, placed.ppiY]).toEqual([expect.closeTo(300), expect.closeTo(200)]);
    expect(rounded(placed.quadMm)).toEqual([50.8, 127, 76.2, 127, 76.2, 114.3, 50.8, 114.3]);
    expect(placed).toMatchObject({
      fill: null,
      from: 'page',
      image: { objectNumber: 10, widthPx: 300, heightPx: 100, isStencil: false },
    });
  });
  test('turned images are measured along their own sides', () => {
    const placed = image('0 72 -36 0 300 300 cm /Im Do');
    expect([placed.ppiX, placed.ppiY]).toEqual([expect.closeTo(300), expect.closeTo(200)]);
    expect(sides(placed.boundsMm)).toEqual([93.13, 122.77, 105.83, 148.17]);
  });
  test('user units enlarge', () =>
    expect(image('72 0 0 36 0 0 cm /Im Do', { page: '/UserUnit 2' }).ppiX).toBeCloseTo(150));
  test('an image without height has infinitely many pixels an inch', () =>
    expect(image('72 0 0 0 0 0 cm /Im Do').ppiY).toBe(Infinity));
  test('a missing image is noted', () => {
    expect(inspectPage({ content: '/No Do' }).syntax).toEqual([
      { code: 'missingResource', subject: 'XObject No', count: 1 },
    ]);
  });
});

describe('inline images', () => {
  const data = 'ABCDEFGHIJKL';
  test('with abbreviated keys', () => {
    const placed = onlyMark('image', { content: `72 0 0 72 0 0 cm BI /W 4 /H 3 /BPC 8 /CS /G /I true ID ${data} EI` });
    expect(placed.image).toMatchObject({
      objectNumber: null,
      widthPx: 4,
      heightPx: 3,
      bitsPerComponent: 8,
      colourSpace: { family: 'DeviceGray' },
      isInterpolated: true,
      lengthBytes: 12,
      problem: null,
    });
    expect(placed.ppiX).toBeCloseTo(4);
  });
  test('data that looks like an end does not end it', () => {
    const [, after] = paintedBy({ content: 'BI /W 6 /H 2 /BPC 8 /CS /G ID 1 EI Q EI 23 EI 0 0 9 9 re f' });
    expect(after?.kind).toBe('path');
  });
  test.each(['\x80', '\0', ' ', '\n\0'])('samples that end in %j are all there', (last) => {
    const samples = last.padStart(12, '\x80');
    for (const end of ['\nEI', ' EI', '\r\nEI', 'EI'])
      expect(onlyMark('image', { content: `BI /W 6 /H 2 /BPC 8 /CS /G ID ${samples}${end}` }).image, end).toMatchObject(
        { lengthBytes: 12, problem: null },
      );
    expect(onlyMark('image', { content: `BI /W 6 /H 4 /BPC 8 /CS /G ID ${samples}\nEI` }).image.problem).toBe(
      'dataTooShort',
    );
  });
  test('compressed data ends where plain content follows', () => {
    const [placed, after] = paintedBy({
      content: 'BI /W 6 /H 2 /BPC 8 /CS /G /F /Fl ID \x01\x02 EI \x00\x9c EI\nQ 0 0 9 9 re f',
    });
    expect(placed).toMatchObject({ image: { filters: ['FlateDecode'] } });
    expect(after?.kind).toBe('path');
  });
  test('a stencil takes the colour in force', () => {
    expect(onlyMark('image', { content: '1 0 0 rg BI /W 8 /H 1 /IM true ID x EI' })).toMatchObject({
      image: { isStencil: true, bitsPerComponent: 1, colourSpace: null },
      fill: { values: [1, 0, 0] },
    });
  });
  test('without an end', () =>
    expect(inspectPage({ content: 'BI /W 8 /H 8 ID xxx' }).syntax).toEqual([
      { code: 'endsEarly', subject: 'page', count: 1 },
    ]));
});

describe('forms', () => {
  const form = (dict: string, content: string) =>
    [`/Type /XObject /Subtype /Form /BBox [0 0 100 100] ${dict}`, content] as const;

  test('matrix, box and what is inside', () => {
    const inside = onlyMark('path', {
      content: 'q 1 0 0 1 72 72 cm /Fm Do Q',
      resources: '/XObject << /Fm 10 0 R >>',
      objects: { 10: form('/Matrix [0.72 0 0 0.72 0 0]', '50 50 100 100 re f') },
    });
    expect(inside.from).toBe('form');
    expect(sides(inside.boundsMm)).toEqual([38.1, 190.5, 63.5, 215.9]);
    expect(sides(inside.clippedMm)).toEqual([38.1, 203.2, 50.8, 215.9]);
  });

  test('forms in forms, each drawn wherever it is used, with resources of their own or of who draws them', () => {
    const painted = paintedBy({
      content: '/A Do 1 0 0 1 200 0 cm /A Do',
      resources: '/XObject << /A 10 0 R >>',
      objects: {
        10: form('/Resources << /XObject << /B 11 0 R /Im 12 0 R >> >>', 'q .5 0 0 .5 0 0 cm /B Do Q'),
        11: form('', '72 0 0 72 0 0 cm /Im Do'),
        12: IMAGE,
      },
    });
    expect(
      painted.map((object) => object.kind === 'image' && [Math.round(object.ppiX), Math.round(object.boundsMm.leftMm)]),
    ).toEqual([
      [600, 0],
      [600, 71],
    ]);
  });

  test('a form that draws itself is drawn once', () => {
    const page = inspectPage({
      content: '/A Do',
      resources: '/XObject << /A 10 0 R >>',
      objects: { 10: form('/Resources << /XObject << /A 10 0 R >> >>', '0 0 9 9 re f /A Do /A Do') },
    });
    expect(page.objects).toHaveLength(1);
    expect(page.syntax).toEqual([{ code: 'endlessNesting', subject: '10', count: 2 }]);
    expect(page.inspected).toBe('whole');
  });

  test('forms nested beyond the limit', () => {
    const objects = Object.fromEntries(
      Array.from({ length: 6 }, (_, i) => [
        10 + i,
        form(`/Resources << /XObject << /A ${11 + i} 0 R >> >>`, '0 0 9 9 re f /A Do'),
      ]),
    );
    const page = inspectPage({
      content: '/A Do',
      resources: '/XObject << /A 10 0 R >>',
      objects,
      limits: { maxFormDepth: 3 },
    });
    expect(page.objects).toHaveLength(3);
    expect(page.inspected).toBe('unreadableContent');
  });

  test('a group is painted as a whole: what is inside shows through with it', () => {
    const [inside] = paintedBy({
      content: '/Half gs /A Do',
      resources: '/ExtGState << /Half << /ca 0.5 /BM /Multiply >> >> /XObject << /A 10 0 R >>',
      objects: {
        10: form(
          '/Group << /S /Transparency >> /Resources << /ExtGState << /G << /ca 0.5 /BM /Normal >> >> >>',
          '/G gs 0 0 9 9 re f',
        ),
      },
    });
    expect(inside?.state).toMatchObject({ fillAlpha: 0.25, blendMode: 'Multiply' });
  });

  test('a form that is no group begins with the state it is drawn in and may change it', () => {
    const [inside] = paintedBy({
      content: '/Half gs /A Do',
      resources: '/ExtGState << /Half << /ca 0.5 >> >> /XObject << /A 10 0 R >>',
      objects: { 10: form('/Resources << /ExtGState << /G << /ca 1 >> >> >>', '/G gs 0 0 9 9 re f') },
    });
    expect(inside?.state.fillAlpha).toBe(1);
  });
});
