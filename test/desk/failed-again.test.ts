import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { FAILED_AGAIN_MS, MAX_TRIES } from '../../src-core/desk/back-off.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { importFolder, openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const MINUTE_MS = 60_000;
const ALL_FAIL = Array.from({ length: MAX_TRIES }, () => 'fail' as const);

let bench: Bench;
let desk: Desk;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 0 });
  await cp(SAMPLES, join(bench.dir, 'samples'), { recursive: true });
  desk = await bench.openDesk('failed-again');
  await importFolder(desk, join(bench.dir, 'samples'));
  await desk.connectBuiltIn(bench.service.hello);
  await until(rows, (now) => now.every(({ stage }) => stage !== 'checking'));
});
afterAll(() => bench.close());

const rows = async () => (await desk.handlers['library.changes']({ since: null })).rows;
const stageOf = async (bookId: string) => (await rows()).find((row) => row.bookId === bookId)?.stage;
const jobOf = async (bookId: string) =>
  (await desk.handlers['queue.changes']({ since: null })).rows.find((job) => job.bookId === bookId);

/** A book whose tries fail, until the queue has given it up. */
async function failedBook(kinds: readonly ('fail' | 'loseAnswer')[] = ALL_FAIL): Promise<string> {
  const bookId = (await rows()).find(({ stage }) => stage === 'ready')?.bookId ?? '';
  for (const kind of kinds) await bench.fault({ kind, method: 'POST', path: '/books', times: 1 });
  await desk.handlers['queue.upload']({ bookIds: [bookId], print: HOWEVER_IT_PRINTS });
  await until(
    async () => {
      // No pause between two tries is longer than a minute.
      bench.clock.aheadMs += MINUTE_MS;
      await desk.handlers['queue.resume']({});
      return stageOf(bookId);
    },
    (stage) => stage === 'failed',
  );
  return bookId;
}

const atTheService = async () => {
  const { sandboxUrl, keys } = bench.service.hello;
  const answer = await fetch(`${sandboxUrl}/books?limit=1`, {
    headers: { authorization: `Bearer ${keys?.business.sandbox}` },
  });
  return ((await answer.json()) as { pagination: { total: number } }).pagination.total;
};
const allIn = (bookId: string) =>
  until(
    () => stageOf(bookId),
    (stage) => stage === 'uploaded',
  );

it('what the service failed at again and again is failed, and tried once by itself at each time that is told', async () => {
  const bookId = await failedBook([...ALL_FAIL, 'fail']);
  expect(desk.statusSnapshot().queue).toMatchObject({ failed: 1, state: 'idle' });
  const failed = await jobOf(bookId);
  expect(failed).toMatchObject({ state: { status: 'failed', code: 'SERVICE_FAULT' }, attempts: MAX_TRIES });
  expect(Math.abs((failed?.nextTryAtMs ?? 0) - bench.clock.nowMs() - FAILED_AGAIN_MS)).toBeLessThan(2 * MINUTE_MS);

  bench.clock.aheadMs += FAILED_AGAIN_MS - 3 * MINUTE_MS;
  await desk.handlers['queue.resume']({});
  expect((await jobOf(bookId))?.state.status).toBe('failed');
  // Nobody does anything: the queue looks at the clock.
  bench.clock.aheadMs += 4 * MINUTE_MS;
  const tried = await until(
    () => jobOf(bookId),
    (job) => job?.state.status === 'failed' && job.nextTryAtMs !== failed?.nextTryAtMs,
  );
  expect(tried?.attempts).toBe(MAX_TRIES);
  bench.clock.aheadMs += FAILED_AGAIN_MS + MINUTE_MS;
  await allIn(bookId);
  expect(await jobOf(bookId)).toMatchObject({ state: { status: 'done' }, problem: null, nextTryAtMs: null });
});

it('is tried again when the studio starts, and made once', async () => {
  // The last try made the book, which nobody learned.
  const before = await atTheService();
  const bookId = await failedBook([...ALL_FAIL.slice(1), 'loseAnswer']);
  expect(await jobOf(bookId)).toMatchObject({ state: { status: 'failed', step: 'create' } });
  expect(await atTheService()).toBe(before + 1);
  await desk.close();
  desk = await bench.openDesk('failed-again');
  await desk.connectBuiltIn({ ...bench.service.hello, keys: null });
  await allIn(bookId);
  expect(await atTheService()).toBe(before + 1);
});

it('a book that is another one by then is left to whoever changed it', async () => {
  const bookId = await failedBook();
  await desk.handlers['library.setSpec']({ bookIds: [bookId], specUid: 'SQUAREBOOK_HC' });
  await until(
    () => stageOf(bookId),
    (stage) => stage !== 'failed' && stage !== 'checking',
  );
  const stage = await stageOf(bookId);
  bench.clock.aheadMs += FAILED_AGAIN_MS + MINUTE_MS;
  await desk.handlers['queue.resume']({});
  await until(
    async () => desk.isBusy(),
    (isBusy) => !isBusy,
  );
  expect(await jobOf(bookId)).toMatchObject({ state: { status: 'failed' }, nextTryAtMs: null });
  expect(await stageOf(bookId)).toBe(stage);
});

it('one that is cancelled is tried no more, and again when that is taken back', async () => {
  const bookId = await failedBook();
  const failed = await jobOf(bookId);
  const { undoId } = await desk.handlers['queue.cancel']({ jobIds: [failed?.jobId ?? ''] });
  expect(await jobOf(bookId)).toMatchObject({ state: { status: 'cancelled' }, nextTryAtMs: null });
  await desk.handlers['steps.takeBack']({ undoId: undoId ?? '' });
  expect(await jobOf(bookId)).toEqual(failed);
  bench.clock.aheadMs += FAILED_AGAIN_MS + MINUTE_MS;
  await allIn(bookId);
});

it('a pause holds what would be tried again, and says that it does', async () => {
  const bookId = await failedBook();
  await desk.handlers['queue.pause']({ how: 'now' });
  expect(desk.statusSnapshot().queue.state).toBe('paused');
  bench.clock.aheadMs += FAILED_AGAIN_MS + MINUTE_MS;
  await desk.handlers['connections.activate']({ connectionId: 'builtin-sandbox' });
  expect((await jobOf(bookId))?.state.status).toBe('failed');
  await desk.handlers['queue.resume']({});
  await allIn(bookId);
});
