import { cp } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Libsql from 'libsql';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { EACH_ON_ITS_OWN } from '../fixtures/order-plan.ts';
import { address, importFolder, openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const SANDBOX = 'builtin-sandbox';
const LIVE = 'builtin-live';
/** Of the samples, two are refused by their checks. */
const GOOD = 8;

let bench: Bench;
let desk: Desk;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 10_000_000 });
  const folder = join(bench.dir, 'samples');
  await cp(SAMPLES, folder, { recursive: true });
  desk = await bench.openDesk('switching');
  await desk.connectBuiltIn(bench.service.hello);
  await importFolder(desk, folder);
});
afterAll(() => bench.close());

const activate = (connectionId: string) => desk.handlers['connections.activate']({ connectionId });
const inUse = () => desk.statusSnapshot().connection?.connectionId;
const heldAt = async (connectionId: string) =>
  (await desk.handlers['connections.list']({})).find((one) => one.connectionId === connectionId)?.holds;
const calls = async () =>
  (await desk.handlers['activity.list']({})).filter(({ path }) => /^\/(books|orders)/.test(path));
const quiet = () =>
  until(
    () => desk.isBusy(),
    (isBusy) => !isBusy,
  );

it('adding a Live connection tries its key and leaves in use what is in use', async () => {
  const added = await desk.handlers['connections.add']({
    name: 'Print house',
    baseUrl: bench.service.hello.liveUrl,
    environment: 'live',
    key: bench.service.hello.keys?.business.live ?? '',
  });
  expect(added).toMatchObject({ ok: true, connection: { environment: 'live', active: false } });
  expect(inUse()).toBe(SANDBOX);

  const fresh = await bench.openDesk('never used');
  expect(
    await fresh.handlers['connections.add']({
      name: 'Print house',
      baseUrl: bench.service.hello.liveUrl,
      environment: 'live',
      key: bench.service.hello.keys?.business.live ?? '',
    }),
  ).toMatchObject({ ok: true });
  expect(fresh.statusSnapshot().connection, 'not even the first').toBeNull();
});

it('a queue that is switched away from sends nothing, says what it holds, and goes on where it was', async () => {
  await bench.fault({ kind: 'delay', method: 'POST', path: '/books/*/pdf-contents', times: 100, delayMs: 400 });
  await desk.handlers['queue.upload']({ bookIds: [], print: HOWEVER_IT_PRINTS });
  await until(
    () => desk.statusSnapshot().queue,
    ({ done }) => done >= 2,
  );
  await activate(LIVE);
  await quiet();
  const held = await heldAt(SANDBOX);
  expect(held?.orders).toBe(0);
  expect(held?.books).toBeGreaterThan(0);
  expect(await heldAt(LIVE)).toEqual({ books: 0, orders: 0 });
  const before = await calls();
  await delay(1_500);
  expect((await calls()).filter(({ path }) => path.startsWith('/books'))).toHaveLength(
    before.filter(({ path }) => path.startsWith('/books')).length,
  );
  expect(await heldAt(SANDBOX)).toEqual(held);

  await activate(SANDBOX);
  await until(
    () => desk.statusSnapshot().queue,
    ({ state }) => state === 'idle',
  );
  expect(desk.statusSnapshot().queue).toMatchObject({ done: GOOD, failed: 0 });
  expect(await heldAt(SANDBOX)).toEqual({ books: 0, orders: 0 });
});

it('what waits at a connection sends no files that its book has no more, nor a book that was taken out', async () => {
  const other = await bench.openDesk('taken apart elsewhere');
  await other.connectBuiltIn(bench.service.hello);
  await importFolder(other, join(bench.dir, 'samples'));
  const rows = async () => (await other.handlers['library.changes']({ since: null })).rows;
  const [taken, apart, from, untouched] = (await rows())
    .filter(({ stage }) => stage === 'ready')
    .map(({ bookId }) => bookId);
  const stageOf = async (bookId: string | undefined) => (await rows()).find((row) => row.bookId === bookId)?.stage;
  const queued = [taken, apart, untouched].map((bookId) => bookId ?? '');
  await other.handlers['queue.pause']({ how: 'now' });
  await other.handlers['queue.upload']({ bookIds: queued, print: HOWEVER_IT_PRINTS });
  await other.handlers['connections.activate']({ connectionId: LIVE });
  await other.handlers['library.pair']({ coverBookId: apart ?? '', contentsBookId: from ?? '' });
  const { undoId } = await other.handlers['library.remove']({ bookIds: [taken ?? ''] });
  await other.handlers['connections.activate']({ connectionId: SANDBOX });
  await other.handlers['queue.resume']({});
  await until(
    () => other.statusSnapshot().queue,
    ({ state }) => state === 'idle',
  );
  const jobs = (await other.handlers['queue.changes']({ since: null })).rows;
  expect(jobs.map(({ bookId, problem }) => [bookId, problem?.key ?? null]).toSorted()).toEqual(
    [
      [taken, 'errors.BOOK_UNKNOWN'],
      [apart, 'errors.FILE_CHANGED'],
      [untouched, null],
    ].toSorted(),
  );
  expect([await stageOf(apart), await stageOf(untouched)]).toEqual(['incomplete', 'uploaded']);
  await other.handlers['steps.takeBack']({ undoId });
  expect(await stageOf(taken)).toBe('ready');
});

it('an order run that is switched away from ends the order in hand, holds the rest, and places each once', async () => {
  await bench.fault({ kind: 'delay', method: 'POST', path: '/orders', times: 100, delayMs: 400 });
  const reviewed = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [] });
  if (!reviewed.ok) throw new Error(reviewed.problem.key);
  const { runId } = await desk.handlers['orders.confirm']({
    reviewId: reviewed.review.reviewId,
    address,
    onlyFitting: false,
    print: HOWEVER_IT_PRINTS,
  });
  const run = () => desk.handlers['orders.run']({ runId, since: null });
  const ordered = async () => (await run()).rows.filter(({ state }) => state === 'ordered').length;
  await until(ordered, (count) => count >= 2);
  await activate(LIVE);
  await quiet();
  const placed = await ordered();
  expect(placed).toBeLessThan(GOOD);
  expect(await heldAt(SANDBOX)).toEqual({ books: 0, orders: GOOD - placed });
  await delay(1_000);
  expect(await ordered()).toBe(placed);
  await activate(SANDBOX);
  await until(run, ({ state }) => state === 'done');
  expect(await ordered()).toBe(GOOD);
  expect(await bench.printHouse<unknown[]>('GET', '/orders')).toHaveLength(GOOD);
});

it('where orders of Live went last never stands in Sandbox, nor the other way round', async () => {
  expect(await desk.handlers['orders.lastAddress']({})).toEqual(address);
  await activate(LIVE);
  expect(await desk.handlers['orders.lastAddress']({})).toBeNull();
  const [book] = (await desk.handlers['library.changes']({ since: null })).rows.filter(
    ({ stage }) => stage === 'ready',
  );
  await desk.handlers['queue.upload']({ bookIds: [book?.bookId ?? ''], print: HOWEVER_IT_PRINTS });
  await until(
    () => desk.statusSnapshot().queue,
    ({ state }) => state === 'idle',
  );
  const reviewed = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [] });
  if (!reviewed.ok) throw new Error(reviewed.problem.key);
  const customer = { ...address, recipientName: '실제 고객' };
  await desk.handlers['orders.confirm']({
    reviewId: reviewed.review.reviewId,
    address: customer,
    onlyFitting: false,
    print: HOWEVER_IT_PRINTS,
  });
  expect(await desk.handlers['orders.lastAddress']({})).toEqual(customer);
  await quiet();
  await activate(SANDBOX);
  expect(await desk.handlers['orders.lastAddress']({})).toEqual(address);
});

it('a start of the built-in service leaves in use what is in use, and puts its Sandbox there where nothing is', async () => {
  const remote = (await desk.handlers['connections.list']({})).find(({ kind }) => kind === 'remote')?.connectionId;
  for (const connectionId of [remote ?? '', LIVE, SANDBOX]) {
    await activate(connectionId);
    expect(await desk.connectBuiltIn({ ...bench.service.hello, keys: null })).toBe('connected');
    expect(inUse()).toBe(connectionId);
  }
  const fresh = await bench.openDesk('first day');
  await fresh.connectBuiltIn(bench.service.hello);
  expect(fresh.statusSnapshot().connection?.connectionId).toBe(SANDBOX);
});

it('whoever goes back to a connection is told that orders, credit and specs are to be asked for anew', async () => {
  const told = new Set<string>();
  const switching = await bench.openDesk('told', (topics) => topics.forEach((topic) => told.add(topic)));
  await switching.connectBuiltIn(bench.service.hello);
  await switching.handlers['connections.activate']({ connectionId: LIVE });
  await switching.handlers['connections.activate']({ connectionId: SANDBOX });
  await switching.handlers['orders.refresh']({});
  await switching.handlers['connections.activate']({ connectionId: LIVE });
  await switching.handlers['orders.refresh']({});
  told.clear();
  await switching.handlers['connections.activate']({ connectionId: SANDBOX });
  expect([...told]).toEqual(expect.arrayContaining(['connections', 'status', 'orders', 'credit', 'specs']));
});

it('a key of another account takes no connection over: what was sent and ordered there is at the former one', async () => {
  const keyed = await bench.openDesk('keyed');
  const keys = bench.service.hello.keys;
  const key = keys?.business.sandbox ?? '';
  const added = await keyed.handlers['connections.add']({
    name: 'Partner',
    baseUrl: bench.service.hello.sandboxUrl,
    environment: 'sandbox',
    key,
  });
  const connectionId = added.ok ? added.connection.connectionId : '';
  const replace = (by: string) => keyed.handlers['connections.replaceKey']({ connectionId, key: by });
  const other = { ok: false, problem: { key: 'errors.KEY_OTHER_ACCOUNT' }, serviceText: null };
  expect(await replace(keys?.personal.sandbox ?? '')).toEqual(other);
  expect(await replace(key)).toEqual({ ok: true });
  expect(await replace(keys?.personal.sandbox ?? '')).toEqual(other);
  // The key that was there is there still.
  await keyed.handlers['orders.refresh']({});
  expect(keyed.statusSnapshot().connection).toMatchObject({
    connectionId,
    keyPrefix: key.split('.')[0],
    refused: null,
  });

  // One that a former version added is known by what its service says of its credit.
  await keyed.close();
  const store = new Libsql(join(bench.dir, 'keyed', 'desk.db'));
  store.exec("DELETE FROM desk_values WHERE name LIKE 'connection.account%'");
  store.close();
  const again = await bench.openDesk('keyed');
  await again.handlers['credit.view']({ limit: 1, offset: 0 });
  expect(await again.handlers['connections.replaceKey']({ connectionId, key: keys?.personal.sandbox ?? '' })).toEqual(
    other,
  );
  await again.handlers['connections.add']({
    name: 'Own',
    baseUrl: bench.service.hello.sandboxUrl,
    environment: 'sandbox',
    key: keys?.personal.sandbox ?? '',
  });
  expect((await again.handlers['connections.list']({})).map(({ name }) => name)).toContain('Own');
});

it.each(['a look at the credit', 'another key'])(
  'a key of another account that is still being tried is refused once %s has told whose the connection is',
  async (first) => {
    const { hello } = bench.service;
    const [own, others] = [hello.keys?.business.sandbox ?? '', hello.keys?.personal.sandbox ?? ''];
    const slow = await slowFor(others, hello.sandboxUrl);
    const before = await bench.openDesk(first);
    const partner = { name: 'Partner', baseUrl: slow.url, environment: 'sandbox', key: own } as const;
    const added = await before.handlers['connections.add'](partner);
    const connectionId = added.ok ? added.connection.connectionId : '';
    await before.close();
    const store = new Libsql(join(bench.dir, first, 'desk.db'));
    store.exec("DELETE FROM desk_values WHERE name LIKE 'connection.account%'");
    store.close();
    const former = await bench.openDesk(first);
    const replace = (key: string) => former.handlers['connections.replaceKey']({ connectionId, key });
    const replaced = replace(others);
    await slow.isAsked;
    if (first === 'another key') expect(await replace(own)).toEqual({ ok: true });
    else await former.handlers['credit.view']({ limit: 1, offset: 0 });
    slow.goOn();
    expect(await replaced).toEqual({ ok: false, problem: { key: 'errors.KEY_OTHER_ACCOUNT' }, serviceText: null });
    expect(former.statusSnapshot().connection?.keyPrefix).toBe(own.split('.')[0]);
    await former.close();
    slow.close();
  },
);

/** The service, behind what holds back whatever is asked with one key. */
async function slowFor(key: string, to: string) {
  const target = new URL(to);
  let told: () => void = () => undefined;
  let goOn: () => void = () => undefined;
  const isAsked = new Promise<void>((done) => (told = done));
  const held = new Promise<void>((done) => (goOn = done));
  const server = createServer((from, answer) => {
    const headers = { ...from.headers, host: target.host };
    const pass = () =>
      from.pipe(
        request({ host: target.hostname, port: target.port, path: from.url, method: from.method, headers }, (back) => {
          answer.writeHead(back.statusCode ?? 0, back.headers);
          back.pipe(answer);
        }),
      );
    if (!JSON.stringify(from.headers).includes(key)) return void pass();
    told();
    void held.then(pass);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${target.pathname}`,
    isAsked,
    goOn: () => goOn(),
    close: () => void server.close(),
  };
}
