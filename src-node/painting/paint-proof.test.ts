import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROOF_KINDS, type ProofKind } from '../../src-core/layout/proof-places.ts';
import { spreadsOf } from '../../src-core/layout/spreads.ts';
import type { LayoutDocument } from '../../src-core/layout/document.ts';
import { shippedSpecs, specNamed } from '../../test/fixtures/catalogue.ts';
import { FONTS_FOLDER, samplePictures, type SamplePictures } from '../../test/fixtures/layout/sample-orders.ts';
import { paintProof } from './paint-proof.ts';
import { sampleLayout } from './testing/sample-layout.ts';

const TIME_MS = 240_000;
/** Of a page of a spread, beside the spread itself. */
const MARGIN_MM = 10;
let folder: string;
let pictures: SamplePictures['large'];
const places: Record<string, string> = {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proofs-'));
  pictures = (await samplePictures()).large;
  for (const { bytes, picture } of pictures) {
    const place = join(folder, picture.blobKey);
    places[picture.blobKey] = place;
    await writeFile(place, bytes);
  }
}, TIME_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

const WORDS = {
  watermark: 'PROOF',
  cover: 'Cover',
  title: '여름 여행',
  about: 'proof 2 · 30 Nov 2026',
  panels: { front: 'F', back: 'B', spine: 'S' },
};

async function proofOf(document: LayoutDocument, kind: ProofKind, words = WORDS): Promise<string> {
  const into = await mkdtemp(join(folder, 'proof-'));
  const graphicsFolder = join(FONTS_FOLDER, '../templates/graphics');
  const order = {
    document,
    folder: into,
    places,
    madeAtMs: 0,
    producer: 'x',
    fontsFolder: FONTS_FOLDER,
    graphicsFolder,
  };
  const progress = { signal: new AbortController().signal, onSheet: () => undefined, onPicture: () => undefined };
  const { name, sizeBytes } = await paintProof({ ...order, proof: { kind, words } }, progress);
  expect((await readFile(join(into, name))).length).toBe(sizeBytes);
  return join(into, name);
}

const native = (command: string, ...words: string[]) => execFileSync(command, words, { encoding: 'utf8' });
const textOf = (path: string, page?: number) =>
  native('pdftotext', '-raw', ...(page === undefined ? [] : ['-f', `${page}`, '-l', `${page}`]), path, '-').split(
    /\s+/,
  );
const pagesOf = (path: string) => Number(/Pages:\s+(\d+)/.exec(native('pdfinfo', path))?.[1]);
const sizeOf = (path: string, page: number) =>
  /size:\s+([\d.]+) x ([\d.]+) pts/
    .exec(native('pdfinfo', '-f', `${page}`, '-l', `${page}`, path))
    ?.slice(1)
    .map(Number);

/** One page as Poppler draws it, in pixels of 25.4 / `ppi` millimetres. */
async function drawn(path: string, page: number, ppi: number) {
  const stem = join(folder, `drawn-${page}`);
  native('pdftoppm', '-r', `${ppi}`, '-f', `${page}`, '-l', `${page}`, '-png', '-singlefile', path, stem);
  const { data, info } = await sharp(`${stem}.png`).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (xMm: number, yMm: number): number[] => {
    const place = (Math.round((yMm * ppi) / 25.4) * info.width + Math.round((xMm * ppi) / 25.4)) * info.channels;
    return [...data.subarray(place, place + 3)];
  };
  return at;
}

/** Of every picture the resolution where it is placed largest. */
function coarsest(path: string): number[] {
  const largest = new Map<string, number>();
  for (const line of native('pdfimages', '-list', path).split('\n').slice(2)) {
    const columns = line.trim().split(/\s+/);
    const [object = '', ppi] = [columns[10], Number(columns[12])];
    if (object !== '') largest.set(object, Math.min(largest.get(object) ?? Infinity, ppi || Infinity));
  }
  expect(largest.size).toBeGreaterThan(3);
  return [...largest.values()];
}

describe.each(shippedSpecs)('a proof of a layout in $bookSpecUid', (spec) => {
  it(
    'shows the cover and every spread with the numbers of its pages and pictures, as other engines read it',
    async () => {
      const book = sampleLayout(spec, pictures);
      const path = await proofOf(book, 'spreads');
      expect(native('qpdf', '--check', path)).toContain('No syntax or stream encoding errors');
      const spreads = spreadsOf(book);
      expect(pagesOf(path)).toBe(spreads.length + 1);
      expect(textOf(path, 1)).toEqual(expect.arrayContaining(['Cover', 'F-1', '여름', 'PROOF']));
      for (const { index, left, right } of [spreads[0], spreads[1], spreads[2], spreads.at(-1)].filter(
        (one) => one !== undefined,
      )) {
        const ids = [left, right].filter((id) => id !== null);
        const numbers = ids.map((id) => book.order.indexOf(id) + 1).toSorted((a, b) => a - b);
        const words = textOf(path, index + 2);
        expect(words).toContain(numbers.join('–'));
        for (const id of ids) {
          const frames = Object.values(book.pages[id]?.frames ?? {}).filter(({ kind }) => kind === 'picture');
          const shown = words.filter((word) => word.startsWith(`${book.order.indexOf(id) + 1}-`));
          expect(shown).toHaveLength(frames.length);
        }
      }
      const [width = 0, height = 0] = sizeOf(path, 2) ?? [];
      expect((width / 72) * 25.4).toBeCloseTo(2 * spec.innerTrimWidthMm + 2 * MARGIN_MM, 1);
      expect((height / 72) * 25.4).toBeGreaterThan(spec.innerTrimHeightMm + 2 * MARGIN_MM);
      const inAll = Array.from({ length: pagesOf(path) }, (_, index) => textOf(path, index + 1).join(''));
      // Turned letters stand in lines of their own.
      for (const words of inAll) expect(words).toMatch(/P.*R.*O.*O.*F|F.*O.*O.*R.*P/);
      expect(coarsest(path).filter((ppi) => ppi > 126)).toEqual([]);
    },
    TIME_MS,
  );
});

it(
  'is cut as the book will be: what bleeds ends at the trim, and a picture over the fold goes on over it',
  async () => {
    for (const uid of ['SQUAREBOOK_HC', 'SQUAREBOOK_LAYFLAT_HC']) {
      const spec = specNamed(uid);
      const at = await drawn(
        await proofOf(sampleLayout(spec, pictures), 'spreads', { ...WORDS, watermark: '·' }),
        4,
        72,
      );
      const [widthMm, heightMm] = [2 * spec.innerTrimWidthMm, spec.innerTrimHeightMm];
      const yMm = MARGIN_MM + heightMm / 3;
      for (const xMm of [MARGIN_MM - 2, MARGIN_MM + widthMm + 2])
        expect([uid, xMm, at(xMm, yMm)]).toEqual([uid, xMm, [255, 255, 255]]);
      // The third spread is one picture, to every edge and on both sides of the fold.
      for (const xMm of [1, widthMm / 2 - 3, widthMm / 2 + 3, widthMm - 1])
        expect(at(MARGIN_MM + xMm, yMm)).not.toEqual([255, 255, 255]);
      const [before, behind] = [at(MARGIN_MM + widthMm / 2 - 2, yMm), at(MARGIN_MM + widthMm / 2 + 2, yMm)];
      for (const [place, value] of before.entries()) expect(Math.abs(value - (behind[place] ?? 0))).toBeLessThan(24);
    }
  },
  TIME_MS,
);

it(
  'of the whole book is a few A4 pages, each of its spreads named once',
  async () => {
    const book = sampleLayout(specNamed('PHOTOBOOK_A4_SC'), pictures);
    const path = await proofOf(book, 'contactSheet');
    expect(sizeOf(path, 1)?.map(Math.round)).toEqual([842, 595]);
    const words = textOf(path);
    const names = spreadsOf(book).map(({ left, right }) =>
      [left, right].flatMap((id) => (id === null ? [] : book.order.indexOf(id) + 1)).join('–'),
    );
    for (const name of names.filter((one) => one.includes('–')))
      expect(words.filter((word) => word === name)).toEqual([name]);
    expect(pagesOf(path)).toBeLessThanOrEqual(Math.ceil((names.length + 1) / 6));
    // One watermark on each, whose letters are turned.
    expect(words.join('').match(/PROOF/g)).toHaveLength(names.length + 1);
  },
  TIME_MS,
);

it(
  'is read from the right where the book is, and shows no page where the book has none',
  async () => {
    const spec = { ...specNamed('SQUAREBOOK_HC'), bindingEdge: 'right' as const };
    const path = await proofOf(sampleLayout(spec, pictures), 'spreads', { ...WORDS, watermark: '·' });
    // Page 1 lies on the left of its spread there: beside it is grey.
    const at = await drawn(path, 2, 72);
    const [x, y] = [spec.innerTrimWidthMm, spec.innerTrimHeightMm / 2];
    expect(at(MARGIN_MM + x * 1.5, MARGIN_MM + y)).toEqual([232, 232, 232]);
    expect(at(MARGIN_MM + x * 0.5, MARGIN_MM + y)).not.toEqual([232, 232, 232]);
  },
  TIME_MS,
);

it.each(PROOF_KINDS)(
  'with letters that no face has in its title is made all the same (%s)',
  async (kind) => {
    const book = { ...sampleLayout(specNamed('PHOTOBOOK_A5_SC'), pictures), title: '\u{1E900}' };
    expect(pagesOf(await proofOf(book, kind, { ...WORDS, title: '\u{1E900}\n' }))).toBeGreaterThan(1);
  },
  TIME_MS,
);

it(
  'has a long title cut where it has no room, and its number and day whole',
  async () => {
    const title = '우리 가족의 여름 '.repeat(28).trim();
    for (const kind of PROOF_KINDS) {
      const path = await proofOf(sampleLayout(specNamed('PHOTOBOOK_A5_SC'), pictures), kind, { ...WORDS, title });
      const text = native('pdftotext', '-raw', '-l', '1', path, '-');
      expect(text).toMatch(/우리 가족의 여름.*… · proof 2 · 30 Nov 2026/);
    }
  },
  TIME_MS,
);

it(
  'has the number of a picture that bleeds on its own page',
  async () => {
    const spec = specNamed('SQUAREBOOK_HC');
    const path = await proofOf(sampleLayout(spec, pictures), 'spreads');
    const boxes = native('pdftotext', '-bbox', path, '-');
    const found = [...boxes.matchAll(/xMin="([\d.]+)"[^>]*>(\d+)-\d+</g)].map(([, xMin, number]) => ({ xMin, number }));
    expect(found.length).toBeGreaterThan(20);
    const foldPt = ((MARGIN_MM + spec.innerTrimWidthMm) / 25.4) * 72;
    for (const { xMin, number } of found)
      expect([number, Number(xMin) > foldPt]).toEqual([number, Number(number) % 2 === 1]);
  },
  TIME_MS,
);
