import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { PDFDocument } from 'pdf-lib';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import type { AlikeRun } from '../../src-core/ipc/subjects/fixes.ts';
import { bytesOf, goodBook } from '../fixtures/preflight/good-book.ts';
import { shippedSpecs } from '../fixtures/catalogue.ts';
import { depsOf, importFolder, until } from './support/desk-bench.ts';

const spec = shippedSpecs.find(({ bookSpecUid }) => bookSpecUid === 'SQUAREBOOK_SC');
if (spec === undefined) throw new Error('the catalogue has no square book');
const PLAN = { spec, pageCount: 24, ppi: 210, photoEvery: 12 };
const TURNED = ['An', 'Baek', 'Cho', 'Do', 'Eom'];
const ALIKE = { kind: 'contents', fix: 'bakeRotation' } as const;

let dir: string;
let desk: Desk;
const original = (title: string) => join(dir, 'drop', `${title}_contents.pdf`);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'desk-alike-'));
  await mkdir(join(dir, 'drop'));
  const cover = await bytesOf(await goodBook({ ...PLAN, kind: 'cover' }));
  const contents = await bytesOf(await goodBook({ ...PLAN, kind: 'contents' }));
  // Other bytes for each, or they would be told to be one book.
  const named = async (bytes: Uint8Array, title: string, angle: number) => {
    const pdf = await PDFDocument.load(bytes);
    pdf.setSubject(title);
    if (angle !== 0) for (const page of pdf.getPages()) page.setRotation({ type: 'degrees', angle } as never);
    return pdf.save();
  };
  for (const title of [...TURNED, 'Fine']) {
    await writeFile(join(dir, 'drop', `${title}_cover.pdf`), await named(cover, title, 0));
    await writeFile(original(title), await named(contents, title, title === 'Fine' ? 0 : 180));
  }
  desk = await createDesk(
    depsOf(join(dir, 'desk'), {
      workerFile: join(inject('deskTools'), 'desk/preflight-worker.js'),
      samplesFolder: join(dir, 'drop'),
    }),
  );
  await importFolder(desk, join(dir, 'drop'));
  for (const title of [...TURNED, 'Fine']) await checked(title);
});
afterAll(async () => {
  await desk.close();
  await rm(dir, { recursive: true, force: true });
});

const rows = async () => (await desk.handlers['library.changes']({ since: null })).rows;
async function idOf(title: string): Promise<string> {
  const row = (await rows()).find((one) => one.title === title);
  if (row === undefined) throw new Error(`no ${title}`);
  return row.bookId;
}
async function checked(title: string) {
  const bookId = await idOf(title);
  const book = await until(
    () => desk.handlers['library.book']({ bookId }),
    (detail) => (detail?.checkedLevel ?? 0) >= 2,
    120_000,
  );
  if (book === null) throw new Error(`${title} went away`);
  return book;
}
const ask = async (title: string) => {
  const alike = await desk.handlers['fixes.alike']({ bookId: await idOf(title), ...ALIKE });
  return alike.map((book) => book.title);
};
const hasRepair = async (title: string) =>
  (await checked(title)).files.some(({ role, fixes }) => role === 'contents' && (fixes ?? []).length > 0);
const hashOf = async (title: string) =>
  createHash('sha256')
    .update(await readFile(original(title)))
    .digest('hex');

it('the others with the same cause are named in the library’s order, but for what a person took on', async () => {
  expect(await ask('Cho')).toEqual(['An', 'Baek', 'Do', 'Eom']);
  expect(await ask('Fine')).toEqual([]);
  const group = (await checked('Do')).groups.find(({ findings }) =>
    findings.some(({ fixes }) => fixes?.includes('bakeRotation')),
  );
  const { undoId } = await desk.handlers['checks.signOff']({
    bookId: await idOf('Do'),
    groupKey: group?.groupKey ?? '',
    name: 'Min',
    reason: 'the binder turns it',
  });
  expect(await ask('Cho')).toEqual(['An', 'Baek', 'Eom']);
  await desk.handlers['steps.takeBack']({ undoId });
  expect(await ask('Cho')).toEqual(['An', 'Baek', 'Do', 'Eom']);
  await expect(desk.handlers['fixes.alike']({ bookId: 'b_none', ...ALIKE })).rejects.toMatchObject({
    code: 'BOOK_UNKNOWN',
  });
});

it('are repaired one after the other, each told, the customers’ files as they were, and taken back as one step', async () => {
  const before = await Promise.all(TURNED.map(hashOf));
  await rm(original('Eom'));
  const bookIds = await Promise.all(['An', 'Baek', 'Fine', 'Eom'].map(idOf));
  const seen: (AlikeRun | null)[] = [];
  const running = desk.handlers['fixes.repairAlike']({ bookIds, ...ALIKE });
  await expect(desk.handlers['fixes.repairAlike']({ bookIds, ...ALIKE })).rejects.toMatchObject({
    code: 'FIX_RUNNING',
  });
  let isOver = false;
  void running.finally(() => (isOver = true));
  while (!isOver) {
    seen.push(await desk.handlers['fixes.alikeProgress']({}));
    await new Promise((next) => setTimeout(next, 5));
  }
  const { repaired, left, undoId } = await running;
  // The last two have nothing to be made, which may be over between two looks.
  expect(seen.map((run) => run && `${run.done} of ${run.total}`)).toEqual(expect.arrayContaining(['0 of 4', '1 of 4']));
  expect(await desk.handlers['fixes.alikeProgress']({})).toBeNull();
  expect(repaired).toBe(2);
  expect(left.map(({ bookId, reason }) => [bookId, reason.key])).toEqual([
    [bookIds[2], expect.stringMatching(/^fixes\./)],
    [bookIds[3], 'errors.FILE_MISSING'],
  ]);
  expect(await Promise.all(['An', 'Baek', 'Cho'].map(hasRepair))).toEqual([true, true, false]);
  // That a file is gone is seen sooner or later.
  expect((await ask('Cho')).filter((title) => title !== 'Eom')).toEqual(['Do']);
  expect(await Promise.all(TURNED.slice(0, 4).map(hashOf))).toEqual(before.slice(0, 4));
  await desk.handlers['steps.takeBack']({ undoId: undoId ?? '' });
  expect(await Promise.all(['An', 'Baek'].map(hasRepair))).toEqual([false, false]);
});

it('a run that is stopped ends the book in hand and leaves the others as they were', async () => {
  const bookIds = await Promise.all(['An', 'Baek', 'Cho'].map(idOf));
  const running = desk.handlers['fixes.repairAlike']({ bookIds, ...ALIKE });
  await desk.handlers['fixes.stopAlike']({});
  expect(await running).toMatchObject({
    repaired: 1,
    left: bookIds.slice(1).map((bookId) => ({ bookId, reason: { key: 'desk.fix.stopped' } })),
  });
  expect(await Promise.all(['An', 'Baek', 'Cho'].map(hasRepair))).toEqual([true, false, false]);
});
