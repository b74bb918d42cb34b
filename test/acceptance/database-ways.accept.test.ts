import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseLine, lineTo } from './database-line.ts';
import { finalizedBook, newBook, order, placedOrder } from './journeys.ts';
import { openApiCheck } from './open-api.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { Receiver } from './receiver.ts';
import { Host } from './service.ts';
import { startProcess, type ServiceProcess } from './service-process.ts';

/** Of so many calls the one beside which nothing else asked the database. */
const CALLS = 12;
const QUIET_MS = 150;

let folder: string;
let postgres: Postgres;
let line: DatabaseLine;
let service: ServiceProcess;
let host: Host;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ways-'));
  await chmod(folder, 0o755);
  postgres = await startPostgres(folder);
  line = await lineTo(postgres.url);
  const words = ['--no-rate-limits', '--credit', '100000000', '--allow-local-addresses'];
  service = await startProcess(['--data', join(folder, 'data'), ...words], { env: { DATABASE_URL: line.url } });
  const { keys, sandboxUrl } = service.hello;
  if (keys === null) throw new Error('no keys were made');
  const check = await openApiCheck(sandboxUrl.replace(/\/v1$/, '/openapi.json'));
  host = new Host(() => sandboxUrl, keys.business.sandbox, check);
});
afterAll(async () => {
  await service.stop();
  line.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Of the calls that `call` makes the fewest ways that one took. */
async function waysOf(call: () => Promise<unknown>): Promise<number> {
  let fewest = Infinity;
  for (let left = CALLS; left > 0; left -= 1) {
    const before = line.roundTrips();
    await call();
    fewest = Math.min(fewest, line.roundTrips() - before);
  }
  return fewest;
}

/** The same of a call that commits once, up to that: who is told of what it did begins to ask over the same connection before it has its answer. */
async function waysToCommit(call: () => Promise<unknown>): Promise<number> {
  let fewest = Infinity;
  for (let left = CALLS; left > 0; left -= 1) {
    await quiet();
    const before = line.waysByConnection();
    await call();
    const committed = line
      .waysByConnection()
      .map((all, at) => all.slice(before[at]?.length ?? 0).findIndex(({ commits }) => commits) + 1);
    // Deliveries commit over other connections, sooner.
    fewest = Math.min(fewest, Math.max(...committed));
  }
  return fewest;
}

/** Until nobody has asked the database for a while. */
async function quiet(): Promise<void> {
  for (let seen = -1; seen !== line.roundTrips(); await delay(QUIET_MS)) seen = line.roundTrips();
}

it('a book that is read waits for the database once, one that is made three times: its key is leased', async () => {
  const bookUid = await newBook(host);
  expect(await waysOf(() => host.get(`/books/${bookUid}`))).toBe(1);
  expect(await waysOf(() => newBook(host))).toBe(3);
});

it('an order that is read asks the database once for itself and its items, a page of orders twice', async () => {
  const { orderUid } = await placedOrder(host, await finalizedBook(host));
  expect(await waysOf(() => host.get(`/orders/${orderUid}`))).toBe(1);
  expect(await waysOf(() => host.get('/orders?limit=20'))).toBe(2);
});

it('an order waits for it five times, however many books it has, and no more often where its account hears of it', async () => {
  const bookUid = await finalizedBook(host);
  expect(await waysOf(() => placedOrder(host, bookUid))).toBe(5);
  const books = await Promise.all(Array.from({ length: 5 }, () => finalizedBook(host)));
  const items = books.map((one) => ({ bookUid: one, quantity: 2 }));
  expect(await waysOf(() => order(host, items))).toBe(5);
  const receiver = await Receiver.start();
  try {
    expect((await host.put('/webhooks/config', { webhookUrl: receiver.url })).status).toBe(200);
    expect(await waysToCommit(() => placedOrder(host, bookUid))).toBe(5);
    await expect.poll(() => receiver.calls.length).toBe(CALLS);
  } finally {
    await receiver.dispose();
  }
});
