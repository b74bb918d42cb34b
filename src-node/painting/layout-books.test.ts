import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sheetsOf } from '../../src-core/composition/sheets.ts';
import { CONTRACTS } from '../../src-core/contract/profiles.ts';
import type { LayoutDocument } from '../../src-core/layout/document.ts';
import { guardsOfCover, guardsOfSpread } from '../../src-core/layout/guards.ts';
import { newLayout } from '../../src-core/layout/new-document.ts';
import { setSpineText } from '../../src-core/layout/operations/cover.ts';
import { setAcross, toBleed } from '../../src-core/layout/operations/frames.ts';
import { straightenPicture } from '../../src-core/layout/operations/inside.ts';
import { arrange } from '../../src-core/layout/operations/live.ts';
import { setGround } from '../../src-core/layout/operations/pages.ts';
import { addPictures, placePicture } from '../../src-core/layout/operations/pictures.ts';
import { addText } from '../../src-core/layout/operations/text.ts';
import { sketchesOf } from '../../src-core/layout/sketches.ts';
import { spreadsOf } from '../../src-core/layout/spreads.ts';
import { done } from '../../src-core/layout/testing/sample-book.ts';
import { judgePdf } from '../../src-core/preflight/judge-pdf.ts';
import { resolveThresholds, thresholdsOfSpec } from '../../src-core/preflight/thresholds.ts';
import { pdfPagesOf, sizeMmOf, spineWidthMm } from '../../src-core/specs/book-geometry.ts';
import type { CatalogueSpec } from '../../src-core/specs/catalogue.ts';
import { pointsToMm } from '../../src-core/units.ts';
import { shippedSpecs } from '../../test/fixtures/catalogue.ts';
import { FONTS_FOLDER, samplePictures, type SamplePictures } from '../../test/fixtures/layout/sample-orders.ts';
import { readPdfFile } from '../pdf-file.ts';
import { preflightFile } from '../preflight-file.ts';
import { openTypefaces } from '../typefaces/open-typefaces.ts';
import { paintCover, paintSheets } from './paint-book.ts';

const TIME_MS = 240_000;
let folder: string;
let pictures: SamplePictures['large'];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layout-books-'));
  pictures = (await samplePictures()).large;
}, TIME_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

const keyAt = (number: number) => pictures[number % pictures.length]?.picture.blobKey ?? '';

/** What an operator might make: pages arranged calmly and to the bleed, pictures straightened and over the fold, captions, a cover. */
function bookOf(spec: CatalogueSpec): LayoutDocument {
  const thresholds = resolveThresholds({ spec: thresholdsOfSpec(spec) });
  let book = newLayout({ layoutId: 'sample', title: '여름 여행', spec, pageCount: spec.pageMin });
  book = done(
    addPictures(book, {
      pictures: pictures.map(({ bytes, picture: { blobKey, mimeType, widthPx, heightPx } }, index) => ({
        key: blobKey,
        name: `${index}.jpg`,
        path: `pictures/${index}.jpg`,
        sizeBytes: bytes.length,
        mimeType,
        widthPx,
        heightPx,
        takenAtMs: null,
        profile: 'sRGB',
        rating: 0,
        focus: null,
      })),
    }),
  );
  // The third spread has one picture over both of its pages.
  const { left, right } = spreadsOf(book)[2] ?? { left: null, right: null };
  for (const [index, surfaceId] of book.order.entries()) {
    if (surfaceId === left || surfaceId === right) continue;
    for (let place = 0; place <= index % 3; place += 1)
      book = done(placePicture(book, { surfaceId, picture: keyAt(index + place) }));
    book = done(arrange(book, { surfaceId, bleed: index % 3 === 0 }));
  }
  book = done(placePicture(book, { surfaceId: left ?? '', picture: keyAt(4) }));
  const at = { surfaceId: left ?? '', frameId: book.pages[left ?? '']?.order[0] ?? '' };
  book = done(toBleed(done(setAcross(book, { ...at, across: true })), at));
  book = done(straightenPicture(book, { ...at, straightenDeg: 2 }));
  const widthMm = spec.innerTrimWidthMm;
  book = done(placePicture(book, { surfaceId: 'front', picture: keyAt(1) }));
  book = done(toBleed(book, { surfaceId: 'front', frameId: book.cover.front.order[0] ?? '' }));
  book = done(setGround(book, { surfaceIds: ['back', 'spine'], ground: '#e8e2d6' }));
  const caption = { xMm: widthMm / 4, yMm: 40, widthMm: widthMm / 2, heightMm: 30 };
  book = done(addText(book, { surfaceId: 'back', box: caption, text: '할머니의 정원, 2026', align: 'centre' }));
  return spineWidthMm(spec, spec.pageMin) >= thresholds.of('spineTextFromMm').value
    ? done(setSpineText(book, { text: '여름 여행' }))
    : book;
}

describe.each(shippedSpecs)('a layout in $bookSpecUid', (spec) => {
  it(
    'becomes files of the very sizes that are asked for, which pass our preflight with no error and no warning',
    async () => {
      const book = bookOf(spec);
      const { measure, faceOf } = await openTypefaces(FONTS_FOLDER);
      const thresholds = resolveThresholds({ spec: thresholdsOfSpec(spec) });
      const guards = [
        ...spreadsOf(book).flatMap(({ index }) => guardsOfSpread(book, index, thresholds, measure)),
        ...guardsOfCover(book, thresholds, measure),
      ];
      expect(guards.filter(({ severity }) => severity !== 'info')).toEqual([]);
      const { cover, pages } = sketchesOf(book, measure);
      const bytes = new Map(pictures.map((each) => [each.picture.blobKey, each.bytes]));
      const sources = {
        faceOf,
        graphicsFolder: join(FONTS_FOLDER, '../templates/graphics'),
        fetchPicture: async (key: string) => bytes.get(key) ?? Promise.reject(new Error(`no picture ${key}`)),
      };
      const painted = { spec, pageCount: book.order.length, title: book.title, producer: 'Some Studio', madeAtMs: 0 };
      for (const kind of ['cover', 'contents'] as const) {
        const parts: Uint8Array[] = [];
        const take = async (part: Uint8Array) => void parts.push(Uint8Array.from(part));
        await (kind === 'cover'
          ? paintCover(painted, cover, sources, take)
          : paintSheets(painted, sheetsOf(spec, pages), sources, take));
        const path = join(folder, `${spec.bookSpecUid}-${kind}.pdf`);
        const file = Buffer.concat(parts);
        await writeFile(path, file);
        const asked = sizeMmOf(spec, kind, book.order.length);
        const sizes = (await PDFDocument.load(file)).getPages().map((page) => page.getSize());
        expect(sizes).toHaveLength(pdfPagesOf(spec, kind, book.order.length));
        for (const { width, height } of sizes) {
          expect(pointsToMm(width)).toBeCloseTo(asked.widthMm, 6);
          expect(pointsToMm(height)).toBeCloseTo(asked.heightMm, 6);
        }
        const order = { kind, spec, pageCount: book.order.length, contract: CONTRACTS.specified } as const;
        const first = judgePdf({ facts: readPdfFile(path), ...order });
        expect(first.verdict).toBe('accepted');
        const deeper = await preflightFile({ path, ...order, thresholds: {}, level: 2 });
        const against = [...first.findings, ...deeper.findings].filter(({ severity }) => severity !== 'info');
        expect(against.map(({ ruleId, pages: on, params }) => ({ ruleId, on, params }))).toEqual([]);
      }
    },
    TIME_MS,
  );
});
