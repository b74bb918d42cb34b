import { link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { BIG_KEY, samplePdf, startBigService, type BigService } from './support/big-desk.ts';
import { depsOf, importFolder, memorySecrets, until } from './support/desk-bench.ts';

const ORDERS = 500;
/** A sweep in front, and a look at all files, come every thirty seconds by themselves. */
const AT_ONCE_MS = 10_000;

let folder: string;
let service: BigService;
let desk: Desk;
/** The contents' file by another way, through which no watched folder hears of it. */
let unheard: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sleep-'));
  service = await startBigService({ orders: ORDERS, standing: () => ({ status: 'IN_PRODUCTION' }) });
  const drop = join(folder, 'drop');
  unheard = join(folder, 'elsewhere.pdf');
  await mkdir(drop);
  await writeFile(join(drop, 'album_cover.pdf'), samplePdf(folder, 1, 544, 288).bytes);
  await writeFile(unheard, samplePdf(folder, 24, 249, 254).bytes);
  await link(unheard, join(drop, 'album_contents.pdf'));
  const workerFile = join(inject('deskTools'), 'desk/preflight-worker.js');
  desk = await createDesk(
    depsOf(join(folder, 'desk'), { workerFile, samplesFolder: folder, secrets: memorySecrets() }),
  );
  const key = BIG_KEY;
  const connection = { name: 'Print house', baseUrl: service.baseUrl, environment: 'sandbox', key } as const;
  expect(await desk.handlers['connections.add'](connection)).toMatchObject({ ok: true });
  await importFolder(desk, drop);
  expect(await bytesKey()).not.toBe('');
  await until(
    () => desk.statusSnapshot().orders.checkedAtMs,
    (atMs) => atMs !== null,
  );
  await desk.handlers['orders.refresh']({});
});
afterAll(async () => {
  await desk?.close();
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Names both files by their bytes. */
const bytesKey = async () => (await desk.handlers['library.changes']({ since: null })).rows[0]?.bytesKey ?? '';

it('after a sleep: one look at the service, then one sweep, and a file that was saved meanwhile is read, all at once', async () => {
  const before = service.calls.length;
  const { bytes } = samplePdf(folder, 26, 249, 254);
  await writeFile(unheard, bytes);
  const fromMs = performance.now();
  await desk.wake();
  await until(bytesKey, (key) => key.includes(`@${bytes.byteLength}@`), AT_ONCE_MS);
  expect(performance.now() - fromMs).toBeLessThan(AT_ONCE_MS);
  const calls = service.calls.slice(before).map(({ path }) => path.slice('/v1'.length));
  // The credit is what a look asks for, and what is read anew after a sweep.
  expect(calls).toEqual(['/credits', ...Array.from({ length: ORDERS / 100 }, () => '/orders'), '/credits']);
});
