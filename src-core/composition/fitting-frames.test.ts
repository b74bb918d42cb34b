import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorSchema, type LayoutElement } from '../contract/templates.ts';
import { cropWindow } from './crop-window.ts';
import { fittingFrame, otherForms } from './fitting-frames.ts';
import { inside, picture, place } from './testing/layout-bench.ts';

const sidesPx = fc.record({
  widthPx: fc.integer({ min: 60, max: 9_000 }),
  heightPx: fc.integer({ min: 60, max: 9_000 }),
});
const slots = fc.record({
  xMm: fc.integer({ min: -20, max: 100 }),
  yMm: fc.integer({ min: -20, max: 100 }),
  widthMm: fc.integer({ min: 5, max: 300 }),
  heightMm: fc.integer({ min: 5, max: 300 }),
});
const shares = fc.double({ min: 0, max: 1, noNaN: true });
const faces = fc.array(
  fc.record({ x: shares, y: shares, size: fc.double({ min: 0.02, max: 0.5, noNaN: true }) }).map(({ x, y, size }) => ({
    ...{ x: x * (1 - size), y: y * (1 - size), width: size, height: size, score: 0.9 },
  })),
  { maxLength: 4 },
);

describe('a frame that fits its picture', () => {
  it('lies in its slot, touches two of its sides, and crops no more than the template allows', () => {
    fc.assert(
      fc.property(
        ...[sidesPx, slots, fc.double({ min: 0, max: 0.5, noNaN: true }), fc.constantFrom(...anchorSchema.options)],
        (sides, slot, mostCropped, anchor) => {
          const box = fittingFrame(slot, picture(sides.widthPx, sides.heightPx), { mostCropped, anchor });
          expect(inside(box, slot)).toBe(true);
          const own = sides.widthPx / sides.heightPx;
          const aspect = box.widthMm / box.heightMm;
          expect(1 - Math.min(own / aspect, aspect / own)).toBeLessThanOrEqual(mostCropped + 1e-9);
          expect(Math.min(slot.widthMm - box.widthMm, slot.heightMm - box.heightMm)).toBeLessThanOrEqual(1e-9);
        },
      ),
    );
  });

  it('never cuts a head that its own proportions would keep', () => {
    fc.assert(
      fc.property(sidesPx, slots, faces, (sides, slot, found) => {
        const subject = { faces: found, attention: null };
        const box = fittingFrame(
          slot,
          { ...picture(sides.widthPx, sides.heightPx), subject },
          { mostCropped: 0.3, anchor: 'center' },
        );
        expect(
          cropWindow({
            pictureAspect: sides.widthPx / sides.heightPx,
            frameAspect: box.widthMm / box.heightMm,
            faces: found,
          }),
        ).not.toBe('whole');
      }),
      {
        numRuns: 2_000,
        // A frame at the very bound of what keeps the head.
        examples: [
          [
            { widthPx: 60, heightPx: 60 },
            { xMm: 0, yMm: 0, widthMm: 6, heightMm: 5 },
            [{ x: 0, y: 0.2426053880088978, width: 0.4609688453007412, height: 0.4609688453007412, score: 0.9 }],
          ],
        ],
      },
    );
  });

  it.each([
    ['center', 50, 0],
    ['left', 0, 0],
    ['bottomRight', 100, 0],
  ] as const)('stands at its anchor: %s', (anchor, xMm, yMm) => {
    const slot = { xMm: 0, yMm: 0, widthMm: 200, heightMm: 100 };
    expect(fittingFrame(slot, picture(1000, 1000), { mostCropped: 0, anchor })).toEqual({
      ...{ xMm, yMm, widthMm: 100, heightMm: 100 },
    });
  });

  it('fills its slot with a picture whose size is not known', () => {
    const slot = { xMm: 3, yMm: 4, widthMm: 20, heightMm: 10 };
    expect(fittingFrame(slot, picture(0, 0), { mostCropped: 0.1, anchor: 'top' })).toEqual(slot);
  });
});

describe('of several forms of a photo', () => {
  const form = (when: 'wide' | 'high' | 'square', fileName = '$$photo$$'): LayoutElement => ({
    ...place(when, 0, 0, 10, 10),
    type: 'photo',
    fileName,
    fit: 'cover',
    when,
  });
  const shown = (elements: LayoutElement[], widthPx: number, heightPx: number) => {
    const others = otherForms(elements, { photo: { kind: 'picture', picture: picture(widthPx, heightPx) } });
    return elements.filter((element) => !others.has(element)).map(({ element_id }) => element_id);
  };
  const all = [form('wide'), form('high'), form('square')];

  it('the one for the proportions of the picture is shown, alone', () => {
    expect(shown(all, 4000, 3000)).toEqual(['wide']);
    expect(shown(all, 3000, 4000)).toEqual(['high']);
    expect(shown(all, 3000, 3200)).toEqual(['square']);
    expect(shown(all, 0, 0)).toEqual(['square']);
  });

  it('the next to them is shown where there is none for them', () => {
    expect(shown([form('wide'), form('high')], 3000, 3000)).toEqual(['wide']);
    expect(shown([form('wide'), form('square')], 3000, 4000)).toEqual(['square']);
    expect(shown([form('high')], 4000, 3000)).toEqual(['high']);
  });

  it('those of another parameter have no say', () => {
    expect(shown([form('wide'), form('high', '$$other$$')], 3000, 4000)).toEqual(['wide', 'high']);
  });
});
