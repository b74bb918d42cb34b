import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureLibrary } from '../render/picture-library.ts';
import { LANDSCAPE_HEIC, PORTRAIT_HEIC } from '../../test/fixtures/pictures/heic.ts';
import { PictureRefused } from './picture-refused.ts';
import { MB, openTestIntake, type TestIntake } from './testing/intake.ts';

let intake: TestIntake;
beforeAll(async () => {
  intake = await openTestIntake();
});
afterAll(() => intake.close());

/** Noise, so that no part of the file is without meaning. */
async function noise() {
  const sharp = await pictureLibrary();
  const width = 90;
  const height = 70;
  const data = Buffer.from(Array.from({ length: width * height * 3 }, (_, index) => (index * 7919) % 251));
  return sharp(data, { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation: 6, exif: { IFD0: { Make: 'Probe' } } })
    .withIccProfile('p3');
}

async function bmp(bits: 8 | 24, compression: 0 | 1): Promise<Buffer> {
  const file = Buffer.alloc(14 + 40 + 1024 + 90 * 70 * 3, 5);
  file.fill(0, 0, 54);
  file.write('BM', 'latin1');
  for (const [at, value] of [
    [10, 54 + 1024],
    [14, 40],
    [18, 40],
    [22, 30],
    [28, bits],
    [30, compression],
  ] as const)
    file.writeUInt32LE(value, at);
  file.writeUInt16LE(1, 26);
  return file;
}

const files: Record<string, () => Promise<Buffer>> = {
  jpeg: async () => (await noise()).jpeg().toBuffer(),
  'progressive jpeg': async () => (await noise()).jpeg({ progressive: true }).toBuffer(),
  png: async () => (await noise()).png().toBuffer(),
  'interlaced png': async () => (await noise()).png({ progressive: true, palette: true }).toBuffer(),
  gif: async () => (await noise()).gif().toBuffer(),
  webp: async () => (await noise()).webp().toBuffer(),
  'lossless webp': async () => (await noise()).webp({ lossless: true }).toBuffer(),
  bmp: () => bmp(24, 0),
  'run-length bmp': () => bmp(8, 1),
  heic: () => Promise.resolve(LANDSCAPE_HEIC),
  'turned heic': () => Promise.resolve(PORTRAIT_HEIC),
};

type Change = { readonly place: number; readonly bytes: Uint8Array };

/** Places are shares of the file; the headers, where most harm is done, are met more often. */
const place = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 0.1, noNaN: true }));
const bytes = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 4 }),
  fc.constantFrom(new Uint8Array(4), new Uint8Array(4).fill(255), Uint8Array.of(0x7f, 0xff, 0xff, 0xff)),
);
const change: fc.Arbitrary<Change> = fc.record({ place, bytes });

function changed(file: Buffer, changes: readonly Change[], keptShare: number): Buffer {
  const copy = Buffer.from(file);
  // The first bytes say which format it is: another one is another test.
  for (const { place: share, bytes: put } of changes)
    copy.set(
      put.subarray(0, Math.max(0, copy.length - 12)),
      Math.min(copy.length - put.length, 12 + Math.floor(share * (copy.length - 12))),
    );
  return copy.subarray(0, Math.max(1, Math.floor(copy.length * keptShare)));
}

it.each(Object.keys(files))(
  'a %s with random damage is taken or refused with a reason, and costs no more than its header promised',
  async (name) => {
    const whole = await (files[name] as () => Promise<Buffer>)();
    const before = process.memoryUsage.rss();
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 6 }),
        fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
        async (changes, keptShare) => {
          const outcome = await intake.take(changed(whole, changes, keptShare)).catch((error: unknown) => error);
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(PictureRefused);
        },
      ),
      { numRuns: 120 },
    );
    expect((process.memoryUsage.rss() - before) / MB).toBeLessThan(700);
    expect(await intake.incoming()).toEqual([]);
  },
);
