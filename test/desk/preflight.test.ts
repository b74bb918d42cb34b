import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PDFDocument } from 'pdf-lib';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import type { FixProgress } from '../../src-core/ipc/subjects/fixes.ts';
import { bytesOf, goodBook } from '../fixtures/preflight/good-book.ts';
import { IMAGE_MUTATIONS } from '../fixtures/preflight/mutations/images.ts';
import { shippedSpecs as specs } from '../fixtures/catalogue.ts';
import { depsOf, importFolder, until } from './support/desk-bench.ts';

const spec = specs.find(({ bookSpecUid }) => bookSpecUid === 'SQUAREBOOK_SC');
if (spec === undefined) throw new Error('the catalogue has no square book');
/** Pixels and photos enough for a good verdict; every photo is decoded at each look, and more only take longer. */
const PLAN = { spec, pageCount: 24, ppi: 210, photoEvery: 8 };
const coarse = IMAGE_MUTATIONS.find(({ name }) => name === 'a photo at 96 ppi');

type BookDetail = NonNullable<Awaited<ReturnType<Desk['handlers']['library.book']>>>;

let dir: string;
let desk: Desk;
const drop = () => join(dir, 'drop');
const openDesk = () =>
  createDesk(
    depsOf(join(dir, 'desk'), {
      workerFile: join(inject('deskTools'), 'desk/preflight-worker.js'),
      samplesFolder: drop(),
    }),
  );

async function writeBook(name: string, contents: Uint8Array): Promise<void> {
  const cover = await bytesOf(await goodBook({ ...PLAN, kind: 'cover' }));
  await writeFile(join(drop(), `${name}_cover.pdf`), cover);
  await writeFile(join(drop(), `${name}_contents.pdf`), contents);
}

async function contentsWith(
  change?: (book: Awaited<ReturnType<typeof goodBook>>) => void | Promise<void>,
): Promise<Uint8Array> {
  const book = await goodBook({ ...PLAN, kind: 'contents' });
  await change?.(book);
  return bytesOf(book);
}

/** The book by its title, looked at as deep as the level says. */
async function bookAt(title: string, level: 2 | 3): Promise<BookDetail> {
  const row = (await desk.handlers['library.changes']({ since: null })).rows.find((one) => one.title === title);
  if (row === undefined) throw new Error(`no ${title}`);
  const book = await until(
    () => desk.handlers['library.book']({ bookId: row.bookId }),
    (detail) => detail !== null && (detail.checkedLevel ?? 0) >= level,
    120_000,
  );
  if (book === null) throw new Error(`${title} went away`);
  return book;
}

const groupOf = (book: BookDetail, groupKey: string) => book.groups.find((group) => group.groupKey === groupKey);
const hashOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'desk-preflight-'));
  await mkdir(drop());
  await writeBook('Good', await contentsWith());
  await writeBook('Coarse', await contentsWith(coarse?.change));
  await writeBook(
    'Turned',
    await contentsWith((book) =>
      book.pages.forEach((page) => page.setRotation({ type: 'degrees', angle: 180 } as never)),
    ),
  );
  desk = await openDesk();
});
afterAll(async () => {
  await desk.close();
  await rm(dir, { recursive: true, force: true });
});

describe('two verdicts', () => {
  it('lists a folder by its structure at once and looks deeper by itself', async () => {
    const report = await importFolder(desk, drop());
    expect(report).toMatchObject({ state: 'done', paired: 3 });
    const rows = (await desk.handlers['library.changes']({ since: null })).rows;
    expect(rows.map(({ title, verdict }) => [title, verdict])).toEqual(expect.arrayContaining([['Good', 'accepted']]));
    const good = await bookAt('Good', 3);
    expect(good).toMatchObject({ verdict: 'accepted', print: 'good', checkedLevel: 3, isCheckingDeeper: false });
  });

  it('takes a book that will not print well, and says so on its own', async () => {
    const book = await bookAt('Coarse', 2);
    expect(book).toMatchObject({ verdict: 'warning', print: 'bad', stage: 'ready' });
    const group = groupOf(book, 'contents:images.resolution');
    expect(group?.findings[0]).toMatchObject({
      severity: 'error',
      pages: [24],
      objects: [{ page: 24, kind: 'image' }],
      origin: 'builtIn',
    });
  });

  it('judges by the studio’s own limits once they are set, and by the built-in ones again', async () => {
    const views = await desk.handlers['checks.setThreshold']({ name: 'imagePpiError', value: 80, layer: 'studio' });
    expect(views.find(({ name }) => name === 'imagePpiError')).toMatchObject({
      value: 80,
      origin: 'studio',
      builtIn: 120,
    });
    const milder = await until(
      () => bookAt('Coarse', 2),
      (book) => book.print === 'look',
    );
    expect(groupOf(milder, 'contents:images.resolution')?.findings[0]).toMatchObject({ severity: 'warning' });
    await desk.handlers['checks.setThreshold']({ name: 'imagePpiError', value: null, layer: 'studio' });
    await until(
      () => bookAt('Coarse', 2),
      (book) => book.print === 'bad',
    );
    await expect(
      desk.handlers['checks.setThreshold']({ name: 'nonsense', value: 1, layer: 'studio' }),
    ).rejects.toMatchObject({ code: 'THRESHOLD_UNKNOWN' });
  });
});

describe('sign-off', () => {
  const groupKey = 'contents:images.resolution';

  it('is given by name and reason, and clears the doubt', async () => {
    const { bookId } = await bookAt('Coarse', 3);
    await desk.handlers['checks.signOff']({ bookId, groupKey, name: 'Mina', reason: 'The client has no better photo' });
    const signed = await bookAt('Coarse', 3);
    expect(groupOf(signed, groupKey)?.signOff).toMatchObject({
      name: 'Mina',
      reason: 'The client has no better photo',
    });
    expect(signed).toMatchObject({ verdict: 'accepted', print: 'good' });
    expect(await desk.handlers['checks.lastName']({})).toBe('Mina');
    await expect(
      desk.handlers['checks.signOff']({ bookId, groupKey: 'contents:nothing', name: 'Mina', reason: 'none' }),
    ).rejects.toMatchObject({ code: 'SIGN_OFF_NOT_ALLOWED' });
  });

  it('outlives a restart and a copy of the same bytes', async () => {
    await desk.close();
    const path = join(drop(), 'Coarse_contents.pdf');
    await copyFile(path, `${path}.copy`);
    await copyFile(`${path}.copy`, path);
    await utimes(path, new Date(), new Date(Date.now() + 5_000));
    await rm(`${path}.copy`);
    const { mtimeMs } = await stat(path);
    desk = await openDesk();
    const isSeen = ({ files }: BookDetail) => files.some(({ modifiedAtMs }) => modifiedAtMs === mtimeMs);
    const book = await until(
      () => bookAt('Coarse', 3),
      (one) => isSeen(one) && typeof groupOf(one, groupKey)?.signOff?.name === 'string',
      60_000,
    );
    expect(book.print).toBe('good');
  });

  it('is reopened by other bytes', async () => {
    const path = join(drop(), 'Coarse_contents.pdf');
    await writeFile(path, await contentsWith((book) => coarse?.change?.(book)));
    const document = await PDFDocument.load(await readFile(path));
    document.setTitle('Another version');
    await writeFile(path, await document.save());
    const { bookId } = await bookAt('Coarse', 2);
    await desk.handlers['library.recheck']({ bookIds: [bookId] });
    const book = await until(
      () => bookAt('Coarse', 2),
      (one) => typeof groupOf(one, groupKey)?.reopened?.name === 'string',
      60_000,
    );
    expect(groupOf(book, groupKey)).toMatchObject({ signOff: null, reopened: { name: 'Mina' } });
    expect(book.print).toBe('bad');
  });

  it('can be taken back', async () => {
    const { bookId } = await bookAt('Coarse', 3);
    await desk.handlers['checks.signOff']({ bookId, groupKey, name: 'Mina', reason: 'Still the only photo' });
    expect(groupOf(await bookAt('Coarse', 3), groupKey)?.signOff).not.toBeNull();
    const { undoId } = await desk.handlers['checks.withdrawSignOff']({ bookId, groupKey });
    expect(groupOf(await bookAt('Coarse', 3), groupKey)).toMatchObject({ signOff: null });
    const back = await desk.handlers['steps.takeBack']({ undoId: undoId ?? '' });
    expect(groupOf(await bookAt('Coarse', 3), groupKey)).toMatchObject({
      signOff: { name: 'Mina', reason: 'Still the only photo' },
    });
    const again = await desk.handlers['steps.takeBack']({ undoId: back.undoId ?? '' });
    expect(groupOf(await bookAt('Coarse', 3), groupKey)).toMatchObject({ signOff: null });
    // Somebody else took it on meanwhile: that one stands.
    const other = await desk.handlers['checks.signOff']({ bookId, groupKey, name: 'Jun', reason: 'I like it' });
    await expect(desk.handlers['steps.takeBack']({ undoId: again.undoId ?? '' })).rejects.toMatchObject({
      code: 'UNDO_CHANGED',
    });
    expect(groupOf(await bookAt('Coarse', 3), groupKey)?.signOff?.name).toBe('Jun');
    await desk.handlers['steps.takeBack']({ undoId: other.undoId });
    expect(groupOf(await bookAt('Coarse', 3), groupKey)).toMatchObject({ signOff: null });
  });
});

describe('repairs', () => {
  const original = () => join(drop(), 'Turned_contents.pdf');

  it('are shown first: what changes, what it solves, and the customer’s file as it was', async () => {
    const before = await hashOf(original());
    const book = await bookAt('Turned', 2);
    const group = book.groups.find(({ findings }) => findings.some(({ fixes }) => fixes?.includes('bakeRotation')));
    expect(group).toBeDefined();
    const { outcome, progress } = await withProgress(
      desk.handlers['fixes.preview']({ bookId: book.bookId, kind: 'contents', fix: 'bakeRotation' }),
    );
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
    const { preview } = outcome;
    expect(progress.filter(({ step }) => step === 'comparing').map(({ total }) => total)).toContain(24);
    expect(progress.every(({ bookId, fix }) => bookId === book.bookId && fix === 'bakeRotation')).toBe(true);
    expect(await desk.handlers['fixes.progress']({})).toEqual([]);
    expect(preview).toMatchObject({ fix: 'bakeRotation', pageCountBefore: 24, pageCountAfter: 24, added: [] });
    expect(preview.pages).toHaveLength(24);
    expect(preview.edits.length).toBeGreaterThan(0);
    expect(preview.solved.map(({ key }) => key)).toContain(`findings.${group?.findings[0]?.ruleId}.title`);
    expect(await hashOf(original())).toBe(before);
    const fixed = desk.fileOf(preview.fixedFileId);
    expect((await readFile(fixed)).subarray(0, 1000)).toEqual((await readFile(original())).subarray(0, 1000));
    await desk.handlers['fixes.apply']({ previewId: preview.previewId });
    const repaired = await bookAt('Turned', 2);
    expect(repaired.files.find(({ role }) => role === 'contents')).toMatchObject({
      fileId: preview.fixedFileId,
      fixes: [{ fix: 'bakeRotation' }],
    });
    // The rotation is a part of the page now, and whether its words should stand on their heads is still asked.
    expect(repaired).toMatchObject({ verdict: 'warning', stage: 'ready' });
    const left = repaired.groups.flatMap(({ findings }) => findings.map(({ ruleId }) => ruleId));
    expect(left).toContain('page.upsideDown');
    expect(left).not.toContain('page.rotated');
    await expect(desk.handlers['fixes.apply']({ previewId: preview.previewId })).rejects.toMatchObject({
      code: 'FIX_UNKNOWN',
    });
  });

  it('stay when the folder is dropped again, and are taken back to the customer’s file', async () => {
    expect(await importFolder(desk, drop())).toMatchObject({ updated: 3 });
    const repaired = await bookAt('Turned', 2);
    const file = repaired.files.find(({ role }) => role === 'contents');
    expect(file?.fixes).toHaveLength(1);
    const path = desk.fileOf(file?.fileId ?? '');
    await desk.handlers['fixes.undo']({ bookId: repaired.bookId, kind: 'contents' });
    const back = await bookAt('Turned', 2);
    expect(back.files.find(({ role }) => role === 'contents')).toMatchObject({
      name: 'Turned_contents.pdf',
      fixes: [],
    });
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(desk.handlers['fixes.undo']({ bookId: repaired.bookId, kind: 'contents' })).rejects.toMatchObject({
      code: 'FIX_NONE',
    });
  });

  it('that are not wanted leave nothing behind, neither by hand nor by a crash', async () => {
    const { bookId } = await bookAt('Turned', 2);
    const outcome = await desk.handlers['fixes.preview']({ bookId, kind: 'contents', fix: 'bakeRotation' });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
    const path = desk.fileOf(outcome.preview.fixedFileId);
    await desk.handlers['fixes.discard']({ previewId: outcome.preview.previewId });
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
    // Whoever puts aside what is gone already has what they want.
    await desk.handlers['fixes.discard']({ previewId: outcome.preview.previewId });
    const again = await desk.handlers['fixes.preview']({ bookId, kind: 'contents', fix: 'bakeRotation' });
    if (!again.ok) throw new Error(JSON.stringify(again.problem));
    const left = desk.fileOf(again.preview.fixedFileId);
    expect((await stat(left)).size).toBeGreaterThan(0);
    await desk.close();
    desk = await openDesk();
    await expect(stat(left)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('that would do nothing are refused with the reason', async () => {
    const { bookId } = await bookAt('Good', 2);
    const outcome = await desk.handlers['fixes.preview']({ bookId, kind: 'contents', fix: 'bakeRotation' });
    expect(outcome).toMatchObject({ ok: false, problem: { key: expect.stringMatching(/^fixes\./) } });
  });
});

/** What is told of repairs while this one is made. */
async function withProgress<T>(making: Promise<T>): Promise<{ outcome: T; progress: readonly FixProgress[] }> {
  const progress: FixProgress[] = [];
  let isMade = false;
  const watching = (async () => {
    while (!isMade) {
      progress.push(...(await desk.handlers['fixes.progress']({})));
      await new Promise((next) => setTimeout(next, 5));
    }
  })();
  try {
    return { outcome: await making, progress };
  } finally {
    isMade = true;
    await watching;
  }
}

describe('books beside each other', () => {
  it('tell that one file lies in two of them', async () => {
    await copyFile(join(drop(), 'Good_contents.pdf'), join(drop(), 'Twin_contents.pdf'));
    await copyFile(join(drop(), 'Good_cover.pdf'), join(drop(), 'Twin_cover.pdf'));
    await importFolder(desk, drop());
    const twin = await until(
      () => bookAt('Twin', 2),
      (book) => book.groups.some(({ groupKey }) => groupKey === 'contents:order.sameBytes'),
      60_000,
    );
    expect(groupOf(twin, 'contents:order.sameBytes')?.findings[0]).toMatchObject({
      severity: 'warning',
      params: { title: 'Good' },
    });
    expect(groupOf(twin, 'cover:order.sameBytes')?.findings[0]).toMatchObject({ severity: 'info' });
  });
});

describe('the report', () => {
  it('goes out as data, as a table and as pages with pictures', async () => {
    const { bookId } = await bookAt('Coarse', 3);
    const json = JSON.parse(String(await desk.report([bookId], 'json', 'en'))) as {
      format: string;
      books: { title: string; print: string; groups: unknown[] }[];
    };
    expect(json).toMatchObject({ format: 'book-print-studio/preflight', books: [{ title: 'Coarse', print: 'bad' }] });
    expect(JSON.stringify(json)).not.toContain(dir);
    const csv = String(await desk.report([bookId], 'csv', 'ko'));
    expect(csv).toContain('Coarse,SQUAREBOOK_SC,24,');
    const pdf = await PDFDocument.load(await desk.report([bookId], 'pdf', 'ko'));
    expect(pdf.getPageCount()).toBeGreaterThan(0);
    expect(pdf.getTitle()).toContain('Coarse');
  });
});
