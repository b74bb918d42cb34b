import { appendFile, copyFile, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { LibraryRow } from '../../src-core/ipc/subjects/library.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { importFolder, openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

/** Three desks draw pages at once, and the machine may have other work. */
const LOOKED_AT_MS = 80_000;
const STEM = '할머니 팔순';

let bench: Bench;
let desk: Desk;
let round = 0;
let cover: string;
let mark: string | null = null;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 10_000_000 });
  desk = await bench.openDesk('desk');
  await desk.connectBuiltIn(bench.service.hello);
});
afterAll(() => bench.close());

/** A book of its own for each test. */
async function newBook(): Promise<void> {
  round += 1;
  const folder = join(bench.dir, `drop ${round}`);
  await mkdir(folder);
  cover = join(folder, `${STEM} ${round}_cover.pdf`);
  await copyFile(join(SAMPLES, `${STEM}_cover.pdf`), cover);
  await copyFile(join(SAMPLES, `${STEM}_contents.pdf`), join(folder, `${STEM} ${round}_contents.pdf`));
  await importFolder(desk, folder);
  await until(row, ({ stage, checkedLevel }) => stage === 'ready' && checkedLevel === 3, LOOKED_AT_MS);
}

const contentsOf = (path: string) => path.replace('_cover', '_contents');

async function row(): Promise<LibraryRow> {
  const found = (await desk.handlers['library.changes']({ since: null })).rows.find(
    ({ title }) => title === `${STEM} ${round}`,
  );
  if (found === undefined) throw new Error('the book is not listed');
  return found;
}

/** What a window that knows the list is told of the book. */
async function news(): Promise<LibraryRow | undefined> {
  const page = await desk.handlers['library.changes']({ since: mark });
  mark = page.mark;
  return page.rows.find(({ title }) => title === `${STEM} ${round}`);
}

/** A picture's sample changed: as large as before and with nothing else to tell it by; in each test another one. */
async function otherPicture(): Promise<Buffer> {
  const bytes = await readFile(cover);
  const at = bytes.indexOf('stream') + 200 + round;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
  return bytes;
}

describe('a file that was written anew', () => {
  beforeEach(newBook);

  it('is drawn from other bytes, which the list and the book tell and the former name no longer gives', async () => {
    const before = await row();
    expect(await desk.placeOf(before.coverBytesId ?? '')).toEqual({ path: cover, behind: null });
    await news();
    await writeFile(cover, await otherPicture());
    // The desk has not looked yet: what it knows is not what lies there.
    expect(await desk.placeOf(before.coverBytesId ?? '')).toBeNull();
    desk.setForeground(true);
    const after = await until(
      row,
      ({ coverBytesId, stage }) => coverBytesId !== before.coverBytesId && stage === 'ready',
    );
    expect(after.coverFileId).toBe(before.coverFileId);
    expect((await news())?.coverBytesId).toBe(after.coverBytesId);
    const book = await desk.handlers['library.book']({ bookId: after.bookId });
    expect(book?.files.find(({ role }) => role === 'cover')?.bytesId).toBe(after.coverBytesId);
    expect(await desk.placeOf(after.coverBytesId ?? '')).toEqual({ path: cover, behind: null });
    expect(await desk.placeOf(before.coverBytesId ?? '')).toBeNull();
  });

  it('of the same size and with the old time has another name too, once the desk has looked', async () => {
    const before = await row();
    const { atime, mtime } = await stat(cover);
    await writeFile(cover, await otherPicture());
    await utimes(cover, atime, mtime);
    desk.setForeground(true);
    // Between the two it may have been looked at with its new time: then it is looked at once more.
    const place = async () => desk.placeOf((await row()).coverBytesId ?? '');
    expect(await until(place, (found) => found !== null)).toEqual({ path: cover, behind: null });
    expect((await row()).coverBytesId).not.toBe(before.coverBytesId);
    expect(await desk.placeOf(before.coverBytesId ?? '')).toBeNull();
  });

  it('that went and came back as it was keeps its name', async () => {
    const before = await row();
    await rename(cover, `${cover}.away`);
    expect(await desk.placeOf(before.coverBytesId ?? '')).toBeNull();
    await rename(`${cover}.away`, cover);
    expect(await desk.placeOf(before.coverBytesId ?? '')).toEqual({ path: cover, behind: null });
    desk.setForeground(true);
    await new Promise((done) => setTimeout(done, 1_500));
    expect((await row()).coverBytesId).toBe(before.coverBytesId);
  });
});

describe('nobody looks, and the row turns all the same', () => {
  beforeEach(newBook);

  /** Well before the next look at everything. */
  const soon = (fits: (now: LibraryRow) => boolean) => until(row, fits, 25_000);
  const hasOtherCover = ({ coverBytesId, verdict, print }: LibraryRow) =>
    soon((now) => now.coverBytesId !== coverBytesId && now.verdict === verdict && now.print === print);

  it('when a file is written in its place', async () => {
    const before = await row();
    await writeFile(cover, await otherPicture());
    await hasOtherCover(before);
  });

  it('when it is written elsewhere and put in its place, as most programs do', async () => {
    const before = await row();
    await writeFile(`${cover}.tmp`, await otherPicture());
    await rename(`${cover}.tmp`, cover);
    await hasOtherCover(before);
  });

  it('when it is written slowly, with pauses in which half of it lies there', async () => {
    const before = await row();
    const bytes = await otherPicture();
    await writeFile(cover, bytes.subarray(0, bytes.length / 2));
    await soon(({ print }) => print === 'bad');
    await appendFile(cover, bytes.subarray(bytes.length / 2));
    await hasOtherCover(before);
  });

  it('when the export makes the folder anew', async () => {
    const before = await row();
    const [bytes, contents] = [await otherPicture(), await readFile(contentsOf(cover))];
    await rm(dirname(cover), { recursive: true });
    await soon(({ stage }) => stage !== 'ready');
    await mkdir(dirname(cover));
    await writeFile(contentsOf(cover), contents);
    await writeFile(cover, bytes);
    await hasOtherCover(before);
    const now = await row();
    await writeFile(cover, await otherPicture());
    await hasOtherCover(now);
  });

  it('and a file that is gone is missed, and found when it is back', async () => {
    await rename(cover, `${cover}.away`);
    await soon(({ stage }) => stage !== 'ready');
    await rename(`${cover}.away`, cover);
    await soon(({ stage }) => stage === 'ready');
  });
});

it.each(['', 'nothing', 'f@1', '../../etc/passwd', 'f@1@2@3@4', "f'@1@2@3"])(
  'no bytes have the name %j',
  async (name) => expect(await desk.placeOf(name)).toBeNull(),
);
