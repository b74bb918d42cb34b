import { describe, expect, test } from 'vitest';
import type { PageRaster } from '../preflight/page-pixels.ts';
import { changedPixels, type SizedRaster } from './compare-looks.ts';
import type { KeptPart } from './fix.ts';
import { isBlankRaster, sidesWithoutBleed } from './raster-looks.ts';

type Paint = (x: number, y: number) => number;

function raster(widthPx: number, heightPx: number, grey: Paint): PageRaster {
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) rgb.fill(grey(x, y), (y * widthPx + x) * 3, (y * widthPx + x) * 3 + 3);
  return { widthPx, heightPx, rgb };
}

/** Ten pixels a millimetre. */
const page = (grey: Paint, widthPx = 200, heightPx = 300): SizedRaster => ({
  raster: raster(widthPx, heightPx, grey),
  widthMm: widthPx / 10,
  heightMm: heightPx / 10,
});
const whole: KeptPart = {
  fromPage: 0,
  from: { leftMm: 0, topMm: 0, rightMm: 20, bottomMm: 30 },
  to: { leftMm: 0, topMm: 0, rightMm: 20, bottomMm: 30 },
  turned: 0,
};
const picture: Paint = (x, y) => 128 + Math.round(100 * Math.sin(x / 9) * Math.cos(y / 13));
const lettered: Paint = (x, y) => (y > 100 && y < 110 && x > 40 && x < 160 && x % 4 === 0 ? 0 : 255);

describe('looks are compared', () => {
  test('the same page is the same', () => {
    expect(changedPixels(page(picture), page(picture), whole, [])).toBe(0);
  });

  test('what came is seen, and what is lost', () => {
    expect(
      changedPixels(
        page(() => 255),
        page(lettered),
        whole,
        [],
      ),
    ).toBeGreaterThan(50);
    expect(
      changedPixels(
        page(lettered),
        page(() => 255),
        whole,
        [],
      ),
    ).toBeGreaterThan(50);
  });

  test('a shift by less than a pixel is none, by a millimetre it is one', () => {
    const edge =
      (at: number): Paint =>
      (x) =>
        x < at ? 20 : 230;
    expect(changedPixels(page(edge(100)), page(edge(101)), whole, [])).toBe(0);
    expect(changedPixels(page(edge(100)), page(edge(110)), whole, [])).toBeGreaterThan(1000);
  });

  test('on another grid too', () => {
    const part: KeptPart = {
      ...whole,
      from: { ...whole.from, leftMm: 1.03, rightMm: 17.03 },
      to: { ...whole.to, leftMm: 2, rightMm: 18 },
    };
    const moved: Paint = (x, y) => lettered(x - 10, y);
    expect(changedPixels(page(lettered), page(moved), part, [])).toBe(0);
    expect(
      changedPixels(
        page(() => 255),
        page(moved),
        part,
        [],
      ),
    ).toBeGreaterThan(20);
    expect(
      changedPixels(
        page(lettered),
        page(() => 255),
        part,
        [],
      ),
    ).toBeGreaterThan(20);
  });

  test('what was to change may change, within its place', () => {
    const place = { leftMm: 4, topMm: 10, rightMm: 16, bottomMm: 11 };
    expect(
      changedPixels(
        page(lettered),
        page(() => 255),
        whole,
        [place],
      ),
    ).toBe(0);
    expect(
      changedPixels(
        page(lettered),
        page(() => 255),
        whole,
        [{ ...place, rightMm: 8 }],
      ),
    ).toBeGreaterThan(20);
  });

  test.each([90, 180, 270] as const)('a page turned by %d degrees is found where it went', (turned) => {
    const isUpright = turned === 180;
    const turnedPaint: Paint = (x, y) =>
      turned === 90 ? picture(y, 299 - x) : turned === 180 ? picture(199 - x, 299 - y) : picture(199 - y, x);
    const after = page(turnedPaint, isUpright ? 200 : 300, isUpright ? 300 : 200);
    const to = isUpright ? whole.to : { leftMm: 0, topMm: 0, rightMm: 30, bottomMm: 20 };
    expect(changedPixels(page(picture), after, { ...whole, to, turned }, [])).toBe(0);
    expect(
      changedPixels(page(picture), after, { ...whole, to, turned: turned === 180 ? 0 : turned === 90 ? 270 : 90 }, []),
    ).toBeGreaterThan(1000);
  });

  test('a part is compared with the part it came from', () => {
    const after = page((x, y) => (x < 100 ? picture(x + 100, y) : 0));
    const part: KeptPart = {
      ...whole,
      from: { leftMm: 10, topMm: 0, rightMm: 20, bottomMm: 30 },
      to: { leftMm: 0, topMm: 0, rightMm: 10, bottomMm: 30 },
    };
    expect(changedPixels(page(picture), after, part, [])).toBe(0);
  });
});

describe('pages are looked at', () => {
  test('white is blank, a shade is not', () => {
    expect(isBlankRaster(raster(40, 40, () => 255))).toBe(true);
    expect(isBlankRaster(raster(40, 40, (x, y) => (x === 3 && y === 7 ? 254 : 255)))).toBe(false);
  });

  test('sides that end at the trim', () => {
    const bleedTo =
      (left: number, bottom: number): Paint =>
      (x, y) =>
        x >= left && y < 300 - bottom && x < 200 && y >= 0 ? 90 : 255;
    const sides = (paint: Paint) => sidesWithoutBleed(page(paint), 2);
    expect(sides(bleedTo(0, 0))).toEqual([]);
    expect(sides(bleedTo(20, 0))).toEqual(['left']);
    expect(sides(bleedTo(20, 20))).toEqual(['left', 'bottom']);
    // Some bleed is not enough: it has to reach the edge.
    expect(sides(bleedTo(6, 0))).toEqual(['left']);
    expect(sides(bleedTo(1, 0))).toEqual([]);
    // A picture that keeps clear of the trim asks for none.
    expect(sides((x, y) => (x > 40 && x < 160 && y > 40 && y < 260 ? 0 : 255))).toEqual([]);
  });

  test('a short bar at a long side asks for bleed from the length on that the check of it counts', () => {
    const sides = (barMm: number) => {
      const barPx = barMm * 4;
      const bar: Paint = (x, y) => (x > 300 && x < 392 && y >= 400 && y < 400 + barPx ? 0 : 255);
      return sidesWithoutBleed({ raster: raster(400, 1_200, bar), widthMm: 100, heightMm: 300 }, 3);
    };
    expect(sides(5.5)).toEqual(['right']);
    expect(sides(4)).toEqual([]);
  });

  test('white asks for no bleed, however few pixels a long side is drawn with', () => {
    const white = raster(20, 30, () => 255);
    expect(sidesWithoutBleed({ raster: white, widthMm: 200, heightMm: 300 }, 3)).toEqual([]);
  });
});
