import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FoundFace } from '../faces/find-faces.ts';
import { aspectsThatKeepHeads, cropWindow, isHeadAt, type CropWindow, type FilledFrame } from './crop-window.ts';

const face = (x: number, y: number, width: number, height = width, score = 0.9): FoundFace => ({
  x,
  y,
  width,
  height,
  score,
});

const around = (value: number) => expect.closeTo(value, 9) as number;
const down = (y: number, height: number) => ({ x: 0, y: around(y), width: 1, height: around(height) });
const across = (x: number, width: number) => ({ x: around(x), y: 0, width: around(width), height: 1 });

/** A picture 2:3 in a square frame keeps two thirds of its height. */
const UPRIGHT: FilledFrame = { pictureAspect: 2 / 3, frameAspect: 1, faces: [] };
/** A picture 2:1 in a square frame keeps half of its width. */
const WIDE: FilledFrame = { pictureAspect: 2, frameAspect: 1, faces: [] };

describe('where a picture is cut', () => {
  it.each<[what: string, filled: FilledFrame, window: unknown]>([
    ['of the same proportions: nowhere', { ...WIDE, frameAspect: 2 }, down(0, 1)],
    ['nothing known, too high: 40 % of what is cut off is above', UPRIGHT, down(0.4 / 3, 2 / 3)],
    ['nothing known, too wide: the middle', WIDE, across(0.25, 0.5)],
    ['around the point that was chosen', { ...WIDE, focus: { x: 0.6, y: 0.1 } }, across(0.35, 0.5)],
    ['around a point at the edge, as far as the picture goes', { ...WIDE, focus: { x: 1, y: 1 } }, across(0.5, 0.5)],
    [
      'around the point that was chosen, whoever is beside it',
      { ...WIDE, focus: { x: 0.3, y: 0.5 }, faces: [face(0.9, 0.3, 0.1)] },
      across(0.05, 0.5),
    ],
    // What lay at 0.4 of the picture lies at 0.4 of the window: 0.4 - 0.4 / 2.
    ['what draws the eye keeps its place', { ...WIDE, attention: { x: 0.4, y: 0.5 } }, across(0.2, 0.5)],
    // At 0.9 it would lie at the edge of the window: 0.9 - 0.7 / 2, and the picture ends at 0.5.
    ['what draws the eye comes in from the edge', { ...WIDE, attention: { x: 0.8, y: 0.5 } }, across(0.45, 0.5)],
    // The middle of the face at 0.5 of the height comes to lie at 46 %: 0.5 - 0.46 × 2/3.
    ['a face comes into the upper half', { ...UPRIGHT, faces: [face(0.45, 0.45, 0.1)] }, down(0.5 - 0.46 / 1.5, 2 / 3)],
    // Its middle at 0.2 would begin at 0; the head begins at 0.15 - 0.075.
    ['a head at the top keeps the top', { ...UPRIGHT, faces: [face(0.4, 0.15, 0.1)] }, down(0, 2 / 3)],
    // Middle 0.35, at 0.35 of the window: 0.35 - 0.35 / 2.
    ['a face keeps its place from left to right', { ...WIDE, faces: [face(0.3, 0.3, 0.1)] }, across(0.175, 0.5)],
    // Heads from 0.172 to 0.628 hold the window between 0.128 and 0.172; their middle at 0.4 wishes 0.2.
    [
      'heads are whole before their middle lies well',
      { ...WIDE, faces: [face(0.2, 0.3, 0.1), face(0.5, 0.3, 0.1)] },
      across(0.172, 0.5),
    ],
    // Heads from 0.072 to 0.728.
    ['heads that no window holds', { ...WIDE, faces: [face(0.1, 0.3, 0.1), face(0.6, 0.3, 0.1)] }, 'whole'],
    // One face, its middle at 0.15: the window would begin before the picture.
    [
      'a passer-by does not count: under 40 % of the largest',
      { ...WIDE, faces: [face(0.1, 0.3, 0.1), face(0.6, 0.3, 0.039)] },
      across(0, 0.5),
    ],
    ['one who is just large enough counts', { ...WIDE, faces: [face(0.1, 0.3, 0.1), face(0.6, 0.3, 0.041)] }, 'whole'],
    ['what may be no face does not count', { ...WIDE, faces: [face(0.9, 0.3, 0.1, 0.1, 0.49)] }, across(0.25, 0.5)],
    // A head 1.6 × 0.5 = 0.8 high, cut by the top of the picture at 0: from 0 to 0.75.
    ['a portrait whose head is too high', { ...UPRIGHT, faces: [face(0.2, 0.1, 0.6, 0.5)] }, 'whole'],
    [
      'a portrait that fills the picture, where it fits',
      { ...UPRIGHT, faces: [face(0.2, 0.2, 0.5, 0.3)] },
      down(0, 2 / 3),
    ],
  ])('%s', (_, filled, window) => {
    expect(cropWindow(filled)).toEqual(window);
  });

  it('refuses proportions that are none', () => {
    for (const [pictureAspect, frameAspect] of [
      [0, 1],
      [1, 0],
      [NaN, 1],
      [1, Infinity],
    ] as const)
      expect(() => cropWindow({ pictureAspect, frameAspect, faces: [] })).toThrow(RangeError);
  });
});

const share = fc.double({ min: 0, max: 1, noNaN: true });
const aspect = fc.double({ min: 0.2, max: 5, noNaN: true });
const point = fc.record({ x: share, y: share });
const anyFace = fc
  .record({
    x: fc.double({ min: 0, max: 0.95, noNaN: true }),
    y: fc.double({ min: 0, max: 0.95, noNaN: true }),
    width: fc.double({ min: 0.02, max: 0.5, noNaN: true }),
    height: fc.double({ min: 0.02, max: 0.5, noNaN: true }),
    score: fc.double({ min: 0.4, max: 1, noNaN: true }),
  })
  .map((one) => ({ ...one, width: Math.min(one.width, 1 - one.x), height: Math.min(one.height, 1 - one.y) }));
const anyFrame: fc.Arbitrary<FilledFrame> = fc.record({
  pictureAspect: aspect,
  frameAspect: aspect,
  faces: fc.array(anyFace, { maxLength: 6 }),
  focus: fc.option(point, { nil: null }),
  attention: fc.option(point, { nil: null }),
});

const NEARLY = 1e-9;

/** By the words of the rule, not by its code: the corners of each head that counts. */
function headsOf(faces: readonly FoundFace[]) {
  const sure = faces.filter((one) => one.score >= 0.5);
  const largest = sure.reduce((most, one) => Math.max(most, one.width), 0);
  return sure
    .filter((one) => one.width >= 0.4 * largest)
    .map((one) => ({
      left: Math.max(0, one.x - 0.28 * one.width),
      right: Math.min(1, one.x + 1.28 * one.width),
      top: Math.max(0, one.y - 0.75 * one.height),
      bottom: Math.min(1, one.y + 1.3 * one.height),
    }));
}

const isInside = ({ x, y, width, height }: CropWindow, head: ReturnType<typeof headsOf>[number]) =>
  head.left >= x - NEARLY &&
  head.top >= y - NEARLY &&
  head.right <= x + width + NEARLY &&
  head.bottom <= y + height + NEARLY;

describe('any window', () => {
  it('lies in the picture, is as large as it can be and has the proportions of the frame', () => {
    fc.assert(
      fc.property(anyFrame, (filled) => {
        const window = cropWindow(filled);
        if (window === 'whole') return;
        expect(Math.min(window.x, window.y)).toBeGreaterThanOrEqual(0);
        expect(window.x + window.width).toBeLessThanOrEqual(1 + NEARLY);
        expect(window.y + window.height).toBeLessThanOrEqual(1 + NEARLY);
        expect(Math.max(window.width, window.height)).toBe(1);
        expect(((window.width / window.height) * filled.pictureAspect) / filled.frameAspect).toBeCloseTo(1, 9);
      }),
      { numRuns: 2_000 },
    );
  });

  it('holds every head that counts, or the picture is shown whole because none could', () => {
    fc.assert(
      fc.property(anyFrame, (withFocus) => {
        const filled = { ...withFocus, focus: null };
        const window = cropWindow(filled);
        const heads = headsOf(filled.faces);
        if (window !== 'whole') {
          for (const head of heads) expect(isInside(window, head)).toBe(true);
          return;
        }
        const wide = Math.max(...heads.map(({ right }) => right)) - Math.min(...heads.map(({ left }) => left));
        const high = Math.max(...heads.map(({ bottom }) => bottom)) - Math.min(...heads.map(({ top }) => top));
        const ratio = filled.frameAspect / filled.pictureAspect;
        expect(ratio < 1 ? wide > ratio : high > 1 / ratio).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not depend on the order in which faces are told', () => {
    fc.assert(
      fc.property(anyFrame, (filled) => {
        const [window, other] = [cropWindow(filled), cropWindow({ ...filled, faces: filled.faces.toReversed() })];
        expect(other).toEqual(window === 'whole' ? window : { ...window, x: around(window.x), y: around(window.y) });
      }),
    );
  });
});

describe('a fold', () => {
  /** Two to one in a frame of three to two: a quarter of the width is cut off. */
  const folded = (...faces: readonly FoundFace[]): FilledFrame => ({
    ...{ pictureAspect: 2, frameAspect: 1.5, faces, fold: { x: 0.5, aside: 0.02 } },
  });

  it('lies beside a head that would lie on it: the picture is shifted to the nearer side', () => {
    // The face from 0.47 to 0.57, half of its head from 0.456 to 0.584, 0.02 of the window beside it: 0.441 to 0.599.
    expect(cropWindow(folded(face(0.47, 0.3, 0.1)))).toEqual(across(0.441 - 0.375, 0.75));
    // From 0.43 to 0.53 the other side, at 0.559, is nearer to where its middle wishes it.
    expect(cropWindow(folded(face(0.43, 0.3, 0.1)))).toEqual(across(0.559 - 0.375, 0.75));
  });

  it('stays where it is when no head is there, or none that counts', () => {
    const beside = [face(0.2, 0.3, 0.1), face(0.7, 0.3, 0.1)];
    for (const faces of [beside, [...beside, face(0.48, 0.3, 0.03)]])
      expect(cropWindow(folded(...faces))).toEqual(cropWindow({ ...folded(...faces), fold: null }));
  });

  it('goes through a head where nothing else would keep all heads whole, or where the picture cannot be shifted', () => {
    const far = folded(face(0.1, 0.3, 0.1), face(0.45, 0.3, 0.1), face(0.75, 0.3, 0.06));
    expect(cropWindow(far)).toEqual(cropWindow({ ...far, fold: null }));
    const high = { ...folded(face(0.45, 0.3, 0.1)), frameAspect: 3 };
    expect(cropWindow(high)).toEqual(cropWindow({ ...high, fold: null }));
    const chosen = { ...folded(face(0.45, 0.3, 0.1)), focus: { x: 0.5, y: 0.5 } };
    expect(cropWindow(chosen)).toEqual(across(0.125, 0.75));
  });

  it('never costs a head, and where it is said to be free of heads it is', () => {
    const share = fc.double({ min: 0, max: 0.9, noNaN: true });
    const faces = fc.array(
      fc.tuple(share, share).map(([x, y]) => face(x, y, 0.08)),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(faces, fc.double({ min: 0.2, max: 0.8, noNaN: true }), (found, x) => {
        const filled = { ...folded(...found), fold: { x, aside: 0.02 } };
        const [window, without] = [cropWindow(filled), cropWindow({ ...filled, fold: null })];
        if (window === 'whole' || without === 'whole') {
          expect(window).toBe(without);
          return;
        }
        const foldIn = (one: CropWindow) => isHeadAt(found, { x: one.x + x * one.width, aside: 0.02 * one.width });
        if (!foldIn(without)) expect(window.x).toBeCloseTo(without.x, 9);
        if (foldIn(window)) expect(window).toEqual(without);
        for (const { left, right } of found.map((one) => ({
          left: Math.max(one.x - 0.28 * one.width, 0),
          right: Math.min(one.x + 1.28 * one.width, 1),
        }))) {
          expect(window.x).toBeLessThanOrEqual(left + 1e-6);
          expect(window.x + window.width).toBeGreaterThanOrEqual(right - 1e-6);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

it('the frames that keep all heads are those for which there is a window', () => {
  const share = fc.double({ min: 0, max: 0.9, noNaN: true });
  const faces = fc.array(
    fc.tuple(share, share, fc.double({ min: 0.02, max: 0.3, noNaN: true })).map(([x, y, side]) => face(x, y, side)),
    { maxLength: 6 },
  );
  const aspect = fc.double({ min: 0.2, max: 5, noNaN: true });
  fc.assert(
    fc.property(aspect, aspect, faces, (pictureAspect, frameAspect, found) => {
      const { least, most } = aspectsThatKeepHeads(pictureAspect, found);
      // At the very bound rounding decides.
      fc.pre(Math.abs(frameAspect - least) > 1e-6 && Math.abs(frameAspect - most) > 1e-6);
      const isKept = frameAspect >= least && frameAspect <= most;
      expect(cropWindow({ pictureAspect, frameAspect, faces: found }) !== 'whole').toBe(isKept);
    }),
    { numRuns: 2_000 },
  );
});
