import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { importFolder, openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const HOUR_MS = 3_600_000;

let bench: Bench;
let desk: Desk;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 60_000 });
  const folder = join(bench.dir, 'samples');
  await cp(SAMPLES, folder, { recursive: true });
  desk = await bench.openDesk('later');
  await desk.connectBuiltIn(bench.service.hello);
  await importFolder(desk, folder);
});
afterAll(() => bench.close());

const queue = () => desk.statusSnapshot().queue;
const jobs = async () => (await desk.handlers['queue.changes']({ since: null })).rows;
const made = async () =>
  (await desk.handlers['activity.list']({})).filter(({ method, path }) => method === 'POST' && path === '/books')
    .length;

it('books wait for the time that was chosen when they were queued, over a restart, and say so', async () => {
  const atMs = bench.clock.nowMs() + 3 * HOUR_MS;
  await expect(
    desk.handlers['queue.upload']({ bookIds: [], print: HOWEVER_IT_PRINTS, sendAtMs: bench.clock.nowMs() - 1 }),
  ).rejects.toMatchObject({ code: 'TIME_UNUSABLE' });
  const { queued } = await desk.handlers['queue.upload']({ bookIds: [], print: HOWEVER_IT_PRINTS, sendAtMs: atMs });
  expect(queued).toBe(8);
  expect(queue()).toMatchObject({ state: 'later', later: { count: 8, atMs }, etaMs: null });
  await desk.close();
  desk = await bench.openDesk('later');
  await desk.connectBuiltIn({ ...bench.service.hello, keys: null });
  bench.clock.aheadMs += 2 * HOUR_MS;
  await delay(6_000);
  expect(queue()).toMatchObject({ state: 'later', later: { count: 8, atMs } });
  expect(await made()).toBe(0);
  expect(new Set((await jobs()).map(({ sendAtMs }) => sendAtMs))).toEqual(new Set([atMs]));
});

it('sent now, some go at once and the others at their time, which a clock that is set ahead or a sleep may bring', async () => {
  const [one, two, other] = (await jobs()).map(({ jobId }) => jobId);
  await desk.handlers['queue.sendAt']({ jobIds: [one ?? '', two ?? ''], atMs: null });
  await until(jobs, (all) => all.filter(({ state }) => state.status === 'done').length === 2);
  await until(queue, ({ state, later }) => state === 'later' && later?.count === 6);
  const nowMs = bench.clock.nowMs();
  await expect(
    desk.handlers['queue.sendAt']({ jobIds: [other ?? ''], atMs: nowMs + 8 * 24 * HOUR_MS }),
  ).rejects.toMatchObject({ code: 'TIME_UNUSABLE' });
  await desk.handlers['queue.sendAt']({ jobIds: [other ?? ''], atMs: nowMs + 6 * HOUR_MS });
  bench.clock.aheadMs += 2 * HOUR_MS;
  await until(jobs, (all) => all.filter(({ state }) => state.status === 'done').length === 7, 60_000);
  expect(queue()).toMatchObject({ state: 'later', later: { count: 1, atMs: nowMs + 6 * HOUR_MS }, failed: 0 });
});

it('a time that came while the app was closed has come', async () => {
  await desk.close();
  bench.clock.aheadMs += 5 * HOUR_MS;
  desk = await bench.openDesk('later');
  await desk.connectBuiltIn({ ...bench.service.hello, keys: null });
  await until(queue, ({ state }) => state === 'idle', 60_000);
  expect((await jobs()).every(({ state, sendAtMs }) => state.status === 'done' && sendAtMs === null)).toBe(true);
});
