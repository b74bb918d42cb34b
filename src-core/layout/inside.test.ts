import { describe, expect, it } from 'vitest';
import type { PictureFrame } from './document.ts';
import {
  effectivePpi,
  freshInside,
  panned,
  reboxed,
  seenFocus,
  sharpUpTo,
  wholeBoxOf,
  zoomedAbout,
  type FrameInside,
} from './inside.ts';
import { seeded } from './testing/sample-book.ts';
import { sampleFrame } from './testing/sample-frames.ts';

const frame = (more: Partial<FrameInside> = {}): FrameInside => ({
  ...sampleFrame('', { xMm: 10, yMm: 20, widthMm: 100, heightMm: 100 }),
  ...more,
});
const landscape = { widthPx: 6000, heightPx: 4000 };

it('fills its frame in its own proportions, or lies whole within it', () => {
  expect(wholeBoxOf(frame(), landscape)).toEqual({ xMm: -15, yMm: 20, widthMm: 150, heightMm: 100 });
  const whole = wholeBoxOf(frame({ show: 'whole' }), landscape);
  expect(whole.heightMm).toBeCloseTo(100 / 1.5, 9);
  expect([whole.xMm, whole.yMm]).toEqual([10, expect.closeTo(20 + (100 - 100 / 1.5) / 2, 9)]);
});

it('turned by a quarter it is as high as it was wide', () => {
  expect(wholeBoxOf(frame({ turnDeg: 90 }), landscape)).toEqual({ xMm: 10, yMm: -5, widthMm: 100, heightMm: 150 });
});

it('shows its focus in the middle as far as no paper shows', () => {
  expect(wholeBoxOf(frame({ focusX: 0 }), landscape).xMm).toBe(10);
  expect(wholeBoxOf(frame({ focusX: 1 }), landscape).xMm).toBe(-40);
  expect(wholeBoxOf(frame({ focusX: 0.4 }), landscape).xMm).toBe(0);
  expect(seenFocus(frame({ focusX: 0 }), landscape).focusX).toBeCloseTo(1 / 3, 9);
});

it('never shows paper in a full frame, however it is zoomed, turned, straightened and drawn', () => {
  const chance = seeded(7);
  let paperMm = -Infinity;
  for (let run = 0; run < 2_000; run += 1) {
    const wild = frame({
      box: { xMm: chance() * 50, yMm: 0, widthMm: 2 + chance() * 300, heightMm: 2 + chance() * 300 },
      zoom: 1 + chance() * 3,
      focusX: chance(),
      focusY: chance(),
      turnDeg: ([0, 90, 180, 270] as const)[Math.floor(chance() * 4)] ?? 0,
      straightenDeg: (chance() - 0.5) * 30,
    });
    const picture = { widthPx: 100 + Math.floor(chance() * 9_000), heightPx: 100 + Math.floor(chance() * 9_000) };
    const drawn = panned(wild, picture, (chance() - 0.5) * 400, (chance() - 0.5) * 400);
    for (const each of [wild, drawn]) {
      const whole = wholeBoxOf(each, picture);
      const { box } = each;
      const angle = (-each.straightenDeg * Math.PI) / 180;
      for (const [dx, dy] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const) {
        // A corner of the frame, seen from the picture before it is straightened.
        const [x, y] = [(dx * box.widthMm) / 2, (dy * box.heightMm) / 2];
        const across = box.xMm + box.widthMm / 2 + x * Math.cos(angle) - y * Math.sin(angle);
        const down = box.yMm + box.heightMm / 2 + x * Math.sin(angle) + y * Math.cos(angle);
        paperMm = Math.max(
          paperMm,
          whole.xMm - across,
          across - whole.xMm - whole.widthMm,
          whole.yMm - down,
          down - whole.yMm - whole.heightMm,
        );
      }
    }
  }
  expect(paperMm).toBeLessThan(1e-6);
});

it('is drawn along by as much as the hand moves, and comes back at once after it was drawn too far', () => {
  const zoomed = frame({ zoom: 2 });
  const drawn = panned(zoomed, landscape, 30, -10);
  expect(wholeBoxOf(drawn, landscape).xMm - wholeBoxOf(zoomed, landscape).xMm).toBeCloseTo(30, 9);
  expect(wholeBoxOf(drawn, landscape).yMm - wholeBoxOf(zoomed, landscape).yMm).toBeCloseTo(-10, 9);
  const far = panned(zoomed, landscape, 5_000, 0);
  expect(wholeBoxOf(far, landscape).xMm).toBe(10);
  expect(wholeBoxOf(panned(far, landscape, -5, 0), landscape).xMm).toBeCloseTo(5, 9);
});

it('zooms about the place under the pointer', () => {
  const before = frame({ zoom: 2 });
  const after = zoomedAbout(before, landscape, 3, 25, -30);
  const shareAt = (of: FrameInside) => {
    const whole = wholeBoxOf(of, landscape);
    return [(10 + 50 + 25 - whole.xMm) / whole.widthMm, (20 + 50 - 30 - whole.yMm) / whole.heightMm];
  };
  expect(shareAt(after)[0]).toBeCloseTo(shareAt(before)[0] ?? 0, 9);
  expect(shareAt(after)[1]).toBeCloseTo(shareAt(before)[1] ?? 0, 9);
});

it('has as many pixels an inch as are printed, and is sharp up to a size', () => {
  expect(effectivePpi(frame(), landscape)).toBeCloseTo((4000 * 25.4) / 100, 9);
  expect(effectivePpi(frame({ zoom: 2 }), landscape)).toBeCloseTo((4000 * 25.4) / 200, 9);
  expect(sharpUpTo(frame(), landscape, 200).widthMm).toBeCloseTo((4000 * 25.4) / 200, 9);
});

describe('what a picture begins with in a frame', () => {
  const face = (x: number, y: number) => ({ x, y, width: 0.1, height: 0.1, score: 0.9 });
  const upright = { widthPx: 2_000, heightPx: 4_000, focus: null };
  const square = { xMm: 0, yMm: 0, widthMm: 100, heightMm: 100 };
  const headsOf = (faces: readonly ReturnType<typeof face>[], from: ReturnType<typeof freshInside>) => {
    const whole = wholeBoxOf({ ...from, show: 'fill', box: square }, upright);
    return faces.map(({ y, height }) => [
      whole.yMm + (y - 0.75 * height) * whole.heightMm,
      whole.yMm + (y + 1.3 * height) * whole.heightMm,
    ]);
  };

  it('is filled so that heads are whole, where they were found and fit', () => {
    for (const faces of [[face(0.4, 0.1)], [face(0.4, 0.8)], [face(0.2, 0.55), face(0.6, 0.7)]]) {
      const fresh = freshInside({ ...upright, faces }, square);
      for (const [from = -1, to = 101] of headsOf(faces, fresh)) {
        expect(from).toBeGreaterThanOrEqual(-1e-9);
        expect(to).toBeLessThanOrEqual(100 + 1e-9);
      }
    }
    // Nobody there, nobody looked, and no frame to fill: the middle.
    for (const picture of [{ ...upright, faces: [] }, upright])
      expect(freshInside(picture, square)).toMatchObject({ focusX: 0.5, focusY: 0.5 });
    expect(freshInside({ ...upright, faces: [face(0.4, 0.1)] })).toMatchObject({ focusY: 0.5 });
  });

  it('is filled around the point that was chosen, and around the largest head where no frame of its shape holds all', () => {
    const faces = [{ ...face(0.4, 0.05), width: 0.09 }, face(0.4, 0.75)];
    expect(freshInside({ ...upright, faces, focus: { x: 0.1, y: 0.9 } }, square)).toMatchObject({
      focusX: 0.1,
      focusY: 0.9,
    });
    expect(freshInside({ ...upright, faces }, square)).toMatchObject({ focusX: 0.45, focusY: expect.closeTo(0.8) });
  });

  it('lies so after its frame has another shape, too; as it was turned it stays in the middle', () => {
    const faces = [face(0.4, 0.1)];
    const picture = { ...upright, faces };
    const narrow = { xMm: 0, yMm: 0, widthMm: 50, heightMm: 100 };
    const before = { ...frame({}), box: narrow, picture: 'k' } as PictureFrame;
    expect(reboxed(before, square, picture).focusY).toBe(freshInside(picture, square).focusY);
    expect(reboxed({ ...before, turnDeg: 90 }, square, picture).focusY).toBe(0.5);
  });
});
