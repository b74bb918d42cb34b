import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream, decodePDFRawStream } from 'pdf-lib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AS_THEY_ARE, type Reduction } from '../../src-core/composition/embedded-parts.ts';
import { settled } from '../../src-core/composition/picture-place.ts';
import { sheetsOf } from '../../src-core/composition/sheets.ts';
import type { Colour, LaidItem, PageSketch, PaintItem } from '../../src-core/composition/sketch.ts';
import { coverSizeMm, innerSizeMm, type BoxMm } from '../../src-core/specs/book-geometry.ts';
import type { CatalogueSpec } from '../../src-core/specs/catalogue.ts';
import { withSegments } from '../pictures/jpeg-segments.ts';
import { openPageRenderer } from '../render/page-renderer.ts';
import { openTypefaces } from '../typefaces/open-typefaces.ts';
import { FONTS_FOLDER, shippedCatalogue } from '../../test/fixtures/layout/sample-orders.ts';
import { paintCover, paintSheets, type PaintProgress } from './paint-book.ts';

const MADE_AT_MS = Date.UTC(2026, 10, 21);
const white: Colour = { red: 255, green: 255, blue: 255, alpha: 255 };
const cream: Colour = { red: 250, green: 240, blue: 220, alpha: 255 };
const plainFrame = { border: null, cornerRadiusMm: 0 };

let specs: ReadonlyMap<string, CatalogueSpec>;
let folder: string;
const pictures = new Map<string, Uint8Array>();
beforeAll(async () => {
  specs = new Map((await shippedCatalogue()).specs.map((spec) => [spec.bookSpecUid, spec]));
  folder = await mkdtemp(join(tmpdir(), 'painted-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const specOf = (uid: string): CatalogueSpec => specs.get(uid) as CatalogueSpec;
const box = (xMm: number, yMm: number, widthMm: number, heightMm: number): BoxMm => ({ xMm, yMm, widthMm, heightMm });

/** A picture item of a file, as large as it is seen. */
function picture(
  key: string,
  place: BoxMm,
  [widthPx, heightPx]: readonly [number, number],
  more: Partial<Extract<LaidItem, { kind: 'picture' }>> = {},
): Extract<PaintItem, { kind: 'picture' }> {
  return settled({
    kind: 'picture',
    box: place,
    picture: { blobKey: key, mimeType: 'image/jpeg', widthPx, heightPx },
    fit: 'cover',
    ...plainFrame,
    ...more,
  }) as Extract<PaintItem, { kind: 'picture' }>;
}

interface Painted {
  readonly bytes: Uint8Array;
  readonly document: PDFDocument;
  /** Pictures in the file. */
  readonly images: readonly PDFRawStream[];
  /** The colour at a place of the first page, in millimetres from the sheet's corner, as another program draws it. */
  at(xMm: number, yMm: number): Promise<readonly number[]>;
}

interface Asked extends PaintProgress {
  readonly uid?: string;
  readonly background?: Colour;
  readonly reduction?: Reduction | null;
  readonly kind?: 'contents' | 'cover';
  /** What lies on every second page, where it is something else. */
  readonly evenItems?: readonly PaintItem[];
}

async function paint(
  items: readonly PaintItem[],
  {
    uid = 'SQUAREBOOK_HC',
    background = white,
    reduction = null,
    kind = 'contents',
    evenItems = items,
    ...progress
  }: Asked = {},
): Promise<Painted> {
  const spec = specOf(uid);
  const pageCount = spec.pageMin;
  const { faceOf } = await openTypefaces(FONTS_FOLDER);
  const parts: Uint8Array[] = [];
  const take = async (bytes: Uint8Array) => void parts.push(Uint8Array.from(bytes));
  const sources = {
    faceOf,
    pictures: { ...AS_THEY_ARE, reduction },
    graphicsFolder: join(FONTS_FOLDER, '../templates/graphics'),
    fetchPicture: async (key: string) => pictures.get(key) ?? Promise.reject(new Error(`no picture ${key}`)),
  };
  const book = { spec, pageCount, title: '그림책', producer: 'Some Studio', madeAtMs: MADE_AT_MS };
  const sketches = Array.from(
    { length: pageCount },
    (_, index): PageSketch => ({
      pageNum: index + 1,
      side: 'right',
      background,
      items: index % 2 === 0 ? items : evenItems,
    }),
  );
  await (kind === 'cover'
    ? paintCover(book, { background, items }, sources, take)
    : paintSheets(book, sheetsOf(spec, sketches), sources, take, progress));
  const bytes = Buffer.concat(parts);
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const images = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image') ? [object] : [],
    );
  const path = join(folder, `${createHash('sha256').update(bytes).digest('hex')}.pdf`);
  await writeFile(path, bytes);
  return {
    bytes,
    document,
    images,
    async at(xMm, yMm) {
      const renderer = await openPageRenderer(path);
      const { widthPx, rgb } = await renderer.render(0, 1_000);
      renderer.close();
      const pxPerMm = widthPx / (kind === 'cover' ? coverSizeMm(spec, pageCount) : innerSizeMm(spec)).widthMm;
      const from = (Math.round(yMm * pxPerMm) * widthPx + Math.round(xMm * pxPerMm)) * 3;
      return [...rgb.subarray(from, from + 3)];
    },
  };
}

const near = (colour: Colour | readonly [number, number, number], within = 12) => {
  const [red, green, blue] = 'red' in colour ? [colour.red, colour.green, colour.blue] : colour;
  return [red, green, blue].map((value) => expect.toSatisfy((given: number) => Math.abs(given - value) <= within));
};
const nameOf = (image: PDFRawStream, key: string) => String(image.dict.get(PDFName.of(key)));

/** What draws the first page. */
function firstContentOf({ document }: Painted): string {
  const [content] = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFRawStream && !object.dict.has(PDFName.of('Subtype')) && !object.dict.has(PDFName.of('N'))
        ? [object]
        : [],
    );
  return Buffer.from(decodePDFRawStream(content as PDFRawStream).decode()).toString('latin1');
}

/** Four quarters: red, green, blue, yellow as one reads. */
const QUARTERS = { red: [220, 30, 30], green: [30, 160, 60], blue: [30, 60, 200], yellow: [240, 220, 40] } as const;
async function quarters(): Promise<Sharp> {
  const field = (colour: readonly number[]) => ({
    create: {
      width: 200,
      height: 100,
      channels: 3 as const,
      background: { r: colour[0] ?? 0, g: colour[1] ?? 0, b: colour[2] ?? 0 },
    },
  });
  const parts = [
    { input: field(QUARTERS.red), left: 0, top: 0 },
    { input: field(QUARTERS.green), left: 200, top: 0 },
    { input: field(QUARTERS.blue), left: 0, top: 100 },
    { input: field(QUARTERS.yellow), left: 200, top: 100 },
  ];
  return sharp(
    await sharp({ create: { width: 400, height: 200, channels: 3, background: '#fff' } })
      .composite(
        await Promise.all(
          parts.map(async ({ input, ...place }) => ({ ...place, input: await sharp(input).png().toBuffer() })),
        ),
      )
      .png()
      .toBuffer(),
  );
}

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a JPEG of EXIF orientation %i is seen as it was meant, with the very bytes that came',
  async (orientation) => {
    const jpeg = await (await quarters()).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    pictures.set('turned', jpeg);
    // What another program makes of it, each quarter's middle.
    const seen = await sharp(jpeg).autoOrient().raw().toBuffer({ resolveWithObject: true });
    const { width, height } = seen.info;
    const seenAt = (across: number, down: number) =>
      [...seen.data.subarray((Math.round(height * down) * width + Math.round(width * across)) * 3).subarray(0, 3)] as [
        number,
        number,
        number,
      ];
    const painted = await paint([picture('turned', box(20, 20, width / 4, height / 4), [width, height])]);
    for (const [across, down] of [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ] as const) {
      expect(await painted.at(23 + (width / 4) * across, 23 + (height / 4) * down)).toEqual(near(seenAt(across, down)));
    }
    expect(painted.images).toHaveLength(1);
    expect(Buffer.from(painted.images[0]?.contents ?? []).equals(jpeg)).toBe(true);
  },
);

it('a picture that is placed on every page lies in the file once', async () => {
  pictures.set('often', await (await quarters()).jpeg().toBuffer());
  const { images } = await paint([
    picture('often', box(0, 0, 50, 50), [400, 200]),
    picture('often', box(60, 0, 50, 50), [400, 200], { fit: 'contain' }),
  ]);
  expect(images).toHaveLength(1);
});

it('a colour profile stays with its picture; one without is taken for sRGB', async () => {
  pictures.set('wide', await (await quarters()).withIccProfile('p3').jpeg().toBuffer());
  pictures.set('bare', await (await quarters()).jpeg().toBuffer());
  const { images, document } = await paint([
    picture('wide', box(0, 0, 50, 50), [400, 200]),
    picture('bare', box(60, 0, 50, 50), [400, 200]),
  ]);
  const profiles = await Promise.all(
    images.map(async (image) => {
      const space = image.dict.lookup(PDFName.of('ColorSpace'), PDFArray);
      expect(String(space.get(0))).toBe('/ICCBased');
      const stream = document.context.lookup(space.get(1)) as PDFRawStream;
      expect(stream.dict.lookup(PDFName.of('N'), PDFNumber).asNumber()).toBe(3);
      return stream.contents.length;
    }),
  );
  expect(new Set(profiles).size).toBe(2);
});

it('a colour profile that is cut off stays outside: its picture is taken for sRGB', async () => {
  const plain = await (await quarters()).jpeg().toBuffer();
  const { icc } = await sharp(await sharp(plain).withIccProfile('p3').jpeg().toBuffer()).metadata();
  pictures.set('torn', withSegments(plain, { exif: null, icc: (icc ?? plain).subarray(0, 200) }));
  pictures.set('bare', plain);
  const { images } = await paint([
    picture('torn', box(0, 0, 50, 50), [400, 200]),
    picture('bare', box(60, 0, 50, 50), [400, 200]),
  ]);
  const [torn, bare] = images.map(({ dict }) => String(dict.lookup(PDFName.of('ColorSpace'), PDFArray)));
  expect(torn).toBe(bare);
});

it('a CMYK JPEG in the manner of Adobe is not turned inside out', async () => {
  pictures.set('inks', await (await quarters()).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer());
  const painted = await paint([picture('inks', box(20, 20, 160, 80), [400, 200])]);
  expect(nameOf(painted.images[0] as PDFRawStream, 'Decode')).toBe('[ 1 0 1 0 1 0 1 0 ]');
  expect(await painted.at(23 + 40, 23 + 20)).toEqual(near(QUARTERS.red, 60));
  expect(await painted.at(23 + 120, 23 + 60)).toEqual(near(QUARTERS.yellow, 60));
});

it('what a camera put behind the end of a JPEG stays outside', async () => {
  const jpeg = await (await quarters()).jpeg({ progressive: true }).toBuffer();
  pictures.set('film', Buffer.concat([jpeg, Buffer.alloc(5_000, 'ftypmp42')]));
  const { images } = await paint([picture('film', box(0, 0, 50, 50), [400, 200])]);
  expect(Buffer.from(images[0]?.contents ?? []).equals(jpeg)).toBe(true);
});

it('a JPEG that lost its end is packed anew with what is left of it', async () => {
  const jpeg = await (await quarters()).jpeg({ quality: 95 }).toBuffer();
  pictures.set('cut', jpeg.subarray(0, jpeg.length - 600));
  const painted = await paint([picture('cut', box(20, 20, 160, 80), [400, 200])]);
  expect(nameOf(painted.images[0] as PDFRawStream, 'Filter')).toBe('/FlateDecode');
  expect(await painted.at(23 + 40, 23 + 20)).toEqual(near(QUARTERS.red));
});

it('a see-through PNG is laid on what lies beneath; only on several colours it stays see-through', async () => {
  const red = { r: 200, g: 0, b: 0, alpha: 0.5 };
  pictures.set(
    'veil',
    await sharp({ create: { width: 100, height: 100, channels: 4, background: red } })
      .png()
      .toBuffer(),
  );
  const onPaper = await paint([picture('veil', box(20, 20, 50, 50), [100, 100])], { background: cream });
  expect(onPaper.images.map((image) => nameOf(image, 'SMask'))).toEqual(['undefined']);
  expect(await onPaper.at(48, 48)).toEqual(near([225, 120, 110], 3));
  const field: PaintItem = {
    kind: 'rectangle',
    box: box(0, 0, 45, 200),
    fill: { red: 0, green: 0, blue: 200, alpha: 255 },
    ...plainFrame,
  };
  const onEdge = await paint([field, picture('veil', box(20, 20, 50, 50), [100, 100])]);
  expect(onEdge.images.some((image) => image.dict.has(PDFName.of('SMask')))).toBe(true);
  expect(await onEdge.at(38, 48)).toEqual(near([100, 0, 100], 3));
  expect(await onEdge.at(63, 48)).toEqual(near([228, 128, 128], 3));
});

it('PNGs come out to the sample: 16 bits as 8, grey as grey', async () => {
  pictures.set('deep', await (await quarters()).toColourspace('rgb16').png().toBuffer());
  pictures.set('grey', await (await quarters()).toColourspace('b-w').png().toBuffer());
  const painted = await paint([
    picture('deep', box(20, 20, 160, 80), [400, 200]),
    picture('grey', box(20, 110, 160, 80), [400, 200]),
  ]);
  expect(painted.images.map((image) => [nameOf(image, 'BitsPerComponent'), nameOf(image, 'Filter')])).toEqual([
    ['8', '/FlateDecode'],
    ['8', '/FlateDecode'],
  ]);
  expect(nameOf(painted.images[1] as PDFRawStream, 'ColorSpace')).toBe('/DeviceGray');
  expect(await painted.at(23 + 40, 23 + 20)).toEqual(near(QUARTERS.red, 2));
  expect(await painted.at(23 + 120, 23 + 20)).toEqual(near(QUARTERS.green, 2));
});

it('a picture fills its box without being stretched, or lies whole within it', async () => {
  pictures.set('wideone', await (await quarters()).jpeg({ quality: 95 }).toBuffer());
  const filled = await paint([picture('wideone', box(20, 20, 100, 100), [400, 200])]);
  // A square of the middle: the quarters meet in the middle of the box and reach its edges.
  expect(await filled.at(23 + 5, 23 + 5)).toEqual(near(QUARTERS.red));
  expect(await filled.at(23 + 95, 23 + 95)).toEqual(near(QUARTERS.yellow));
  expect(await filled.at(23 + 103, 23 + 50)).toEqual(near(white, 1));
  const whole = await paint([picture('wideone', box(20, 20, 100, 100), [400, 200], { fit: 'contain' })]);
  expect(await whole.at(23 + 50, 23 + 10)).toEqual(near(white, 1));
  expect(await whole.at(23 + 5, 23 + 30)).toEqual(near(QUARTERS.red));
});

it('a straightened picture is turned clockwise about the middle of its frame, which stays full', async () => {
  pictures.set('tilted', await (await quarters()).jpeg({ quality: 95 }).toBuffer());
  const item = picture('tilted', box(20, 20, 100, 100), [400, 200]);
  const straightened: PaintItem = { ...item, whole: box(70 - 140, 0, 280, 140), straightenDeg: 12 };
  const painted = await paint([straightened]);
  const at = (dxMm: number, dyMm: number) => painted.at(23 + 50 + dxMm, 23 + 50 + dyMm);
  // The middle line leans by 12 degrees: to the right above, to the left below.
  expect(await at(4, -40)).toEqual(near(QUARTERS.red));
  expect(await at(13, -40)).toEqual(near(QUARTERS.green));
  expect(await at(-4, 40)).toEqual(near(QUARTERS.yellow));
  expect(await at(-13, 40)).toEqual(near(QUARTERS.blue));
  expect(await at(-49, -49)).toEqual(near(QUARTERS.red));
  expect(await at(52, 0)).toEqual(near(white, 1));
});

it('a straightened picture lies where it was turned to, to the hundredth of a millimetre, far from the corner of its sheet', async () => {
  pictures.set('level', await (await quarters()).jpeg({ quality: 95 }).toBuffer());
  const place = box(250, 10, 220, 220);
  for (const straightenDeg of [0.1, 2, 7.5, 15]) {
    const item = picture('level', place, [400, 200]);
    const painted = await paint([{ ...item, whole: box(130, -50, 460, 340), straightenDeg }], {
      uid: 'SQUAREBOOK_LAYFLAT_HC',
    });
    const turn = /q\n(?:(?!cm)[^q])*?([-\d. e]+) cm/.exec(firstContentOf(painted))?.[1];
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = (turn ?? '').trim().split(' ').map(Number);
    const angle = (-straightenDeg * Math.PI) / 180;
    // The middle of the frame stays where it is, and its corners go round it by the angle.
    const [x, y] = middleOf(painted.document, place);
    const halfPt = (110 * 72) / 25.4;
    for (const [dx, dy] of [
      [0, 0],
      [halfPt, halfPt],
      [-halfPt, halfPt],
    ] as const) {
      const there = [a * (x + dx) + c * (y + dy) + e, b * (x + dx) + d * (y + dy) + f];
      const wanted = [x + dx * Math.cos(angle) - dy * Math.sin(angle), y + dx * Math.sin(angle) + dy * Math.cos(angle)];
      for (const axis of [0, 1])
        expect(Math.abs((there[axis] ?? 0) - (wanted[axis] ?? 0)), `${straightenDeg}°`).toBeLessThan(
          (0.01 * 72) / 25.4,
        );
    }
  }
});

/** In points from the lower left of the first page, of a box from the sheet's trim. */
function middleOf(document: PDFDocument, { xMm, yMm, widthMm, heightMm }: BoxMm): readonly [number, number] {
  const trim = document.getPage(0).getTrimBox();
  const points = (mm: number) => (mm * 72) / 25.4;
  return [trim.x + points(xMm + widthMm / 2), trim.y + trim.height - points(yMm + heightMm / 2)];
}

it('rounded corners show the page; borders lie within the box and are never thinner than 0.25 pt', async () => {
  pictures.set('round', await (await quarters()).jpeg({ quality: 95 }).toBuffer());
  const frame = { cornerRadiusMm: 20, border: { colour: { red: 0, green: 0, blue: 0, alpha: 255 }, thicknessMm: 3 } };
  const painted = await paint([picture('round', box(20, 20, 160, 80), [400, 200], frame)], { background: cream });
  expect(await painted.at(24, 24)).toEqual(near(cream, 2));
  expect(await painted.at(23 + 80, 23 + 1.5)).toEqual(near([0, 0, 0], 4));
  expect(await painted.at(23 + 80, 23 - 1)).toEqual(near(cream, 2));
  const thin = await paint([
    {
      kind: 'rectangle',
      box: box(20, 20, 50, 50),
      fill: white,
      cornerRadiusMm: 0,
      border: { colour: cream, thicknessMm: 0.01 },
    },
  ]);
  expect(firstContentOf(thin)).toMatch(/\b0\.25 w\b/);
});

it.each(['SQUAREBOOK_HC', 'PHOTOBOOK_A5_SC', 'SQUAREBOOK_LAYFLAT_HC'])(
  'the boxes of a page are where %s is cut or folded',
  async (uid) => {
    const spec = specOf(uid);
    const mm = (boxPt: { x: number; y: number; width: number; height: number }) =>
      [boxPt.x, boxPt.y, boxPt.width, boxPt.height].map((points) => Math.round((points * 25.4 * 1000) / 72) / 1000);
    const inner = innerSizeMm(spec);
    const contents = (await paint([], { uid })).document;
    expect(contents.getPageCount()).toBe(spec.bindingType === 'LAYFLAT' ? spec.pageMin / 2 : spec.pageMin);
    for (const page of contents.getPages()) {
      expect(mm(page.getMediaBox())).toEqual([0, 0, inner.widthMm, inner.heightMm]);
      expect(mm(page.getBleedBox())).toEqual(mm(page.getMediaBox()));
      expect(mm(page.getTrimBox())).toEqual([
        spec.bleedMm,
        spec.bleedMm,
        inner.widthMm - 2 * spec.bleedMm,
        inner.heightMm - 2 * spec.bleedMm,
      ]);
    }
    const [cover] = (await paint([], { uid, kind: 'cover' })).document.getPages();
    const outer = coverSizeMm(spec, spec.pageMin);
    const insetMm = spec.coverType === 'Hardcover' ? (spec.caseWrapMarginMm ?? 0) : spec.bleedMm;
    expect(cover === undefined ? null : mm(cover.getMediaBox())).toEqual([0, 0, outer.widthMm, outer.heightMm]);
    expect(cover === undefined ? null : mm(cover.getTrimBox())).toEqual([
      insetMm,
      insetMm,
      expect.closeTo(outer.widthMm - 2 * insetMm, 2),
      expect.closeTo(outer.heightMm - 2 * insetMm, 2),
    ]);
  },
);

it('only the outer edges of a spread bleed: what reaches over the fold ends there', async () => {
  const spec = specOf('SQUAREBOOK_LAYFLAT_HC');
  const blue: Colour = { red: 0, green: 0, blue: 200, alpha: 255 };
  const toTheRight: PaintItem = {
    kind: 'rectangle',
    box: box(200, 0, spec.innerTrimWidthMm - 200 + spec.bleedMm, 100),
    fill: blue,
    ...plainFrame,
  };
  const painted = await paint([toTheRight], { uid: 'SQUAREBOOK_LAYFLAT_HC' });
  const { widthMm } = innerSizeMm(spec);
  expect(await painted.at(widthMm / 2 - 1.5, 50)).toEqual(near(blue, 2));
  expect(await painted.at(widthMm / 2 + 1.5, 50)).toEqual(near(white, 2));
  expect(await painted.at(widthMm - 1, 50)).toEqual(near(blue, 2));
});

it('a picture across the fold is drawn once, over both grounds and under the right page’s items, and looks as two halves do', async () => {
  const uid = 'SQUAREBOOK_LAYFLAT_HC';
  const spec = specOf(uid);
  pictures.set('spread', await (await quarters()).jpeg({ quality: 95 }).toBuffer());
  const place = box(100, 40, 2 * (spec.innerTrimWidthMm - 100), 60);
  const label: PaintItem = {
    kind: 'rectangle',
    box: box(0, 50, 30, 10),
    fill: { red: 0, green: 0, blue: 0, alpha: 255 },
    ...plainFrame,
  };
  const whole = picture('spread', place, [400, 200], { fit: 'contain' });
  const once = await paint([{ ...whole, across: true }], { uid, background: cream, evenItems: [label] });
  const shifted = picture('spread', { ...place, xMm: place.xMm - spec.innerTrimWidthMm }, [400, 200], {
    fit: 'contain',
  });
  const twice = await paint([whole], { uid, background: cream, evenItems: [shifted, label] });
  const drawn = (painted: Painted) => firstContentOf(painted).split(' Do').length - 1;
  expect([drawn(once), drawn(twice)]).toEqual([1, 2]);
  const { widthMm } = innerSizeMm(spec);
  for (const [xMm, yMm] of [
    [widthMm / 2 - 20, 60],
    [widthMm / 2 - 1, 90],
    [widthMm / 2 + 1, 90],
    [widthMm / 2 + 10, 58],
    [widthMm / 2 + 50, 60],
    [10, 10],
    [widthMm - 10, 10],
  ] as const) {
    expect(await once.at(xMm, yMm), `${xMm} ${yMm}`).toEqual(await twice.at(xMm, yMm));
  }
  expect(await once.at(widthMm / 2 + 10, 58)).toEqual(near({ red: 0, green: 0, blue: 0, alpha: 255 }, 2));
});

it.each([
  [90, 6],
  [180, 3],
  [270, 8],
] as const)('a picture turned by %i degrees looks as one whose EXIF asks for that', async (turnDeg, orientation) => {
  pictures.set('plain', await (await quarters()).jpeg({ quality: 95 }).toBuffer());
  pictures.set('turned', await (await quarters()).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer());
  const place = box(20, 20, 100, 100);
  const [byHand, byExif] = [
    await paint([{ ...picture('plain', place, [100, 100]), turnDeg }]),
    await paint([picture('turned', place, [100, 100])]),
  ];
  for (const [xMm, yMm] of [
    [40, 40],
    [100, 40],
    [40, 100],
    [100, 100],
  ] as const)
    expect(await byHand.at(xMm, yMm), `${xMm} ${yMm}`).toEqual(await byExif.at(xMm, yMm));
});

it('tells of each sheet, and stops before the next one when it is asked to', async () => {
  const painted: number[] = [];
  await paint([], { onSheet: (count) => painted.push(count) });
  expect(painted).toEqual(Array.from({ length: specOf('SQUAREBOOK_HC').pageMin }, (_, index) => index + 1));
  const giveUp = new AbortController();
  const seen: number[] = [];
  const painting = paint([], {
    signal: giveUp.signal,
    onSheet: (count) => (seen.push(count), count === 3 ? giveUp.abort(new Error('enough')) : undefined),
  });
  await expect(painting).rejects.toThrow('enough');
  expect(seen).toEqual([1, 2, 3]);
});

it('describes itself: title, producer, untrapped, the moment on the service’s clock', async () => {
  const { document } = await paint([]);
  const info = document.context.lookup(document.context.trailerInfo.Info, PDFDict);
  expect([
    document.getTitle(),
    document.getProducer(),
    String(info.get(PDFName.of('Trapped'))),
    document.getCreationDate()?.getTime(),
  ]).toEqual(['그림책', 'Some Studio', '/False', MADE_AT_MS]);
});

it('the same book is the same file', async () => {
  pictures.set('same', await (await quarters()).jpeg().toBuffer());
  const items: PaintItem[] = [
    picture('same', box(0, 0, 50, 50), [400, 200]),
    {
      kind: 'text',
      lines: [{ text: '가나다 AVATAR', xMm: 20, baselineMm: 90 }],
      typeface: 'regular',
      sizeMm: 5,
      colour: { red: 0, green: 0, blue: 0, alpha: 255 },
      rotation: 0,
      box: box(20, 80, 80, 10),
    },
  ];
  const [one, other] = [await paint(items), await paint(items)];
  expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes))).toBe(true);
});

it('pictures are reduced only when asked, and only those that are finer', async () => {
  pictures.set(
    'fine',
    await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: '#456' } })
      .withIccProfile('srgb')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
  );
  pictures.set(
    'coarse',
    await sharp({ create: { width: 600, height: 400, channels: 3, background: '#456' } })
      .jpeg()
      .toBuffer(),
  );
  const items = [
    picture('fine', box(0, 0, 50.8, 76.2), [2_000, 3_000]),
    picture('fine', box(60, 0, 25.4, 38.1), [2_000, 3_000]),
    picture('coarse', box(0, 100, 150, 100), [600, 400]),
  ];
  const sizes = async (reduction: Reduction | null) =>
    (await paint(items, { reduction })).images.map((image) => `${nameOf(image, 'Width')} ${nameOf(image, 'Height')}`);
  expect(await sizes(null)).toEqual(['3000 2000', '600 400']);
  expect(await sizes({ toPpi: 300, fromPpi: 300 })).toEqual(['900 600', '600 400']);
  expect(await sizes({ toPpi: 300, fromPpi: 1_000 })).toEqual(['3000 2000', '600 400']);
});

it('fonts are embedded only where letters are set', async () => {
  const fontFiles = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').split('/FontFile2').length - 1;
  expect(fontFiles((await paint([])).bytes)).toBe(0);
  const text: PaintItem = {
    kind: 'text',
    lines: [{ text: '가', xMm: 20, baselineMm: 90 }],
    typeface: 'semiBold',
    sizeMm: 5,
    colour: cream,
    rotation: 0,
    box: box(20, 80, 80, 10),
  };
  expect(fontFiles((await paint([text])).bytes)).toBe(1);
});
