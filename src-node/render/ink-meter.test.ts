import { expect, test } from 'vitest';
import type { ColourSpace } from '../../src-core/pdf/inspection/colour-facts.ts';
import type { ImageFacts } from '../../src-core/pdf/inspection/image-facts.ts';
import type { ImageObject } from '../../src-core/pdf/inspection/page-objects.ts';
import { InkMeter } from './ink-meter.ts';

const SIDE_PX = 3_000;
const image = {
  objectNumber: 1,
  widthPx: SIDE_PX,
  heightPx: SIDE_PX,
  filters: ['DCTDecode'],
  isStencil: false,
  decode: null,
  colourSpace: { family: 'DeviceCMYK', components: 4 } as ColourSpace,
  jpeg: { widthPx: SIDE_PX, heightPx: SIDE_PX, components: 4, bitsPerComponent: 8, damage: 'none' },
} as unknown as ImageFacts;

const placedAt = (sideMm: number) => {
  const ppi = (SIDE_PX / sideMm) * 25.4;
  return { image, ppiX: ppi, ppiY: ppi } as ImageObject;
};

/** Decodes to ink that tells the size that was asked: as many percent of black as millimetres. */
function meter(signal?: AbortSignal) {
  const asked: number[] = [];
  const inks = new InkMeter(
    (_, widthPx, heightPx) => {
      asked.push(widthPx);
      const data = new Uint8Array(4 * widthPx * heightPx);
      for (let at = 3; at < data.length; at += 4) data[at] = Math.round((widthPx / 100) * 255);
      return Promise.resolve({ widthPx, heightPx, channels: 4, data });
    },
    10,
    signal,
  );
  return { inks, asked };
}

test('a picture is decoded once for each size at which it is placed', async () => {
  const { inks, asked } = meter();
  for (const sideMm of [40, 80, 40, 80, 40])
    expect(Math.round((await inks.mostInk(placedAt(sideMm))) ?? 0)).toBe(sideMm);
  expect(asked).toEqual([40, 80]);
});

test('a picture placed at very many sizes is decoded at a few, and the most alike of them answers for another', async () => {
  const { inks, asked } = meter();
  for (const sideMm of [20, 40, 60, 80]) await inks.mostInk(placedAt(sideMm));
  for (let sideMm = 15; sideMm < 100; sideMm++) await inks.mostInk(placedAt(sideMm));
  expect(asked).toEqual([20, 40, 60, 80]);
  expect(Math.round((await inks.mostInk(placedAt(63))) ?? 0)).toBe(60);
  expect(Math.round((await inks.mostInk(placedAt(95))) ?? 0)).toBe(80);
});

test('no picture is decoded once the signal says so', async () => {
  const stop = new AbortController();
  const { inks, asked } = meter(stop.signal);
  await inks.mostInk(placedAt(40));
  stop.abort();
  await expect(inks.mostInk(placedAt(80))).rejects.toThrow();
  expect(asked).toEqual([40]);
});
