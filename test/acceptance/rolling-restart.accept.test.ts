import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCaddy, type Caddy } from './caddy.ts';
import { HttpsCaller, type HttpsCall } from './https-caller.ts';
import { ADDRESS, balanceOf, finalizedBook, ledgerSum, ONE_BOOK } from './journeys.ts';
import { pdf } from './pdf.ts';
import { freePort } from './ports.ts';
import { until } from './receiver.ts';
import { answeredBy, startReplicas, type ReplicatedService } from './replicas.ts';

const SANDBOX_HOST = 'sandbox.localhost';
const LIVE_HOST = 'live.localhost';
/** As `compose.yaml` has it: the proxy asks for health every two seconds. */
const DRAIN_S = 5;
const OPENING = 100_000_000;

let folder: string;
let service: ReplicatedService;
let caddy: Caddy;
let caller: HttpsCaller;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rolling-'));
  const httpsPort = await freePort();
  const behindProxy = {
    trusted: '127.0.0.1',
    sandboxUrl: `https://${SANDBOX_HOST}:${httpsPort}`,
    liveUrl: `https://${LIVE_HOST}:${httpsPort}`,
  };
  service = await startReplicas({ behindProxy, credit: OPENING, drainSeconds: DRAIN_S }, 2);
  caddy = await startCaddy(
    folder,
    { sandboxHost: SANDBOX_HOST, liveHost: LIVE_HOST, httpsPort },
    {
      sandbox: service.replicas.map(({ sandboxUrl }) => new URL(sandboxUrl).host),
      live: service.replicas.map(({ liveUrl }) => new URL(liveUrl).host),
    },
  );
  caller = new HttpsCaller(SANDBOX_HOST, httpsPort, await caddy.authority());
}, 300_000);
afterAll(async () => {
  caller?.close();
  await caddy?.stop();
  await service?.dispose();
  await rm(folder, { recursive: true, force: true });
});

it('replicas that are replaced one after the other under load fail no call, and nobody calls twice', {
  timeout: 300_000,
}, async () => {
  const key = service.keys.business.sandbox;
  const bookUid = await finalizedBook(service.sandbox);
  const opening = await balanceOf(service.sandbox);
  const failed: string[] = [];
  let answered = 0;
  let orders = 0;
  let goesOn = true;
  const call = async (expected: number, method: string, path: string, more: HttpsCall = {}) => {
    const answer = await caller.call(method, `/v1${path}`, { key, ...more }).catch((error: unknown) => String(error));
    if (typeof answer === 'string') failed.push(`${method} ${path}: ${answer}`);
    else if (answer.status !== expected) failed.push(`${method} ${path}: ${answer.status} ${answer.text}`);
    else answered += 1;
    return typeof answer === 'string' ? null : answer;
  };
  const working = (work: () => Promise<unknown>) => async () => {
    while (goesOn) await work();
  };
  const order = async () => {
    const json = { items: [{ bookUid, quantity: 1 }], shipping: ADDRESS };
    const answer = await call(201, 'POST', '/orders', { json, headers: { 'idempotency-key': randomUUID() } });
    if (answer?.status === 201) orders += 1;
  };
  const read = async () => {
    await call(200, 'GET', `/books/${bookUid}`);
    await call(200, 'GET', '/orders?limit=20');
  };
  const send = async () => {
    const json = { title: '표지', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'PDF_UPLOAD', pageCount: 24 };
    const made = await call(201, 'POST', '/books', { json, headers: { 'idempotency-key': randomUUID() } });
    if (made?.status === 201)
      await call(201, 'POST', `/books/${made.body.data.bookUid}/pdf-cover`, { file: [pdf(1, 544, 288)] });
  };
  const load = Promise.all([order, order, read, read, send].map((work) => working(work)()));
  try {
    for (const replica of service.replicas) {
      await delay(500);
      expect(await replica.process().stop()).toBe(0);
      await replica.startAgain();
      const before = await answeredBy(replica);
      await until(async () => (await answeredBy(replica)) > before, 'the proxy to take it up again', 60_000);
    }
  } finally {
    goesOn = false;
    await load;
  }
  console.log(`two replicas replaced under load: ${failed.length} of ${answered + failed.length} calls failed`);
  expect(failed).toEqual([]);
  expect(orders).toBeGreaterThan(20);
  expect(await balanceOf(service.sandbox)).toBe(opening - orders * ONE_BOOK);
  expect(await ledgerSum(service.sandbox)).toBe(opening - orders * ONE_BOOK);
});
