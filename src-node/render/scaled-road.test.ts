import sharp from 'sharp';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectPdf } from '../../src-core/pdf/inspection/inspect-pdf.ts';
import { openPdf } from '../../src-core/pdf/opened-pdf.ts';
import type { ByteSource } from '../../src-core/ports.ts';
import type { PageRaster } from '../../src-core/preflight/page-pixels.ts';
import { bytesSource } from '../../test/fixtures/pdf/bytes-source.ts';
import { paletteOf } from '../../test/fixtures/pdf/palettes.ts';
import { drawPicture } from '../../test/fixtures/pdf/pictures.ts';
import { RawPdfWriter } from '../../test/fixtures/pdf/raw-pdf.ts';
import { nodePdfTools } from '../pdf-file.ts';
import { PdfiumDocument } from './pdfium-document.ts';
import { pdfium } from './pdfium-library.ts';
import { srgbProfile } from './print-pictures.ts';
import { ScaledRoad } from './scaled-road.ts';

const WIDE = 1200;
const HIGH = 800;
const LONG_SIDE_PX = 240;
const MAX_TIME_MS = 60_000;
/** Steps of 255 in the mean of all channels: what two ways of making a mean of many pixels differ by. */
const ROUNDING = 1.4;
/** In large pictures the engine tells colours of a profile apart by steps of five, in small ones one by one. */
const ROUNDING_OF_PROFILES = 2;
/** Inks are turned into light after the mean in one way and before it in the other. */
const ROUNDING_OF_INKS = 2.5;

interface Book {
  readonly jpeg: Uint8Array;
  readonly space?: string;
  /** Of the picture's dictionary. */
  readonly more?: string;
  /** Of each page; /Im0 is the picture, /Fm0 a form that paints it within another, /G0 an ExtGState. */
  readonly contents?: readonly string[];
  readonly objects?: (writer: RawPdfWriter) => void;
  readonly form?: 'table' | 'stream';
}

const WHOLE = 'q 280 0 0 187 10 7 cm /Im0 Do Q';
const CAPTION = 'q 0 0 0.4 rg 20 20 60 12 re f Q';

function bytesOf({
  jpeg,
  space = '/DeviceRGB',
  more = '',
  contents = [`${WHOLE} ${CAPTION}`],
  objects,
  form = 'table',
}: Book) {
  const writer = new RawPdfWriter();
  const kids = contents.map((_, index) => `${20 + 2 * index} 0 R`).join(' ');
  writer.object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  writer.object(2, `<< /Type /Pages /Count ${contents.length} /Kids [${kids}] >>`);
  const picture = `/Type /XObject /Subtype /Image /Width ${WIDE} /Height ${HIGH} /BitsPerComponent 8 /ColorSpace ${space} /Filter /DCTDecode ${more}`;
  writer.stream(3, picture, jpeg);
  const formDict = (own: string) =>
    `/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << /XObject << ${own} >> >>`;
  writer.stream(
    4,
    formDict('/Fm1 5 0 R'),
    Buffer.from('q 0.5 0 0 0.5 20 30 cm /Fm1 Do Q q 0.3 0 0 0.3 180 90 cm /Fm1 Do Q'),
  );
  writer.stream(5, `${formDict('/Im0 3 0 R')} /Matrix [1 0 0 1 4 4]`, Buffer.from(WHOLE));
  objects?.(writer);
  const resources =
    '<< /XObject << /Im0 3 0 R /Fm0 4 0 R >> /ExtGState << /G0 << /SMask << /S /Luminosity /G 4 0 R >> >> /G1 << /ca 0.5 >> >> >>';
  contents.forEach((content, index) => {
    writer.object(
      20 + 2 * index,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources ${resources} /Contents ${21 + 2 * index} 0 R >>`,
    );
    writer.stream(21 + 2 * index, '', Buffer.from(content));
  });
  if (form === 'table') writer.table({ trailer: '/Root 1 0 R' });
  else writer.streamSection(90, { trailer: '/Root 1 0 R' });
  return writer.finish();
}

/** Every page in both ways; null for one that has to be drawn from the file as it is. */
async function bothWays(
  book: Book,
  longSidePx = LONG_SIDE_PX,
  watched: (source: ByteSource) => ByteSource = (source) => source,
): Promise<readonly (readonly [PageRaster | null, PageRaster])[]> {
  const bytes = bytesOf(book);
  const inspected = inspectPdf(bytesSource(bytes), nodePdfTools);
  const source = watched(bytesSource(bytes));
  const result = openPdf(source, nodePdfTools);
  if (inspected.status !== 'inspected' || result.status !== 'opened') throw new Error('not readable');
  const { pages, facts } = inspected.inspection;
  expect(facts.damage).toEqual([]);
  const size = (aspect: number) => ({ widthPx: longSidePx, heightPx: Math.round(longSidePx / aspect) });
  const road = new ScaledRoad(source, result.opened.document, pages, MAX_TIME_MS);
  const plain = PdfiumDocument.of(await pdfium(), bytes);
  const rasters: (readonly [PageRaster | null, PageRaster])[] = [];
  for (const page of pages)
    rasters.push([await road.render(page.index, longSidePx, size), plain.render(page.index, size, MAX_TIME_MS)]);
  road.close();
  plain.close();
  return rasters;
}

function meanDifference(a: PageRaster | null, b: PageRaster): number {
  if (a === null) throw new Error('the page was not drawn from scaled pictures');
  expect([a.widthPx, a.heightPx]).toEqual([b.widthPx, b.heightPx]);
  return a.rgb.reduce((sum, value, index) => sum + Math.abs(value - (b.rgb[index] ?? 0)), 0) / a.rgb.length;
}

let photo: Uint8Array;
let grey: Uint8Array;
let inks: Uint8Array;
beforeAll(async () => {
  photo = await drawPicture({ scene: 'couple', palette: paletteOf(1), seed: 3, widthPx: WIDE, heightPx: HIGH });
  grey = new Uint8Array(await sharp(photo).toColourspace('b-w').jpeg().toBuffer());
  inks = new Uint8Array(await sharp(photo).toColourspace('cmyk').jpeg().toBuffer());
});

/** Darker towards the right; as wide as it is told. */
const ramp = (widthPx: number, heightPx: number): Uint8Array =>
  Uint8Array.from({ length: widthPx * heightPx }, (_, i) => Math.round((255 * (i % widthPx)) / widthPx));

const maskStream = (writer: RawPdfWriter, more = '') =>
  writer.stream(
    6,
    `/Type /XObject /Subtype /Image /Width 640 /Height 400 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode ${more}`,
    deflateSync(ramp(640, 400)),
  );

describe('a page drawn from scaled pictures looks as from the pictures as they are', () => {
  const cases: readonly (readonly [string, () => Book | Promise<Book>, number?])[] = [
    ['a photo with text above', () => ({ jpeg: photo })],
    ['in grey', () => ({ jpeg: grey, space: '/DeviceGray' })],
    ['in grey, turned round by /Decode', () => ({ jpeg: grey, space: '/DeviceGray', more: '/Decode [1 0]' })],
    ['turned round by /Decode', () => ({ jpeg: photo, more: '/Decode [1 0 1 0 1 0]' })],
    ['in inks', () => ({ jpeg: inks, space: '/DeviceCMYK' }), ROUNDING_OF_INKS],
    [
      'in inks as Adobe writes them',
      () => ({ jpeg: inks, space: '/DeviceCMYK', more: '/Decode [1 0 1 0 1 0 1 0]' }),
      ROUNDING_OF_INKS,
    ],
    ['with a file that has a stream of objects for its table', () => ({ jpeg: photo, form: 'stream' })],
    ['smoothed', () => ({ jpeg: photo, more: '/Interpolate true' })],
    [
      'with a colour profile',
      async () => {
        const profile = await srgbProfile();
        return {
          jpeg: photo,
          space: '[/ICCBased 6 0 R]',
          objects: (writer) => writer.stream(6, '/N 3 /Alternate /DeviceRGB', profile),
        };
      },
      ROUNDING_OF_PROFILES,
    ],
    [
      'under a soft mask of another size',
      () => ({ jpeg: photo, more: '/SMask 6 0 R', objects: (writer) => maskStream(writer) }),
    ],
    [
      'under a soft mask that is a JPEG',
      () => ({
        jpeg: photo,
        more: '/SMask 6 0 R',
        objects: (writer) =>
          writer.stream(
            6,
            `/Type /XObject /Subtype /Image /Width ${WIDE} /Height ${HIGH} /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode`,
            grey,
          ),
      }),
    ],
    [
      'under a stencil mask',
      () => ({
        jpeg: photo,
        more: '/Mask 6 0 R',
        objects: (writer) =>
          writer.stream(
            6,
            '/Type /XObject /Subtype /Image /ImageMask true /Width 8 /Height 8 /BitsPerComponent 1',
            Uint8Array.from([0xf0, 0xf0, 0xf0, 0xf0, 0x0f, 0x0f, 0x0f, 0x0f]),
          ),
      }),
    ],
    ['in a form within a form, twice', () => ({ jpeg: photo, contents: [`/Fm0 Do ${CAPTION}`] })],
    ['turned by 30 degrees', () => ({ jpeg: photo, contents: [`q 173 100 -66 115 90 20 cm /Im0 Do Q ${CAPTION}`] })],
    ['mirrored and slanted', () => ({ jpeg: photo, contents: [`q -200 30 20 120 240 20 cm /Im0 Do Q ${CAPTION}`] })],
    ['with half of it cut off', () => ({ jpeg: photo, contents: [`q 0 0 150 200 re W n ${WHOLE} Q ${CAPTION}`] })],
    ['half see-through', () => ({ jpeg: photo, contents: [`${CAPTION} q /G1 gs ${WHOLE} Q ${CAPTION}`] })],
    [
      'beside a picture within the content',
      () => ({
        jpeg: photo,
        contents: [
          `${WHOLE} q 40 0 0 40 200 20 cm BI /W 2 /H 2 /BPC 8 /CS /G ID ${String.fromCharCode(0, 255, 200, 60)} EI Q`,
        ],
      }),
    ],
  ];
  for (const [name, book, rounding = ROUNDING] of cases) {
    it(name, async () => {
      for (const [scaled, plain] of await bothWays(await book()))
        expect(meanDifference(scaled, plain)).toBeLessThan(rounding);
    });
  }

  it('on several pages at several sizes, each as often as it is asked for', async () => {
    const small = `q 60 0 0 40 100 90 cm /Im0 Do Q ${CAPTION}`;
    const rasters = await bothWays({ jpeg: photo, contents: [small, `${WHOLE} ${CAPTION}`, small, CAPTION] });
    for (const [scaled, plain] of rasters) expect(meanDifference(scaled, plain)).toBeLessThan(ROUNDING);
  });

  it('once decoded, however many pages show it', async () => {
    const small = `q 60 0 0 40 100 90 cm /Im0 Do Q ${CAPTION}`;
    let reads = 0;
    const counting = (source: ByteSource): ByteSource => ({
      size: source.size,
      read(offset, length) {
        if (length >= photo.length) reads++;
        return source.read(offset, length);
      },
    });
    const rasters = await bothWays({ jpeg: photo, contents: [small, small, small] }, LONG_SIDE_PX, counting);
    expect(rasters.every(([scaled]) => scaled !== null)).toBe(true);
    expect(reads).toBe(1);
  });

  it('at one scale and then at another', async () => {
    for (const px of [60, 240, 300, 100])
      for (const [scaled, plain] of await bothWays({ jpeg: photo }, px))
        expect(meanDifference(scaled, plain)).toBeLessThan(1.5 * ROUNDING);
  });
});

describe('a page is drawn from the file as it is', () => {
  const isPlain = async (book: Book, longSidePx?: number) =>
    (await bothWays(book, longSidePx)).map(([scaled]) => scaled === null);

  it('where its picture cannot be scaled', async () => {
    expect(await isPlain({ jpeg: photo, more: '/Mask [0 4 0 4 0 4]' })).toEqual([true]);
    expect(await isPlain({ jpeg: photo, more: '/Decode [0 0.5 0 1 0 1]' })).toEqual([true]);
    expect(
      await isPlain({ jpeg: photo, more: '/SMask 6 0 R', objects: (writer) => maskStream(writer, '/Matte [0 0 0]') }),
    ).toEqual([true]);
  });

  it('where its picture is shown nearly as large as it is', async () => {
    expect(await isPlain({ jpeg: photo }, 1000)).toEqual([true]);
  });

  it('where the data of a picture cannot be decoded', async () => {
    const head = photo.slice(0, 700);
    const torn = new Uint8Array(photo.length).fill(0x11);
    torn.set(head);
    torn.set([0xff, 0xd9], torn.length - 2);
    const [first] = await bothWays({ jpeg: torn, contents: [`${WHOLE} ${CAPTION}`] });
    const scaled = first?.[0] ?? null;
    // Whoever decodes it draws something; what is decoded wrongly is never silently white.
    expect(scaled === null || new Set(scaled.rgb).size > 2).toBe(true);
  });

  it('where a soft mask is made of pictures, whose sizes nobody has told', async () => {
    expect(await isPlain({ jpeg: photo, contents: [`q /G0 gs ${WHOLE} Q`, `${WHOLE} ${CAPTION}`] })).toEqual([
      true,
      false,
    ]);
  });
});

it('pictures with an entry that cannot be written again leave their pages to the file as it is, each time', async () => {
  const rasters = await bothWays({
    jpeg: photo,
    more: `/Odd ${'9'.repeat(400)}`,
    contents: [`${WHOLE} ${CAPTION}`, WHOLE],
  });
  expect(rasters.map(([scaled]) => scaled)).toEqual([null, null]);
});
