import { expect, it } from 'vitest';
import { measure } from './testing/layout-bench.ts';
import { trackedMeasure, trackedStarts } from './tracking.ts';

const roomsIn = (text: string) =>
  Math.round((trackedMeasure(measure, 0.5).widthEm('regular', text) - measure.widthEm('regular', text)) * 2);

it('there is room behind each letter that a reader counts', () => {
  expect(roomsIn('가족 A')).toBe(4);
  expect(roomsIn('q\u0303가')).toBe(2);
  expect(roomsIn('office')).toBe(6);
  expect(trackedStarts('a👨\u200D👩\u200D👧b')).toEqual([0, 1, 9]);
  expect(roomsIn('')).toBe(0);
});

it('letters that join keep joined, and marks of direction are no letters', () => {
  expect(roomsIn('مرحبا')).toBe(0);
  expect(roomsIn('नमस्ते')).toBe(0);
  expect(roomsIn('\u200F가')).toBe(1);
});

it('widths of parts add up to that of the whole', () => {
  const { widthEm } = trackedMeasure(measure, 0.07);
  expect(widthEm('regular', '가족 ') + widthEm('regular', '여행')).toBeCloseTo(widthEm('regular', '가족 여행'), 9);
  expect(trackedMeasure(measure, 0)).toBe(measure);
});
