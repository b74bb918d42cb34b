import { expect, test } from 'vitest';
import { paintedBy, type PageParts } from '../../../test/fixtures/pdf/page-pdf.ts';

const NO_CHANGE = '<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0 0 0] /N 1 >>';
const resources =
  `/ColorSpace << /None [/Separation /None /DeviceCMYK ${NO_CHANGE}] /Nones [/DeviceN [/None /None] /DeviceCMYK ${NO_CHANGE}] >> ` +
  '/ExtGState << /Half << /ca 0.5 >> /Multiply << /BM /Multiply >> /Over << /op true >> >> /XObject << /Im 10 0 R /Cut 11 0 R >>';
const image = (more: string) =>
  [`/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray ${more}`, 'x'] as const;
const parts: PageParts = { resources, objects: { 10: image(''), 11: image('/Mask [0 0]') } };
const isHidden = (content: string) => paintedBy({ ...parts, content: `100 100 50 50 re f ${content}` })[0]?.isHidden;

test.each([
  ['a filled rectangle', '90 90 100 100 re f', true],
  ['the same, in white and stroked', '1 g 90 90 100 100 re B', true],
  ['an upright image', '200 0 0 200 50 50 cm /Im Do', true],
  ['two that cover half each', '90 90 35 100 re f 125 90 50 100 re f', false],
  ['one that is too small', '110 90 100 100 re f', false],
  ['an outline', '90 90 100 100 re S', false],
  ['a turned rectangle', '0.7 0.7 -0.7 0.7 100 0 cm 0 0 300 300 re f', false],
  ['a clipped one', '90 90 20 20 re W n 90 90 100 100 re f', false],
  ['one within a round clip', '0 0 m 720 0 l 0 720 l h W n 90 90 100 100 re f', false],
  ['a translucent one', '/Half gs 90 90 100 100 re f', false],
  ['a multiplying one', '/Multiply gs 90 90 100 100 re f', false],
  ['an overprinting one', '/Over gs 90 90 100 100 re f', false],
  ['one in no ink', '/None cs 1 scn 90 90 100 100 re f', false],
  ['one in several of no ink', '/Nones cs 1 1 scn 90 90 100 100 re f', false],
  ['an image with a mask', '200 0 0 200 50 50 cm /Cut Do', false],
  ['a stencil', '200 0 0 200 50 50 cm BI /W 1 /H 1 /IM true ID x EI', false],
])('hidden by %s: %s', (_, content, expected) => expect(isHidden(content)).toBe(expected));

test('what lies on top is not hidden by what lies below', () => {
  expect(
    paintedBy({ ...parts, content: '90 90 100 100 re f 100 100 50 50 re f' }).map((object) => object.isHidden),
  ).toEqual([false, false]);
});
