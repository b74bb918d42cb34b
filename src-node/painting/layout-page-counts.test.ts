import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sheetsOf } from '../../src-core/composition/sheets.ts';
import type { PdfKind } from '../../src-core/contract/books.ts';
import { CONTRACTS } from '../../src-core/contract/profiles.ts';
import type { LayoutDocument } from '../../src-core/layout/document.ts';
import { newLayout } from '../../src-core/layout/new-document.ts';
import { setSpineText } from '../../src-core/layout/operations/cover.ts';
import { fill } from '../../src-core/layout/operations/fill.ts';
import { toBleed } from '../../src-core/layout/operations/frames.ts';
import { setGround } from '../../src-core/layout/operations/pages.ts';
import { addPictures, placePicture, type KeyedPicture } from '../../src-core/layout/operations/pictures.ts';
import { sketchesOf } from '../../src-core/layout/sketches.ts';
import { done } from '../../src-core/layout/testing/sample-book.ts';
import { judgePdf } from '../../src-core/preflight/judge-pdf.ts';
import { calculatedSizeOf, pdfPagesOf } from '../../src-core/specs/book-geometry.ts';
import type { CatalogueSpec } from '../../src-core/specs/catalogue.ts';
import { pointsToMm } from '../../src-core/units.ts';
import { shippedSpecs } from '../../test/fixtures/catalogue.ts';
import { FONTS_FOLDER } from '../../test/fixtures/layout/sample-orders.ts';
import { byTurns } from '../../test/fixtures/turns.ts';
import { readPdfFile } from '../pdf-file.ts';
import { preflightFile } from '../preflight-file.ts';
import { openTypefaces } from '../typefaces/open-typefaces.ts';
import { paintCover, paintSheets } from './paint-book.ts';

/** Two page counts of most specs in each run, others in the next, and all of them with `--all`: 289 books. */
const TURNS = 40;
/** So many files are there; a book has as many pictures as pages, by other names. */
const DRAWN = 10;
const TIME_MS = 900_000;

let folder: string;
const drawn: { readonly bytes: Uint8Array; readonly widthPx: number; readonly heightPx: number }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-counts-'));
  for (let index = 0; index < DRAWN; index += 1) await drawPicture(index);
}, TIME_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** As many pixels as any sheet wants, and next to no bytes. */
async function drawPicture(index: number): Promise<void> {
  const [widthPx, heightPx] = index % 3 === 1 ? [3_300, 4_600] : [4_600, 3_300];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}"><rect width="100%" height="100%" fill="hsl(${index * 36} 40% 55%)"/><circle cx="60%" cy="40%" r="20%" fill="hsl(${index * 36 + 90} 50% 40%)"/></svg>`;
  const bytes = await sharp(Buffer.from(svg)).flatten().jpeg({ quality: 80 }).toBuffer();
  drawn.push({ bytes, widthPx, heightPx });
}

const fileOf = (key: string) => drawn[Number.parseInt(key, 16) % DRAWN];
const keyOf = (index: number): string => index.toString(16).padStart(64, '0');

const pictureOf = (index: number): KeyedPicture => {
  const key = keyOf(index);
  const { bytes, widthPx, heightPx } = fileOf(key) ?? { bytes: Buffer.alloc(1), widthPx: 1, heightPx: 1 };
  return {
    key,
    name: `${index}.jpg`,
    path: `pictures/${index}.jpg`,
    sizeBytes: bytes.length,
    mimeType: 'image/jpeg',
    widthPx,
    heightPx,
    takenAtMs: index * 60_000,
    profile: null,
    rating: 0,
    focus: null,
  };
};

/** By the page rule as the catalogue states it. */
const pageCountsOf = ({ pageMin, pageMax, pageIncrement }: CatalogueSpec): number[] =>
  Array.from(
    { length: Math.floor((pageMax - pageMin) / pageIncrement) + 1 },
    (_, index) => pageMin + index * pageIncrement,
  );

/** As the studio fills it by itself: pictures over its pages, calmly or to the bleed, a cover with a picture and a spine. */
function autoBuilt(spec: CatalogueSpec, pageCount: number): LayoutDocument {
  let book = newLayout({ layoutId: 'counted', title: '가족의 한 해', spec, pageCount });
  book = { ...book, style: { ...book.style, bleed: (pageCount / 2) % 2 === 0 } };
  book = done(
    fill(done(addPictures(book, { pictures: Array.from({ length: pageCount }, (_, index) => pictureOf(index)) }))),
  );
  book = done(placePicture(book, { surfaceId: 'front', picture: keyOf(pageCount % DRAWN) }));
  book = done(toBleed(book, { surfaceId: 'front', frameId: book.cover.front.order[0] ?? '' }));
  book = done(setGround(book, { surfaceIds: ['back', 'spine'], ground: '#dfe6dc' }));
  const lettered = setSpineText(book, { text: book.title });
  return 'refused' in lettered ? book : lettered;
}

/** Sizes of all pages as Poppler prints them, width and height of each box in millimetres. */
function boxesOf(path: string): ReadonlyMap<string, ReadonlySet<string>> {
  const told = execFileSync('pdfinfo', ['-box', '-f', '1', '-l', '9999', path], { encoding: 'utf8', maxBuffer: 1e8 });
  const boxes = new Map<string, Set<string>>();
  for (const [, box = '', ...numbers] of told.matchAll(
    /^Page +\d+ (MediaBox|CropBox|BleedBox|TrimBox): +([-\d.]+) +([-\d.]+) +([-\d.]+) +([-\d.]+)$/gm,
  )) {
    const [left = 0, bottom = 0, right = 0, top = 0] = numbers.map(Number);
    const sizes = boxes.get(box) ?? new Set();
    sizes.add(`${pointsToMm(right - left).toFixed(1)} × ${pointsToMm(top - bottom).toFixed(1)}`);
    boxes.set(box, sizes);
  }
  return boxes;
}

const pagesIn = (path: string): number =>
  Number(/^Pages: +(\d+)$/m.exec(execFileSync('pdfinfo', [path], { encoding: 'utf8' }))?.[1]);

async function painted(book: LayoutDocument, kind: PdfKind): Promise<string> {
  const { measure, faceOf } = await openTypefaces(FONTS_FOLDER);
  const { cover, pages } = sketchesOf(book, measure);
  const { spec, order, title } = book;
  const sources = {
    faceOf,
    graphicsFolder: '',
    hidden: 'cut' as const,
    fetchPicture: async (key: string) => fileOf(key)?.bytes ?? Promise.reject(new Error(`no picture ${key}`)),
  };
  const parts: Uint8Array[] = [];
  const take = async (part: Uint8Array) => void parts.push(Uint8Array.from(part));
  const made = { spec, pageCount: order.length, title, producer: 'Some Studio', madeAtMs: 0 };
  await (kind === 'cover'
    ? paintCover(made, cover, sources, take)
    : paintSheets(made, sheetsOf(spec, pages), sources, take));
  const path = join(folder, `${kind}.pdf`);
  await writeFile(path, Buffer.concat(parts));
  return path;
}

describe.each(shippedSpecs)('a book that fills itself, in $bookSpecUid', (spec) => {
  it(
    'has at every page count, some in each run, the sizes that calculated-size says, is accepted, and nothing of it lies where it must not',
    async () => {
      const every = pageCountsOf(spec);
      const counts = byTurns(every, Math.min(TURNS, every.length));
      expect(counts.length).toBeGreaterThan(0);
      for (const pageCount of counts) {
        const book = autoBuilt(spec, pageCount);
        const asked = calculatedSizeOf(spec, pageCount);
        for (const kind of ['cover', 'contents'] as const) {
          const path = await painted(book, kind);
          const [widthMm, heightMm] =
            kind === 'cover' ? [asked.coverWidthMm, asked.coverHeightMm] : [asked.innerWidthMm, asked.innerHeightMm];
          const size = new Set([`${widthMm.toFixed(1)} × ${heightMm.toFixed(1)}`]);
          const where = `${kind} of ${pageCount} pages`;
          const boxes = boxesOf(path);
          expect(boxes.get('MediaBox'), where).toEqual(size);
          expect(boxes.get('BleedBox'), where).toEqual(size);
          expect(pagesIn(path), where).toBe(pdfPagesOf(spec, kind, pageCount));
          const order = { kind, spec, pageCount, contract: CONTRACTS.specified } as const;
          const first = judgePdf({ facts: readPdfFile(path), ...order });
          expect(first.verdict, where).toBe('accepted');
          const deeper = await preflightFile({ path, ...order, thresholds: {}, level: kind === 'cover' ? 3 : 2 });
          const against = [...first.findings, ...deeper.findings].filter(({ severity }) => severity !== 'info');
          expect(
            against.map(({ ruleId, pages, params }) => ({ ruleId, pages, params })),
            where,
          ).toEqual([]);
        }
      }
    },
    TIME_MS,
  );
});
