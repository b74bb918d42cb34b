import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import type { KillableService } from '../fixtures/killable-service.ts';
import { workFolder, startService } from './desk-harness.ts';
import { samplePdf } from './support/big-desk.ts';
import { Line } from './support/line.ts';
import { padded } from './support/padded-pdf.ts';
import { depsOf, importFolder, memorySecrets, until } from './support/desk-bench.ts';

const BOOKS = 36;
const CONTENTS_BYTES = 2_000_000;
/** So slow that the line, not a busy machine, is what the queue waits for. */
const LINE_BYTES_PER_SECOND = 2_500_000;
const PAUSE_MS = 5_000;
/** What systems take in before it is on the line: so many bytes count as sent that are not. */
const AHEAD_BYTES = 2 * CONTENTS_BYTES;

let folder: string;
let service: KillableService;
let line: Line;
let desk: Desk;

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
    // Space that means nothing stands before the file's end: it is looked for there.
    const size = (CONTENTS_BYTES * (1 + ((at * 7) % 5))) / 3;
    await writeFile(join(dropped, `album ${at}_contents.pdf`), padded(contents, own, size));
  }
  line = new Line(new URL(service.hello.sandboxUrl), LINE_BYTES_PER_SECOND);
  const port = await line.listen();
  const secrets = memorySecrets();
  const workerFile = join(inject('deskTools'), 'desk/preflight-worker.js');
  desk = await createDesk(depsOf(join(folder, 'desk'), { workerFile, samplesFolder: dropped, secrets }));
  const baseUrl = new URL(service.hello.sandboxUrl);
  baseUrl.port = String(port);
  const added = await desk.handlers['connections.add']({
    name: 'Print house',
    baseUrl: baseUrl.href,
    environment: 'sandbox',
    key: service.hello.keys?.business.sandbox ?? '',
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

it('the estimate of a real queue over a slow line fits what it takes, a pause in the middle taken out', async () => {
  const told: { atMs: number; etaMs: number; leftBytes: number }[] = [];
  const { queued } = await desk.handlers['queue.upload']({ bookIds: [], print: HOWEVER_IT_PRINTS });
  expect(queued).toBe(BOOKS);
  const startedMs = performance.now();
  let pausedMs = 0;
  for (;;) {
    const { queue } = desk.statusSnapshot();
    if (queue.done === BOOKS) break;
    expect(queue.failed).toBe(0);
    const atMs = performance.now() - startedMs - pausedMs;
    if (queue.etaMs !== null) told.push({ atMs, etaMs: queue.etaMs, leftBytes: queue.total - queue.done });
    if (pausedMs === 0 && queue.done >= BOOKS / 2) {
      await desk.handlers['queue.pause']({ how: 'afterThisFile' });
      await until(
        () => desk.isBusy(),
        (isBusy) => !isBusy,
      );
      const fromMs = performance.now();
      await delay(PAUSE_MS);
      pausedMs = performance.now() - fromMs;
      await desk.handlers['queue.resume']({});
    }
    await delay(250);
  }
  const tookMs = performance.now() - startedMs - pausedMs;
  expect(tookMs).toBeGreaterThan(10_000);
  const aheadMs = (AHEAD_BYTES * 1_000) / LINE_BYTES_PER_SECOND;
  const later = told.filter(({ atMs }) => atMs >= Math.max(tookMs / 10, 3_000));
  expect(later.length).toBeGreaterThan(20);
  // What the machine does besides makes the line another one for moments; the simulation holds every reading to 15 %.
  const offs = later
    .map(({ atMs, etaMs }) => {
      const leftMs = tookMs - atMs;
      return Math.max(0, Math.abs(etaMs - leftMs) - aheadMs) / leftMs;
    })
    .toSorted((a, b) => a - b);
  const share = (of: number): number => offs[Math.floor(of * (offs.length - 1))] ?? Infinity;
  expect(share(0.5), JSON.stringify(later)).toBeLessThanOrEqual(0.15);
  expect(share(0.9), JSON.stringify(later)).toBeLessThanOrEqual(0.4);
});
