import { describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { nodePdfTools } from '../../../src-node/pdf-file.ts';
import { onlyMark, pagePdf } from '../../../test/fixtures/pdf/page-pdf.ts';
import type { ImageFacts } from './image-facts.ts';
import { inspectPdf } from './inspect-pdf.ts';

const CONTENT = '72 0 0 72 0 0 cm /Im Do';
function imageOf(dict: string, data: string | Uint8Array = 'x', objects = {}): ImageFacts {
  const parts = {
    content: CONTENT,
    resources: '/XObject << /Im 10 0 R >>',
    objects: { 10: [`/Subtype /Image ${dict}`, data] as const, ...objects },
  };
  return onlyMark('image', parts).image;
}
const jpegOf = (dict: string, data: Uint8Array) =>
  imageOf(`/Width 40 /Height 30 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode ${dict}`, data);
const noise = Buffer.from(Array.from({ length: 40 * 30 * 3 }, (_, i) => (i * 7919) % 256));
const photo = sharp(noise, { raw: { width: 40, height: 30, channels: 3 } });

describe('dictionaries', () => {
  test('a plain one', () => {
    expect(
      imageOf(
        '/Width 4 /Height 3 /BitsPerComponent 8 /ColorSpace /DeviceGray /Decode [1 0] /Interpolate true',
        'ABCDEFGHIJKL',
      ),
    ).toEqual({
      objectNumber: 10,
      widthPx: 4,
      heightPx: 3,
      bitsPerComponent: 8,
      colourSpace: expect.objectContaining({ family: 'DeviceGray' }),
      isStencil: false,
      filters: [],
      decode: [1, 0],
      isInterpolated: true,
      softMask: null,
      mask: 'none',
      lengthBytes: 12,
      jpeg: null,
      dependsOnOutside: false,
      problem: null,
    });
  });
  test('soft masks, without masks of their own', () => {
    const { softMask } = imageOf('/Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 11 0 R', 'x', {
      11: ['/Subtype /Image /Width 7 /Height 5 /ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 11 0 R', 'x'],
    });
    expect(softMask).toMatchObject({ objectNumber: 11, widthPx: 7, heightPx: 5, softMask: null });
  });
  test.each([
    ['a colour key', '/Mask [0 0]', { mask: 'colourKey' }],
    ['a stencil mask', '/Mask 11 0 R', { mask: 'stencil' }],
    ['alternates', '/Alternates [<< >>]', { dependsOnOutside: true }],
    ['OPI', '/OPI << >>', { dependsOnOutside: true }],
    ['data in another file', '/F (photo.tif)', { dependsOnOutside: true }],
    ['filters by their short names', '/Filter [/A85 /Fl]', { filters: ['ASCII85Decode', 'FlateDecode'] }],
  ])('%s', (_, dict, expected) => {
    expect(
      imageOf(`/Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 ${dict}`, 'x', {
        11: ['/Subtype /Image /ImageMask true /Width 1 /Height 1', 'x'],
      }),
    ).toMatchObject(expected);
  });
  test.each([
    ['a filter nobody knows', '/Width 1 /Height 1 /ColorSpace /DeviceGray /Filter /Magic', 'unknownFilter'],
    ['no size', '/Width 0 /Height 1 /ColorSpace /DeviceGray', 'badSize'],
    ['no colour space', '/Width 1 /Height 1 /BitsPerComponent 8', 'missingColourSpace'],
    ['too little data', '/Width 9 /Height 9 /ColorSpace /DeviceGray /BitsPerComponent 8', 'dataTooShort'],
    ['JPEG 2000 that brings its own space', '/Width 1 /Height 1 /Filter /JPXDecode', null],
  ])('%s', (_, dict, problem) => expect(imageOf(dict).problem).toBe(problem));
});

describe('JPEG headers', () => {
  test.each([35, 60, 75, 82, 90, 95])('quality %i is estimated within a step or two', async (quality) => {
    const { jpeg } = jpegOf('', await photo.clone().jpeg({ quality }).toBuffer());
    expect(Math.abs((jpeg?.quality ?? 0) - quality)).toBeLessThanOrEqual(2);
    expect(jpeg).toMatchObject({
      widthPx: 40,
      heightPx: 30,
      components: 3,
      bitsPerComponent: 8,
      isProgressive: false,
      adobeTransform: null,
      damage: 'none',
    });
  });
  test('progressive', async () =>
    expect(jpegOf('', await photo.clone().jpeg({ progressive: true }).toBuffer()).jpeg).toMatchObject({
      isProgressive: true,
      damage: 'none',
    }));
  test('four inks with the marker of Adobe', async () => {
    const { jpeg, problem } = jpegOf('', await photo.clone().toColourspace('cmyk').jpeg().toBuffer());
    expect(jpeg).toMatchObject({ components: 4, adobeTransform: expect.any(Number) as number });
    expect(problem).toBe('componentsDiffer');
  });
  test('of picture files tell so, and those of PDF writers that leave the file’s own marks out', async () => {
    const inks = photo.clone().toColourspace('cmyk');
    expect(jpegOf('', await inks.clone().jpeg().toBuffer()).jpeg?.isPictureFile).toBe(false);
    expect(jpegOf('', await inks.clone().withIccProfile('cmyk').jpeg().toBuffer()).jpeg?.isPictureFile).toBe(true);
    expect(
      jpegOf(
        '',
        await photo
          .clone()
          .withExif({ IFD0: { Artist: 'Kim' } })
          .jpeg()
          .toBuffer(),
      ).jpeg?.isPictureFile,
    ).toBe(true);
  });
  test('behind a profile and a preview, which are stepped over', async () => {
    const plain = await photo.clone().jpeg({ quality: 80 }).toBuffer();
    const profile = Buffer.concat([Buffer.from([0xff, 0xe2, 0xff, 0xff]), Buffer.alloc(0xfffd)]);
    const data = Buffer.concat([plain.subarray(0, 2), profile, profile, plain.subarray(2)]);
    expect(jpegOf('', data).jpeg).toMatchObject({ widthPx: 40, damage: 'none' });
  });
  const film = Buffer.alloc(200_000, 'ftypmp42');
  const samsung = Buffer.concat([Buffer.alloc(80, 'SEFH'), Buffer.from('SEFT')]);
  test.each([
    ['a film', false, film],
    ['a film, of several scans', true, film],
    ["a phone's notes", false, samsung],
  ])('with %s behind its end is whole', async (_, progressive, behind) => {
    const data = await photo.clone().jpeg({ progressive }).toBuffer();
    expect(jpegOf('', Buffer.concat([data, behind])).jpeg?.damage).toBe('none');
    expect(jpegOf('', Buffer.concat([data.subarray(0, -600), film])).jpeg?.damage).toBe('cut');
  });
  test("with a phone's notes in the place of its end is whole", async () => {
    const data = (await photo.clone().jpeg().toBuffer()).subarray(0, -2);
    expect(jpegOf('', Buffer.concat([data, samsung])).jpeg?.damage).toBe('none');
  });
  test('cut off', async () =>
    expect(jpegOf('', (await photo.clone().jpeg().toBuffer()).subarray(0, -20)).jpeg?.damage).toBe('cut'));
  test('padded behind its end', async () =>
    expect(jpegOf('', Buffer.concat([await photo.clone().jpeg().toBuffer(), Buffer.alloc(30)])).jpeg?.damage).toBe(
      'none',
    ));
  test('without a scan', async () =>
    expect(jpegOf('', (await photo.clone().jpeg().toBuffer()).subarray(0, 100)).jpeg?.damage).toBe('broken'));
  test('not a JPEG at all', () => expect(jpegOf('', Buffer.from('GIF89a')).jpeg).toBeNull());

  test('no scan is read: four kilobytes of a picture at most', async () => {
    const large = await sharp({
      create: {
        width: 2000,
        height: 2000,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg({ quality: 90 })
      .toBuffer();
    const picture = [
      '/Subtype /Image /Width 2000 /Height 2000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode',
      large,
    ] as const;
    // Behind the picture so much that reading the end of the file does not touch it.
    const bytes = pagePdf({
      content: CONTENT,
      resources: '/XObject << /Im 10 0 R >>',
      objects: { 10: picture, 11: ['', new Uint8Array(100_000)] },
    });
    const start = Buffer.from(bytes).indexOf(large.subarray(0, 64));
    let bytesRead = 0;
    const read = (offset: number, length: number) => {
      bytesRead += Math.max(0, Math.min(offset + length, start + large.length) - Math.max(offset, start));
      return bytes.subarray(offset, offset + length);
    };
    const result = inspectPdf({ size: bytes.length, read }, nodePdfTools);
    expect(result).toMatchObject({ inspection: { images: [{ jpeg: { damage: 'none', widthPx: 2000 } }] } });
    expect(large.length).toBeGreaterThan(1_000_000);
    expect(bytesRead).toBeLessThanOrEqual(4096);
  });
});
