import { copyFile, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeAll, afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { PDFDocument, degrees } from 'pdf-lib';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { CONTRACTS } from '../../src-core/contract/profiles.ts';
import { DeeperChecks } from '../../src-main/desk/checks/deeper-checks.ts';
import { openStore } from '../../src-main/desk/store/open-store.ts';
import { plainStore } from '../../src-main/desk/store/testing/plain-store.ts';
import { systemClock } from '../../src-main/desk/system-ports.ts';
import { deeperChecks, files as fileTable } from '../../src-main/desk/store/schema.ts';
import { pdfPagesOf, sizeMmOf } from '../../src-core/specs/book-geometry.ts';
import type { PdfKind } from '../../src-core/contract/books.ts';
import { plainDisks } from '../../src-node/disks/testing/plain-disks.ts';
import { shippedSpecs as specs } from '../fixtures/catalogue.ts';
import { depsOf, importFolder, until } from './support/desk-bench.ts';

const spec = specs.find(({ bookSpecUid }) => bookSpecUid === 'SQUAREBOOK_SC');
if (spec === undefined) throw new Error('the catalogue has no square book');
const { bookSpecUid } = spec;
const STORE = plainStore(resolve(import.meta.dirname, '../../src-main/desk/store/migrations'));

/** A page of the right size without trim box: accepted, and something to take on. */
async function plain(kind: PdfKind, { turned = 0, words = 'one' } = {}): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const { widthMm, heightMm } = sizeMmOf(spec as NonNullable<typeof spec>, kind, 24);
  for (let index = 0; index < pdfPagesOf(spec as NonNullable<typeof spec>, kind, 24); index++) {
    const page = document.addPage([(widthMm * 72) / 25.4, (heightMm * 72) / 25.4]);
    page.drawText(`${words} ${index}`, { x: 200, y: 300 });
    page.setRotation(degrees(turned));
  }
  return document.save();
}

const files: Record<string, Uint8Array> = {};
let dir: string;
let desk: Desk;
const drop = (...names: string[]) => join(dir, 'drop', ...names);
const data = (...names: string[]) => join(dir, 'desk', ...names);
const openDesk = () =>
  createDesk(
    depsOf(data(), { workerFile: join(inject('deskTools'), 'desk/preflight-worker.js'), samplesFolder: drop() }),
  );
const rowOf = async (title: string) => {
  const row = (await desk.handlers['library.changes']({ since: null })).rows.find((one) => one.title === title);
  if (row === undefined) throw new Error(`no ${title}`);
  return row;
};
const bookOf = async (title: string) => {
  const book = await desk.handlers['library.book']({ bookId: (await rowOf(title)).bookId });
  if (book === null) throw new Error(`no ${title}`);
  return book;
};
const settled = (title: string) =>
  until(
    () => bookOf(title),
    ({ isCheckingDeeper, checkedLevel }) => !isCheckingDeeper && checkedLevel === 3,
    60_000,
  );
const contentsOf = (book: Awaited<ReturnType<typeof bookOf>>) => book.files.find(({ role }) => role === 'contents');

beforeAll(async () => {
  files['cover'] = await plain('cover');
  files['contents'] = await plain('contents');
  files['other'] = await plain('contents', { words: 'another' });
  files['turned'] = await plain('contents', { turned: 180 });
});
const bytes = (name: string) => files[name] ?? new Uint8Array();

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'desk-races-'));
  await mkdir(drop());
  await writeFile(drop('Kim_cover.pdf'), bytes('cover'));
  await writeFile(drop('Kim_contents.pdf'), bytes('contents'));
  desk = await openDesk();
});
afterEach(async () => {
  await desk.close();
  await rm(dir, { recursive: true, force: true });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function withSpec(title: string): Promise<string> {
  const { bookId } = await rowOf(title);
  await desk.handlers['library.setSpec']({ bookIds: [bookId], specUid: bookSpecUid });
  return bookId;
}

async function preview(title: string) {
  const { bookId } = await rowOf(title);
  const outcome = await desk.handlers['fixes.preview']({ bookId, kind: 'contents', fix: 'bakeRotation' });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return { bookId, ...outcome.preview };
}

describe('a sign-off', () => {
  it('is not given for bytes that nobody has looked at', async () => {
    await importFolder(desk, drop());
    const bookId = await withSpec('Kim');
    const book = await settled('Kim');
    const group = book.groups.find(({ groupKey, canSignOff }) => groupKey.startsWith('contents:') && canSignOff);
    if (group === undefined) throw new Error('nothing to take on');
    const by = { bookId, groupKey: group.groupKey, name: 'Mina', reason: 'The client knows' };
    await writeFile(drop('Kim_contents.pdf'), bytes('other'));
    await expect(desk.handlers['checks.signOff'](by)).rejects.toMatchObject({ code: 'FILE_CHANGED' });
    await desk.handlers['library.recheck']({ bookIds: [bookId] });
    const again = await settled('Kim');
    expect(again.groups.find(({ groupKey }) => groupKey === group.groupKey)).toMatchObject({ signOff: null });
    await desk.handlers['checks.signOff'](by);
    expect((await bookOf('Kim')).groups.find(({ groupKey }) => groupKey === group.groupKey)?.signOff).toMatchObject({
      name: 'Mina',
    });
  });
});

describe('what was not looked at', () => {
  it('never prints well: a file that cannot be read', async () => {
    await writeFile(drop('Kim_contents.pdf'), 'no PDF at all');
    await importFolder(desk, drop());
    await withSpec('Kim');
    const book = await until(
      () => bookOf('Kim'),
      ({ isCheckingDeeper }) => !isCheckingDeeper,
    );
    expect(book).toMatchObject({
      verdict: 'refused',
      print: expect.not.stringMatching(/^good$/) as string,
      checkedLevel: 1,
    });
  });

  it('never prints well: half a book', async () => {
    await rm(drop('Kim_contents.pdf'));
    await importFolder(desk, drop());
    await withSpec('Kim');
    const book = await until(
      () => bookOf('Kim'),
      ({ isCheckingDeeper }) => !isCheckingDeeper,
    );
    expect(book.checkedLevel).toBe(1);
    expect(book.print).not.toBe('good');
  });

  it('is looked at again when somebody asks for it', async () => {
    await importFolder(desk, drop());
    const bookId = await withSpec('Kim');
    await settled('Kim');
    await desk.close();
    const store = openStore(data(), STORE);
    const [row] = store.db.select().from(deeperChecks).all();
    const stopped = {
      ...row?.findings[0],
      ruleId: 'check.stopped',
      severity: 'notChecked',
      kind: 'contents',
      params: { reason: 'readFailed' },
      source: { key: 'findings.source.self' },
      causeKey: 'check.stopped',
    };
    store.db
      .update(deeperChecks)
      .set({ findings: [stopped as never] })
      .run();
    store.close(Date.now());
    desk = await openDesk();
    await desk.handlers['library.recheck']({ bookIds: [bookId] });
    const book = await until(
      () => bookOf('Kim'),
      ({ groups, isCheckingDeeper }) =>
        !isCheckingDeeper && groups.every(({ groupKey }) => !groupKey.endsWith('check.stopped')),
      20_000,
    );
    expect(book.checkedLevel).toBe(3);
  });
});

describe('a file that is rewritten while somebody looks closely at it', () => {
  it('is judged when it is all there, although it was looked at half-written and nobody asks again', async () => {
    await writeFile(drop('Kim_contents.pdf'), bytes('contents').subarray(0, 700));
    await importFolder(desk, drop());
    expect(await bookOf('Kim')).toMatchObject({ verdict: 'notChecked', checkedLevel: null });
    await writeFile(drop('Kim_contents.pdf'), bytes('contents'));
    await settled('Kim');
  });

  it('is not judged by the bytes of another', async () => {
    const path = drop('Kim_contents.pdf');
    const { size, mtimeMs } = await stat(path);
    const store = openStore(join(dir, 'alone'), STORE);
    const place = { importId: 'imp_1', path, folder: [], name: 'Kim_contents.pdf', presence: 'present' as const };
    const file = store.db
      .insert(fileTable)
      .values({ fileId: 'f_1', ...place, sizeBytes: size, modifiedAtMs: mtimeMs })
      .returning()
      .get();
    const pool = {
      run: async () => {
        await writeFile(path, bytes('other'));
        return { ok: true, answer: { level: 2, findings: [], summary: null } };
      },
    };
    const deeper = new DeeperChecks({ db: store.db, disks: plainDisks(), clock: systemClock } as never, {
      pool: pool as never,
      seats: 1,
      hashes: { isChecked: async () => true },
      measures: join(dir, 'measures'),
    });
    const rewritten = new Promise<string>((told) => (deeper.onRewritten = told));
    try {
      deeper.of(file, { kind: 'contents', spec, pageCount: 24, contract: CONTRACTS.specified, thresholds: {} });
      expect(await rewritten).toBe('f_1');
      expect(store.db.select().from(deeperChecks).all()).toEqual([]);
    } finally {
      deeper.close();
      store.close(Date.now());
    }
  });
});

describe('a repair', () => {
  beforeEach(async () => {
    await writeFile(drop('Kim_contents.pdf'), bytes('turned'));
    await importFolder(desk, drop());
    await withSpec('Kim');
    await settled('Kim');
  });

  it('that cannot be taken now can be taken later', async () => {
    const { bookId, previewId, fixedFileId } = await preview('Kim');
    const { undoId } = await desk.handlers['library.remove']({ bookIds: [bookId] });
    await expect(desk.handlers['fixes.apply']({ previewId })).rejects.toMatchObject({ code: 'BOOK_UNKNOWN' });
    await desk.handlers['steps.takeBack']({ undoId });
    await desk.handlers['fixes.apply']({ previewId });
    expect(contentsOf(await bookOf('Kim'))?.fileId).toBe(fixedFileId);
  });

  it('of a file that another repair replaced leaves nothing behind', async () => {
    const [first, second] = await Promise.all([preview('Kim'), preview('Kim')]);
    await desk.handlers['fixes.apply']({ previewId: first.previewId });
    const left = desk.fileOf(second.fixedFileId);
    await expect(desk.handlers['fixes.apply']({ previewId: second.previewId })).rejects.toMatchObject({
      code: 'FIX_UNKNOWN',
    });
    await expect(stat(left)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(contentsOf(await bookOf('Kim'))?.fileId).toBe(first.fixedFileId);
  });

  it('is not taken back when there is nothing to go back to', async () => {
    const { bookId, previewId, fixedFileId } = await preview('Kim');
    await desk.handlers['fixes.apply']({ previewId });
    await rename(drop('Kim_contents.pdf'), join(dir, 'elsewhere.pdf'));
    await expect(desk.handlers['fixes.undo']({ bookId, kind: 'contents' })).rejects.toMatchObject({
      code: 'FILE_MISSING',
    });
    expect(contentsOf(await bookOf('Kim'))?.fileId).toBe(fixedFileId);
    expect((await stat(desk.fileOf(fixedFileId))).size).toBeGreaterThan(0);
    await rename(join(dir, 'elsewhere.pdf'), drop('Kim_contents.pdf'));
    await desk.handlers['fixes.undo']({ bookId, kind: 'contents' });
    expect(contentsOf(await bookOf('Kim'))?.name).toBe('Kim_contents.pdf');
  });

  it.each(['followed', 'dropped'])('gives way to what is saved over the customer’s file, which is %s', async (how) => {
    const { previewId, fixedFileId, fileId } = await preview('Kim');
    await desk.handlers['fixes.apply']({ previewId });
    await importFolder(desk, drop());
    expect(contentsOf(await bookOf('Kim'))?.fileId).toBe(fixedFileId);
    await writeFile(drop('Kim_contents.pdf'), bytes('other'));
    await utimes(drop('Kim_contents.pdf'), 1_000, 1_000);
    if (how === 'dropped') await importFolder(desk, drop());
    await until(
      () => bookOf('Kim'),
      (book) => contentsOf(book)?.fileId === fileId,
      20_000,
    );
    await settled('Kim');
  });

  it('that somebody put beside files of their own takes none of them with it', async () => {
    const { bookId, previewId, fixedFileId } = await preview('Kim');
    await desk.handlers['fixes.apply']({ previewId });
    const mine = data('repaired-mine');
    await mkdir(mine);
    await writeFile(join(mine, 'precious.txt'), 'mine');
    const path = desk.fileOf(fixedFileId);
    await rename(path, join(mine, 'Kim_contents.fixed.pdf'));
    await importFolder(desk, mine);
    expect(desk.fileOf(fixedFileId)).toBe(join(mine, 'Kim_contents.fixed.pdf'));
    await desk.handlers['fixes.undo']({ bookId, kind: 'contents' });
    expect(await readdir(mine)).toContain('precious.txt');
  });

  it('that a crash left without a record is cleared away, and nothing else', async () => {
    const { previewId, fixedFileId } = await preview('Kim');
    await desk.handlers['fixes.apply']({ previewId });
    await desk.close();
    await mkdir(data('repaired', 'fix_lostInACrash'));
    await writeFile(data('repaired', 'fix_lostInACrash', 'Kim.fixed.pdf'), 'half');
    await writeFile(data('repaired', 'readme.txt'), 'not made here');
    desk = await openDesk();
    const left = await readdir(data('repaired'));
    expect(left).not.toContain('fix_lostInACrash');
    expect(left).toContain('readme.txt');
    expect((await readFile(desk.fileOf(fixedFileId))).length).toBeGreaterThan(0);
  });
});

describe('dropping a folder again', () => {
  it('leaves books that were paired by hand as they are', async () => {
    await writeFile(drop('Lee_cover.pdf'), bytes('cover'));
    await copyFile(drop('Kim_contents.pdf'), drop('Lee_contents.pdf'));
    await importFolder(desk, drop());
    const [kim, lee] = [await rowOf('Kim'), await rowOf('Lee')];
    await desk.handlers['library.pair']({ coverBookId: kim.bookId, contentsBookId: lee.bookId });
    const before = (await desk.handlers['library.changes']({ since: null })).rows.map(
      ({ bookId, coverFileId, contentsFileId }) => ({ bookId, coverFileId, contentsFileId }),
    );
    await importFolder(desk, drop());
    const after = (await desk.handlers['library.changes']({ since: null })).rows.map(
      ({ bookId, coverFileId, contentsFileId }) => ({ bookId, coverFileId, contentsFileId }),
    );
    expect(after.filter(({ bookId }) => before.some((one) => one.bookId === bookId))).toEqual(before);
    const held = after
      .flatMap(({ coverFileId, contentsFileId }) => [coverFileId, contentsFileId])
      .filter((id) => id !== null);
    expect(new Set(held).size).toBe(held.length);
  });

  it('makes one book of two halves that came alone', async () => {
    await rm(drop('Kim_contents.pdf'));
    await importFolder(desk, drop());
    await rm(drop('Kim_cover.pdf'));
    await writeFile(drop('Kim_contents.pdf'), bytes('contents'));
    await importFolder(desk, drop());
    await writeFile(drop('Kim_cover.pdf'), bytes('cover'));
    await importFolder(desk, drop());
    const rows = (await desk.handlers['library.changes']({ since: null })).rows;
    const held = rows
      .flatMap(({ coverFileId, contentsFileId }) => [coverFileId, contentsFileId])
      .filter((id) => id !== null);
    expect(new Set(held).size).toBe(held.length);
  });
});
