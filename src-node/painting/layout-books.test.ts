import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sheetsOf } from '../../src-core/composition/sheets.ts';
import { CONTRACTS } from '../../src-core/contract/profiles.ts';
import { guardsOfCover, guardsOfSpread } from '../../src-core/layout/guards.ts';
import { sketchesOf } from '../../src-core/layout/sketches.ts';
import { spreadsOf } from '../../src-core/layout/spreads.ts';
import { judgePdf } from '../../src-core/preflight/judge-pdf.ts';
import { resolveThresholds, thresholdsOfSpec } from '../../src-core/preflight/thresholds.ts';
import { pdfPagesOf, sizeMmOf } from '../../src-core/specs/book-geometry.ts';
import { pointsToMm } from '../../src-core/units.ts';
import { shippedSpecs } from '../../test/fixtures/catalogue.ts';
import { FONTS_FOLDER, samplePictures, type SamplePictures } from '../../test/fixtures/layout/sample-orders.ts';
import { readPdfFile } from '../pdf-file.ts';
import { preflightFile } from '../preflight-file.ts';
import { openTypefaces } from '../typefaces/open-typefaces.ts';
import { paintCover, paintSheets } from './paint-book.ts';
import { sampleLayout } from './testing/sample-layout.ts';

const TIME_MS = 240_000;
let folder: string;
let pictures: SamplePictures['large'];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layout-books-'));
  pictures = (await samplePictures()).large;
}, TIME_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(shippedSpecs)('a layout in $bookSpecUid', (spec) => {
  it(
    'becomes files of the very sizes that are asked for, which pass our preflight with no error and no warning',
    async () => {
      const book = sampleLayout(spec, pictures);
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
