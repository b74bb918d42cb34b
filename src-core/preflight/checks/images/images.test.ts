import { describe, expect, it } from 'vitest';
import type { IccFacts } from '../../../pdf/inspection/colour-facts.ts';
import type { ImageFacts } from '../../../pdf/inspection/image-facts.ts';
import type { ImageObject } from '../../../pdf/inspection/page-objects.ts';
import { at, inspectedCase, picture, words } from '../../testing/book-case.ts';
import { IMAGE_CHECKS } from './section.ts';

const whole = at(0, 0, 249, 254);
const base = picture(whole).image;
const photo = (more: Partial<ImageObject> = {}, image: Partial<ImageFacts> = {}) =>
  picture(at(20, 20, 120, 120), { image: { ...base, ...image }, ...more });
const caption = words('Summer', at(40, 200, 80, 205));
const found = (objects: readonly ImageObject[], more: Parameters<typeof inspectedCase>[0] = {}) => {
  const file = inspectedCase({ pages: [[...objects, caption], [caption]], ...more });
  return IMAGE_CHECKS.flatMap((check) => check.run(file)).filter(({ ruleId }) => ruleId !== 'images.untagged');
};
const told = (...args: Parameters<typeof found>) =>
  found(...args).map(({ ruleId, severity, measured }) => [ruleId, severity, measured?.value ?? null]);
const icc = (colourSpace: string, components: number, description: string): IccFacts => ({
  colourSpace,
  deviceClass: 'mntr',
  version: 4,
  components,
  description,
  isDamaged: false,
});
const iccBased = (facts: IccFacts) => ({
  ...(base.colourSpace as NonNullable<ImageFacts['colourSpace']>),
  family: 'ICCBased' as const,
  components: facts.components,
  icc: facts,
});

describe('the resolution of pictures', () => {
  it.each([
    [119, [['images.resolution', 'error', 119]]],
    [120, [['images.resolution', 'warning', 120]]],
    [199, [['images.resolution', 'warning', 199]]],
    [200, [['images.resolution', 'info', 200]]],
    [300, []],
    [601, [['images.wasteful', 'info', 601]]],
  ])('at %i ppi', (ppi, expected) => {
    expect(told([photo({ ppiX: ppi, ppiY: ppi })])).toEqual(expected);
  });

  it('is that of the coarser axis, each picture told once and the worst first', () => {
    const [errors, warnings] = found([
      photo({ ppiX: 300, ppiY: 100 }),
      photo({ ppiX: 90, ppiY: 300 }),
      photo({ ppiX: 150, ppiY: 150 }),
    ]);
    expect(errors).toMatchObject({
      severity: 'error',
      objectCount: 2,
      params: { count: 2, worst: 90, worstPage: 1 },
      pages: [1],
    });
    expect(errors?.objects.map(({ measured }) => measured)).toEqual([90, 100]);
    expect(warnings).toMatchObject({ severity: 'warning', objectCount: 1, causeKey: 'images.resolution' });
  });

  it('is the studio’s to set, and says so', () => {
    const [only] = found([photo({ ppiX: 170, ppiY: 170 })], { thresholds: { imagePpiWarning: 150 } });
    expect(only).toMatchObject({ severity: 'info', origin: 'builtIn' });
    const [stricter] = found([photo({ ppiX: 310, ppiY: 310 })], {
      thresholds: { imagePpiWarning: 320, imagePpiInfo: 0 },
    });
    expect(stricter).toMatchObject({ severity: 'warning', origin: 'studio', source: { key: 'findings.source.self' } });
  });

  it('says nothing of ornaments and of what nobody sees', () => {
    expect(
      told([
        photo({ ppiX: 20, ppiY: 20 }, { widthPx: 16 }),
        photo({ ppiX: 20, ppiY: 20, isHidden: true }),
        photo({ ppiX: 20, ppiY: 20, clippedMm: null }),
      ]),
    ).toEqual([]);
  });

  it('is counted in whole pixels, as programs reduce pictures to 299.7 ppi when asked for 300', () => {
    expect(told([photo({ ppiX: 299.7, ppiY: 299.7 })])).toEqual([]);
    expect(told([photo({ ppiX: 599.6, ppiY: 599.6 }, { bitsPerComponent: 1 })])).toEqual([]);
    expect(told([photo({ ppiX: 199.4, ppiY: 199.4 })])).toEqual([['images.resolution', 'warning', 199]]);
  });

  it('may be as high as it likes where the picture is light', () => {
    expect(told([photo({ ppiX: 2400, ppiY: 2400 }, { lengthBytes: 262_143 })])).toEqual([]);
    expect(told([photo({ ppiX: 2400, ppiY: 2400 }, { lengthBytes: 262_144 })])).toEqual([
      ['images.wasteful', 'info', 2400],
    ]);
  });

  it.each([
    [349, [['images.bitmapResolution', 'error', 349]]],
    [599, [['images.bitmapResolution', 'warning', 599]]],
    [600, []],
  ])('of line pictures at %i ppi', (ppi, expected) => {
    expect(told([photo({ ppiX: ppi, ppiY: ppi }, { bitsPerComponent: 1 })])).toEqual(expected);
  });
});

describe('files whose every page is one picture', () => {
  const flat = (ppi: number) => ({ pages: [[picture(whole, { ppiX: ppi, ppiY: ppi })]] });
  const flattened = (plan: Parameters<typeof inspectedCase>[0]) =>
    IMAGE_CHECKS.flatMap((check) => check.run(inspectedCase(plan))).filter(
      ({ ruleId }) => ruleId === 'images.flattenedPage',
    );

  it('are a doubt below what small text needs', () => {
    expect(flattened(flat(299)).map(({ severity }) => severity)).toEqual(['warning']);
    expect(flattened(flat(300)).map(({ severity }) => severity)).toEqual(['info']);
  });

  it('may be cut into strips by the program that made them', () => {
    const strip = (topMm: number, ppi = 299) => picture(at(0, topMm, 249, topMm + 63.5), { ppiX: ppi, ppiY: ppi });
    expect(flattened({ pages: [[strip(0), strip(63.5), strip(127), strip(190.5)]] })).toHaveLength(1);
    expect(flattened({ pages: [[strip(0), strip(63.5), strip(127)]] })).toEqual([]);
    expect(flattened({ pages: [[strip(0), strip(63.5, 250), strip(127), strip(190.5)]] })).toEqual([]);
  });

  it('are not photo books in which some pages are one photo', () => {
    expect(flattened({ pages: [[picture(whole, { ppiX: 200, ppiY: 200 })], [picture(whole), caption]] })).toEqual([]);
  });
});

describe('the proportions of pictures', () => {
  const wide = (percent: number) => photo({ quadMm: [0, 100, 100 + percent, 100, 100 + percent, 0, 0, 0] });

  it.each([
    [2, []],
    [3, [['images.stretched', 'warning', 3]]],
    [11, [['images.stretched', 'error', 11]]],
  ])('stretched by %i %', (percent, expected) => {
    expect(told([wide(percent)])).toEqual(expected);
  });

  it('within half a pixel an axis are whole', () => {
    const small = { widthPx: 40, heightPx: 40 };
    expect(told([photo({ quadMm: [0, 100, 102.4, 100, 102.4, 0, 0, 0] }, small)])).toEqual([]);
    expect(told([photo({ quadMm: [0, 100, 103, 100, 103, 0, 0, 0] }, small)])).toEqual([
      ['images.stretched', 'warning', 3],
    ]);
  });

  it('leaning', () => {
    expect(told([photo({ quadMm: [0, 100, 100, 100, 120, 0, 20, 0] })])).toMatchObject([
      ['images.stretched', 'error', expect.any(Number)],
    ]);
  });

  it('in the bleed alone are cut off with it', () => {
    const strip = at(0, 0, 3, 254);
    expect(told([picture(strip, { image: base, quadMm: [0, 254, 3, 254, 3, 0, 0, 0] })])).toEqual([]);
  });

  it('turned by any angle are what they were', () => {
    expect(told([photo({ quadMm: [0, 0, 60, 80, 140, 20, 80, -60] })])).toEqual([]);
  });
});

describe('the colours of pictures', () => {
  it.each([
    ['Adobe RGB (1998)', 3, 'Adobe RGB (1998)'],
    ['Display P3', 3, 'Display P3'],
    ['eciRGB v2', 3, 'eciRGB v2'],
    ['Coated FOGRA39', 4, 'Coated FOGRA39'],
  ])('in %s', (description, components, profile) => {
    expect(
      found([photo({}, { colourSpace: iccBased(icc(components === 4 ? 'CMYK' : 'RGB', components, description)) })]),
    ).toMatchObject([{ ruleId: 'images.colourProfile', severity: 'warning', params: { profile } }]);
    const srgb = { ...iccBased(icc('RGB ', 3, 'sRGB')), family: 'CalRGB' as const, icc: null, base: base.colourSpace };
    expect(told([photo({}, { colourSpace: srgb })])).toEqual([]);
    expect(told([photo({}, { colourSpace: { ...srgb, base: null } })])).toEqual([
      ['images.colourProfile', 'warning', null],
    ]);
  });

  it('in sRGB and in grey are what the print house expects', () => {
    expect(
      told([
        photo({}, { colourSpace: iccBased(icc('RGB', 3, 'sRGB IEC61966-2.1')) }),
        photo({}, { colourSpace: iccBased(icc('GRAY', 1, 'Dot Gain 20%')) }),
      ]),
    ).toEqual([]);
  });

  it('without a profile are worth knowing beside others that have one', () => {
    const tagged = photo({}, { colourSpace: iccBased(icc('RGB', 3, 'sRGB IEC61966-2.1')) });
    const all = (...objects: ImageObject[]) =>
      IMAGE_CHECKS.flatMap((check) => check.run(inspectedCase({ pages: [[...objects, caption], [caption]] })));
    expect(all(photo(), tagged).map(({ ruleId, severity, objectCount }) => [ruleId, severity, objectCount])).toEqual([
      ['images.untagged', 'info', 1],
    ]);
    expect(all(photo())).toEqual([]);
  });
});

describe('picture data', () => {
  const jpeg = {
    widthPx: 3000,
    heightPx: 3000,
    components: 3,
    bitsPerComponent: 8,
    isProgressive: false,
    adobeTransform: null,
    isPictureFile: true,
    quality: 90,
    damage: 'none',
  } as const;

  it.each([
    [{ jpeg: { ...jpeg, damage: 'cut' } }, 'cut'],
    [{ jpeg: { ...jpeg, damage: 'broken' } }, 'broken'],
    [{ jpeg: { ...jpeg, components: 4, adobeTransform: 2 } }, 'inverted'],
    [{ jpeg: { ...jpeg, heightPx: 2000 } }, 'sizeDiffers'],
    [{ jpeg: { ...jpeg, widthPx: 3001 } }, 'sizeDiffers'],
    [{ problem: 'componentsDiffer' }, 'componentsDiffer'],
  ] as const)('that is damaged: %j', (image, damage) => {
    expect(found([photo({}, image)])).toMatchObject([
      { ruleId: 'images.damaged', severity: 'error', params: { damage } },
    ]);
  });

  it('of CMYK JPEGs whose inversion is undone, or that the PDF writer encoded itself, is sound', () => {
    expect(found([photo({}, { jpeg: { ...jpeg, components: 4, adobeTransform: 2, isPictureFile: false } })])).toEqual(
      [],
    );
    expect(
      found([photo({}, { jpeg: { ...jpeg, components: 4, adobeTransform: 2 }, decode: [1, 0, 1, 0, 1, 0, 1, 0] })]),
    ).toEqual([]);
  });

  it('whose height is told behind the scan is sound', () => {
    expect(found([photo({}, { jpeg: { ...jpeg, heightPx: 0 } })])).toEqual([]);
  });

  it.each([
    [39, 'error'],
    [40, 'warning'],
    [59, 'warning'],
  ])('squeezed to quality %i', (quality, severity) => {
    expect(found([photo({}, { jpeg: { ...jpeg, quality } })])).toMatchObject([
      { ruleId: 'images.compression', severity, measured: { value: quality } },
    ]);
  });

  it.each([
    [{ bitsPerComponent: 16 }, 'images.bitDepth', 'info'],
    [{ filters: ['JPXDecode'] }, 'images.rareCodec', 'warning'],
    [{ softMask: { ...base, widthPx: 300 } }, 'images.interpolation', 'info'],
  ] as const)('of other kinds: %j', (image, ruleId, severity) => {
    expect(found([photo({}, image as Partial<ImageFacts>)])).toMatchObject([{ ruleId, severity }]);
  });

  it('that asks for smoothing matters where pixels are few', () => {
    const interpolated = (ppi: number) =>
      told([photo({ ppiX: ppi, ppiY: ppi }, { isInterpolated: true })]).filter(
        ([ruleId]) => ruleId === 'images.interpolation',
      );
    expect(interpolated(299)).toHaveLength(1);
    expect(interpolated(300)).toEqual([]);
  });
});
