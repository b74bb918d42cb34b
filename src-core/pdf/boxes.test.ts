import { describe, expect, test } from 'vitest';
import { boxSizeMm, visibleBox, visibleSizeMm } from './boxes.ts';
import type { PageFacts, PdfRectangle } from './boxes.ts';
import { mmToMicrometres } from '../units.ts';

const box = (left: number, bottom: number, right: number, top: number): PdfRectangle => ({ left, bottom, right, top });
const page = (facts: Partial<PageFacts>): PageFacts => ({
  mediaBox: box(0, 0, 720, 360),
  cropBox: null,
  bleedBox: null,
  trimBox: null,
  artBox: null,
  rotate: 0,
  userUnit: 1,
  ...facts,
});

describe('the visible size of a page', () => {
  test('is the MediaBox in millimetres, 25.4/72 a point, not rounded', () => {
    expect(visibleSizeMm(page({}))).toEqual({ widthMm: 254, heightMm: 127 });
    expect(visibleSizeMm(page({ mediaBox: box(0, 0, 1542.047, 816.378) }))?.widthMm).toBeCloseTo(544.0, 3);
  });

  test('is cut by the CropBox', () => {
    expect(visibleSizeMm(page({ cropBox: box(-100, 72, 360, 9999) }))).toEqual({ widthMm: 127, heightMm: 101.6 });
  });

  test('passes over a CropBox that leaves nothing', () => {
    expect(visibleBox(page({ cropBox: box(800, 0, 900, 100) }))).toEqual(box(0, 0, 720, 360));
  });

  test.each([
    [0, 254, 127],
    [90, 127, 254],
    [180, 254, 127],
    [270, 127, 254],
  ] as const)('after a rotation of %d', (rotate, widthMm, heightMm) => {
    expect(visibleSizeMm(page({ rotate }))).toEqual({ widthMm, heightMm });
  });

  test('after UserUnit', () => {
    expect(visibleSizeMm(page({ userUnit: 2, mediaBox: box(0, 0, 360, 180) }))).toEqual({
      widthMm: 254,
      heightMm: 127,
    });
  });

  test('is unknown without a MediaBox', () => {
    expect(visibleSizeMm(page({ mediaBox: null }))).toBeNull();
  });
});

test('any box can be measured the same way', () => {
  expect(boxSizeMm(box(10, 10, 82, 154), { rotate: 90, userUnit: 1 })).toEqual({ widthMm: 50.8, heightMm: 25.4 });
});

test('micrometres are the nearest whole ones', () => {
  expect(mmToMicrometres(543.99991)).toBe(544_000);
  expect(mmToMicrometres(428.3)).toBe(428_300);
});
