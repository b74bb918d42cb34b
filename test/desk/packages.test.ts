import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, open, readFile, readdir, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ZipFile } from 'yazl';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { openPackage } from '../../src-node/job-package/read-package.ts';
import { writePackage } from '../../src-node/job-package/write-package.ts';
import { bytesOf, goodBook } from '../fixtures/preflight/good-book.ts';
import { IMAGE_MUTATIONS } from '../fixtures/preflight/mutations/images.ts';
import { specNamed } from '../fixtures/catalogue.ts';
import { address, depsOf, importFolder, until } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const RESOLUTION = 'contents:images.resolution';
const coarsePhoto = IMAGE_MUTATIONS.find(({ name }) => name === 'a photo at 96 ppi');

let dir: string;
let here: Desk;
let there: Desk;
let place: string;
let packed: string[];
/** The book that somebody signed for. */
let signed: string;
const desks: Desk[] = [];

async function openDesk(name: string): Promise<Desk> {
  const workerFile = join(inject('deskTools'), 'desk/preflight-worker.js');
  const desk = await createDesk(depsOf(join(dir, name), { workerFile, samplesFolder: join(dir, 'samples') }));
  desks.push(desk);
  return desk;
}
const rowsOf = async (desk: Desk) => (await desk.handlers['library.changes']({ since: null })).rows;
const settled = (desk: Desk) =>
  until(
    () => rowsOf(desk),
    (rows) => rows.every(({ stage }) => stage !== 'checking'),
  );
const bookOf = async (desk: Desk, bookId: string) => {
  const book = await desk.handlers['library.book']({ bookId });
  if (book === null) throw new Error(`no ${bookId}`);
  return book;
};
const hashOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
/** What a book is, wherever it lies: the bytes of its files too. */
async function saidOf(desk: Desk, bookId: string) {
  const { title, batch, specUid, specOrigin, quantity, files, groups } = await bookOf(desk, bookId);
  return {
    ...{ bookId, title, batch, specUid, specOrigin, quantity },
    signed: groups.flatMap(({ groupKey, signOff }) => (signOff === null ? [] : [{ groupKey, ...signOff }])),
    recipients: (await desk.handlers['recipients.ofBook']({ bookId })).map((one) => [
      one.address,
      one.kind,
      one.quantity,
    ]),
    files: await Promise.all(
      files.map(async ({ fileId, role, name }) => ({
        role,
        name,
        sha256: await hashOf(desk.fileOf(fileId)),
      })),
    ),
  };
}
const openThere = (path: string, desk = there) => desk.handlers['packages.openPath']({ path });
/** A disk of its own can be had by root alone, which CI is. For anybody else the report counts the test as not run. */
const canMount = process.getuid?.() === 0;
const mounted = (command: string, ...words: string[]) => {
  const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};
/** Folders and files of a desk's packages. */
const left = (name: string) => {
  const folder = join(dir, name, 'packages');
  return existsSync(folder) ? readdirSync(folder) : [];
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'desk-packages-'));
  await cp(SAMPLES, join(dir, 'samples'), { recursive: true });
  for (const kind of ['cover', 'contents'] as const) {
    const book = await goodBook({ spec: specNamed('SQUAREBOOK_SC'), pageCount: 24, ppi: 210, photoEvery: 8, kind });
    if (kind === 'contents') await coarsePhoto?.change?.(book);
    await writeFile(join(dir, 'samples', `Coarse_${kind}.pdf`), await bytesOf(book));
  }
  here = await openDesk('here');
  there = await openDesk('elsewhere/of a longer name');
  await importFolder(here, join(dir, 'samples'));
  const rows = await settled(here);
  const ready = rows.filter(({ stage }) => stage === 'ready');
  const [first, second] = ready;
  if (first === undefined || second === undefined) throw new Error('no books are ready');
  packed = ready.map(({ bookId }) => bookId);
  await here.handlers['library.setQuantity']({ bookIds: [second.bookId], quantity: 4 });
  await here.handlers['library.setTitle']({ bookId: second.bookId, title: '은혼식: “우리”/2026' });
  const saved = await Promise.all(
    ['김민수', '이서연'].map((recipientName) =>
      here.handlers['recipients.save']({ recipientId: null, address: { ...address, recipientName }, kind: 'studio' }),
    ),
  );
  await here.handlers['recipients.setForBook']({
    bookId: first.bookId,
    consignments: saved.map(({ recipientId }, at) => ({ recipientId, quantity: at + 1 })),
  });
  const coarse = (await rowsOf(here)).find(({ title }) => title === 'Coarse')?.bookId ?? '';
  await until(
    () => bookOf(here, coarse),
    ({ groups }) => groups.some(({ groupKey }) => groupKey === RESOLUTION),
    120_000,
  );
  await here.handlers['checks.signOff']({ bookId: coarse, groupKey: RESOLUTION, name: 'Mina', reason: 'As agreed' });
  signed = coarse;
  place = join(dir, '작업 2026.bpjob');
});
afterAll(async () => {
  for (const desk of desks) await desk.close();
  await rm(dir, { recursive: true, force: true });
});

it('books go to another computer whole: every byte, and all that was set and signed of them', async () => {
  const lone = (await rowsOf(here)).map(({ bookId }) => bookId);
  expect(await here.writePackage(lone, place)).toEqual({ books: lone.length, left: 0 });
  expect(readdirSync(dir).filter((name) => name.includes('.part'))).toEqual([]);
  const before = await Promise.all(lone.map((bookId) => saidOf(here, bookId)));
  expect(before.flatMap((one) => one.signed)).toMatchObject([
    { groupKey: RESOLUTION, name: 'Mina', reason: 'As agreed' },
  ]);
  const opened = await openThere(place);
  expect(opened).toMatchObject({ added: lone.length, known: 0, differing: 0 });
  await settled(there);
  await until(
    () => bookOf(there, signed),
    ({ groups }) => groups.some(({ groupKey }) => groupKey === RESOLUTION),
    120_000,
  );
  const after = await Promise.all(lone.map((bookId) => saidOf(there, bookId)));
  expect(after).toEqual(before);
  expect(await bookOf(there, packed[0] ?? '')).toMatchObject({
    pairing: { key: 'desk.pairing.package', params: { name: '작업 2026.bpjob' } },
  });
  for (const { files } of await Promise.all(lone.map((bookId) => bookOf(there, bookId))))
    for (const { fileId } of files) expect(there.fileOf(fileId).startsWith(join(dir, 'elsewhere'))).toBe(true);

  // The same once more, and where it came from: nothing is there twice, and nothing is set anew.
  await there.handlers['library.setTitle']({ bookId: packed[0] ?? '', title: 'Called so here' });
  expect(await openThere(place)).toEqual({ added: 0, known: lone.length, differing: 0, undoId: null });
  expect(await openThere(place, here)).toEqual({ added: 0, known: lone.length, differing: 0, undoId: null });
  expect((await rowsOf(there)).length).toBe(lone.length);
  expect((await bookOf(there, packed[0] ?? '')).title).toBe('Called so here');

  // One step, and the package brings them back after it too.
  const { undoId } = await there.handlers['steps.takeBack']({ undoId: opened?.undoId ?? '' });
  expect(await rowsOf(there)).toEqual([]);
  await there.handlers['steps.takeBack']({ undoId: undoId ?? '' });
  expect((await rowsOf(there)).length).toBe(lone.length);
  await there.handlers['library.remove']({ bookIds: [packed[1] ?? ''] });
  expect(await openThere(place)).toMatchObject({ added: 1, known: lone.length - 1 });
  expect(left('elsewhere/of a longer name')).toHaveLength(1);
});

it('no key, and no place of the computer it was made on, stands in it', async () => {
  const pack = await openPackage(place);
  const said = JSON.stringify(pack.job);
  pack.close();
  expect(said).not.toContain(dir);
  expect(said).not.toContain('samples/');
  expect(said).not.toMatch(/SB[A-Za-z0-9]{20}|apiKey|keychain/);
});

it('a book that is here with other files stays as it is', async () => {
  const other = await openDesk('other');
  const small = join(dir, 'small.bpjob');
  const [bookId = ''] = packed;
  await here.writePackage([bookId], small);
  await openThere(small, other);
  await settled(other);
  const { undoId } = await other.handlers['library.swapRoles']({ bookId });
  expect(await openThere(small, other)).toEqual({ added: 0, known: 0, differing: 1, undoId: null });
  await other.handlers['steps.takeBack']({ undoId });
});

describe('what is no whole package is refused, and nothing of it stays', () => {
  let small: string;
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk('strict');
    small = join(dir, 'one.bpjob');
    await here.writePackage(packed.slice(0, 1), small);
  });
  const copyOf = async (name: string) => {
    const copy = join(dir, name);
    await cp(small, copy);
    return copy;
  };
  const expectRefused = async (path: string, code: string) => {
    await expect(openThere(path, desk)).rejects.toMatchObject({ code });
    expect(await rowsOf(desk)).toEqual([]);
    expect(left('strict')).toEqual([]);
  };
  /** An archive of these entries. */
  const zipOf = async (name: string, entries: Readonly<Record<string, string | Buffer>>) => {
    const path = join(dir, name);
    const zip = new ZipFile();
    for (const [entry, bytes] of Object.entries(entries))
      zip.addBuffer(Buffer.from(bytes), entry, { compress: entry === 'job.json' });
    zip.end();
    const target = createWriteStream(path);
    zip.outputStream.pipe(target);
    await once(target, 'finish');
    return path;
  };
  const jobOf = async () => {
    const pack = await openPackage(small);
    pack.close();
    return pack.job;
  };

  it('cut off, wherever', async () => {
    const { size } = await stat(small);
    for (const bytes of [size - 1, size - 30, Math.floor(size / 2), 200]) {
      const copy = await copyOf('cut.bpjob');
      await truncate(copy, bytes);
      await expectRefused(copy, 'PACKAGE_DAMAGED');
    }
  });

  it('with one byte of a file that is another', async () => {
    const copy = await copyOf('changed.bpjob');
    const handle = await open(copy, 'r+');
    const { size } = await handle.stat();
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, Math.floor(size / 2));
    byte[0] = (byte[0] ?? 0) ^ 1;
    await handle.write(byte, 0, 1, Math.floor(size / 2));
    await handle.close();
    await expectRefused(copy, 'PACKAGE_DAMAGED');
  });

  it('with a file that is another one of the same size', async () => {
    const job = await jobOf();
    const files = job.books.flatMap(({ cover, contents }) => [cover, contents]);
    const entries = Object.fromEntries(
      files.map(({ sha256, sizeBytes }) => [`files/${sha256}.pdf`, Buffer.alloc(sizeBytes)]),
    );
    await expectRefused(
      await zipOf('forged.bpjob', { 'job.json': JSON.stringify(job), ...entries }),
      'PACKAGE_DAMAGED',
    );
  });

  it('whose names lead out of it', async () => {
    const job = JSON.stringify(await jobOf());
    const path = await zipOf('out.bpjob', { 'job.json': job, 'files/xx_escaped.pdf': 'x' });
    const bytes = await readFile(path);
    for (const at of [bytes.indexOf('files/xx_'), bytes.lastIndexOf('files/xx_')]) bytes.write('../../../', at);
    await writeFile(path, bytes);
    await expect(openThere(path, desk)).rejects.toMatchObject({
      code: expect.stringMatching(/PACKAGE_(DAMAGED|FOREIGN)/),
    });
    expect((await readdir(dir)).filter((name) => name.includes('escaped'))).toEqual([]);
    const job2 = await jobOf();
    const [book] = job2.books;
    const named = { ...job2, books: [{ ...book, bookId: '../../b' }] };
    await expectRefused(await zipOf('id.bpjob', { 'job.json': JSON.stringify(named) }), 'PACKAGE_DAMAGED');
  });

  it('that is something else: a PDF, another archive, a later version, one without its files, one with more', async () => {
    const pdf = join(dir, 'pdf.bpjob');
    await writeFile(pdf, '%PDF-1.7\n');
    await expectRefused(pdf, 'PACKAGE_FOREIGN');
    await expectRefused(await zipOf('other.bpjob', { mimetype: 'application/epub+zip' }), 'PACKAGE_FOREIGN');
    await expectRefused(await zipOf('format.bpjob', { 'job.json': '{"format":"x","version":1}' }), 'PACKAGE_FOREIGN');
    const job = await jobOf();
    await expectRefused(
      await zipOf('newer.bpjob', { 'job.json': JSON.stringify({ ...job, version: 2 }) }),
      'PACKAGE_NEWER',
    );
    await expectRefused(await zipOf('hollow.bpjob', { 'job.json': JSON.stringify(job) }), 'PACKAGE_DAMAGED');
    await expectRefused(await zipOf('torn.bpjob', { 'job.json': JSON.stringify(job).slice(0, 80) }), 'PACKAGE_DAMAGED');
    await expectRefused(join(dir, 'is not there.bpjob'), 'PACKAGE_DAMAGED');
  });

  it('and the whole one is opened after all of these', async () => {
    expect(await openThere(small, desk)).toMatchObject({ added: 1 });
  });
});

it('archives beyond four gigabytes are read as they are written: every size and place in 64 bits', async () => {
  const big = join(dir, 'zip64.bpjob');
  const source = await openPackage(place);
  const { job } = source;
  const paths = new Map<string, string>();
  for (const { files } of await Promise.all(job.books.map(({ bookId }) => bookOf(here, bookId))))
    for (const { fileId } of files) {
      const path = here.fileOf(fileId);
      paths.set(await hashOf(path), path);
    }
  source.close();
  await writePackage(big, job, ({ sha256 }) => paths.get(sha256) ?? '', { forceZip64: true });
  // The end of a zip64 archive has a record of its own (APPNOTE 4.3.14).
  expect((await readFile(big)).lastIndexOf(Buffer.from([0x50, 0x4b, 0x06, 0x06]))).toBeGreaterThan(0);
  const pack = await openPackage(big);
  for (const { cover, contents } of pack.job.books) for (const file of [cover, contents]) await pack.verify(file);
  pack.close();
});

it('a place that cannot be written and a file that was written to leave what was there', async () => {
  const old = join(dir, 'old.bpjob');
  await writeFile(old, 'as it was');
  await expect(here.writePackage(packed, join(dir, 'no folder', 'x.bpjob'))).rejects.toMatchObject({
    code: 'PACKAGE_NOT_WRITTEN',
  });
  const pack = await openPackage(place);
  const { job } = pack;
  pack.close();
  const wrong = join(SAMPLES, readdirSync(SAMPLES).find((name) => name.endsWith('.pdf')) ?? '');
  await expect(writePackage(old, job, () => wrong)).rejects.toMatchObject({ kind: 'changed' });
  expect(await readFile(old, 'utf8')).toBe('as it was');
  expect(readdirSync(dir).filter((name) => name.includes('.part'))).toEqual([]);
});

it.skipIf(!canMount)('a drive without room keeps nothing of a package, neither written nor opened', async () => {
  const disk = join(dir, 'full');
  await mkdir(disk);
  mounted('mount', '-t', 'tmpfs', '-o', 'size=8m', 'full-packages', disk);
  try {
    // Room for the store alone: what is left is filled up.
    const full = await openDesk('full/desk');
    const { bavail, bsize } = await statfs(disk);
    await writeFile(join(disk, 'filled'), Buffer.alloc(Math.max(0, bavail * bsize - 200_000)));
    await expect(openThere(place, full)).rejects.toMatchObject({ code: 'PACKAGE_NO_ROOM' });
    expect(await rowsOf(full)).toEqual([]);
    expect(left('full/desk')).toEqual([]);
    await expect(here.writePackage(packed, join(disk, 'job.bpjob'))).rejects.toMatchObject({ code: 'PACKAGE_NO_ROOM' });
    expect(readdirSync(disk).filter((name) => name.includes('bpjob'))).toEqual([]);
    await rm(join(disk, 'filled'));
    desks.splice(desks.indexOf(full), 1);
    await full.close();
  } finally {
    mounted('umount', '-l', disk);
  }
});

it('books without both files, and those of which one is not in its place, are left out and counted', async () => {
  const [kept = '', gone = ''] = packed;
  await cp(join(SAMPLES, '제주의 봄_cover.pdf'), join(dir, 'Alone_cover.pdf'));
  await importFolder(here, join(dir, 'Alone_cover.pdf'));
  const alone = (await rowsOf(here)).find(({ title }) => title === 'Alone')?.bookId ?? '';
  const { files } = await bookOf(here, gone);
  await rm(here.fileOf(files[0]?.fileId ?? ''));
  expect(await here.writePackage([kept, gone, alone], join(dir, 'rest.bpjob'))).toEqual({ books: 1, left: 2 });
  await expect(here.writePackage([gone, alone], join(dir, 'none.bpjob'))).rejects.toMatchObject({
    code: 'PACKAGE_EMPTY',
  });
  expect(existsSync(join(dir, 'none.bpjob'))).toBe(false);
});
