import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { between, seededRandom } from '../../test/fixtures/pdf/seeded-random.ts';
import { takenAt } from './taken-at.ts';

/** As a library writes it: a bare TIFF structure. */
let exif: Uint8Array;
beforeAll(async () => {
  const file = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { DateTime: '2026:10:01 08:00:00' },
      IFD2: { DateTimeOriginal: '2026:09:12 09:30:15', SubSecTimeOriginal: '25' },
    })
    .jpeg()
    .toBuffer();
  const { exif: written = Buffer.alloc(0) } = await sharp(file).metadata();
  exif = new Uint8Array(written.subarray(6));
});

it('reads what a library wrote: the time of the shot and not of the last change', () => {
  expect(takenAt(exif)).toBe(Date.UTC(2026, 8, 12, 9, 30, 15, 250));
});

it('outlives twenty thousand damaged ones, whose times are times or none', () => {
  const random = seededRandom(11);
  for (let turn = 0; turn < 20_000; turn += 1) {
    const damaged = exif.slice(0, Math.floor(between(random, 0, exif.length + 1)));
    for (let hits = 0; hits < 4; hits += 1)
      if (damaged.length > 0)
        damaged[Math.floor(between(random, 0, damaged.length))] = Math.floor(between(random, 0, 256));
    const found = takenAt(damaged);
    expect(found === null || Number.isFinite(found)).toBe(true);
  }
});

it('a clock that was never set says no time', () => {
  expect(takenAt(new Uint8Array())).toBeNull();
});
