import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cropWindow, type FilledFrame } from './crop-window.ts';
import { framedPicture } from './grow-element.ts';
import { isShownWhole, pictureBox, settled, type LaidPicture } from './picture-place.ts';
import { picture } from './testing/layout-bench.ts';

const BLEED = 0.03;
const unseen = { left: BLEED, right: BLEED, top: BLEED, bottom: BLEED };
const face = (x: number, y: number, side = 0.1) => ({ x, y, width: side, height: side, score: 0.9 });
/** Two to one in a square frame: cut at its left and right, as high as it is. */
const wide = (...faces: FilledFrame['faces']): FilledFrame => ({
  ...{ pictureAspect: 2, frameAspect: 1, faces, unseen, mayEnlarge: true },
});

describe('a head at an edge that is cut off, along the axis that is not cropped', () => {
  it('is brought in by drawing the picture larger, by no more than is needed', () => {
    // Half of what is above the face begins at 0.065 - 0.0375 = 0.0275, which is to lie at 3 % of the window.
    const share = 0.0275 / BLEED;
    expect(cropWindow(wide(face(0.45, 0.065)))).toEqual({
      x: expect.closeTo(0.5 - share / 4, 6) as number,
      y: expect.closeTo(0, 6) as number,
      width: expect.closeTo(share / 2, 6) as number,
      height: expect.closeTo(share, 6) as number,
    });
  });

  it('asks for nothing where it lies within the trim, or where the picture itself ends in it', () => {
    for (const y of [0.07, 0.5, 0.02])
      expect(cropWindow(wide(face(0.45, y)))).toEqual(cropWindow({ ...wide(face(0.45, y)), mayEnlarge: false }));
  });

  it('has its picture shown whole where 12 % are not enough', () => {
    expect(cropWindow(wide(face(0.45, 0.0625)))).toBe('whole');
  });

  it('leaves a picture alone whose place somebody chose', () => {
    const chosen = { ...wide(face(0.45, 0.065)), focus: { x: 0.5, y: 0.5 } };
    expect(cropWindow(chosen)).toEqual(cropWindow({ ...chosen, mayEnlarge: false }));
  });
});

it('no head lies in the bleed at any edge, and no picture is drawn more than 12 % larger', () => {
  const place = fc.double({ min: 0.05, max: 0.85, noNaN: true });
  const aspect = fc.double({ min: 0.5, max: 2, noNaN: true });
  fc.assert(
    fc.property(
      aspect,
      aspect,
      fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 3 }),
      (own, frame, places) => {
        const faces = places.map(([x, y]) => face(x, y));
        const window = cropWindow({ pictureAspect: own, frameAspect: frame, faces, unseen, mayEnlarge: true });
        if (window === 'whole') return;
        expect(Math.max(window.width, window.height)).toBeGreaterThanOrEqual(0.88 - 1e-6);
        expect(((window.width / window.height) * own) / frame).toBeCloseTo(1, 6);
        for (const { x, y } of faces) {
          // Half of what a head is beside its face, by the words of the rule.
          expect(x - 0.014).toBeGreaterThanOrEqual(window.x + BLEED * window.width - 1e-6);
          expect(x + 0.114).toBeLessThanOrEqual(window.x + (1 - BLEED) * window.width + 1e-6);
          expect(y - 0.0375).toBeGreaterThanOrEqual(window.y + BLEED * window.height - 1e-6);
          expect(y + 0.115).toBeLessThanOrEqual(window.y + (1 - BLEED) * window.height + 1e-6);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

it('books of the rules before are cut as they were, and rules 7 bring the head in', () => {
  const box = { xMm: -3, yMm: -3, widthMm: 100, heightMm: 100 };
  const seen = { xMm: 0, yMm: 0, widthMm: 94, heightMm: 94 };
  const her = { ...picture(2_000, 1_000), subject: { faces: [face(0.45, 0.065)], attention: null } };
  const by = (rules: 6 | 7) => ({ ...framedPicture({}, 'cover', her, box, rules), seen }) as LaidPicture;
  expect(pictureBox(by(6)).heightMm).toBe(100);
  expect(pictureBox(by(7)).heightMm).toBeCloseTo(100 / (0.0275 / BLEED), 4);
  expect(isShownWhole(by(7))).toBe(false);
});

describe('a round frame', () => {
  const roundFrame = { cornerRadius: 2_000 };
  const box = { xMm: 0, yMm: 0, widthMm: 100, heightMm: 100 };
  const cornerOf = (faces: FilledFrame['faces'], rules: 10 | 11) => {
    const shown = { ...picture(3_000, 2_000), subject: { faces, attention: null } };
    const item = settled(framedPicture(roundFrame, 'cover', shown, box, rules));
    return item.kind === 'picture' ? item.cornerRadiusMm : NaN;
  };

  it('stays a circle where its picture fills it', () => {
    expect(cornerOf([face(0.45, 0.4)], 11)).toBeGreaterThan(50);
  });

  it('gives a picture that is shown whole rounded corners, no half circles at its ends', () => {
    // From one end to the other stand more people than a square holds: 100 mm wide and 66.7 mm high it lies in its frame.
    const apart = [face(0.05, 0.4), face(0.85, 0.4)];
    expect(cornerOf(apart, 11)).toBeCloseTo(0.08 * (200 / 3), 6);
    expect(cornerOf(apart, 10)).toBeGreaterThan(50);
  });
});
