import { appendFile, copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { NO_LIMIT } from '../../src-core/desk/send-limit.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { canMountShare, Share } from '../fixtures/dead-share.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { importFolder, openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const STEM = '할머니 팔순';
/** More than Node has threads for disks, several times over. */
const BOOKS = 40;
const SOON_MS = 10_000;
const LOOKED_AT_MS = 80_000;

let bench: Bench;
let desk: Desk;
let share: Share;
let own: string;

async function books(folder: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let nth = 0; nth < count; nth += 1)
    for (const kind of ['cover', 'contents'])
      await copyFile(join(SAMPLES, `${STEM}_${kind}.pdf`), join(folder, `Album ${nth}_${kind}.pdf`));
}

beforeAll(async () => {
  if (!canMountShare) return;
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 0 });
  own = join(bench.dir, 'own');
  await books(join(bench.dir, 'server/albums'), BOOKS);
  await books(own, 1);
  share = await Share.mount(join(bench.dir, 'server'), join(bench.dir, 'share'));
  desk = await bench.openDesk('desk');
  await importFolder(desk, join(share.at, 'albums'));
  await importFolder(desk, own);
});
afterAll(async () => {
  if (!canMountShare) return;
  await share.unmount();
  await bench.close();
});

const rowsOf = async (batch: string) =>
  (await desk.handlers['library.changes']({ since: null })).rows.filter((row) => row.batch === batch);
const albumOf = async (batch: string) => (await rowsOf(batch)).find(({ title }) => title === 'Album 0');
const bytesIdOf = async (batch: string) => (await albumOf(batch))?.coverBytesId;
const within = <T>(work: Promise<T>, limitMs = SOON_MS) =>
  Promise.race([work, delay(limitMs, 'nothing came', { ref: false })]);
/** What is asked while it still owes an answer is not known for another half minute. */
async function back(): Promise<void> {
  share.comesBack();
  await readFile(join(share.at, 'albums/Album 0_cover.pdf'));
  await delay(500);
}
const writeAgain = (path: string) => appendFile(path, '\n% again\n');

it.skipIf(!canMountShare)(
  'a share that does not answer keeps the studio from nothing but its own files, and these are as they were when it is back',
  async () => {
    const before = { own: await bytesIdOf('own'), share: await bytesIdOf('albums') };
    await share.falls();
    // The window comes to the front: every file is looked at.
    desk.setForeground(true);
    await delay(500);
    expect(await within(readFile(join(own, 'Album 0_contents.pdf')))).toBeInstanceOf(Buffer);
    await writeAgain(join(own, 'Album 0_cover.pdf'));
    await until(
      () => bytesIdOf('own'),
      (now) => now !== before.own,
      SOON_MS,
    );
    const bookId = (await albumOf('albums'))?.bookId ?? '';
    const book = await within(desk.handlers['library.book']({ bookId }));
    expect(book).toMatchObject({ files: [{ presence: 'present' }, { presence: 'present' }] });
    await mkdir(join(bench.dir, 'hot'));
    expect(await within(desk.addHotFolder(join(bench.dir, 'hot')))).toHaveProperty('hotFolderId');
    await expect(within(desk.addHotFolder(join(share.at, 'albums')), LOOKED_AT_MS)).rejects.toMatchObject({
      code: 'HOT_FOLDER_UNUSABLE',
    });

    await writeAgain(join(bench.dir, 'server/albums/Album 0_cover.pdf'));
    share.comesBack();
    expect((await rowsOf('albums')).filter(({ coverBytesId }) => coverBytesId !== null)).toHaveLength(BOOKS);
    await until(
      async () => {
        desk.setForeground(true);
        return bytesIdOf('albums');
      },
      (now) => now !== before.share,
    );
  },
);

it.skipIf(!canMountShare)('a book that is to be sent waits for its share, and is sent when that is back', async () => {
  await desk.connectBuiltIn(bench.service.hello);
  await until(
    () => albumOf('albums'),
    (row) => row?.stage === 'ready',
    LOOKED_AT_MS,
  );
  const bookId = (await albumOf('albums'))?.bookId ?? '';
  await share.falls();
  await desk.handlers['queue.upload']({ bookIds: [bookId], print: HOWEVER_IT_PRINTS });
  const job = async () => (await desk.handlers['queue.changes']({ since: null })).rows[0];
  await until(job, (row) => row?.problem?.key === 'errors.FILE_SILENT', LOOKED_AT_MS);
  expect(await job()).toMatchObject({ state: { status: 'waiting' }, attempts: 0 });
  await back();
  bench.clock.aheadMs += 30_000;
  await desk.wake();
  await until(
    () => albumOf('albums'),
    (row) => row?.stage === 'uploaded',
    LOOKED_AT_MS,
  );
});

it.skipIf(!canMountShare)(
  'a book whose share goes while it is sent waits for it, and other books are sent',
  async () => {
    const titled = (title: string) => async () => (await rowsOf('albums')).find((row) => row.title === title);
    const bookId = (await titled('Album 1')())?.bookId ?? '';
    const ownId = (await albumOf('own'))?.bookId ?? '';
    const job = async () =>
      (await desk.handlers['queue.changes']({ since: null })).rows.find((row) => row.bookId === bookId);
    const sentBytes = async () =>
      (await desk.handlers['queue.progress']({})).jobs.reduce((sum, one) => sum + one.sentBytes, 0);
    await desk.handlers['queue.setLimit']({ ...NO_LIMIT, mbitPerSecond: 2 });
    await desk.handlers['queue.upload']({ bookIds: [bookId], print: HOWEVER_IT_PRINTS });
    await until(sentBytes, (bytes) => bytes > 0);
    await share.falls();
    await desk.handlers['queue.setLimit'](NO_LIMIT);
    const another = (await titled('Album 2')())?.bookId ?? '';
    const upload = desk.handlers['queue.upload']({ bookIds: [another], print: HOWEVER_IT_PRINTS });
    expect(await within(upload)).toMatchObject({ queued: 1 });
    await until(job, (row) => row?.problem?.key === 'errors.FILE_SILENT', LOOKED_AT_MS);
    expect(await job()).toMatchObject({ state: { status: 'waiting' }, attempts: 0 });
    await desk.handlers['queue.upload']({ bookIds: [ownId], print: HOWEVER_IT_PRINTS });
    await until(
      () => albumOf('own'),
      (row) => row?.stage === 'uploaded',
      LOOKED_AT_MS,
    );
    share.comesBack();
    bench.clock.aheadMs += 30_000;
    await desk.wake();
    await until(titled('Album 1'), (row) => row?.stage === 'uploaded', LOOKED_AT_MS);
  },
);

it.skipIf(!canMountShare)('a desk closes while one does not answer', async () => {
  const other = await bench.openDesk('other');
  await importFolder(other, own);
  await share.falls();
  const asked = other.addHotFolder(join(share.at, 'not asked about before')).catch((error: unknown) => error);
  await delay(100);
  expect(await within(other.close().then(() => 'closed'))).toBe('closed');
  expect(await within(asked)).toMatchObject({ code: 'HOT_FOLDER_UNUSABLE' });
  share.comesBack();
});
