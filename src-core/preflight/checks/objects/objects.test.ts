import { expect, it } from 'vitest';
import type { LayerFacts } from '../../../pdf/inspection/document-facts.ts';
import type { PageObject } from '../../../pdf/inspection/page-objects.ts';
import {
  at,
  BLACK,
  field,
  inspectedCase,
  picture,
  SAND,
  stroke,
  WHITE,
  type CasePlan,
} from '../../testing/book-case.ts';
import { OBJECT_CHECKS } from './section.ts';

const middle = at(60, 60, 160, 160);
const background = picture(at(0, 0, 249, 254));
const found = (objects: readonly PageObject[], plan: CasePlan = {}) => {
  const file = inspectedCase({ pages: [[background, ...objects], [background]], ...plan });
  return OBJECT_CHECKS.flatMap((check) => check.run(file));
};
const told = (...args: Parameters<typeof found>) =>
  found(...args).map(({ ruleId, severity, measured }) => [ruleId, severity, measured?.value ?? null]);

it.each([
  [0, [['objects.thinLine', 'warning', 0]]],
  [0.24, [['objects.thinLine', 'warning', 0.24]]],
  [0.25, [['objects.thinLine', 'info', 0.25]]],
  [0.74, [['objects.thinLine', 'info', 0.74]]],
  [0.75, []],
])('holds a line of %f pt against what prints', (strokeWidthPt, expected) => {
  expect(told([stroke(middle, { strokeWidthPt })])).toEqual(expected);
});

it('lets outlines in the colour of their shape vanish, and takes rounding for rounding', () => {
  expect(told([stroke(middle, { strokeWidthPt: 0.1, stroke: SAND, fill: SAND })])).toEqual([]);
  expect(told([stroke(middle, { strokeWidthPt: 0.1, stroke: BLACK, fill: SAND })])).toEqual([
    ['objects.thinLine', 'warning', 0.1],
  ]);
  expect(told([stroke(middle, { strokeWidthPt: 0.249996 })])).toEqual([['objects.thinLine', 'info', 0.25]]);
});

it('says nothing of lines that nobody sees', () => {
  expect(
    told([
      stroke(middle, { strokeWidthPt: 0.1, isHidden: true }),
      stroke(middle, { strokeWidthPt: 0.1, clippedMm: null }),
    ]),
  ).toEqual([]);
  expect(told([], { pages: [[stroke(middle, { strokeWidthPt: 0.1, stroke: WHITE })]] })).toEqual([]);
});

it('counts white lines that lie on something, which the ink around them closes', () => {
  expect(told([stroke(middle, { strokeWidthPt: 0.1, stroke: WHITE })])).toEqual([['objects.thinLine', 'warning', 0.1]]);
});

it('takes bars that are as thin as lines for lines, and specks for specks', () => {
  const thin = (0.2 * 25.4) / 72;
  expect(told([field(at(60, 60, 160, 60 + thin))])).toEqual([['objects.thinField', 'warning', 0.2]]);
  expect(told([field(at(60, 60, 60 + thin, 60 + thin))])).toEqual([]);
});

it('takes slices that lie against one another for a field', () => {
  const slice = (index: number, stepMm: number) => field(at(60, 60 + index * stepMm, 160, 60 + index * stepMm + 0.07));
  expect(told([slice(0, 0.07), slice(1, 0.07), slice(2, 0.07)])).toEqual([]);
  expect(told([slice(0, 5), slice(1, 5)])).toEqual([['objects.thinField', 'warning', 0.2]]);
});

it('tells marks beyond the sheet', () => {
  expect(found([field(at(300, 60, 320, 80))])).toMatchObject([
    { ruleId: 'objects.outside', severity: 'info', objectCount: 1, pages: [1] },
  ]);
});

it('tells pages of very many segments', () => {
  expect(told([field(middle, undefined, { shape: 'other', segments: 200_001 })])).toEqual([
    ['objects.complex', 'info', 200_001],
  ]);
  expect(told([field(middle, undefined, { shape: 'other', segments: 200_000 })])).toEqual([]);
  const many = Array.from({ length: 5_000 }, () => background);
  expect(told(many)).toEqual([['objects.complex', 'info', 5_001]]);
});

const layer = (more: Partial<LayerFacts>): LayerFacts => ({
  objectNumber: 7,
  name: 'Notes',
  isOnInView: true,
  isOnInPrint: true,
  processingStep: null,
  ...more,
});
const onLayer = (of: LayerFacts) =>
  field(middle, undefined, { state: { ...background.state, layer: of }, isHidden: !of.isOnInPrint });

it.each([
  [layer({ isOnInPrint: false }), [['layers.differ', 'warning', null]]],
  [layer({ isOnInView: false }), [['layers.differ', 'warning', null]]],
  [layer({}), []],
])('doubts layers that differ between screen and print: %j', (of, expected) => {
  expect(told([onLayer(of)], { document: { layers: [of] } })).toEqual(expected);
  // Content may hang on the layer through a membership, which is no layer of the document.
  const membership = { ...of, objectNumber: 8 };
  expect(told([onLayer(membership)], { document: { layers: [layer({})] } })).toEqual(expected);
  // A layer without anything on it changes nothing.
  expect(told([], { document: { layers: [of] } })).toEqual([]);
});

it('doubts several settings of layers', () => {
  expect(told([onLayer(layer({}))], { document: { layers: [layer({})], hasLayerConfigurations: true } })).toEqual([
    ['layers.configurations', 'warning', null],
  ]);
});

it('names processing steps', () => {
  const off = layer({ processingStep: 'Varnish', isOnInPrint: false });
  expect(told([onLayer(off)], { document: { layers: [off] } })).toEqual([['layers.differ', 'warning', null]]);
  const of = layer({ processingStep: 'Varnish' });
  expect(found([onLayer(of)], { document: { layers: [of] } })).toMatchObject([
    { ruleId: 'layers.processingStep', params: { steps: 'Varnish', count: 1 } },
  ]);
});
