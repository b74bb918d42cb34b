import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { LayoutExport } from '../../src-core/ipc/subjects/layouts.ts';
import type { LibraryRow } from '../../src-core/ipc/subjects/library.ts';
import type { LayoutDocument, PictureFrame } from '../../src-core/layout/document.ts';
import { addText } from '../../src-core/layout/operations/text.ts';
import { retarget } from '../../src-core/layout/operations/retarget.ts';
import { isRefusal } from '../../src-core/layout/refusal.ts';
import { done } from '../../src-core/layout/testing/sample-book.ts';
import { sampleFrame } from '../../src-core/layout/testing/sample-frames.ts';
import type { AppError } from '../../src-core/desk/app-errors.ts';
import { readPdfFile } from '../../src-node/pdf-file.ts';
import { specNamed } from '../fixtures/catalogue.ts';
import { until } from './support/desk-bench.ts';
import { keyOf, LayoutBench, photo } from './support/layout-bench.ts';

let bench: LayoutBench;
beforeEach(async () => {
  bench = await LayoutBench.open(join(inject('deskTools'), 'desk/preflight-worker.js'));
});
afterEach(() => bench.close());

const row = async () => (await bench.desk.handlers['library.changes']({ since: null })).rows[0] as LibraryRow;
const begin = async (maxPpi: number | null = null) => {
  const { steps } = await bench.document();
  return bench.desk.handlers['layouts.export']({ bookId: bench.bookId, steps, maxPpi, colours: 'kept' });
};
const ended = async (exportId: string): Promise<LayoutExport> => {
  const state = await until(
    () => bench.desk.handlers['layouts.exportState']({ exportId }),
    (one) => one?.state !== 'running',
    60_000,
  );
  return state as LayoutExport;
};
const exported = async (maxPpi: number | null = null) => ended((await begin(maxPpi)).exportId);
const exportsFolder = () => join(bench.project, 'exports');

/** A picture that bleeds off every edge of a page. */
const fullPage = ({ spec: { innerTrimWidthMm, innerTrimHeightMm } }: LayoutDocument, picture: string): PictureFrame =>
  sampleFrame(picture, { xMm: -10, yMm: -10, widthMm: innerTrimWidthMm + 20, heightMm: innerTrimHeightMm + 20 });

const emptied = ({ pages }: LayoutDocument): LayoutDocument['pages'] =>
  Object.fromEntries(Object.entries(pages).map(([id, page]) => [id, { ...page, order: [], frames: {} }]));

/** Shots on the first pages, one each. */
async function layOut(...names: readonly string[]): Promise<void> {
  for (const name of names) await photo(1600, 1200).jpeg({ quality: 90 }).toFile(join(bench.shots, name));
  await bench.place(await bench.takeAll());
  await bench.change((document) => {
    const pages = { ...document.pages };
    for (const [index, picture] of document.pictureOrder.entries()) {
      const id = document.order[index] ?? '';
      const page = pages[id];
      if (page !== undefined) pages[id] = { ...page, order: ['f1'], frames: { f1: fullPage(document, picture) } };
    }
    return { ...document, pages };
  });
}

it('a layout becomes the files of its own row, accepted, with its pictures in it to the byte; and a new number each time', async () => {
  await layOut('a.jpg', 'b.jpg');
  const { bytes } = await bench.desk.handlers['layouts.expectedExport']({
    bookId: bench.bookId,
    maxPpi: null,
    colours: 'kept',
  });
  const state = await exported();
  expect(state).toMatchObject({ state: 'done', sheets: 25, sheetsInAll: 25, problem: null });
  expect(Math.abs(state.bytes / bytes - 1)).toBeLessThan(0.15);
  const judged = await until(row, ({ stage }) => stage !== 'checking');
  expect(judged).toMatchObject({
    bookId: bench.bookId,
    stage: 'ready',
    layout: 'exported',
    pageCount: 24,
    title: 'Kim & Lee',
  });
  expect(['accepted', 'warning']).toContain(judged.verdict);
  const place = bench.desk.fileOf(judged.contentsFileId ?? '');
  expect(place).toBe(join(exportsFolder(), '0001/contents.pdf'));
  const pdf = readFileSync(place);
  for (const name of ['a.jpg', 'b.jpg']) expect(pdf.includes(readFileSync(join(bench.shots, name)))).toBe(true);
  const record = JSON.parse(readFileSync(join(exportsFolder(), '0001/export.json'), 'utf8')) as {
    readonly files: readonly { readonly name: string; readonly sha256: string; readonly sizeBytes: number }[];
  };
  expect(record).toMatchObject({ specUid: 'SQUAREBOOK_HC', pageCount: 24, maxPpi: null, colours: 'kept', steps: 2 });
  for (const { name, sha256 } of record.files) expect(keyOf(join(exportsFolder(), '0001', name))).toBe(sha256);
  // What is changed since is told, and another export is another folder.
  await bench.change((document) => ({ ...document, title: 'Kim & Park' }));
  expect(await row()).toMatchObject({ layout: 'changed', title: 'Kim & Park' });
  expect(await exported(80)).toMatchObject({ state: 'done' });
  expect(readdirSync(exportsFolder()).sort()).toEqual(['0001', '0002']);
  expect(readFileSync(place).equals(pdf)).toBe(true);
  const again = await until(row, ({ stage }) => stage !== 'checking');
  expect(again).toMatchObject({ layout: 'exported', title: 'Kim & Park', stage: 'ready' });
  const reduced = bench.desk.fileOf(again.contentsFileId ?? '');
  expect(reduced).toBe(join(exportsFolder(), '0002/contents.pdf'));
  expect(readPdfFile(reduced)).toMatchObject({ status: 'read' });
  expect(readFileSync(reduced).length).toBeLessThan(pdf.length);
});

it('an export is made of the step that it was asked for, and of none that the window has not yet brought or brings meanwhile', async () => {
  await layOut('a.jpg', 'b.jpg');
  const { steps } = await bench.document();
  const wanted = { bookId: bench.bookId, maxPpi: null, colours: 'kept' } as const;
  for (const other of [steps - 1, steps + 1]) {
    const asked = bench.desk.handlers['layouts.export']({ ...wanted, steps: other });
    await expect(asked).rejects.toMatchObject({ code: 'LAYOUT_OUT_OF_STEP' });
  }
  expect(existsSync(exportsFolder())).toBe(false);
  // Begun, and then everything is taken away again before a page is painted.
  const beginning = bench.desk.handlers['layouts.export']({ ...wanted, steps });
  await bench.change((document) => ({ ...document, title: 'Nothing', pages: emptied(document) }));
  const { exportId } = await beginning;
  expect(await ended(exportId)).toMatchObject({ state: 'done' });
  const judged = await until(row, ({ stage }) => stage !== 'checking');
  // The title is the layout's own until the book is sent off.
  expect(judged).toMatchObject({ title: 'Nothing', layout: 'changed' });
  const pdf = readFileSync(join(exportsFolder(), '0001/contents.pdf'));
  for (const name of ['a.jpg', 'b.jpg']) expect(pdf.includes(readFileSync(join(bench.shots, name)))).toBe(true);
  const record = JSON.parse(readFileSync(join(exportsFolder(), '0001/export.json'), 'utf8')) as object;
  expect(record).toMatchObject({ steps });
});

it('a layout that is made for another spec is exported in its sizes and accepted; its row follows with the files', async () => {
  await layOut('a.jpg', 'b.jpg');
  const specOf = (uid: string) => {
    const { origin: _, ...spec } = specNamed(uid);
    return spec;
  };
  const a5 = specOf('PHOTOBOOK_A5_SC');
  await bench.change((document) => done(retarget(document, { spec: a5 })));
  expect(await row()).toMatchObject({ specUid: a5.bookSpecUid, pageCount: 50, layout: 'notExported' });
  expect(await exported()).toMatchObject({ state: 'done' });
  const small = await until(row, ({ stage }) => stage !== 'checking');
  expect(small).toMatchObject({ stage: 'ready', specUid: a5.bookSpecUid, pageCount: 50 });
  expect(['accepted', 'warning']).toContain(small.verdict);
  const flat = specOf('SQUAREBOOK_LAYFLAT_HC');
  await bench.change((document) => done(retarget(document, { spec: flat })));
  // Its files are those of the former spec until they are made anew.
  expect(await row()).toMatchObject({ specUid: a5.bookSpecUid, layout: 'changed', pageCount: 50 });
  expect(await exported()).toMatchObject({ state: 'done' });
  const large = await until(row, ({ stage, specUid }) => stage !== 'checking' && specUid === flat.bookSpecUid);
  expect(large).toMatchObject({ stage: 'ready', layout: 'exported', pageCount: flat.pageMax });
  expect(['accepted', 'warning']).toContain(large.verdict);
});

it('pictures of the tray that no page shows may be gone or changed: the PDFs are made of those that are placed', async () => {
  await layOut('a.jpg', 'b.jpg', 'c.jpg');
  await bench.change((document) => ({
    ...document,
    pages: { ...emptied(document), p1: document.pages['p1'] ?? document.cover.front },
  }));
  const { pictureOrder, pictures } = await bench.document();
  const [placed, culled, retouched] = pictureOrder.map((key) => join(bench.shots, pictures[key]?.name ?? ''));
  rmSync(culled ?? '');
  await photo(1200, 900)
    .jpeg()
    .toFile(retouched ?? '');
  expect(await exported()).toMatchObject({ state: 'done' });
  const pdf = readFileSync(join(exportsFolder(), '0001/contents.pdf'));
  expect(pdf.includes(readFileSync(placed ?? ''))).toBe(true);
});

it('pictures that are gone or were changed after they were placed are named, and nothing is made', async () => {
  await layOut('a.jpg', 'b.jpg');
  await bench.change((document) => ({
    ...document,
    pages: {
      ...emptied(document),
      p1: document.pages['p1'] ?? document.cover.back,
      p7: document.pages['p2'] ?? document.cover.back,
    },
  }));
  rmSync(join(bench.shots, 'a.jpg'));
  await photo(1600, 1200).jpeg().toFile(join(bench.shots, 'b.jpg'));
  bench.changes.splice(0);
  const error = await begin().then(
    () => null,
    (thrown: AppError) => thrown,
  );
  expect(error?.code).toBe('LAYOUT_PICTURES');
  expect(error?.text.params).toEqual({ count: 2, names: 'a.jpg (1), b.jpg (7)' });
  // Whoever shows what is missing asks again.
  expect(bench.changes).toContain('layouts');
  expect(existsSync(exportsFolder())).toBe(false);
  expect(await row()).toMatchObject({ stage: 'inLayout', coverFileId: null });
});

it('a picture that no PDF can hold ends the export and is named; the row and the studio go on', async () => {
  await layOut('a.jpg');
  // Whole by its hash, and no picture: as a file that was broken before it was placed.
  const rubbish = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4_000, 7)]);
  writeFileSync(join(bench.shots, 'bad.jpg'), rubbish);
  const key = createHash('sha256').update(rubbish).digest('hex');
  await bench.change((document) => {
    const page = document.pages['p3'];
    const [known] = Object.values(document.pictures);
    if (page === undefined || known === undefined) throw new Error('nothing was laid out');
    return {
      ...document,
      pictures: {
        ...document.pictures,
        [key]: { ...known, name: 'bad.jpg', path: known.path.replace('a.jpg', 'bad.jpg') },
      },
      pictureOrder: [...document.pictureOrder, key],
      pages: { ...document.pages, p3: { ...page, order: ['f1'], frames: { f1: fullPage(document, key) } } },
    };
  });
  expect(await exported()).toMatchObject({
    state: 'failed',
    problem: { key: 'desk.export.pictureBroken', params: { name: 'bad.jpg' } },
  });
  expect(readdirSync(exportsFolder())).toEqual([]);
  expect(await row()).toMatchObject({ stage: 'inLayout' });
});

it('a text with letters that no face has ends the export, which names them; what stand-in faces have is printed', async () => {
  await layOut('a.jpg');
  const write = (text: string) =>
    bench.change((document) => {
      const written = addText(document, {
        surfaceId: 'p4',
        box: { xMm: 20, yMm: 20, widthMm: 150, heightMm: 30 },
        text,
      });
      if (isRefusal(written)) throw new Error('the text was not taken');
      return written;
    });
  await write('金家族 🎂 שלום ภาษาไทย');
  expect(await exported()).toMatchObject({ state: 'done' });
  await write('바다 \u0985\u09AE');
  expect(await exported()).toMatchObject({
    state: 'failed',
    problem: { key: 'desk.export.lettersLacking', params: { letters: '\u0985 \u09AE', count: 2 } },
  });
});

it('an export that is cancelled leaves nothing, and the next one is whole', async () => {
  await layOut('a.jpg', 'b.jpg', 'c.jpg');
  const { exportId } = await begin();
  await until(
    () => bench.desk.handlers['layouts.exportState']({ exportId }),
    (one) => (one?.sheets ?? 0) > 0 || one?.state !== 'running',
  );
  await bench.desk.handlers['layouts.cancelExport']({ exportId });
  const state = await ended(exportId);
  if (state.state === 'cancelled') expect(readdirSync(exportsFolder())).toEqual([]);
  expect(await exported()).toMatchObject({ state: 'done' });
});

it('two exports of one book that are begun at once are made one after another, and both are whole', async () => {
  await layOut('a.jpg');
  const [first, second] = [await begin(), await begin()];
  expect(await ended(first.exportId)).toMatchObject({ state: 'done' });
  expect(await ended(second.exportId)).toMatchObject({ state: 'done' });
  for (const number of ['0001', '0002'])
    expect(readdirSync(join(exportsFolder(), number)).sort()).toEqual(['contents.pdf', 'cover.pdf', 'export.json']);
});

it('what came of an export is news until somebody was told of it, with the row that its layout has by then', async () => {
  const news = () => bench.desk.handlers['layouts.exportNews']({});
  const told = (exportId: string) => bench.desk.handlers['layouts.exportTold']({ exportId });
  await layOut('a.jpg');
  const { exportId: good } = await begin();
  expect(await news(), 'while it runs').toEqual([]);
  const { bytes } = await ended(good);
  const { bookId } = bench;
  const made = {
    exportId: good,
    bookId,
    layoutBookIds: [bookId],
    title: 'Kim & Lee',
    state: 'done',
    bytes,
    problem: null,
  };
  expect(await news()).toEqual([made]);
  // One that fails while nobody has the layout open any more.
  rmSync(exportsFolder(), { recursive: true });
  writeFileSync(exportsFolder(), 'no folder');
  const { exportId: bad } = await begin();
  await bench.desk.handlers['layouts.close']({ bookId });
  const { problem } = await ended(bad);
  expect(problem).toMatchObject({ key: 'desk.export.notWritten' });
  expect(await news()).toEqual([made, { ...made, exportId: bad, state: 'failed', bytes: 0, problem }]);
  await told(good);
  await bench.desk.handlers['library.remove']({ bookIds: [bookId] });
  expect(await news()).toMatchObject([{ exportId: bad, bookId: null, layoutBookIds: [bookId] }]);
  await told(bad);
  await told('ex_never');
  expect(await news()).toEqual([]);
});
