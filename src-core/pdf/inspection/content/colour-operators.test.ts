import { describe, expect, test } from 'vitest';
import { inspectPage, onlyMark, paintedBy } from '../../../../test/fixtures/pdf/page-pdf.ts';

const fillOf = (content: string, resources = '', objects = {}) =>
  onlyMark('path', { content: `${content} 0 0 9 9 re f`, resources, objects }).fill;
const icc = (components: number) => [`/N ${components}`, profile()] as const;

/** A profile of 160 bytes with the name "Press" in its one tag. */
function profile(): Uint8Array {
  const bytes = Buffer.alloc(168);
  bytes.writeUInt32BE(168, 0);
  bytes.writeUInt8(4, 8);
  bytes.writeUInt8(0x30, 9);
  bytes.write('prtrCMYKLab ', 12);
  bytes.write('acsp', 36);
  bytes.writeUInt32BE(1, 128);
  bytes.write('desc', 132);
  bytes.writeUInt32BE(144, 136);
  bytes.writeUInt32BE(24, 140);
  bytes.write('desc', 144);
  bytes.writeUInt32BE(6, 152);
  bytes.write('Press\0', 156);
  return new Uint8Array(bytes);
}

describe('colours as written', () => {
  test('black of one ink at the start', () =>
    expect(fillOf('')).toMatchObject({ space: { family: 'DeviceGray' }, values: [0], pattern: null }));
  test.each([
    ['0.5 g', 'DeviceGray', [0.5]],
    ['1 0.5 0 rg', 'DeviceRGB', [1, 0.5, 0]],
    ['0.1 0.2 0.3 1 k', 'DeviceCMYK', [0.1, 0.2, 0.3, 1]],
    ['/DeviceCMYK cs', 'DeviceCMYK', [0, 0, 0, 1]],
    ['/DeviceRGB cs 0 1 0 sc', 'DeviceRGB', [0, 1, 0]],
  ])('%s', (content, family, values) => expect(fillOf(content)).toMatchObject({ space: { family }, values }));

  test('stroke colours are kept apart', () => {
    const { fill, stroke } = onlyMark('path', { content: '1 g 0 0 0 1 K 0 0 9 9 re B' });
    expect([fill?.values, stroke?.values]).toEqual([[1], [0, 0, 0, 1]]);
  });

  test('the same colour set anew is one object; another space or value is another', () => {
    const line = '0 0 m 9 0 l S';
    const black = `q 0 0 0 1 K ${line} Q`;
    const content = `${black} ${black} q 0 0 0 0.9 K ${line} Q q 1 G ${line} Q q 1 1 1 RG ${line} Q ${black}`;
    const strokes = paintedBy({ content }).map((mark) => (mark.kind === 'path' ? mark.stroke : null));
    expect(strokes.map((stroke) => stroke?.values)).toEqual([
      [0, 0, 0, 1],
      [0, 0, 0, 1],
      [0, 0, 0, 0.9],
      [1],
      [1, 1, 1],
      [0, 0, 0, 1],
    ]);
    expect(new Set(strokes).size).toBe(4);
  });

  test('inks, and what stands in for them', () => {
    const function0 = '<< /FunctionType 2 /Domain [0 1] /N 1 >>';
    const resources = `/ColorSpace << /S [/Separation /Gold#20Foil /DeviceCMYK ${function0}] /N [/DeviceN [/Cyan /Spot] /DeviceCMYK ${function0}] >>`;
    expect(fillOf('/S cs', resources)).toMatchObject({
      space: { family: 'Separation', components: 1, colorants: ['Gold Foil'], base: { family: 'DeviceCMYK' } },
      values: [1],
    });
    expect(fillOf('/N cs 0.5 1 scn', resources)).toMatchObject({
      space: { family: 'DeviceN', colorants: ['Cyan', 'Spot'] },
      values: [0.5, 1],
    });
  });

  test('an ICC space with the header of its profile', () => {
    const paint = fillOf('/I cs 0 0 0 1 scn', '/ColorSpace << /I [/ICCBased 10 0 R] >>', { 10: icc(4) });
    expect(paint?.space).toEqual({
      family: 'ICCBased',
      components: 4,
      colorants: [],
      isDefaulted: false,
      base: expect.objectContaining({ family: 'DeviceCMYK' }),
      icc: {
        colourSpace: 'CMYK',
        deviceClass: 'prtr',
        version: 4.3,
        components: 4,
        description: 'Press',
        isDamaged: false,
      },
    });
  });

  test('a damaged profile is told as one', () => {
    expect(
      fillOf('/I cs', '/ColorSpace << /I [/ICCBased 10 0 R] >>', { 10: ['/N 3', 'no profile'] })?.space.icc,
    ).toMatchObject({ isDamaged: true, components: 3 });
  });

  test('Lab, calibrated and indexed spaces', () => {
    const resources =
      '/ColorSpace << /L [/Lab << >>] /R [/CalRGB << >>] /G [/CalGray << >>] /X [/Indexed /DeviceRGB 1 <000000ffffff>] >>';
    expect(
      ['L', 'R', 'G', 'X']
        .map((name) => fillOf(`/${name} cs`, resources)?.space)
        .map((space) => [space?.family, space?.components, space?.base?.family]),
    ).toEqual([
      ['Lab', 3, undefined],
      ['CalRGB', 3, undefined],
      ['CalGray', 1, undefined],
      ['Indexed', 1, 'DeviceRGB'],
    ]);
  });

  test('a calibrated space that is sRGB says so', () => {
    const calibrated = (gamma: string, red: string) =>
      fillOf(
        '/R cs',
        `/ColorSpace << /R [/CalRGB << /Gamma [${gamma} 2.2 2.2] /Matrix [${red} .35758 .71517 .11919 .18048 .07219 .95053] >>] >>`,
      )?.space.base?.family;
    expect(calibrated('2.2', '.41239 .21264 .01933')).toBe('DeviceRGB');
    // Adobe RGB's red, and a curve of its own.
    expect(calibrated('2.2', '.57667 .29734 .02703')).toBeUndefined();
    expect(calibrated('1', '.41239 .21264 .01933')).toBeUndefined();
  });

  test('default spaces take the place of device spaces', () => {
    const paint = fillOf('1 0 0 rg', '/ColorSpace << /DefaultRGB [/ICCBased 10 0 R] >>', { 10: icc(3) });
    expect(paint).toMatchObject({ space: { family: 'ICCBased', isDefaulted: true, components: 3 }, values: [1, 0, 0] });
  });
  test('a default with the wrong number of components does not', () => {
    expect(fillOf('1 0 0 rg', '/ColorSpace << /DefaultRGB [/ICCBased 10 0 R] >>', { 10: icc(4) })?.space.family).toBe(
      'DeviceRGB',
    );
  });

  test('the same space is one object', () => {
    const [a, b] = paintedBy({
      content: '/I cs 0 0 9 9 re f /J cs 0 0 9 9 re f',
      resources: '/ColorSpace << /I [/ICCBased 10 0 R] /J [/ICCBased 10 0 R] >>',
      objects: { 10: icc(3) },
    });
    expect(a?.kind === 'path' && b?.kind === 'path' && a.fill?.space === b.fill?.space).toBe(true);
  });

  test('a space that defines itself by itself ends', () =>
    expect(fillOf('/A cs', '/ColorSpace << /A 10 0 R >>', { 10: '[/Indexed 10 0 R 1 <00>]' })?.space.family).toBe(
      'Indexed',
    ));
  test('unknown spaces and too few components are noted', () => {
    expect(inspectPage({ content: '/Nope cs /DeviceRGB cs 1 0 sc' }).syntax).toEqual([
      { code: 'missingResource', subject: 'ColorSpace Nope', count: 1 },
      { code: 'operandCount', subject: 'sc', count: 1 },
    ]);
  });
});

describe('patterns', () => {
  const cell = '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 36 36] /XStep 36 /YStep 36 /Resources << >>';
  const use = '/Pattern cs /P scn 360 360 72 72 re f';

  test('what a tiling pattern is made of lies where it is seen', () => {
    const [area, inside] = paintedBy({
      content: use,
      resources: '/Pattern << /P 10 0 R >>',
      objects: { 10: [cell, '1 0 0 rg 0 0 36 36 re f'] },
    });
    expect(area).toMatchObject({ kind: 'path', fill: { pattern: 'tiling', space: { family: 'Pattern' } } });
    expect(inside).toMatchObject({ from: 'pattern', fill: { values: [1, 0, 0] }, isClipExact: false });
    expect(inside?.clippedMm).not.toBeNull();
  });

  test('an uncoloured pattern is painted with the colour it is given, whatever it says itself', () => {
    const [, inside] = paintedBy({
      content: '/U cs 0 1 0 /P scn 0 0 72 72 re f',
      resources: '/ColorSpace << /U [/Pattern /DeviceRGB] >> /Pattern << /P 10 0 R >>',
      objects: { 10: [cell.replace('/PaintType 1', '/PaintType 2'), '1 0 0 rg 0 0 36 36 re f'] },
    });
    expect(inside).toMatchObject({ fill: { space: { family: 'DeviceRGB' }, values: [0, 1, 0] } });
  });

  test('a shading pattern shows the space it shades in', () => {
    const [area, shading] = paintedBy({
      content: use,
      resources: '/Pattern << /P << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceCMYK >> >> >>',
    });
    expect(area).toMatchObject({ fill: { pattern: 'shading' } });
    expect(shading).toMatchObject({ kind: 'shading', from: 'pattern', space: { family: 'DeviceCMYK' } });
  });

  test('a pattern that is painted with itself ends', () => {
    const page = inspectPage({
      content: use,
      resources: '/Pattern << /P 10 0 R >>',
      objects: { 10: [cell.replace('<< >>', '<< /Pattern << /P 10 0 R >> >>'), '/Pattern cs /P scn 0 0 36 36 re f'] },
    });
    expect(page.objects).toHaveLength(2);
  });

  test('sh fills what the clip leaves of the page', () => {
    const resources = '/Shading << /S << /ShadingType 2 /ColorSpace /DeviceRGB >> >>';
    expect(onlyMark('shading', { content: '/S sh', resources })).toMatchObject({
      space: { family: 'DeviceRGB' },
      boundsMm: { leftMm: 0, rightMm: 254, bottomMm: 254 },
    });
    expect(onlyMark('shading', { content: '0 0 72 72 re W n /S sh', resources }).boundsMm).toMatchObject({
      leftMm: 0,
      rightMm: 25.4,
    });
  });
});
