import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { openPackage } from '../../src-node/job-package/read-package.ts';
import { depsOf, importFolder, until } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';
import { padded } from './support/padded-pdf.ts';

/** Long enough on its way to be stopped in the middle. */
const BIG_BYTES = 64_000_000;
const MIDDLE_BYTES = 4_000_000;
const ROOT = resolve(import.meta.dirname, '../..');

let dir: string;
let here: Desk;
let workerFile: string;
/** A package of one large book. */
let big: string;
/** A package of a sample book. */
let small: string;
let bookId: string;
const desks = new Set<Desk>();

async function openDesk(name: string): Promise<Desk> {
  const desk = await createDesk(depsOf(join(dir, name), { workerFile, samplesFolder: '' }));
  desks.add(desk);
  return desk;
}
const rowsOf = async (desk: Desk) => (await desk.handlers['library.changes']({ since: null })).rows;
const firstWork = async (desk: Desk) => (await desk.handlers['packages.work']({}))[0];
const parts = () => readdirSync(dir).filter((name) => name.endsWith('.part'));
/** Folders of a desk's packages. */
const packagesIn = (name: string) => {
  const folder = join(dir, name, 'packages');
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** Stops the first one as soon as it is in the middle of its copying. */
async function stopInTheMiddle(desk: Desk) {
  let found = await firstWork(desk);
  while (found?.step !== 'copying' || found.doneBytes < MIDDLE_BYTES) {
    await setImmediate();
    found = await firstWork(desk);
  }
  expect(found.doneBytes).toBeLessThan(found.allBytes);
  return { found, ...(await desk.handlers['packages.cancel']({ workId: found.workId })) };
}

/** Runs a desk of its own until `isThere`, then kills it. */
async function killedOnce(isThere: () => boolean, ...words: readonly string[]): Promise<void> {
  const tool = join(inject('deskTools'), 'desk/package-carrier.js');
  const child = spawn(process.execPath, [tool, ROOT, ...words], { stdio: ['ignore', 'inherit', 'inherit'] });
  const closed = once(child, 'close');
  while (!isThere() && child.exitCode === null && child.signalCode === null) await setImmediate();
  expect(child.signalCode, 'it was at work').toBeNull();
  child.kill('SIGKILL');
  await closed;
}

beforeAll(async () => {
  workerFile = join(inject('deskTools'), 'desk/preflight-worker.js');
  dir = await mkdtemp(join(tmpdir(), 'desk-stopped-packages-'));
  await mkdir(join(dir, 'books'));
  for (const kind of ['cover', 'contents']) {
    const bytes = await readFile(join(SAMPLES, `제주의 봄_${kind}.pdf`));
    await writeFile(
      join(dir, 'books', `Big_${kind}.pdf`),
      kind === 'cover' ? bytes : padded(bytes, Buffer.alloc(0), BIG_BYTES),
    );
  }
  here = await openDesk('here');
  await importFolder(here, join(dir, 'books'));
  await importFolder(here, join(SAMPLES));
  const rows = await until(
    () => rowsOf(here),
    (all) => all.every(({ stage }) => stage !== 'checking'),
    120_000,
  );
  bookId = rows.find(({ title }) => title === 'Big')?.bookId ?? '';
  const [other] = rows.filter(({ stage, title }) => stage === 'ready' && title !== 'Big');
  big = join(dir, '큰 묶음.bpjob');
  small = join(dir, 'small.bpjob');
  expect(await here.writePackage([bookId], big)).toEqual({ books: 1, left: 0 });
  expect(await here.writePackage([other?.bookId ?? ''], small)).toEqual({ books: 1, left: 0 });
}, 180_000);
afterAll(async () => {
  for (const desk of desks) await desk.close();
  await rm(dir, { recursive: true, force: true });
});

it('a big package that is stopped while it is written leaves what lay there', async () => {
  const place = join(dir, 'written.bpjob');
  await writeFile(place, 'as it was');
  const written = here.writePackage([bookId], place);
  const { found, isStopped } = await stopInTheMiddle(here);
  expect(found).toMatchObject({ kind: 'save', name: 'written.bpjob' });
  expect(found.allBytes).toBeGreaterThan(BIG_BYTES);
  expect([isStopped, await written]).toEqual([true, null]);
  expect(await readFile(place, 'utf8')).toBe('as it was');
  expect(parts()).toEqual([]);
  expect(await firstWork(here)).toBeUndefined();
  expect(await here.handlers['packages.cancel']({ workId: found.workId })).toEqual({ isStopped: false });
  expect(await here.writePackage([bookId], place)).toEqual({ books: 1, left: 0 });
});

it('a big package that is stopped while it is opened leaves no book and no file, and the next one goes on', async () => {
  const desk = await openDesk('stopped');
  const opened = desk.handlers['packages.openPath']({ path: big });
  const next = desk.handlers['packages.openPath']({ path: small });
  const { found, isStopped } = await stopInTheMiddle(desk);
  expect(found).toMatchObject({ kind: 'open', name: '큰 묶음.bpjob' });
  expect([isStopped, await opened]).toEqual([true, null]);
  expect(await next).toMatchObject({ added: 1 });
  expect((await rowsOf(desk)).map((row) => row.bookId)).not.toContain(bookId);
  expect(packagesIn('stopped')).toHaveLength(1);
  expect(await desk.handlers['packages.openPath']({ path: big })).toMatchObject({ added: 1 });
});

it('it stops within a file, not at its end', async () => {
  const pack = await openPackage(big);
  const [{ contents } = { contents: null }] = pack.job.books;
  if (contents === null) throw new Error('no book in it');
  const abort = new AbortController();
  let bytes = 0;
  const onBytes = (more: number): void => {
    bytes += more;
    abort.abort();
  };
  const to = join(dir, 'taken.pdf');
  const taken = pack.extract(contents, to, { signal: abort.signal, onBytes });
  const failure: unknown = await taken.catch((error: unknown) => error);
  expect([failure, abort.signal.aborted]).toEqual([abort.signal.reason, true]);
  pack.close();
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(BIG_BYTES / 2);
  expect(statSync(to).size).toBeLessThan(BIG_BYTES / 2);
});

it('one that waits for another is stopped at once, and the other one goes on', async () => {
  const desk = await openDesk('patient');
  const first = desk.handlers['packages.openPath']({ path: big });
  const second = desk.handlers['packages.openPath']({ path: small });
  const waiting = (await desk.handlers['packages.work']({}))[1];
  expect(waiting?.step).toBe('waiting');
  expect(await desk.handlers['packages.cancel']({ workId: waiting?.workId ?? '' })).toEqual({ isStopped: true });
  expect(await second).toBeNull();
  expect((await firstWork(desk))?.name).toBe('큰 묶음.bpjob');
  expect(await first).toMatchObject({ added: 1 });
});

it('the end of the desk stops it, and nothing half stays', async () => {
  const desk = await openDesk('leaving');
  const opened = desk.handlers['packages.openPath']({ path: big });
  await until(
    () => firstWork(desk),
    (work) => work?.step === 'copying',
  );
  expect(desk.workLeft().moving.packages).toBe(1);
  desks.delete(desk);
  await desk.close();
  expect(await opened).toBeNull();
  expect(packagesIn('leaving')).toEqual([]);
});

it('kill -9 while it is written: the next start takes away the half beside its place, and nothing else', async () => {
  const place = join(dir, 'killed.bpjob');
  await writeFile(place, 'as it was');
  await writeFile(join(dir, 'of somebody.part'), 'not ours');
  const isHalf = () => existsSync(`${place}.part`) && statSync(`${place}.part`).size > MIDDLE_BYTES;
  await killedOnce(isHalf, join(dir, 'killed'), workerFile, place, join(dir, 'books'));
  expect(parts()).toContain('killed.bpjob.part');
  await openDesk('killed');
  expect(parts()).toEqual(['of somebody.part']);
  expect(await readFile(place, 'utf8')).toBe('as it was');
});

it('kill -9 while it is opened: the next start has no book and no file of it, and opens it', async () => {
  const isHalf = () =>
    packagesIn('killed there').some((name) =>
      readdirSync(join(dir, 'killed there/packages', name)).some(
        (file) => statSync(join(dir, 'killed there/packages', name, file)).size > MIDDLE_BYTES,
      ),
    );
  await cp(big, join(dir, 'copy.bpjob'));
  await killedOnce(isHalf, join(dir, 'killed there'), workerFile, join(dir, 'copy.bpjob'));
  expect(packagesIn('killed there')).toEqual([expect.stringMatching(/^\.opening-/)]);
  const desk = await openDesk('killed there');
  expect([await rowsOf(desk), packagesIn('killed there')]).toEqual([[], []]);
  expect(await desk.handlers['packages.openPath']({ path: big })).toMatchObject({ added: 1 });
});
