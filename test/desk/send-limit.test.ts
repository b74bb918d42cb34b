import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { timeOfDayAt } from '../../src-core/desk/times-of-day.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import type { KillableService } from '../fixtures/killable-service.ts';
import { startService, workFolder } from './desk-harness.ts';
import { samplePdf } from './support/big-desk.ts';
import { MovableClock, depsOf, importFolder, memorySecrets, until } from './support/desk-bench.ts';
import { Line } from './support/line.ts';
import { padded } from './support/padded-pdf.ts';

const BOOKS = 12;
const CONTENTS_BYTES = 4_000_000;
const MBIT_BYTES = 125_000;
/** As fast as the machine carries it. */
const NO_LINE = 1_000_000_000;
const HOUR_MS = 3_600_000;

let folder: string;
let service: KillableService;
let line: Line;
let desk: Desk;
const clock = new MovableClock();
const secrets = memorySecrets();
const openDesk = () => {
  const workerFile = join(inject('deskTools'), 'desk/preflight-worker.js');
  return createDesk(depsOf(join(folder, 'desk'), { workerFile, samplesFolder: join(folder, 'drop'), secrets, clock }));
};

beforeAll(async () => {
  folder = await workFolder();
  service = await startService(join(folder, 'service'));
  const dropped = join(folder, 'drop');
  await mkdir(dropped);
  const cover = samplePdf(folder, 1, 544, 288).bytes;
  const contents = samplePdf(folder, 24, 249, 254).bytes;
  for (let at = 0; at < BOOKS; at++) {
    const own = Buffer.from(`\n%${at}`);
    await writeFile(join(dropped, `album ${at}_cover.pdf`), [cover, own]);
    await writeFile(join(dropped, `album ${at}_contents.pdf`), padded(contents, own, CONTENTS_BYTES));
  }
  line = new Line(new URL(service.hello.sandboxUrl), NO_LINE);
  const baseUrl = new URL(service.hello.sandboxUrl);
  baseUrl.port = String(await line.listen());
  desk = await openDesk();
  const key = service.hello.keys?.business.sandbox ?? '';
  const added = await desk.handlers['connections.add']({
    name: 'Print house',
    baseUrl: baseUrl.href,
    environment: 'sandbox',
    key,
  });
  expect(added, JSON.stringify(added)).toMatchObject({ ok: true });
  await importFolder(desk, dropped);
});
afterAll(async () => {
  await desk?.close();
  line?.close();
  await service?.dispose();
  await rm(folder, { recursive: true, force: true });
});

const queue = () => desk.statusSnapshot().queue;
const always = (mbitPerSecond: number | null) => desk.handlers['queue.setLimit']({ mbitPerSecond, hours: null });

/** Bytes a second that went over the line within so long. */
async function carriedFor(ms: number): Promise<number> {
  const fromBytes = line.carriedBytes;
  const fromMs = performance.now();
  await delay(ms);
  return ((line.carriedBytes - fromBytes) * 1000) / (performance.now() - fromMs);
}

const expectAbout = (bytesPerSecond: number, mbit: number) => {
  expect(bytesPerSecond / MBIT_BYTES, 'Mbit/s').toBeGreaterThan(mbit * 0.85);
  expect(bytesPerSecond / MBIT_BYTES, 'Mbit/s').toBeLessThan(mbit * 1.15);
};

it('sends as fast as the limit lets it, and follows another one within two seconds', async () => {
  await always(8);
  await desk.handlers['queue.upload']({ bookIds: [], print: HOWEVER_IT_PRINTS });
  await until(
    () => line.carriedBytes,
    (bytes) => bytes > 1_000_000,
  );
  expectAbout(await carriedFor(8_000), 8);
  // What a busy machine takes for the first files is forgotten by and by.
  const { etaMs, total, done } = await until(queue, ({ etaBound }) => etaBound === 'limit');
  const leftBytes = (total - done) * CONTENTS_BYTES;
  expect((etaMs ?? 0) / ((leftBytes * 1000) / (8 * MBIT_BYTES))).toBeGreaterThan(0.75);
  expect((etaMs ?? 0) / ((leftBytes * 1000) / (8 * MBIT_BYTES))).toBeLessThan(1.25);
  await always(20);
  await delay(2_000);
  expectAbout(await carriedFor(5_000), 20);
  await always(4);
  await delay(2_000);
  expectAbout(await carriedFor(5_000), 4);
  expect(queue().limit).toEqual({ mbitPerSecond: 4, untilMs: null });
});

it('is kept over a restart', async () => {
  await always(4);
  await desk.handlers['queue.pause']({ how: 'now' });
  await desk.close();
  desk = await openDesk();
  expect(await desk.handlers['queue.limit']({})).toEqual({ mbitPerSecond: 4, hours: null });
  await desk.handlers['queue.resume']({});
  await until(
    async () => (await desk.handlers['queue.progress']({})).jobs,
    (jobs) => jobs.some(({ sentBytes }) => sentBytes > 500_000),
  );
  expectAbout(await carriedFor(5_000), 4);
});

it('holds within its hours alone, and what is being sent is let go when they end', async () => {
  const nowMs = clock.nowMs();
  const hours = { from: timeOfDayAt(nowMs - HOUR_MS), to: timeOfDayAt(nowMs + HOUR_MS) };
  await desk.handlers['queue.setLimit']({ mbitPerSecond: 1, hours });
  await delay(2_000);
  expect(queue().limit?.mbitPerSecond).toBe(1);
  expect(Math.abs((queue().limit?.untilMs ?? 0) - nowMs - HOUR_MS)).toBeLessThan(61_000);
  expectAbout(await carriedFor(8_000), 1);
  clock.aheadMs += HOUR_MS + 61_000;
  expect(queue().limit).toBeNull();
  // At that limit what is left would take more than a minute.
  await until(queue, ({ state, failed }) => state === 'idle' && failed === 0, 60_000);
});
