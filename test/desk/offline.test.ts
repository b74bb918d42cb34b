import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { bookListItemSchema } from '../../src-core/contract/books.ts';
import type { UploadJobView } from '../../src-core/ipc/subjects/queue.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import type { KillableService } from '../fixtures/killable-service.ts';
import { workFolder, startService } from './desk-harness.ts';
import { samplePdf } from './support/big-desk.ts';
import { address, depsOf, importFolder, memorySecrets, until } from './support/desk-bench.ts';
import { EACH_ON_ITS_OWN } from '../fixtures/order-plan.ts';

const BOOKS = 200;
/** So many are uploaded for the orders. */
const ORDERS = 40;
/** A service that is back is noticed by the next look, and a look takes less than the rest of five seconds. */
const LOOK_EVERY_MS = 3_000;

let folder: string;
let service: KillableService;
let desk: Desk | null = null;
let dropped: string;

beforeAll(async () => {
  folder = await workFolder();
  service = await startService(join(folder, 'service'));
  dropped = join(folder, 'drop');
  await mkdir(dropped);
  const cover = samplePdf(folder, 1, 544, 288).bytes;
  const contents = samplePdf(folder, 24, 249, 254).bytes;
  for (let at = 0; at < BOOKS; at++) {
    // Each file has bytes of its own: none is another book's.
    const own = Buffer.from(`\n%${at}`);
    await writeFile(join(dropped, `album ${at}_cover.pdf`), [cover, own]);
    await writeFile(join(dropped, `album ${at}_contents.pdf`), [contents, own]);
  }
});
afterEach(async () => {
  await desk?.close();
  desk = null;
});
afterAll(async () => {
  await service?.dispose();
  await rm(folder, { recursive: true, force: true });
});

const secrets = memorySecrets();
const openDesk = async (name: string): Promise<Desk> => {
  const workerFile = join(inject('deskTools'), 'desk/preflight-worker.js');
  desk = await createDesk(depsOf(join(folder, name), { workerFile, samplesFolder: dropped, secrets }));
  return desk;
};
const jobsOf = async (of: Desk): Promise<UploadJobView[]> => {
  const jobs: UploadJobView[] = [];
  for (let mark: string | null = null, hasMore = true; hasMore; ) {
    const page: Awaited<ReturnType<Desk['handlers']['queue.changes']>> = await of.handlers['queue.changes']({
      since: mark,
    });
    jobs.push(...page.rows);
    ({ mark, hasMore } = page);
  }
  return jobs;
};
const queueOf = (of: Desk) => of.statusSnapshot().queue;
const awayOf = (of: Desk) => of.statusSnapshot().connection?.away ?? null;
const away = (of: Desk) =>
  until(
    () => queueOf(of),
    ({ state }) => state === 'away',
  );
const queue = (of: Desk, count: number) =>
  of.handlers['queue.upload']({ bookIds: [], print: HOWEVER_IT_PRINTS }).then(({ queued }) =>
    expect(queued).toBe(count),
  );

/** How long the next look will be waited for; how long a busy machine then takes to answer it says nothing about the desk. */
const nextLookInMs = (of: Desk) => (awayOf(of)?.nextLookAtMs ?? 0) - Date.now();

/** Nothing counts against a book, and none is thought to be under way. */
async function expectNothingCounted(of: Desk): Promise<void> {
  for (const job of await jobsOf(of)) {
    expect(['waiting', 'done']).toContain(job.state.status);
    expect([job.title, job.attempts, job.problem, job.serviceText]).toEqual([job.title, 0, null, null]);
  }
}

/** Takes the dead service's place for a while: takes connections, answers none, and counts them. */
async function connectionsWithin(port: number, ms: number): Promise<number> {
  let count = 0;
  const server: Server = createServer((socket) => {
    count += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await delay(ms);
  await new Promise<void>((done) => server.close(() => done()));
  return count;
}

it('a service that goes away under 200 queued books: nothing counts, it is looked for, and all goes on within five seconds of its return', async () => {
  let remote = await openDesk('remote');
  const added = await remote.handlers['connections.add']({
    name: 'Print house',
    baseUrl: service.hello.sandboxUrl,
    environment: 'sandbox',
    key: service.hello.keys?.business.sandbox ?? '',
  });
  expect(added.ok).toBe(true);
  await importFolder(remote, dropped);
  await service.slowDown();
  await queue(remote, BOOKS);
  await until(
    () => queueOf(remote),
    ({ done }) => done >= 20,
  );

  await service.kill();
  await away(remote);
  const since = awayOf(remote)?.sinceMs;
  expect(since).toBeDefined();
  await until(
    () => remote.isBusy(),
    (isBusy) => !isBusy,
  );
  await expectNothingCounted(remote);
  const doneBefore = queueOf(remote).done;
  expect(doneBefore).toBeLessThan(BOOKS);
  const sentBefore = (await remote.handlers['activity.list']({})).length;
  const whileAwayMs = 3 * LOOK_EVERY_MS + 500;
  const port = Number(new URL(service.hello.sandboxUrl).port);
  const looks = await connectionsWithin(port, whileAwayMs);
  expect([looks >= 3, looks <= 4], `${looks} looks in ${whileAwayMs} ms`).toEqual([true, true]);
  // An operator who asks is told so at once, and nothing is sent for it.
  const review = await remote.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [] });
  expect(review).toMatchObject({ ok: false, problem: { key: 'errors.SERVICE_AWAY' } });
  await remote.handlers['orders.refresh']({});
  expect(await remote.handlers['activity.list']({})).toHaveLength(sentBefore);
  expect(remote.statusSnapshot().orders.nextCheckAtMs).toBeNull();
  await expectNothingCounted(remote);

  // A restart meanwhile comes up in the same state.
  await remote.close();
  remote = await openDesk('remote');
  expect([queueOf(remote).state, awayOf(remote)?.sinceMs]).toEqual(['away', since]);
  expect(await connectionsWithin(port, LOOK_EVERY_MS + 500)).toBeLessThanOrEqual(2);
  expect(await remote.handlers['activity.list']({})).toEqual([]);

  await service.startAgain();
  expect(nextLookInMs(remote)).toBeLessThanOrEqual(LOOK_EVERY_MS);
  await until(
    () => queueOf(remote),
    ({ done }) => done > doneBefore,
  );
  expect(awayOf(remote)).toBeNull();
  await until(
    () => queueOf(remote),
    ({ done }) => done >= ORDERS,
    60_000,
  );
  await remote.handlers['queue.pause']({ how: 'now' });
  await expectNothingCounted(remote);
  const books = await service.all('/books', bookListItemSchema);
  expect(books.length).toBeGreaterThanOrEqual(queueOf(remote).done);
  expect(new Set(books.map(({ externalRef }) => externalRef)).size, 'no book is there twice').toBe(books.length);
  expect(remote.statusSnapshot().orders.nextCheckAtMs).not.toBeNull();
});

it('orders go on as uploads do: each is placed once, and none is asked about meanwhile', async () => {
  const remote = await openDesk('remote');
  await until(
    () => remote.statusSnapshot().connection,
    (connection) => connection !== null,
  );
  await service.slowDown();
  const bookIds = (await jobsOf(remote)).filter(({ state }) => state.status === 'done').map(({ bookId }) => bookId);
  const reviewed = await remote.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: bookIds.slice(0, ORDERS) });
  if (!reviewed.ok) throw new Error(reviewed.problem.key);
  const { runId } = await remote.handlers['orders.confirm']({
    reviewId: reviewed.review.reviewId,
    address,
    onlyFitting: false,
    print: HOWEVER_IT_PRINTS,
  });
  const run = () => remote.handlers['orders.run']({ runId, since: null });
  const ordered = async () => (await run()).rows.filter(({ state }) => state === 'ordered').length;
  await until(ordered, (count) => count >= 5);
  await service.kill();
  await until(
    () => awayOf(remote),
    (state) => state !== null,
  );
  await until(
    () => remote.isBusy(),
    (isBusy) => !isBusy,
  );
  const states = (await run()).rows.map(({ state }) => state);
  expect(states.filter((state) => state === 'held' || state === 'needsYou')).toEqual([]);
  const sentBefore = (await remote.handlers['activity.list']({})).length;
  await delay(LOOK_EVERY_MS + 500);
  expect(await remote.handlers['activity.list']({})).toHaveLength(sentBefore);

  await service.startAgain();
  await until(run, ({ state }) => state === 'done', 60_000);
  expect(await ordered()).toBe(ORDERS);
  const page = (await (await service.get('/orders?limit=1')).json()) as { pagination: { total: number } };
  expect(page.pagination.total).toBe(ORDERS);
});

it('a service that is away is asked nothing while another connection is in use, and at once when its own is again', async () => {
  let two = await openDesk('two');
  const add = async (environment: 'sandbox' | 'live') => {
    const { keys, sandboxUrl, liveUrl } = service.hello;
    const added = await two.handlers['connections.add']({
      name: environment,
      baseUrl: environment === 'sandbox' ? sandboxUrl : liveUrl,
      environment,
      key: keys?.business[environment] ?? '',
    });
    return added.ok ? added.connection.connectionId : expect.fail(added.problem.key);
  };
  const sandbox = await add('sandbox');
  const live = await add('live');
  await service.kill();
  await two.handlers['orders.refresh']({});
  await until(
    () => awayOf(two),
    (state) => state !== null,
  );
  await two.handlers['connections.activate']({ connectionId: live });
  const port = Number(new URL(service.hello.sandboxUrl).port);
  const quietMs = 2 * LOOK_EVERY_MS + 500;
  expect(await connectionsWithin(port, quietMs)).toBe(0);
  const views = await two.handlers['connections.list']({});
  expect(views.find(({ connectionId }) => connectionId === sandbox)?.away).toBeNull();
  await two.close();
  two = await openDesk('two');
  expect(await connectionsWithin(port, quietMs)).toBe(0);

  await service.startAgain();
  await two.handlers['connections.activate']({ connectionId: sandbox });
  expect(nextLookInMs(two)).toBeLessThanOrEqual(0);
  await until(
    () => two.statusSnapshot(),
    ({ connection, orders }) => connection?.away === null && orders.nextCheckAtMs !== null,
  );
});

it.each([
  ['at the same address, of itself', false],
  ['as its host says hello again', true],
])('the embedded service: what waits for it goes on when it is back %s', async (_, saysHello) => {
  const embedded = await openDesk(saysHello ? 'embedded-hello' : 'embedded');
  expect(await embedded.connectBuiltIn(service.hello)).toBe('connected');
  await importFolder(embedded, dropped);
  await queue(embedded, BOOKS);
  await until(
    () => queueOf(embedded),
    ({ done }) => done >= 2,
  );
  await service.kill();
  await away(embedded);
  await until(
    () => embedded.isBusy(),
    (isBusy) => !isBusy,
  );
  await expectNothingCounted(embedded);
  const doneBefore = queueOf(embedded).done;
  await service.startAgain();
  if (saysHello) {
    expect(await embedded.connectBuiltIn(service.hello)).toBe('connected');
    expect(awayOf(embedded)).toBeNull();
  } else expect(nextLookInMs(embedded)).toBeLessThanOrEqual(LOOK_EVERY_MS);
  await until(
    () => queueOf(embedded),
    ({ done }) => done > doneBefore,
  );
  expect(queueOf(embedded).failed).toBe(0);
  await embedded.handlers['queue.pause']({ how: 'now' });
});
