import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureLibrary } from '../render/picture-library.ts';
import { LANDSCAPE_HEIC, PORTRAIT_HEIC, SECOND_PICTURE_HEIC } from '../../test/fixtures/pictures/heic.ts';
import { asUpright } from './convert-picture.ts';
import { PictureRefused, type RefusalReason } from './picture-refused.ts';
import type { TakenPicture } from './take-picture.ts';
import { MB, openTestIntake, type TestIntake } from './testing/intake.ts';

let intake: TestIntake;
let take: TestIntake['take'];
let bytesOf: TestIntake['bytesOf'];
let sharp: Awaited<ReturnType<typeof pictureLibrary>>;
beforeAll(async () => {
  intake = await openTestIntake();
  ({ take, bytesOf } = intake);
  sharp = await pictureLibrary();
});
afterAll(() => intake.close());

const RED = [200, 30, 30] as const;
const GREEN = [30, 180, 40] as const;
const BLUE = [30, 40, 200] as const;
const WHITE = [240, 240, 230] as const;
const CORNERS = [RED, GREEN, BLUE, WHITE] as const;

/** Four quarters: red, green above blue, white. */
function quarters(width = 96, height = 64) {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data.set(CORNERS[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)] ?? RED, (y * width + x) * 3);
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Which quarter's colour each corner of a picture shows, as it is seen by whoever knows EXIF. */
async function cornersOf(picture: Buffer): Promise<readonly string[]> {
  const { data, info } = await sharp(picture)
    .autoOrient()
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const near = (x: number, y: number) => {
    const pixel = [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
    const names = ['red', 'green', 'blue', 'white'];
    const distances = CORNERS.map((corner) =>
      corner.reduce((sum, part, index) => sum + Math.abs(part - (pixel[index] ?? 0)), 0),
    );
    return names[distances.indexOf(Math.min(...distances))] ?? '';
  };
  return [near(3, 3), near(info.width - 4, 3), near(3, info.height - 4), near(info.width - 4, info.height - 4)];
}

/** With something in all of its data, as a camera's has. */
const photograph = () =>
  sharp({
    create: {
      ...{ width: 600, height: 400, channels: 3, background: '#808080' },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();

const UPRIGHT = ['red', 'green', 'blue', 'white'];
const TURNED_CLOCKWISE = ['blue', 'red', 'white', 'green'];

const withExif = (orientation: number) => ({ orientation, exif: { IFD0: { Make: 'Probe', Model: 'Tiny' } } });

describe('a picture is stored', () => {
  it.each(['jpeg', 'png'] as const)('byte for byte when it is %s, EXIF and all', async (format) => {
    const bytes = await quarters().withMetadata(withExif(6)).toFormat(format).toBuffer();
    const taken = await take(bytes);
    expect(await bytesOf(taken.blobKey)).toEqual(bytes);
    expect(taken).toMatchObject({
      mimeType: `image/${format}`,
      originalFormat: format,
      sizeBytes: bytes.length,
      md5: createHash('md5').update(bytes).digest('hex'),
      widthPx: 64,
      heightPx: 96,
    });
  });

  it.each(['webp', 'gif'] as const)('as PNG when it is %s', async (format) => {
    const bytes = await quarters().toFormat(format, { lossless: true }).toBuffer();
    const taken = await take(bytes);
    const stored = await bytesOf(taken.blobKey);
    expect(taken).toMatchObject({
      mimeType: 'image/png',
      originalFormat: format,
      widthPx: 96,
      heightPx: 64,
      sizeBytes: stored.length,
    });
    expect(taken.md5).toBe(createHash('md5').update(bytes).digest('hex'));
    expect((await sharp(stored).metadata()).format).toBe('png');
    expect(await cornersOf(stored)).toEqual(UPRIGHT);
  });

  it('as JPG when it is HEIC', async () => {
    const taken = await take(LANDSCAPE_HEIC);
    const stored = await bytesOf(taken.blobKey);
    expect(taken).toMatchObject({
      mimeType: 'image/jpeg',
      originalFormat: 'heic',
      widthPx: 96,
      heightPx: 64,
      sizeBytes: stored.length,
    });
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', chromaSubsampling: '4:4:4' });
    expect(await cornersOf(stored)).toEqual(UPRIGHT);
  });

  it('as JPG when it is HEIF under its general brand', async () => {
    const bytes = Buffer.from(LANDSCAPE_HEIC);
    bytes.write('mif1', 8, 'latin1');
    expect(await take(bytes)).toMatchObject({ mimeType: 'image/jpeg', originalFormat: 'heic', widthPx: 96 });
  });

  it('with the main picture of a HEIC container, not its first', async () => {
    const taken = await take(SECOND_PICTURE_HEIC);
    expect(taken).toMatchObject({ widthPx: 48, heightPx: 40 });
    expect((await cornersOf(await bytesOf(taken.blobKey)))[0]).toBe('blue');
  });

  it('with the first frame of an animation', async () => {
    const frames = Buffer.concat([
      Buffer.alloc(20 * 10 * 3, Buffer.from(RED)),
      Buffer.alloc(20 * 10 * 3, Buffer.from(BLUE)),
    ]);
    const gif = await sharp(frames, { raw: { width: 20, height: 20, channels: 3, pageHeight: 10 } })
      .gif({ loop: 0 })
      .toBuffer();
    expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(2);
    const taken = await take(gif);
    expect(taken).toMatchObject({ widthPx: 20, heightPx: 10 });
    expect(await cornersOf(await bytesOf(taken.blobKey))).toEqual(['red', 'red', 'red', 'red']);
  });

  it('with its transparency when it becomes PNG, and with what follows a JPEG', async () => {
    const clear = await sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 9, g: 8, b: 7, alpha: 0.5 } },
    })
      .webp({ lossless: true })
      .toBuffer();
    expect((await sharp(await bytesOf((await take(clear)).blobKey)).metadata()).hasAlpha).toBe(true);
    const motion = Buffer.concat([await quarters().jpeg().toBuffer(), Buffer.from('a film of two seconds')]);
    expect(await bytesOf((await take(motion)).blobKey)).toEqual(motion);
  });
});

describe('EXIF', () => {
  /** The bare structure, its orientation left out of account. */
  const exifOf = async (picture: Buffer) => {
    const { exif } = await sharp(picture).metadata();
    if (exif === undefined) return null;
    return Buffer.from(asUpright(exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif));
  };

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'orientation %i is applied once: to what a WebP is stored as, and to every thumbnail',
    async (orientation) => {
      const jpeg = await quarters().withMetadata(withExif(orientation)).jpeg({ quality: 95 }).toBuffer();
      const seen = await cornersOf(jpeg);
      const isTurned = orientation >= 5;
      const size = isTurned ? { widthPx: 64, heightPx: 96 } : { widthPx: 96, heightPx: 64 };
      const webp = await quarters().withMetadata(withExif(orientation)).webp({ lossless: true }).toBuffer();
      for (const bytes of [jpeg, webp]) {
        const taken = await take(bytes);
        expect(taken).toMatchObject(size);
        expect(await cornersOf(await bytesOf(taken.blobKey))).toEqual(seen);
        const thumbnail = await bytesOf(taken.thumbnailBlobKey);
        expect(await cornersOf(thumbnail)).toEqual(seen);
        expect(await sharp(thumbnail).metadata()).toMatchObject({ width: size.widthPx, height: size.heightPx });
      }
      const png = await bytesOf((await take(webp)).blobKey);
      expect((await sharp(png).metadata()).orientation ?? 1).toBe(1);
      expect((await exifOf(png))?.includes('Probe')).toBe(true);
      expect(await exifOf(png)).toEqual(await exifOf(webp));
    },
  );

  it('beside a HEIC that its container turns is kept, and turns it no second time', async () => {
    const taken = await take(PORTRAIT_HEIC);
    expect(taken).toMatchObject({ widthPx: 64, heightPx: 96 });
    const stored = await bytesOf(taken.blobKey);
    expect(await sharp(stored).metadata()).toMatchObject({ width: 64, height: 96, orientation: 1 });
    expect((await exifOf(stored))?.includes('Probe')).toBe(true);
    expect(await exifOf(stored)).toEqual(await exifOf(PORTRAIT_HEIC));
    for (const picture of [stored, await bytesOf(taken.thumbnailBlobKey)])
      expect(await cornersOf(picture)).toEqual(TURNED_CLOCKWISE);
  });
});

describe('a colour profile', () => {
  it('stays with its pixels as they were, from HEIC to JPG and from WebP to PNG', async () => {
    const heic = await sharp(await bytesOf((await take(LANDSCAPE_HEIC)).blobKey)).metadata();
    expect(heic.icc).toEqual((await sharp(LANDSCAPE_HEIC).metadata()).icc);

    const webp = await quarters().withIccProfile('p3').webp({ lossless: true }).toBuffer();
    const png = await bytesOf((await take(webp)).blobKey);
    expect((await sharp(png).metadata()).icc).toEqual((await sharp(webp).metadata()).icc);
    const pixels = (bytes: Buffer) => sharp(bytes, { ignoreIcc: true }).removeAlpha().raw().toBuffer();
    expect(await pixels(png)).toEqual(await pixels(webp));
  });

  it('is translated to sRGB in a thumbnail, also from CMYK', async () => {
    const p3 = await bytesOf(
      (await take(await quarters().withIccProfile('p3').jpeg({ quality: 98 }).toBuffer())).thumbnailBlobKey,
    );
    expect(await sharp(p3).metadata()).toMatchObject({ space: 'srgb', hasProfile: false });
    expect(await cornersOf(p3)).toEqual(UPRIGHT);
    const cmyk = await bytesOf(
      (await take(await quarters().toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 98 }).toBuffer()))
        .thumbnailBlobKey,
    );
    expect(await sharp(cmyk).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
    expect(await cornersOf(cmyk)).toEqual(UPRIGHT);
  });
});

describe('a thumbnail', () => {
  it('is in sRGB when the picture has 16 bits a sample and a profile of its own, too', async () => {
    const of = async (space: 'srgb' | 'rgb16') => {
      const png = await quarters().toColourspace(space).withIccProfile('p3').png().toBuffer();
      expect((await sharp(png).metadata()).space).toBe(space);
      return sharp(await bytesOf((await take(png)).thumbnailBlobKey))
        .raw()
        .toBuffer();
    };
    const [eight, sixteen] = [await of('srgb'), await of('rgb16')];
    expect(eight.length).toBe(sixteen.length);
    expect(Math.max(...eight.map((sample, at) => Math.abs(sample - (sixteen[at] ?? 0))))).toBeLessThan(4);
  });

  it.each([
    [2400, 1600, 800, 533],
    [1000, 3000, 267, 800],
    [801, 10, 800, 10],
    [800, 600, 800, 600],
    [40, 30, 40, 30],
    [1, 1, 1, 1],
  ])('of %i x %i is %i x %i', async (width, height, thumbWidth, thumbHeight) => {
    for (const format of ['jpeg', 'png'] as const) {
      const taken = await take(await quarters(width, height).toFormat(format).toBuffer());
      const thumbnail = await sharp(await bytesOf(taken.thumbnailBlobKey)).metadata();
      expect(thumbnail).toMatchObject({ format, width: thumbWidth, height: thumbHeight, depth: 'uchar' });
    }
  });
});

async function refusalOf(taking: Promise<TakenPicture>): Promise<RefusalReason> {
  const error = await taking.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PictureRefused)) throw new Error(`not refused with a reason: ${String(error)}`);
  return error.why;
}

/** A small PNG with a sound header of another size. */
async function pngClaiming(width: number, height: number, { interlaced = false } = {}): Promise<Buffer> {
  const png = await quarters().png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png[28] = interlaced ? 1 : 0;
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

function bmpClaiming(width: number, height: number): Buffer {
  const file = Buffer.alloc(200);
  file.write('BM', 'latin1');
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(24, 28);
  return file;
}

describe('refused', () => {
  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['PDF', '%PDF-1.7\n'],
    ['AI (PostScript)', '%!PS-Adobe-3.0\n'],
    ['PSD', '8BPS\0\x01'],
    ['TIFF', 'II*\0\x08\0\0\0'],
    ['text', 'hello, I am a.jpg'],
    ['a single byte', '\xff'],
  ])('is %s, whatever its name', async (_what, content) => {
    expect(await refusalOf(take(Buffer.from(content, 'latin1')))).toEqual({ reason: 'unsupportedFormat' });
  });

  it('is AVIF, also under the general brand of HEIF', async () => {
    const avif = await quarters().avif({ effort: 0 }).toBuffer();
    expect(await refusalOf(take(avif))).toEqual({ reason: 'unsupportedFormat' });
    const disguised = Buffer.from(avif);
    disguised.write('mif1', 8, 'latin1');
    expect(await refusalOf(take(disguised))).toEqual({ reason: 'unsupportedFormat' });
  });

  it('is an empty file, and one that is a byte too large', async () => {
    expect(await refusalOf(take(Buffer.alloc(0)))).toEqual({ reason: 'empty' });
    const jpeg = await quarters().jpeg().toBuffer();
    const exact = Buffer.concat([jpeg, Buffer.alloc(MB - jpeg.length)]);
    expect((await take(exact, MB)).sizeBytes).toBe(MB);
    expect(await refusalOf(take(Buffer.concat([exact, Buffer.alloc(1)]), MB))).toEqual({
      reason: 'tooManyBytes',
      maxBytes: MB,
    });
  });

  it('is a stream without end, at the limit', async () => {
    let sent = 0;
    const endless = new Readable({
      read() {
        sent += MB;
        this.push(Buffer.alloc(MB, 7));
      },
    });
    expect(await refusalOf(take(endless, 3 * MB))).toEqual({ reason: 'tooManyBytes', maxBytes: 3 * MB });
    expect(sent).toBeLessThan(8 * MB);
    expect(endless.destroyed).toBe(true);
  });

  it('is what is cut off or damaged in the middle', async () => {
    const whole: [string, Buffer][] = [
      ['jpeg', await quarters(600, 400).jpeg().toBuffer()],
      ['progressive jpeg', await quarters(600, 400).jpeg({ progressive: true }).toBuffer()],
      ['png', await quarters(600, 400).png().toBuffer()],
      ['webp', await quarters(600, 400).webp().toBuffer()],
      ['heic', LANDSCAPE_HEIC],
      ['heic header', LANDSCAPE_HEIC.subarray(0, 200)],
    ];
    for (const [what, bytes] of whole)
      expect(await refusalOf(take(bytes.subarray(0, Math.floor(bytes.length * 0.6)))), what).toEqual({
        reason: 'unreadable',
      });
  });

  it('is a JPEG with a hole in its data, which is decoded to its end all the same', async () => {
    const whole = await photograph();
    const bytes = Buffer.concat([
      whole.subarray(0, Math.floor(whole.length * 0.5)),
      whole.subarray(Math.floor(whole.length * 0.6)),
    ]);
    expect(await sharp(bytes, { failOn: 'error' }).metadata()).toMatchObject({ width: 600 });
    await sharp(bytes, { failOn: 'error' }).raw().toBuffer();
    expect(await refusalOf(take(bytes))).toEqual({ reason: 'unreadable' });
    const taller = Buffer.from(whole);
    taller.writeUInt16BE(800, taller.indexOf(Buffer.from([0xff, 0xc0])) + 5);
    expect(await refusalOf(take(taller))).toEqual({ reason: 'unreadable' });
  });

  it('is not a JPEG whose decoder warns of what nobody sees', async () => {
    const whole = await photograph();
    const numbered = Buffer.from(whole);
    const scan = numbered.indexOf(Buffer.from([0xff, 0xda]));
    // Some telephones leave the last coefficient of their only scan at 0.
    numbered[scan + 2 + numbered.readUInt16BE(scan + 2) - 2] = 0;
    await expect(sharp(numbered, { failOn: 'warning' }).raw().toBuffer()).rejects.toThrow('Invalid SOS parameters');
    expect(await take(numbered)).toMatchObject({ widthPx: 600, heightPx: 400, sizeBytes: numbered.length });
  });

  it.each(['png', 'gif', 'bmp', 'heic'])(
    'is a %s bomb by its header, before a pixel of it is decoded',
    async (format) => {
      const gif = Buffer.from(await quarters().gif().toBuffer());
      const frame = gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 96, 0, 64, 0]));
      for (const at of [6, 8, frame + 5, frame + 7]) gif.writeUInt16LE(60_000, at);
      const heic = Buffer.from(LANDSCAPE_HEIC);
      const ispe = heic.indexOf('ispe');
      heic.writeUInt32BE(60_000, ispe + 8);
      heic.writeUInt32BE(60_000, ispe + 12);
      const bombs: Record<string, Buffer> = {
        png: await pngClaiming(60_000, 60_000),
        gif,
        bmp: bmpClaiming(60_000, 60_000),
        heic,
      };
      const before = process.memoryUsage.rss();
      expect((await refusalOf(take(bombs[format] ?? gif))).reason).toMatch(/tooManyPixels|unreadable/);
      expect(process.memoryUsage.rss() - before).toBeLessThan(60 * MB);
    },
  );

  it('is a long strip of few pixels, and an interlaced picture that would have to be held whole', async () => {
    expect(await refusalOf(take(await pngClaiming(40_000, 10)))).toEqual({
      reason: 'tooManyPixels',
      widthPx: 40_000,
      heightPx: 10,
    });
    expect(await refusalOf(take(await pngClaiming(12_000, 10_000, { interlaced: true })))).toEqual({
      reason: 'tooManyPixels',
      widthPx: 12_000,
      heightPx: 10_000,
    });
    // As large, but read row by row: its size speaks not against it, only that its rows are missing.
    expect(await refusalOf(take(await pngClaiming(12_000, 10_000)))).toEqual({ reason: 'unreadable' });
  });

  it('leaves nothing behind', async () => {
    expect(await intake.incoming()).toEqual([]);
  });
});
