import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { importFolder, openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const MINUTE_MS = 60_000;
/** A clock that is set is noticed at the next look, so far may the end lie beside. */
const LOOKED_AT_MS = 10_000;

let bench: Bench;
let desk: Desk;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 60_000 });
  const folder = join(bench.dir, 'samples');
  await cp(SAMPLES, folder, { recursive: true });
  desk = await bench.openDesk('pause');
  await desk.connectBuiltIn(bench.service.hello);
  await importFolder(desk, folder);
});
afterAll(() => bench.close());

const queue = () => desk.statusSnapshot().queue;
const uploads = async () =>
  (await desk.handlers['activity.list']({})).filter(({ path }) => path.includes('/pdf-')).length;
const pausedUntil = (atMs: number) =>
  until(queue, ({ state, resumesAtMs }) => state === 'paused' && Math.abs((resumesAtMs ?? 0) - atMs) < LOOKED_AT_MS);

it('a pause of so many minutes ends the file in hand, sends nothing meanwhile, and goes on by itself', async () => {
  await bench.fault({ kind: 'delay', method: 'POST', path: '/books/*/pdf-cover', times: 2, delayMs: 1_000 });
  await desk.handlers['queue.upload']({ bookIds: [], print: HOWEVER_IT_PRINTS });
  await until(
    async () => (await desk.handlers['queue.changes']({ since: null })).rows,
    (jobs) => jobs.filter(({ state }) => 'step' in state && state.step === 'cover').length === 2,
  );
  const open = desk.workLeft().moving.uploads;
  expect(desk.workLeft()).toMatchObject({ moving: { uploads: queue().total }, waiting: { uploads: 0 } });
  expect(desk.workLeft().why.uploads).toBeNull();
  const endMs = bench.clock.nowMs() + 15 * MINUTE_MS;
  await desk.handlers['queue.pause']({ how: 'afterThisFile', until: { by: 'minutes', minutes: 15 } });
  expect(queue().state).toBe('pausing');
  expect(desk.workLeft(), 'what is in hand is ended').toMatchObject({
    moving: { uploads: 2 },
    waiting: { uploads: open - 2 },
    why: { uploads: { key: 'desk.still.paused' } },
  });
  await pausedUntil(endMs);
  expect(desk.workLeft()).toMatchObject({ moving: { uploads: 0 }, waiting: { uploads: open } });
  const sent = await uploads();
  expect(sent, 'the files in hand were ended, once each').toBe(2);
  bench.clock.aheadMs += 14 * MINUTE_MS;
  await delay(6_000);
  expect([queue().state, await uploads()]).toEqual(['paused', sent]);
  bench.clock.aheadMs += 2 * MINUTE_MS;
  await until(uploads, (count) => count > sent);
  expect(queue().resumesAtMs).toBeNull();
});

it('lasts over a restart until its end, and a clock that is set back makes it no longer', async () => {
  const endMs = bench.clock.nowMs() + 60 * MINUTE_MS;
  await desk.handlers['queue.pause']({ how: 'now', until: { by: 'minutes', minutes: 60 } });
  await pausedUntil(endMs);
  await desk.close();
  desk = await bench.openDesk('pause');
  await desk.connectBuiltIn({ ...bench.service.hello, keys: null });
  await pausedUntil(endMs);
  bench.clock.aheadMs -= 24 * 60 * MINUTE_MS;
  await pausedUntil(endMs - 24 * 60 * MINUTE_MS);
  await desk.close();
  bench.clock.aheadMs += 61 * MINUTE_MS;
  // It ended while the app was closed.
  desk = await bench.openDesk('pause');
  await desk.connectBuiltIn({ ...bench.service.hello, keys: null });
  await until(queue, ({ state }) => state === 'idle', 60_000);
  expect(queue().failed).toBe(0);
});

it('until a time of the clock ends there, a person ends it sooner, and one that has passed is refused', async () => {
  const nowMs = bench.clock.nowMs();
  for (const atMs of [nowMs - 1, nowMs + 8 * 24 * 60 * MINUTE_MS])
    await expect(desk.handlers['queue.pause']({ how: 'now', until: { by: 'clock', atMs } })).rejects.toMatchObject({
      code: 'TIME_UNUSABLE',
    });
  expect(queue().resumesAtMs).toBeNull();
  await desk.handlers['queue.pause']({ how: 'now', until: { by: 'clock', atMs: nowMs + 5 * MINUTE_MS } });
  expect(queue().resumesAtMs).toBe(nowMs + 5 * MINUTE_MS);
  await desk.handlers['queue.resume']({});
  expect(queue().resumesAtMs).toBeNull();
});
