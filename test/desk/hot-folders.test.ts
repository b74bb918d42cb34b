import { appendFile, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { HotFolderView } from '../../src-core/ipc/subjects/hot-folders.ts';
import type { LibraryRow } from '../../src-core/ipc/subjects/library.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const STEM = '할머니 팔순';
/** Pages are drawn before anything is green, and the machine may have other work. */
const GREEN_MS = 120_000;
/** Longer than any look, the quiet that a file needs, and a check: what has not come by then does not come. */
const NOTHING_MS = 9_000;

let bench: Bench;
let desk: Desk;
let round = 0;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 10_000_000 });
  desk = await bench.openDesk('desk');
  await desk.connectBuiltIn(bench.service.hello);
});
afterAll(() => bench.close());

interface Hot {
  readonly folder: string;
  readonly hotFolderId: string;
  readonly title: string;
  readonly cover: string;
  readonly contents: string;
}

const inUse = async () =>
  (await desk.handlers['connections.list']({})).find(({ active }) => active)?.connectionId ?? null;

/** A new hot folder, and a book of its own that may come to it. */
async function hotFolder(
  whenGreen: 'nothing' | 'upload',
  afterwards: 'leave' | 'mark' | 'move' = 'leave',
): Promise<Hot> {
  round += 1;
  const folder = join(bench.dir, `hot ${round}`);
  await mkdir(folder);
  const { hotFolderId } = await desk.addHotFolder(folder);
  await desk.handlers['hotFolders.set']({
    hotFolderId,
    whenGreen,
    afterwards,
    specUid: null,
    language: 'ko',
    connectionId: await inUse(),
    orders: null,
  });
  const title = `${STEM} ${round}`;
  return {
    folder,
    hotFolderId,
    title,
    cover: join(folder, `${title}_cover.pdf`),
    contents: join(folder, `${title}_contents.pdf`),
  };
}
/** Of the same pages, but never of the same bytes: two books of the same bytes are worth a look. */
async function own(kind: 'cover' | 'contents'): Promise<Buffer> {
  const bytes = await readFile(join(SAMPLES, `${STEM}_${kind}.pdf`));
  return Buffer.concat([bytes, Buffer.from(`\n% ${Math.random()}\n`)]);
}

/** Answers the bytes of its contents. */
async function bring({ cover, contents }: Pick<Hot, 'cover' | 'contents'>): Promise<Buffer> {
  const bytes = await own('contents');
  await writeFile(contents, bytes);
  await writeFile(cover, await own('cover'));
  return bytes;
}

const rows = async (): Promise<readonly LibraryRow[]> => (await desk.handlers['library.changes']({ since: null })).rows;
const rowsOf = async (title: string) => (await rows()).filter((row) => row.title === title);
async function one(title: string, fits: (row: LibraryRow) => boolean, limitMs = GREEN_MS): Promise<LibraryRow> {
  const found = await until(
    () => rowsOf(title),
    (now) => now.some(fits),
    limitMs,
  );
  const row = found.find(fits);
  if (row === undefined) throw new Error(`no ${title}`);
  return row;
}
async function view({ hotFolderId }: Pick<Hot, 'hotFolderId'>): Promise<HotFolderView> {
  const found = (await desk.handlers['hotFolders.list']({})).find((one) => one.hotFolderId === hotFolderId);
  if (found === undefined) throw new Error('no such hot folder');
  return found;
}
const jobsOf = async (bookId: string) =>
  (await desk.handlers['queue.changes']({ since: null })).rows.filter((job) => job.bookId === bookId);

describe('what comes to lie in a hot folder', () => {
  it('is still copied until it is whole, waits for its other half, and is sent once it is green', async () => {
    const hot = await hotFolder('upload');
    const bytes = await own('contents');
    const third = Math.ceil(bytes.length / 3);
    await writeFile(hot.contents, bytes.subarray(0, third));
    await until(
      () => view(hot),
      ({ copying, copyingNames }) => copying === 1 && copyingNames[0] === `${hot.title}_contents.pdf`,
    );
    await appendFile(hot.contents, bytes.subarray(third, 2 * third));
    // Quiet for longer than a whole file has to be.
    await delay(4_000);
    expect(await rowsOf(hot.title)).toEqual([]);
    expect((await view(hot)).copying).toBe(1);
    await appendFile(hot.contents, bytes.subarray(2 * third));
    const half = await one(hot.title, ({ headline }) => headline?.key === 'library.pairing.awaited');
    expect(half.headline?.params).toMatchObject({ missing: 'cover' });
    expect(half.stage).toBe('incomplete');
    await until(
      () => view(hot),
      ({ books }) => books.waiting === 1 && books.sent === 0,
    );

    await writeFile(`${hot.cover}.part`, await own('cover'));
    await until(
      () => view(hot),
      ({ copyingNames }) => copyingNames.includes(`${hot.title}_cover.pdf.part`),
    );
    await rename(`${hot.cover}.part`, hot.cover);
    const sent = await one(hot.title, ({ stage }) => stage === 'uploaded');
    expect(sent.bookId).toBe(half.bookId);
    expect(sent.print).toBe('good');
    expect(await rowsOf(hot.title)).toHaveLength(1);
    const state = await until(
      () => view(hot),
      ({ books }) => books.sent === 1,
    );
    expect(state).toMatchObject({ copying: 0, books: { waiting: 0, onTheirWay: 0 }, state: 'watching', problem: null });
    // It stays where it was.
    expect((await readdir(hot.folder)).sort()).toHaveLength(2);
  });

  it('stays in the library where nothing is to be done with it', async () => {
    const hot = await hotFolder('nothing');
    await bring(hot);
    const { bookId } = await one(hot.title, ({ stage, checkedLevel }) => stage === 'ready' && checkedLevel === 3);
    await delay(NOTHING_MS);
    expect(await jobsOf(bookId)).toEqual([]);
    expect((await view(hot)).books).toMatchObject({ green: 1 });
  });

  it('is taken as it is when it stays damaged, and never sent', async () => {
    const hot = await hotFolder('upload');
    const bytes = await own('contents');
    await writeFile(hot.cover, await own('cover'));
    await writeFile(hot.contents, bytes.subarray(0, 5_000));
    const row = await one(hot.title, (found) => found.contentsFileId !== null && found.stage !== 'checking');
    expect(['blocked', 'needsYou']).toContain(row.stage);
    await until(
      () => view(hot),
      ({ books }) => books.needYou === 1,
    );
    expect(await jobsOf(row.bookId)).toEqual([]);
    // Whoever was that slow is heard still.
    await writeFile(hot.contents, bytes);
    await one(hot.title, ({ stage }) => stage === 'uploaded');
    expect(await rowsOf(hot.title)).toHaveLength(1);
  });
});

describe('what is not green', () => {
  it('is not sent while it prints badly, and goes by itself when it does not', async () => {
    await desk.handlers['checks.setThreshold']({ name: 'imagePpiError', value: 10_000, layer: 'studio' });
    const hot = await hotFolder('upload');
    await bring(hot);
    const { bookId } = await one(hot.title, ({ print, checkedLevel }) => print === 'bad' && checkedLevel === 3);
    await delay(NOTHING_MS);
    expect(await jobsOf(bookId)).toEqual([]);
    expect((await view(hot)).books).toMatchObject({ needYou: 1 });
    await desk.handlers['checks.setThreshold']({ name: 'imagePpiError', value: null, layer: 'studio' });
    await one(hot.title, ({ stage }) => stage === 'uploaded');
  });

  it('and what somebody took out of the queue is not put back into it', async () => {
    await desk.handlers['queue.pause']({ how: 'now' });
    const hot = await hotFolder('upload');
    await bring(hot);
    const { bookId } = await one(hot.title, ({ stage }) => stage === 'queued');
    const jobs = await jobsOf(bookId);
    expect(jobs).toHaveLength(1);
    await desk.handlers['queue.cancel']({ jobIds: jobs.map(({ jobId }) => jobId) });
    await desk.handlers['queue.resume']({});
    await delay(NOTHING_MS);
    expect((await one(hot.title, () => true)).stage).toBe('ready');
    // Other bytes are another book.
    await writeFile(hot.cover, await own('cover'));
    await one(hot.title, ({ stage }) => stage === 'uploaded');
  });

  it('two strange files that lie in it are no book', async () => {
    const hot = await hotFolder('upload');
    const names = ['invoice', 'album'].map((name) => `${name} ${round}`);
    await bring({ cover: join(hot.folder, `${names[0]}.pdf`), contents: join(hot.folder, `${names[1]}.pdf`) });
    for (const name of names) {
      const row = await one(name, () => true);
      expect(row.coverFileId === null || row.contentsFileId === null).toBe(true);
    }
  });
});

describe('over restarts', () => {
  it('what came meanwhile is taken once, and what was taken out does not come back', async () => {
    const hot = await hotFolder('nothing');
    await desk.close();
    await bring(hot);
    desk = await bench.openDesk('desk');
    await desk.connectBuiltIn(bench.service.hello);
    const { bookId } = await one(hot.title, ({ stage }) => stage === 'ready');
    await desk.handlers['library.remove']({ bookIds: [bookId] });
    await desk.close();
    desk = await bench.openDesk('desk');
    await desk.connectBuiltIn(bench.service.hello);
    await delay(NOTHING_MS);
    expect(await rowsOf(hot.title)).toEqual([]);
    // Other bytes are a reason to bring it again.
    await writeFile(hot.cover, await own('cover'));
    await one(hot.title, ({ stage }) => stage === 'ready');
    expect(await rowsOf(hot.title)).toHaveLength(1);
  });

  it('a file whose name was half changed is found under it', async () => {
    const hot = await hotFolder('nothing', 'move');
    await bring(hot);
    const { bookId } = await one(hot.title, ({ stage }) => stage === 'ready');
    await desk.handlers['queue.upload']({ bookIds: [bookId], print: HOWEVER_IT_PRINTS });
    await until(
      () => readdir(join(hot.folder, '완료')).catch(() => []),
      (names) => names.length === 2,
      GREEN_MS,
    );
    await desk.close();
    desk = await bench.openDesk('desk');
    await desk.connectBuiltIn(bench.service.hello);
    const detail = await until(
      () => desk.handlers['library.book']({ bookId }),
      (book) => book?.files.every(({ presence }) => presence === 'present') === true,
    );
    expect(detail?.stage).toBe('uploaded');
    expect(await jobsOf(bookId)).toHaveLength(1);
  });
});

describe('what was finalized', () => {
  it('is moved without writing over anything, and turns its row when it is exported again under its name', async () => {
    const hot = await hotFolder('upload', 'move');
    const strange = join(hot.folder, '완료', `${hot.title}_cover.pdf`);
    await mkdir(join(hot.folder, '완료'));
    await writeFile(strange, 'an older book');
    const contents = await bring(hot);
    const { bookId } = await one(hot.title, ({ stage }) => stage === 'uploaded');
    await until(
      () => readdir(hot.folder),
      (names) => names.length === 1,
    );
    expect((await readdir(join(hot.folder, '완료'))).map((name) => name.normalize('NFC')).sort()).toEqual([
      `${hot.title}_contents.pdf`,
      `${hot.title}_cover 2.pdf`,
      `${hot.title}_cover.pdf`,
    ]);
    expect(await readFile(strange, 'utf8')).toBe('an older book');
    expect((await readFile(join(hot.folder, '완료', `${hot.title}_contents.pdf`))).equals(contents)).toBe(true);
    await until(
      () => view(hot),
      ({ books }) => books.sent === 1,
    );

    const former = await one(hot.title, () => true);
    await writeFile(hot.cover, await own('cover'));
    const again = await one(
      hot.title,
      ({ stage, bookUid }) => stage === 'uploaded' && bookUid !== null && bookUid !== former.bookUid,
    );
    expect(again.bookId).toBe(bookId);
    expect(await rowsOf(hot.title)).toHaveLength(1);
    await until(
      () => readdir(hot.folder),
      (names) => names.length === 1,
    );
    expect(await jobsOf(bookId)).toHaveLength(2);
  });

  it('is marked in its name and passed by from then on', async () => {
    const hot = await hotFolder('upload', 'mark');
    await bring(hot);
    await one(hot.title, ({ stage }) => stage === 'uploaded');
    await until(
      async () => (await readdir(hot.folder)).map((name) => name.normalize('NFC')).sort(),
      (names) => names.join() === [`${hot.title}_contents [전송됨].pdf`, `${hot.title}_cover [전송됨].pdf`].join(),
    );
    const before = (await rows()).length;
    await delay(NOTHING_MS);
    expect(await rows()).toHaveLength(before);
  });

  it('is told while it cannot be put away, and no longer once it is to stay or somebody took it', async () => {
    const hot = await hotFolder('upload', 'move');
    const { folder, hotFolderId } = hot;
    // A file stands where the folder would.
    await writeFile(join(folder, '완료'), 'notes');
    await bring(hot);
    await until(
      () => view(hot),
      ({ problem }) => problem?.key === 'desk.hotFolder.notMoved',
      GREEN_MS,
    );
    for (const file of [hot.cover, hot.contents]) await rename(file, `${file}.taken`);
    await until(
      () => view(hot),
      ({ problem }) => problem === null,
      GREEN_MS,
    );
    for (const file of [hot.cover, hot.contents]) await rename(`${file}.taken`, file);
    await until(
      () => view(hot),
      ({ problem }) => problem?.key === 'desk.hotFolder.notMoved',
      GREEN_MS,
    );
    await desk.handlers['hotFolders.set']({
      ...{ hotFolderId, whenGreen: 'upload', afterwards: 'leave', specUid: null, language: 'ko', orders: null },
      connectionId: await inUse(),
    });
    await until(
      () => view(hot),
      ({ problem }) => problem === null,
      GREEN_MS,
    );
    expect((await readdir(folder)).length).toBe(3);
  });

  it('is not moved while the service has not finalized it', async () => {
    await bench.fault({ kind: 'fail', method: 'POST', path: '/books/*/finalization', times: 2 });
    const hot = await hotFolder('upload', 'move');
    await bring(hot);
    await one(hot.title, ({ stage }) => stage === 'uploading');
    await until(
      async () => {
        const { stage } = await one(hot.title, () => true);
        const names = await readdir(hot.folder);
        return { stage, isMoved: names.includes('완료') };
      },
      ({ stage, isMoved }) => {
        if (isMoved) expect(stage).toBe('uploaded');
        return isMoved;
      },
      GREEN_MS,
    );
  });
});

it('a folder that is unplugged is offline, its books stay, and all goes on when it is back', async () => {
  const hot = await hotFolder('nothing');
  await bring(hot);
  const { bookId } = await one(hot.title, ({ stage }) => stage === 'ready');
  await rename(hot.folder, `${hot.folder} away`);
  const away = await until(
    () => view(hot),
    ({ state }) => state === 'offline',
  );
  expect(away.offlineSinceMs).not.toBeNull();
  await one(hot.title, ({ stage, headline }) => stage === 'incomplete' && headline?.key === 'findings.file.away.title');
  await rename(`${hot.folder} away`, hot.folder);
  await until(
    () => view(hot),
    ({ state, offlineSinceMs }) => state === 'watching' && offlineSinceMs === null,
  );
  expect((await one(hot.title, ({ stage }) => stage === 'ready')).bookId).toBe(bookId);
  expect(await rowsOf(hot.title)).toHaveLength(1);
});

describe('setting one up', () => {
  it('is refused for a file and for a folder that lies in another one', async () => {
    const hot = await hotFolder('nothing');
    const inside = join(hot.folder, 'inside');
    await mkdir(inside);
    await expect(desk.addHotFolder(inside)).rejects.toMatchObject({ code: 'HOT_FOLDER_WITHIN' });
    await expect(desk.addHotFolder(bench.dir)).rejects.toMatchObject({ code: 'HOT_FOLDER_WITHIN' });
    await expect(desk.addHotFolder(join(SAMPLES, `${STEM}_cover.pdf`))).rejects.toMatchObject({
      code: 'HOT_FOLDER_UNUSABLE',
    });
    await desk.handlers['hotFolders.remove']({ hotFolderId: hot.hotFolderId });
    await expect(
      desk.handlers['hotFolders.setPaused']({ hotFolderId: hot.hotFolderId, isPaused: true }),
    ).rejects.toMatchObject({ code: 'HOT_FOLDER_UNKNOWN' });
    await rm(inside, { recursive: true });
  });

  it('a paused one takes nothing until it goes on, and the spec that it was given is its books’', async () => {
    const hot = await hotFolder('nothing');
    const { hotFolderId } = hot;
    await desk.handlers['hotFolders.setPaused']({ hotFolderId, isPaused: true });
    const specs = await desk.handlers['specs.list']({});
    const specUid = specs.at(-1)?.bookSpecUid ?? '';
    await desk.handlers['hotFolders.set']({
      hotFolderId,
      whenGreen: 'nothing',
      afterwards: 'leave',
      specUid,
      language: 'en',
      connectionId: null,
      orders: null,
    });
    await bring(hot);
    await delay(NOTHING_MS);
    expect(await rowsOf(hot.title)).toEqual([]);
    expect((await view(hot)).state).toBe('paused');
    await desk.handlers['hotFolders.setPaused']({ hotFolderId, isPaused: false });
    await one(
      hot.title,
      (row) =>
        row.coverFileId !== null &&
        row.contentsFileId !== null &&
        row.specUid === specUid &&
        row.specOrigin === 'given',
    );
  });

  it('what the library had already from elsewhere stays as it is', async () => {
    round += 1;
    const folder = join(bench.dir, `hot ${round}`);
    await mkdir(folder);
    const title = `${STEM} ${round}`;
    await bring({ cover: join(folder, `${title}_cover.pdf`), contents: join(folder, `${title}_contents.pdf`) });
    await desk.importPaths([folder]);
    const { bookId } = await one(title, ({ stage }) => stage === 'ready');
    const { hotFolderId } = await desk.addHotFolder(folder);
    await desk.handlers['hotFolders.set']({
      hotFolderId,
      whenGreen: 'upload',
      afterwards: 'move',
      specUid: null,
      language: 'en',
      connectionId: await inUse(),
      orders: null,
    });
    await one(title, ({ checkedLevel }) => checkedLevel === 3);
    await delay(NOTHING_MS);
    expect((await one(title, () => true)).stage).toBe('ready');
    expect(await jobsOf(bookId)).toEqual([]);
  });
});
