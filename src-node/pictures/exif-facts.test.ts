import sharp from 'sharp';
import { expect, it } from 'vitest';
import { between, seededRandom } from '../../test/fixtures/pdf/seeded-random.ts';
import { exifFacts } from './exif-facts.ts';
import { exifWithThumbnail } from './testing/exif.ts';

it('reads what a library wrote: the time of the shot and not of the last change, and how the picture lies', async () => {
  const file = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { DateTime: '2026:10:01 08:00:00' },
      IFD2: { DateTimeOriginal: '2026:09:12 09:30:15', SubSecTimeOriginal: '25' },
    })
    .jpeg()
    .toBuffer();
  const { exif } = await sharp(file).metadata();
  expect(exifFacts((exif ?? Buffer.alloc(0)).subarray(6))).toMatchObject({
    takenAtMs: Date.UTC(2026, 8, 12, 9, 30, 15, 250),
    orientation: 6,
    thumbnail: null,
  });
});

it.each([true, false])('finds the small picture of the second table, little-endian: %s', async (isLittle) => {
  const jpeg = await sharp({ create: { width: 160, height: 120, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer();
  const exif = exifWithThumbnail(jpeg, isLittle);
  expect(exifFacts(exif)).toEqual({ takenAtMs: null, orientation: 1, thumbnail: new Uint8Array(jpeg) });
  // One whose end lies outside is none.
  expect(exifFacts(exif.subarray(0, exif.length - 1)).thumbnail).toBeNull();
});

it('outlives twenty thousand damaged ones, and answers within the bytes that there are', async () => {
  const jpeg = await sharp({ create: { width: 160, height: 120, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer();
  const random = seededRandom(11);
  for (let turn = 0; turn < 20_000; turn += 1) {
    const exif = exifWithThumbnail(jpeg, turn % 2 === 0).slice(0, Math.floor(between(random, 0, 200)));
    for (let hits = 0; hits < 4; hits += 1)
      if (exif.length > 0) exif[Math.floor(between(random, 0, exif.length))] = Math.floor(between(random, 0, 256));
    const { thumbnail } = exifFacts(exif);
    expect((thumbnail?.length ?? 0) <= exif.length).toBe(true);
  }
});

it('a clock that was never set says no time', () => {
  expect(exifFacts(new Uint8Array())).toEqual({ takenAtMs: null, orientation: 1, thumbnail: null });
});
