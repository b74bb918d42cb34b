import { describe, expect, it } from 'vitest';
import { lengthMm, placeBox, type Frame, type Frames } from './place-boxes.ts';

const frames: Frames = {
  trim: { xMm: 0, yMm: 0, widthMm: 200, heightMm: 300 },
  margin: { xMm: 20, yMm: 25, widthMm: 160, heightMm: 240 },
  bleed: { xMm: -3, yMm: -3, widthMm: 206, heightMm: 306 },
};
const nothing = new Map<string, Frame>();
const place = (
  box: Parameters<typeof placeBox>[0],
  contentMm: number | null = null,
  placed: ReadonlyMap<string, Frame> = nothing,
) => placeBox(box, frames, placed, contentMm);

describe('a length', () => {
  it.each([
    [12, 12],
    ['50%', 80],
    ['50%-9', 71],
    ['12.5%+0.5', 20.5],
    ['-10%', -16],
  ])('%s of 160 mm is %d mm', (length, expected) => {
    expect(lengthMm(length, 160)).toBeCloseTo(expected, 9);
  });
});

describe('a box', () => {
  it('fills its frame where it says nothing: the margins, unless another is named', () => {
    expect(place({})).toEqual(frames.margin);
    expect(place({ in: 'bleed' })).toEqual(frames.bleed);
  });

  it('counts from the sides that it names', () => {
    expect(place({ left: 10, width: 30, top: '50%', height: 20 })).toEqual({
      xMm: 30,
      yMm: 145,
      widthMm: 30,
      heightMm: 20,
    });
    expect(place({ right: 10, width: 30, bottom: 5, height: 20 })).toEqual({
      xMm: 140,
      yMm: 240,
      widthMm: 30,
      heightMm: 20,
    });
    expect(place({ left: '25%', right: '25%', top: 0, bottom: '50%' })).toEqual({
      xMm: 60,
      yMm: 25,
      widthMm: 80,
      heightMm: 120,
    });
  });

  it('takes its height from its proportions or from its text', () => {
    expect(place({ left: 0, width: 60, top: 0, ratio: 1.5 }).heightMm).toBeCloseTo(40, 9);
    expect(place({ bottom: 0 }, 12)).toEqual({ xMm: 20, yMm: 253, widthMm: 160, heightMm: 12 });
  });

  it('stands under or over another one, whatever frame that lies in', () => {
    const placed = new Map<string, Frame>([['title', { xMm: 5, yMm: 100, widthMm: 50, heightMm: 30 }]]);
    expect(place({ below: 'title', gap: 4, height: 10 }, null, placed)).toEqual({
      xMm: 20,
      yMm: 134,
      widthMm: 160,
      heightMm: 10,
    });
    expect(place({ above: 'title', gap: 4, height: 10 }, null, placed)).toEqual({
      xMm: 20,
      yMm: 86,
      widthMm: 160,
      heightMm: 10,
    });
    expect(place({ in: 'trim', below: 'title', bottom: 0 }, null, placed)).toEqual({
      xMm: 0,
      yMm: 130,
      widthMm: 200,
      heightMm: 170,
    });
  });

  it('that says too much, leaves nothing or stands at what is not there is a mistake', () => {
    expect(() => place({ left: 0, right: 0, width: 10 })).toThrow('two of left, right and width');
    expect(() => place({ top: 0, bottom: 0 }, 12)).toThrow('two of top, bottom and height');
    expect(() => place({ left: 100, right: 60 })).toThrow('leave nothing');
    expect(() => place({ below: 'subtitle', height: 5 })).toThrow('subtitle');
  });
});
