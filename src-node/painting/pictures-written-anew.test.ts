import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AS_THEY_ARE,
  exportedWith,
  PRINTED_PPI,
  type PictureChoices,
} from '../../src-core/composition/embedded-parts.ts';
import type { PictureItem } from '../../src-core/composition/picture-place.ts';
import { sheetsOf } from '../../src-core/composition/sheets.ts';
import { freshInside, wholeBoxOf, type Inside } from '../../src-core/layout/inside.ts';
import type { BoxMm } from '../../src-core/specs/book-geometry.ts';
import { specNamed } from '../../test/fixtures/catalogue.ts';
import { FONTS_FOLDER } from '../../test/fixtures/layout/sample-orders.ts';
import { paletteOf } from '../../test/fixtures/pdf/palettes.ts';
import { drawPicture } from '../../test/fixtures/pdf/pictures.ts';
import { PDF_RENDERERS } from '../../test/fixtures/pdf/pdf-renderers.ts';
import { openTypefaces } from '../typefaces/open-typefaces.ts';
import { paintSheets } from './paint-book.ts';

const TIME_MS = 120_000;
const [LONG, SHORT] = [1_500, 1_000];

let folder: string;
/** A photograph, lying, with much that is fine in it. */
let photograph: Uint8Array;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anew-'));
  photograph = await drawPicture({ scene: 'tree', palette: paletteOf(3), seed: 3, widthPx: LONG, heightPx: SHORT });
}, TIME_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
const jpegLying = (orientation: Orientation) =>
  sharp(photograph).withMetadata({ orientation }).jpeg({ quality: 93 }).toBuffer();

/** A picture in a frame, as a layout places it. */
function placed(key: string, orientation: Orientation, box: BoxMm, inside: Partial<Inside> = {}): PictureItem {
  const [widthPx, heightPx] = orientation >= 5 ? [SHORT, LONG] : [LONG, SHORT];
  const full = { show: 'fill' as const, ...freshInside(undefined), ...inside };
  return {
    kind: 'picture',
    box,
    picture: { blobKey: key, mimeType: 'image/jpeg', widthPx, heightPx },
    whole: wholeBoxOf({ ...full, box }, { widthPx, heightPx }),
    turnDeg: full.turnDeg,
    ...(full.straightenDeg === 0 ? {} : { straightenDeg: full.straightenDeg }),
    border: null,
    cornerRadiusMm: 0,
  };
}

interface Painted {
  readonly path: string;
  readonly bytes: number;
  readonly images: readonly { readonly widthPx: number; readonly heightPx: number; readonly contents: Uint8Array }[];
}

async function painted(
  items: readonly PictureItem[],
  pictures: ReadonlyMap<string, Uint8Array>,
  choices: Partial<PictureChoices>,
): Promise<Painted> {
  const spec = specNamed('SQUAREBOOK_HC');
  const { faceOf } = await openTypefaces(FONTS_FOLDER);
  const parts: Uint8Array[] = [];
  const background = { red: 255, green: 255, blue: 255, alpha: 255 };
  const pages = Array.from({ length: spec.pageMin }, (_, index) => ({
    pageNum: index + 1,
    side: 'right' as const,
    background,
    items: index === 0 ? items : [],
  }));
  await paintSheets(
    { spec, pageCount: spec.pageMin, title: 'Anew', producer: 'Some Studio', madeAtMs: 0 },
    sheetsOf(spec, pages),
    {
      faceOf,
      graphicsFolder: '',
      fetchPicture: async (key) => pictures.get(key) ?? Promise.reject(new Error(`no picture ${key}`)),
      pictures: { ...AS_THEY_ARE, ...choices },
    },
    async (part) => void parts.push(Uint8Array.from(part)),
  );
  const file = Buffer.concat(parts);
  const path = join(folder, `${createHash('sha256').update(file).digest('hex')}.pdf`);
  await writeFile(path, file);
  const document = await PDFDocument.load(file, { updateMetadata: false });
  const numberOf = (stream: PDFRawStream, key: string) => Number(String(stream.dict.get(PDFName.of(key))));
  const images = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image')
        ? [{ widthPx: numberOf(object, 'Width'), heightPx: numberOf(object, 'Height'), contents: object.contents }]
        : [],
    );
  return { path, bytes: file.length, images };
}

/** How far the first pages of two files are from one another, as MuPDF draws them: on the average, and where it is worst. */
async function apart(one: Painted, other: Painted): Promise<{ readonly mean: number; readonly worst: number }> {
  const [a, b] = await Promise.all(
    [one, other].map(async ({ path }) => {
      const { rgb, widthPx, heightPx } = await PDF_RENDERERS.MuPDF(path, 0, 1_000, 1_020);
      // A pixel is a matter of how it is sampled; what the eye sees is an area.
      return sharp(Buffer.from(rgb), { raw: { width: widthPx, height: heightPx, channels: 3 } })
        .blur(2.5)
        .raw()
        .toBuffer();
    }),
  );
  if (a === undefined || b === undefined) throw new Error('a page was not drawn');
  let [sum, worst] = [0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const difference = Math.abs((a[at] ?? 0) - (b[at] ?? 0));
    sum += difference;
    worst = Math.max(worst, difference);
  }
  return { mean: sum / a.length, worst };
}

const TURNS = [0, 90, 180, 270] as const;
const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const SMALL: Partial<Inside> = { zoom: 1.9, focusX: 0.45, focusY: 0.7 };

describe('what of a picture goes into a file', () => {
  it(
    'JPEGs of which three fifths or more is shown are there to the byte, however they lie',
    async () => {
      const pictures = new Map<string, Buffer>();
      const items: PictureItem[] = [];
      for (const [index, orientation] of ORIENTATIONS.entries()) {
        pictures.set(`k${orientation}`, await jpegLying(orientation));
        const box = { xMm: 10 + (index % 4) * 55, yMm: 10 + Math.floor(index / 4) * 60, widthMm: 50, heightMm: 50 };
        items.push(placed(`k${orientation}`, orientation, box, { turnDeg: TURNS[index % 4] ?? 0 }));
      }
      const { images } = await painted(items, pictures, { hidden: 'cut' });
      const hashes = (all: Iterable<Uint8Array>) =>
        [...all].map((bytes) => createHash('sha256').update(bytes).digest('hex')).sort();
      expect(hashes(images.map(({ contents }) => contents))).toEqual(hashes(pictures.values()));
    },
    TIME_MS,
  );

  it(
    'one that is shown less than that is written anew with what is seen and 5 mm around, and is seen as before',
    async () => {
      const pictures = new Map<string, Buffer>();
      const items: PictureItem[] = [];
      for (const [row, orientation] of ORIENTATIONS.entries())
        for (const [column, turnDeg] of TURNS.entries()) {
          const key = `k${orientation} ${turnDeg}`;
          pictures.set(key, await jpegLying(orientation));
          const box = { xMm: 6 + column * 58, yMm: 4 + row * 30, widthMm: 40, heightMm: 26 };
          items.push(placed(key, orientation, box, { ...SMALL, turnDeg, straightenDeg: column % 2 === 0 ? 0 : 6 }));
        }
      const kept = await painted(items, pictures, { hidden: 'kept' });
      const cut = await painted(items, pictures, { hidden: 'cut' });
      expect(cut.images).toHaveLength(32);
      for (const { widthPx, heightPx } of cut.images) expect(widthPx * heightPx).toBeLessThan(0.75 * LONG * SHORT);
      expect(cut.bytes).toBeLessThan(0.8 * kept.bytes);
      const { mean, worst } = await apart(kept, cut);
      expect(mean).toBeLessThan(0.6);
      expect(worst).toBeLessThan(40);
      // 40 mm of a picture laid out at 1.9 × 40 mm, and 5 mm on each side of it.
      const [upright] = items;
      const widthMm = upright?.whole.widthMm ?? 0;
      expect(cut.images[0]?.widthPx).toBeCloseTo((50 / widthMm) * LONG, -1);
    },
    TIME_MS,
  );

  it(
    'a picture that two frames show keeps what either of them shows',
    async () => {
      const pictures = new Map([['k', await jpegLying(6)]]);
      const items = [
        placed('k', 6, { xMm: 10, yMm: 10, widthMm: 60, heightMm: 60 }, { zoom: 2.5, focusX: 0.1, focusY: 0.1 }),
        placed(
          'k',
          6,
          { xMm: 90, yMm: 10, widthMm: 60, heightMm: 60 },
          { zoom: 2.5, focusX: 0.9, focusY: 0.35, turnDeg: 90 },
        ),
      ];
      const kept = await painted(items, pictures, { hidden: 'kept' });
      const cut = await painted(items, pictures, { hidden: 'cut' });
      const { mean, worst } = await apart(kept, cut);
      expect(mean).toBeLessThan(0.6);
      expect(worst).toBeLessThan(40);
    },
    TIME_MS,
  );

  it(
    'only what is more than a quarter finer than the chosen resolution is reduced, to that resolution',
    async () => {
      const pictures = new Map([
        ['fine', await jpegLying(6)],
        ['coarse', await jpegLying(1)],
      ]);
      const items = [
        placed('fine', 6, { xMm: 10, yMm: 10, widthMm: 50.8, heightMm: 76.2 }),
        placed('coarse', 1, { xMm: 10, yMm: 100, widthMm: 190.5, heightMm: 127 }),
      ];
      const asThey = await painted(items, pictures, exportedWith(null, 'kept'));
      const reduced = await painted(items, pictures, exportedWith(300, 'kept'));
      expect(asThey.images.map(({ widthPx, heightPx }) => [widthPx, heightPx])).toEqual([
        [LONG, SHORT],
        [LONG, SHORT],
      ]);
      expect(reduced.images.map(({ widthPx, heightPx }) => [widthPx, heightPx])).toEqual([
        [600, 900],
        [LONG, SHORT],
      ]);
      expect(Buffer.from(reduced.images[1]?.contents ?? []).equals(pictures.get('coarse') ?? Buffer.alloc(0))).toBe(
        true,
      );
      const { mean, worst } = await apart(asThey, reduced);
      expect(mean).toBeLessThan(0.6);
      expect(worst).toBeLessThan(40);
    },
    TIME_MS,
  );
});

describe('pictures of a book that is begun now', () => {
  const CHOICES = exportedWith(PRINTED_PPI, 'kept');
  /** Sensor grain over a scene: what a camera packs, about as hard as it does. */
  const taken = async (widthPx: number, heightPx: number, { quality = 97, sigma = 6 } = {}) => {
    const grain = await sharp({
      create: {
        width: widthPx,
        height: heightPx,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    return sharp(photograph)
      .resize(widthPx, heightPx, { fit: 'fill' })
      .composite([{ input: grain, blend: 'overlay' }])
      .removeAlpha()
      .withIccProfile('p3')
      .jpeg({ quality })
      .toBuffer();
  };
  const inFrame = (
    key: string,
    [widthPx, heightPx]: readonly [number, number],
    box: BoxMm,
    mimeType: 'image/jpeg' | 'image/png' = 'image/jpeg',
  ): PictureItem => ({
    kind: 'picture',
    box,
    picture: { blobKey: key, mimeType, widthPx, heightPx },
    whole: box,
    turnDeg: 0,
    border: null,
    cornerRadiusMm: 0,
  });

  it(
    'a page of nine photographs of 24 megapixels weighs at most 2.5 MB, each with 360 pixels an inch and its profile',
    async () => {
      const photo = await taken(6_000, 4_000);
      // As large as a camera writes them.
      expect(photo.length).toBeGreaterThan(6e6);
      const { icc: profile = Buffer.alloc(0) } = await sharp(photo).metadata();
      const pictures = new Map(Array.from({ length: 9 }, (_, index) => [`k${index}`, photo]));
      const items = [...pictures.keys()].map((key, index) =>
        inFrame(key, [6_000, 4_000], {
          xMm: 5 + (index % 3) * 78,
          yMm: 5 + Math.floor(index / 3) * 56,
          widthMm: 75,
          heightMm: 50,
        }),
      );
      const page = await painted(items, pictures, CHOICES);
      expect(page.bytes).toBeLessThan(2.5e6);
      expect(page.images).toHaveLength(9);
      for (const { widthPx, heightPx, contents } of page.images) {
        expect([widthPx, heightPx]).toEqual([Math.round((75 / 25.4) * 360), Math.round((50 / 25.4) * 360)]);
        const { icc, chromaSubsampling, exif } = await sharp(Buffer.from(contents)).metadata();
        expect(icc?.equals(profile)).toBe(true);
        expect([chromaSubsampling, exif]).toEqual(['4:2:0', undefined]);
      }
    },
    TIME_MS,
  );

  it('one of a full page and one that was packed hard are there to the byte', async () => {
    const [full, hard] = [await taken(3_937, 2_625), await taken(3_000, 2_000, { quality: 30 })];
    const items = [
      inFrame('full', [3_937, 2_625], { xMm: 0, yMm: 0, widthMm: 250, heightMm: 166.7 }),
      inFrame('hard', [3_000, 2_000], { xMm: 0, yMm: 170, widthMm: 105, heightMm: 70 }),
    ];
    const pictures = new Map([
      ['full', full],
      ['hard', hard],
    ]);
    const { images } = await painted(items, pictures, CHOICES);
    expect(Buffer.from(images[0]?.contents ?? []).equals(full)).toBe(true);
    // 725 pixels an inch: with 360 it would weigh more.
    expect(Buffer.from(images[1]?.contents ?? []).equals(hard)).toBe(true);
  });

  it('large PNGs that nothing is seen through become JPEGs, others stay as they are', async () => {
    const raw = sharp(await taken(1_500, 1_000, { sigma: 30 }));
    const [large, small, clear] = await Promise.all([
      raw.clone().keepIccProfile().png().toBuffer(),
      raw.clone().resize(300).png().toBuffer(),
      raw.clone().ensureAlpha(0.5).png().toBuffer(),
    ]);
    expect([large.length > 2e6, small.length < 2e6, clear.length > 2e6]).toEqual([true, true, true]);
    const pictures = new Map([
      ['large', large],
      ['small', small],
      ['clear', clear],
    ]);
    const at = (yMm: number): BoxMm => ({ xMm: 5, yMm, widthMm: 90, heightMm: 60 });
    const items = [
      inFrame('large', [1_500, 1_000], at(5), 'image/png'),
      inFrame('small', [300, 200], { ...at(70), widthMm: 40, heightMm: 26.7 }, 'image/png'),
      inFrame('clear', [1_500, 1_000], at(130), 'image/png'),
    ];
    const kinds = async (choices: Partial<PictureChoices>) =>
      (await painted(items, pictures, choices)).images.map(({ widthPx, contents }) => {
        const isJpeg = contents[0] === 0xff && contents[1] === 0xd8;
        return `${widthPx} ${isJpeg ? 'jpeg' : 'packed'}`;
      });
    // What is seen through is laid on the page's white.
    const packed = ['300 packed', '1500 packed'];
    expect((await kinds(CHOICES)).sort()).toEqual([...packed, '1500 jpeg'].sort());
    expect((await kinds({})).sort()).toEqual([...packed, '1500 packed'].sort());
    const { mean } = await apart(await painted(items, pictures, {}), await painted(items, pictures, CHOICES));
    expect(mean).toBeLessThan(0.6);
  });
});

/** Display P3 as sRGB, by the primaries of both (SMPTE EG 432-1, IEC 61966-2-1). */
function p3AsSrgb(colour: readonly number[]): readonly number[] {
  const linear = colour.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  const rows = [
    [1.2249, -0.2247, 0],
    [-0.042, 1.0419, 0],
    [-0.0197, -0.0786, 1.0979],
  ];
  return rows.map((row) => {
    const part = Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, factor, at) => sum + factor * (linear[at] ?? 0), 0),
      ),
    );
    return 255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);
  });
}

describe('colours of pictures', () => {
  const P3 = [180, 110, 80] as const;
  const flat = (mode: 'p3' | 'cmyk' | 'srgb') => {
    const [r, g, b] = P3;
    const made = sharp({ create: { width: LONG, height: SHORT, channels: 3, background: { r, g, b } } });
    return (
      mode === 'p3' ? made.withIccProfile('p3', { attach: true }) : mode === 'cmyk' ? made.toColourspace('cmyk') : made
    )
      .jpeg({ quality: 98 })
      .toBuffer();
  };
  const item = placed('k', 1, { xMm: 0, yMm: 0, widthMm: 150, heightMm: 100 });

  it('stay as they are: a picture with a profile of its own is there to the byte', async () => {
    const file = await flat('p3');
    const { images } = await painted([item], new Map([['k', file]]), { hidden: 'cut', colours: 'kept' });
    expect(Buffer.from(images[0]?.contents ?? []).equals(file)).toBe(true);
  });

  it('become sRGB when that is chosen, by the numbers of the standards; inks become RGB, and sRGB itself is not touched', async () => {
    const p3 = await flat('p3');
    // What the pixels say in the file, whatever its profile.
    const [r = 0, g = 0, b = 0] = await sharp(p3, { ignoreIcc: true })
      .extract({ left: 9, top: 9, width: 1, height: 1 })
      .raw()
      .toBuffer();
    const { images } = await painted([item], new Map([['k', p3]]), { hidden: 'cut', colours: 'sRGB' });
    const contents = Buffer.from(images[0]?.contents ?? []);
    const seen = [...(await sharp(contents).extract({ left: 9, top: 9, width: 1, height: 1 }).raw().toBuffer())];
    expect((await sharp(contents).metadata()).icc).toBeUndefined();
    for (const [at, wanted] of p3AsSrgb([r, g, b]).entries())
      expect(Math.abs((seen[at] ?? 0) - wanted)).toBeLessThan(3);
    const inks = await painted([item], new Map([['k', await flat('cmyk')]]), { hidden: 'cut', colours: 'sRGB' });
    expect((await sharp(Buffer.from(inks.images[0]?.contents ?? [])).metadata()).space).toBe('srgb');
    const srgb = await flat('srgb');
    const untouched = await painted([item], new Map([['k', srgb]]), { hidden: 'cut', colours: 'sRGB' });
    expect(Buffer.from(untouched.images[0]?.contents ?? []).equals(srgb)).toBe(true);
  });
});
