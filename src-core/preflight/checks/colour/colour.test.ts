import { describe, expect, it } from 'vitest';
import type { ColourSpace, Paint } from '../../../pdf/inspection/colour-facts.ts';
import type { PageObject } from '../../../pdf/inspection/page-objects.ts';
import { at, field, inspectedCase, picture, words, type CasePlan } from '../../testing/book-case.ts';
import { COLOUR_CHECKS } from './section.ts';

const space = (family: ColourSpace['family'], components: number, more: Partial<ColourSpace> = {}): ColourSpace => ({
  family,
  components,
  colorants: [],
  base: null,
  icc: null,
  isDefaulted: false,
  ...more,
});
const paint = (of: ColourSpace, ...values: number[]): Paint => ({ space: of, values, pattern: null });
const cmyk = (...values: number[]) => paint(space('DeviceCMYK', 4), ...values);
const rgb = (...values: number[]) => paint(space('DeviceRGB', 3), ...values);
const spot = (name: string) => paint(space('Separation', 1, { colorants: [name], base: space('DeviceCMYK', 4) }), 1);
const middle = at(60, 60, 160, 160);
const background = picture(at(0, 0, 249, 254));
const state = background.state;
const found = (objects: readonly PageObject[], plan: CasePlan = {}) => {
  const file = inspectedCase({ pages: [[background, ...objects], [background]], ...plan });
  return COLOUR_CHECKS.flatMap((check) => check.run(file)).map(({ ruleId, severity }) => [ruleId, severity]);
};

describe('ink', () => {
  it.each([
    [[0.75, 0.75, 0.75, 0.75], []],
    [[0.8, 0.8, 0.8, 0.7], [['colour.totalInk', 'info']]],
    [[0.8, 0.8, 0.8, 0.8], [['colour.totalInk', 'info']]],
    [[0.8, 0.8, 0.8, 0.81], [['colour.totalInk', 'warning']]],
  ])('of %j', (values, expected) => {
    expect(found([field(middle, cmyk(...values))])).toEqual(expected);
  });

  it('is less where it is see-through', () => {
    expect(found([field(middle, cmyk(1, 1, 1, 1), { state: { ...state, fillAlpha: 0.5 } })])).toEqual([
      ['colour.transparency', 'info'],
    ]);
    expect(found([field(middle, cmyk(1, 1, 1, 1), { state: { ...state, hasSoftMask: true } })])).toEqual([
      ['colour.transparency', 'info'],
    ]);
  });

  it('of small fields dries', () => {
    expect(found([field(at(60, 60, 70, 160), cmyk(1, 1, 1, 0.9))])).toEqual([]);
  });

  it('of its own is doubtful, process inks by name are not', () => {
    expect(found([field(middle, spot('PANTONE 185 C'))])).toEqual([['colour.spot', 'warning']]);
    expect(found([field(middle, spot('Cyan')), field(middle, spot('Black'))])).toEqual([]);
  });

  it('of all plates is wrong inside the trim only', () => {
    expect(found([field(middle, spot('All'))])).toEqual([['colour.registration', 'error']]);
    expect(found([field(at(0, 100, 2, 110), spot('All'))])).toEqual([]);
    expect(found([field(at(0, 0, 249, 254), spot('All'))])).toEqual([['colour.registration', 'error']]);
    expect(found([field(at(0, 0, 249, 254), spot('All'), { shape: 'other' })])).toEqual([]);
  });

  it('of four plates in full is wrong inside the trim however small', () => {
    const narrow = at(60, 60, 61, 160);
    expect(found([field(narrow, cmyk(1, 1, 1, 1))])).toEqual([['colour.fourFullInks', 'warning']]);
    expect(found([field(narrow, cmyk(1, 1, 1, 1), { from: 'pattern' })])).toEqual([['colour.fourFullInks', 'warning']]);
    expect(found([field(narrow, cmyk(1, 1, 1, 0.98))])).toEqual([]);
    expect(found([field(narrow, cmyk(1, 1, 1, 1), { state: { ...state, fillAlpha: 0.9 } })])).toEqual([
      ['colour.transparency', 'info'],
    ]);
    expect(found([field(at(0, 100, 2, 110), cmyk(1, 1, 1, 1))])).toEqual([]);
  });

  it('of all plates is found in the cell of a pattern and in a palette', () => {
    expect(found([field(middle, spot('All'), { from: 'pattern' })])).toEqual([['colour.registration', 'error']]);
    const palette = paint(space('Indexed', 1, { base: spot('All').space }), 0);
    expect(found([field(middle, palette)])).toEqual([['colour.registration', 'error']]);
  });

  it('so little that it vanishes', () => {
    expect(found([field(middle, cmyk(0, 0, 0, 0.09))])).toEqual([['colour.faintTint', 'info']]);
    expect(found([field(middle, cmyk(0, 0, 0, 0.1))])).toEqual([]);
    expect(found([field(at(0, 0, 249, 254), cmyk(0, 0, 0, 0.05))])).toEqual([]);
    expect(found([field(middle, cmyk(0, 0, 0, 1), { state: { ...state, fillAlpha: 0.05 } })])).toEqual([
      ['colour.transparency', 'info'],
    ]);
  });
});

describe('overprint', () => {
  const overprinting = { ...state, overprintsFill: true, overprintMode: 1 as const };

  it('of white over something is an error in text and a doubt elsewhere', () => {
    expect(found([words('Summer', middle, { fill: cmyk(0, 0, 0, 0), state: overprinting })])).toEqual([
      ['colour.whiteOverprintText', 'error'],
    ]);
    expect(found([field(middle, cmyk(0, 0, 0, 0), { state: overprinting })])).toEqual([
      ['colour.whiteOverprint', 'warning'],
    ]);
  });

  it('of white RGB never happens, and of white on bare paper nobody sees it', () => {
    expect(found([words('Summer', middle, { fill: rgb(1, 1, 1), state: overprinting })])).toEqual([]);
    const tagged = paint(space('ICCBased', 3), 1, 1, 1);
    expect(found([words('Summer', middle, { fill: tagged, state: overprinting })])).toEqual([]);
    expect(found([], { pages: [[words('Summer', middle, { fill: cmyk(0, 0, 0, 0), state: overprinting })]] })).toEqual(
      [],
    );
  });

  it('of white in the cell of a pattern meets what lies beneath the pattern, not its own field', () => {
    const tiled = field(middle, { space: space('Pattern', 0), values: [], pattern: 'tiling' });
    const cell = field(middle, cmyk(0, 0, 0, 0), { state: overprinting, from: 'pattern' });
    expect(found([], { pages: [[tiled, cell]] })).toEqual([]);
    expect(found([tiled, cell])).toEqual([['colour.whiteOverprint', 'warning']]);
    const after = field(middle, cmyk(0, 0, 0, 0), { state: overprinting });
    expect(found([], { pages: [[tiled, after]] })).toEqual([['colour.whiteOverprint', 'warning']]);
  });

  it('of white in mode 0 is a knock-out as it looks, but for spot inks', () => {
    const mode0 = { ...overprinting, overprintMode: 0 as const };
    expect(found([field(middle, cmyk(0, 0, 0, 0), { state: mode0 })])).toEqual([]);
    const noSpot = { ...spot('PANTONE 185 C'), values: [0] };
    expect(found([field(middle, noSpot, { state: mode0 })])).toContainEqual(['colour.whiteOverprint', 'warning']);
  });

  it('of fields and of colours is worth knowing, of black words and lines is usual', () => {
    expect(found([field(middle, cmyk(0, 0, 0, 1), { state: overprinting })])).toEqual([['colour.overprint', 'info']]);
    expect(found([words('Summer', middle, { fill: cmyk(0, 1, 0, 0), state: overprinting })])).toEqual([
      ['colour.overprint', 'info'],
    ]);
    expect(found([words('Summer', middle, { fill: cmyk(0, 0, 0, 1), state: overprinting })])).toEqual([]);
    expect(found([words('Summer', middle, { fill: rgb(0.5, 0, 0), state: overprinting })])).toEqual([]);
    expect(found([], { pages: [[field(middle, cmyk(0, 1, 0, 0), { state: overprinting })]] })).toEqual([]);
  });
});

it('tells transparency once a file, and doubts it where it is mixed in CMYK over RGB', () => {
  const glass = { ...state, fillAlpha: 0.5 };
  expect(
    found([field(middle, rgb(0.5, 0, 0), { state: glass }), field(middle, rgb(0, 0.5, 0), { state: glass })]),
  ).toEqual([['colour.transparency', 'info']]);
  const file = inspectedCase({ pages: [[background, field(middle, rgb(0.5, 0, 0), { state: glass })]] });
  const pages = file.inspection.pages.map((page) => ({
    ...page,
    group: { space: space('DeviceCMYK', 4), isIsolated: true, isKnockout: false },
  }));
  const mixed = { ...file, inspection: { ...file.inspection, pages } };
  expect(COLOUR_CHECKS.flatMap((check) => check.run(mixed)).map(({ ruleId }) => ruleId)).toEqual([
    'colour.transparency',
    'colour.blendSpace',
  ]);
});

it.each([
  [{ pdfxClaim: 'PDF/X-4' }, [['colour.outputIntentMissing', 'warning']]],
  [
    { pdfxClaim: 'PDF/X-4', outputIntents: [{ subtype: 'GTS_PDFX', conditionIdentifier: 'FOGRA39', profile: null }] },
    [],
  ],
  [{}, []],
])('asks a PDF/X file for its output intent: %j', (document, expected) => {
  expect(found([], { document })).toEqual(expected);
});

it('names press controls', () => {
  expect(found([field(middle, rgb(0.5, 0, 0), { state: { ...state, pressControls: ['TR'] } })])).toEqual([
    ['colour.pressControls', 'warning'],
  ]);
});

it('sees RGB and CMYK photos on one page', () => {
  const cmykPhoto = picture(middle, { image: { ...background.image, colourSpace: space('DeviceCMYK', 4) } });
  expect(found([cmykPhoto])).toEqual([['colour.mixedModels', 'info']]);
});

it.each([
  [{ isDamaged: true, colourSpace: '', components: 3 }, 1],
  [{ isDamaged: false, colourSpace: 'CMYK', components: 3 }, 1],
  [{ isDamaged: false, colourSpace: 'RGB ', components: 3 }, 0],
])('finds broken profiles: %j', (profile, count) => {
  const icc = {
    deviceClass: 'mntr',
    version: 4,
    description: null,
    ...profile,
    colourSpace: profile.colourSpace.trim(),
  };
  const tagged = picture(middle, { image: { ...background.image, colourSpace: space('ICCBased', 3, { icc }) } });
  expect(found([tagged]).filter(([ruleId]) => ruleId === 'colour.brokenProfile')).toHaveLength(count);
});
