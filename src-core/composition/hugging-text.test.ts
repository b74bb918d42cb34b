import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoundPicture } from './bound-values.ts';
import { headsOf } from './crop-window.ts';
import { huggingText, type HuggingElement } from './hugging-text.ts';
import { overlapOf } from './lengths.ts';
import { pictureBox, type LaidPicture } from './picture-place.ts';
import { inside, measure, picture, px } from './testing/layout-bench.ts';
import { textElement } from './testing/text-element.ts';

const frame = { xMm: -3, yMm: -3, widthMm: 216, heightMm: 156 };
const seen = { xMm: 0, yMm: 0, widthMm: 210, heightMm: 150 };
const area = { xMm: 12, yMm: 12, widthMm: 186, heightMm: 126 };
const element = (more: Partial<HuggingElement> = {}): HuggingElement => ({
  ...textElement({ verticalAlignment: 'bottom', backgroundColor: '#FFFAFAFA' }),
  hug: { on: 'photo', padding: px(3), mostWide: 0.62 },
  ...more,
});
type Face = readonly [x: number, y: number, size: number];
const withFaces = (faces: readonly Face[], attention: BoundPicture['subject'] = undefined): LaidPicture => ({
  kind: 'picture',
  ...{ box: frame, seen, fit: 'subject', border: null, cornerRadiusMm: 0 },
  picture: {
    ...picture(3000, 2000),
    subject: attention ?? {
      faces: faces.map(([x, y, size]) => ({ x, y, width: size, height: size * 1.5, score: 0.9 })),
      attention: null,
    },
  },
});
const set = (words: string, on: LaidPicture | null, own = element()) => huggingText(words, own, area, on, measure);

const hiddenHeads = (card: { xMm: number; yMm: number; widthMm: number; heightMm: number }, item: LaidPicture) => {
  const whole = pictureBox(item);
  return headsOf(item.picture.subject?.faces ?? []).filter(({ x, y, width, height }) => {
    const head = {
      ...{ xMm: whole.xMm + x * whole.widthMm, yMm: whole.yMm + y * whole.heightMm },
      ...{ widthMm: width * whole.widthMm, heightMm: height * whole.heightMm },
    };
    const common = overlapOf(card, head);
    return common.widthMm * common.heightMm > 1e-6;
  }).length;
};

describe('a text that hugs', () => {
  it('has a card that is 3 mm larger than its words, at most 62 % of what is seen of the picture wide', () => {
    const short = set('바다', withFaces([]));
    expect(short.card.widthMm).toBeCloseTo(2 * 4.233 + 6, 2);
    const long = set('아침 일찍 일어나 바닷가를 오래 걸었다. '.repeat(6), withFaces([]));
    expect(long.card.widthMm).toBeLessThanOrEqual(0.62 * seen.widthMm + 1e-6);
    expect(long.card.widthMm).toBeGreaterThan(0.5 * seen.widthMm);
    for (const { card, items } of [short, long])
      for (const item of items)
        expect(inside(item.box, { xMm: 0, yMm: 0, ...{ widthMm: 300, heightMm: card.heightMm } })).toBe(true);
  });

  it('stands where its own alignment says, when nobody is in the way', () => {
    expect(set('바다', withFaces([])).card).toMatchObject({ xMm: 12 });
    const { card } = set('바다', withFaces([]), element({ textAlignment: 'right', verticalAlignment: 'top' }));
    expect([card.xMm + card.widthMm, card.yMm]).toEqual([198, 12]);
  });

  it('goes to another place where a head would be hidden', () => {
    const { card, pictureEndsMm } = set('바다에서', withFaces([[0.08, 0.8, 0.1]]));
    expect(card.xMm + card.widthMm).toBeCloseTo(198, 5);
    expect(pictureEndsMm).toBeNull();
  });

  it('leaves what the eye goes to first, when it may', () => {
    const { card } = set('바다에서', withFaces([], { faces: [], attention: { x: 0.1, y: 0.87 } }));
    expect(card.xMm).toBeGreaterThan(100);
  });

  it('hides no head while one of its places is free, and none at all: then the picture ends above it', () => {
    const share = fc.double({ min: 0, max: 0.85, noNaN: true });
    const face = fc.tuple(share, share, fc.double({ min: 0.04, max: 0.14, noNaN: true }));
    fc.assert(
      fc.property(fc.array(face, { maxLength: 9 }), fc.integer({ min: 1, max: 12 }), (faces, words) => {
        const on = withFaces(faces);
        const { card, pictureEndsMm } = set('바닷가를 걸었다 '.repeat(words), on);
        expect(inside(card, area)).toBe(true);
        if (pictureEndsMm === null) expect(hiddenHeads(card, on)).toBe(0);
        else expect(pictureEndsMm).toBeLessThan(card.yMm);
      }),
    );
    const crowd = withFaces(
      Array.from({ length: 24 }, (_, at): Face => [(at % 6) * 0.16, Math.floor(at / 6) * 0.22, 0.12]),
    );
    const { card, pictureEndsMm } = set('모두 함께', crowd);
    expect(card.yMm + card.heightMm).toBeCloseTo(138, 5);
    expect(pictureEndsMm).toBeCloseTo(card.yMm - 4, 5);
  });

  it('is as it is drawn where there is no picture', () => {
    const { card, pictureEndsMm } = set('바다', null);
    expect([card.xMm, card.yMm + card.heightMm, pictureEndsMm]).toEqual([12, 138, null]);
  });

  it('tells when its words are more than its place', () => {
    expect(set('바닷가를 오래 걸었다. '.repeat(80), withFaces([])).fit).toMatchObject({ kind: 'tooLong' });
  });
});
