import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PdfKind } from '../../src-core/contract/books.ts';
import { subsetTagOf, typefaceOf } from '../../src-core/composition/typefaces.ts';
import type { Template } from '../../src-core/contract/templates.ts';
import { coverSizeMm, innerSizeMm, pdfPagesOf } from '../../src-core/specs/book-geometry.ts';
import type { Finding } from '../../src-core/preflight/finding.ts';
import { judgePdf } from '../../src-core/preflight/judge-pdf.ts';
import { preflightFile } from '../preflight-file.ts';
import { readPdfFile } from '../pdf-file.ts';
import type { RenderOrder } from './render-order.ts';
import { renderHere, type RenderedHere } from './testing/render-here.ts';
import { isEverything, turnOf } from '../../test/fixtures/turns.ts';
import {
  sampleOrder,
  samplePictures,
  shippedCatalogue,
  type SamplePictures,
} from '../../test/fixtures/layout/sample-orders.ts';

const BOOK_TIME_MS = 240_000;
const run = promisify(execFile);
/** What a program that others made says of the file. */
const native = async (program: string, ...args: string[]) =>
  (await run(program, args, { maxBuffer: 64 * 1024 * 1024 })).stdout;
const tableOf = (text: string) =>
  text
    .split('\n')
    .slice(2)
    .filter((line) => line !== '');

const { specs, templates, themes } = await shippedCatalogue();
const all = specs.flatMap((spec, at) =>
  themes.map((theme, index) => ({ spec, theme, bookNumber: at + index, name: `${theme}, ${spec.bookSpecUid}` })),
);
/** A book takes ten seconds. Each run has one of every spec, each of another theme, by its seed; `npm test -- --all` has them all. */
const turn = turnOf(themes.length);
const ofTurn = all.filter(({ bookNumber }) => bookNumber % themes.length === turn);
const books = isEverything ? all : ofTurn;
/** Drawing every page and taking every picture apart takes longest: for one book of each run, under `--all` for each. */
const inDepth = isEverything ? all : [ofTurn[turnOf(ofTurn.length)]];
let pictures: SamplePictures;
beforeAll(async () => {
  pictures = await samplePictures();
}, BOOK_TIME_MS);

/** As the app judges a file before it is sent: level 3 draws every page. */
async function judge(order: RenderOrder, kind: PdfKind, path: string, level: 2 | 3): Promise<readonly Finding[]> {
  const { spec, pageCount, contract } = order;
  const first = judgePdf({ facts: readPdfFile(path), kind, spec, pageCount, contract });
  expect(first.verdict).toBe('accepted');
  const deeper = await preflightFile({ path, kind, spec, pageCount, contract, thresholds: {}, level });
  expect(deeper.level).toBe(level);
  return [...first.findings, ...deeper.findings];
}

/** The subset tags of the faces that templates set Korean and Latin in. */
const facesOf = (used: readonly Template[]): ReadonlySet<string> =>
  new Set(
    [...JSON.stringify(used).matchAll(/"fontFamily":"([^"]+)"/g)]
      .flatMap(([, family = '']) => [typefaceOf(family, false), typefaceOf(family, true)])
      .map(subsetTagOf),
  );

/** What speaks against a file; what is only worth knowing (a photo that is finer than need be) is not in it. */
const against = (findings: readonly Finding[]) =>
  findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ severity, ruleId, pages, params }) => ({ severity, ruleId, pages, params }));

/** Of all pictures. */
const bytesOf = () => {
  const bytes = new Map([...pictures.large, ...pictures.small].map((each) => [each.picture.blobKey, each.bytes]));
  return (blobKey: string) => bytes.get(blobKey) ?? null;
};

/** Whether it has the proportions of a photo. */
const isWhole = (widthPx: number, heightPx: number) =>
  [48 / 37, 27 / 20].some((aspect) => Math.abs(Math.max(widthPx / heightPx, heightPx / widthPx) / aspect - 1) < 0.004);

/** Whether a photo weighs so much, as it was taken in. */
const isTakenIn = (bytes: number) =>
  [...pictures.large, ...pictures.small].some((picture) => Math.abs(picture.bytes.length / bytes - 1) < 0.006);

it('a rendering that is stopped while its thumbnails are drawn does not end without them', async () => {
  const [{ spec, theme }] = all as [(typeof all)[number]];
  const order = await sampleOrder(spec, templates, theme, pictures);
  await expect(renderHere({ ...order, contents: null }, bytesOf(), 'thumbnail')).rejects.toThrow('stopped');
});

describe.each(books)('a rendered book: $name', (book) => {
  const { spec, theme, bookNumber } = book;
  const isInDepth = inDepth.includes(book);
  let order: RenderOrder;
  let rendered: RenderedHere;
  beforeAll(async () => {
    order = await sampleOrder(spec, templates, theme, pictures, bookNumber);
    rendered = await renderHere(order, bytesOf());
  }, BOOK_TIME_MS);
  afterAll(() => rendered.dispose());

  it.each(['cover', 'contents'] as const)(
    'passes our own preflight with no error and no warning: %s',
    async (kind) => {
      const findings = await judge(order, kind, rendered.path(kind), isInDepth ? 3 : 2);
      expect(against(findings)).toEqual([]);
    },
    BOOK_TIME_MS,
  );

  it('has the real geometry of its spec', () => {
    const pdfPages = pdfPagesOf(spec, 'contents', order.pageCount);
    expect(rendered.files).toEqual([
      {
        kind: 'cover',
        pdfPages: 1,
        widthMm: expect.closeTo(coverSizeMm(spec, order.pageCount).widthMm, 2),
        heightMm: expect.closeTo(coverSizeMm(spec, order.pageCount).heightMm, 2),
      },
      {
        kind: 'contents',
        pdfPages,
        widthMm: expect.closeTo(innerSizeMm(spec).widthMm, 2),
        heightMm: expect.closeTo(innerSizeMm(spec).heightMm, 2),
      },
    ]);
    expect(rendered.hasThumbnails).toBe(true);
    expect(rendered.thumbnails.map(({ kind, page }) => `${kind} ${page}`)).toEqual([
      'cover 1',
      ...Array.from({ length: pdfPages }, (_, index) => `contents ${index + 1}`),
    ]);
  });

  it.each(['cover', 'contents'] as const)(
    'is sound to other readers, its faces embedded, its text text: %s',
    async (kind) => {
      const path = rendered.path(kind);
      // Which decodes every picture.
      if (isInDepth || kind === 'cover') await native('qpdf', '--check', path);
      const fonts = tableOf(await native('pdffonts', path));
      expect(fonts.length).toBeGreaterThan(0);
      for (const font of fonts) expect(font).toMatch(/^BOOKA[A-Z]\+\S+ +CID TrueType +Identity-H +yes yes yes /);
      const embedded = fonts.map((font) => font.slice(0, font.indexOf('+')));
      const templatesOfKind = [order.cover, ...(order.contents ?? [])].map(({ template }) => template);
      expect(embedded.filter((tag) => !facesOf(templatesOfKind).has(tag))).toEqual([]);
      const text = (await native('pdftotext', '-raw', path, '-')).replaceAll(/\s/g, '');
      for (const { values } of kind === 'cover' ? [order.cover] : (order.contents ?? [])) {
        for (const value of Object.values(values)) {
          // What does not fit its box is cut; its beginning stands.
          if (value.kind === 'text' && !isOnSpineOnly(value.text))
            expect(text).toContain(value.text.replaceAll(/\s/g, '').slice(0, 5));
        }
      }
    },
  );

  it('has its photos with as many pixels as a press shows, in their colours, each once', async () => {
    const photos = await photosIn(rendered.path('contents'));
    for (const { widthPx, heightPx, space, ppi, bytes } of photos) {
      expect(space).toBe('icc 3 8 jpeg');
      expect(ppi).toBeLessThanOrEqual(451);
      if (['4800 3700', '2700 2000'].includes(`${widthPx} ${heightPx}`)) expect(isTakenIn(bytes)).toBe(true);
      // Of what is hardly shown a part is there, with its own pixels.
      else if (isWhole(widthPx, heightPx)) expect(Math.abs(ppi - 360)).toBeLessThanOrEqual(2);
    }
    expect(photos).toHaveLength(used().size);
  });

  it.runIf(isInDepth)('has them as they were taken in where it was begun by the rules of before', async () => {
    const former = await renderHere({ ...order, rules: 3 }, bytesOf());
    try {
      const photos = await photosIn(former.path('contents'));
      for (const { widthPx, heightPx, space, bytes } of photos) {
        expect(space).toBe('icc 3 8 jpeg');
        expect(['4800 3700', '2700 2000', '3700 4800', '2000 2700']).toContain(`${widthPx} ${heightPx}`);
        expect(isTakenIn(bytes)).toBe(true);
      }
      expect(photos).toHaveLength(used().size);
    } finally {
      await former.dispose();
    }
  });

  const used = () =>
    new Set(
      (order.contents ?? [])
        .flatMap(({ values }) => Object.values(values))
        .flatMap((value) =>
          value.kind === 'picture' ? [value.picture] : value.kind === 'pictures' ? value.pictures : [],
        )
        .map(({ blobKey }) => blobKey),
    );

  /** A thin spine carries no text. */
  const isOnSpineOnly = (text: string) =>
    Object.entries(order.cover.values).some(
      ([name, value]) => /spine/i.test(name) && value.kind === 'text' && value.text === text,
    );
});

/** The pictures of a file, each once, with the least resolution that it has in a place, as another program reads them. */
async function photosIn(path: string) {
  const photos = new Map<string, { widthPx: number; heightPx: number; space: string; ppi: number; bytes: number }>();
  for (const line of tableOf(await native('pdfimages', '-list', path))) {
    const [, , , width, height, space, components, depth, encoding, , object, , xPpi, yPpi, size] = line
      .trim()
      .split(/\s+/);
    const ppi = Math.min(Number(xPpi), Number(yPpi), photos.get(String(object))?.ppi ?? Number.POSITIVE_INFINITY);
    photos.set(String(object), {
      widthPx: Number(width),
      heightPx: Number(height),
      space: `${space} ${components} ${depth} ${encoding}`,
      ppi,
      bytes: bytesIn(size),
    });
  }
  return [...photos.values()];
}

/** pdfimages writes sizes with three digits and a letter. */
function bytesIn(size = ''): number {
  const [, value, unit = 'B'] = /^([\d.]+)([BKM])$/.exec(size) ?? [];
  return Number(value) * { B: 1, K: 1024, M: 1024 * 1024 }[unit as 'B' | 'K' | 'M'];
}
