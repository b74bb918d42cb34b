import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Desk } from '../../src-main/desk/desk.ts';
import { importFolder, openBench, orderAll, until, uploadAll, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { EACH_ON_ITS_OWN, linesOf } from '../fixtures/order-plan.ts';

let bench: Bench;
let desk: Desk;
let folder: string;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 60_000 });
  folder = join(bench.dir, 'samples');
  await cp(SAMPLES, folder, { recursive: true });
  desk = await bench.openDesk('queue');
  await importFolder(desk, folder);
});
afterAll(() => bench.close());

const rowOf = async (title: string) => {
  const row = (await desk.handlers['library.changes']({ since: null })).rows.find((one) => one.title === title);
  if (row === undefined) throw new Error(`no book ${title}`);
  return row;
};
const queueState = (state: string) =>
  until(
    () => desk.statusSnapshot().queue,
    (queue) => queue.state === state,
  );
const statuses = async () =>
  (await desk.handlers['queue.changes']({ since: null })).rows.map((job) => job.state.status);

describe('what the desk knows of files', () => {
  it('says when a file is away, and is ready again when it is back', async () => {
    const { bookId } = await rowOf('Nordic summer');
    const place = join(folder, 'Nordic summer_cover.pdf');
    await rename(place, `${place}.away`);
    await desk.handlers['library.recheck']({ bookIds: [bookId] });
    expect(await rowOf('Nordic summer')).toMatchObject({ stage: 'incomplete' });
    const book = await desk.handlers['library.book']({ bookId });
    expect(book?.files.map((file) => file.presence)).toEqual(['missing', 'present']);
    await rename(`${place}.away`, place);
    desk.setForeground(false);
    desk.setForeground(true);
    await until(
      () => rowOf('Nordic summer'),
      (row) => row.stage === 'ready',
    );
  });

  it('swaps roles, holds the book then, and swaps back', async () => {
    const { bookId } = await rowOf('제주의 봄');
    await desk.handlers['library.swapRoles']({ bookId });
    expect(await rowOf('제주의 봄')).toMatchObject({
      stage: 'blocked',
      headline: { key: 'findings.book.swapped.title' },
    });
    await desk.handlers['library.swapRoles']({ bookId });
    expect(await rowOf('제주의 봄')).toMatchObject({ stage: 'ready', specUid: 'PHOTOBOOK_A4_SC' });
  });

  it('takes books out and puts them back', async () => {
    const { bookId } = await rowOf('서아 첫돌');
    const { undoId } = await desk.handlers['library.remove']({ bookIds: [bookId] });
    expect((await desk.handlers['library.changes']({ since: null })).rows).toHaveLength(9);
    await desk.handlers['steps.takeBack']({ undoId });
    expect(await rowOf('서아 첫돌')).toMatchObject({ bookId, stage: 'ready' });
  });
});

describe('connections', () => {
  it('tries a key before it keeps it', async () => {
    const { hello } = bench.service;
    const attempt = (baseUrl: string, key: string) =>
      desk.handlers['connections.add']({ name: 'x', baseUrl, environment: 'live', key });
    expect(await attempt(hello.liveUrl, 'SBabcdefghij.nonsense')).toMatchObject({
      ok: false,
      problem: { key: 'errors.KEY_REFUSED' },
    });
    expect(await attempt(hello.liveUrl, hello.keys?.business.sandbox ?? '')).toMatchObject({
      ok: false,
      problem: { key: 'errors.KEY_OTHER_ENVIRONMENT' },
    });
    expect(await attempt(hello.liveUrl, hello.keys?.personal.live ?? '')).toMatchObject({
      ok: false,
      problem: { key: 'errors.ACCESS_REFUSED' },
    });
    expect(await attempt('http://127.0.0.1:9/v1', 'x')).toMatchObject({
      ok: false,
      problem: { key: 'errors.SERVICE_UNREACHABLE' },
    });
    expect(await attempt('http://192.168.0.4/v1', 'x'), 'no key over a network in the clear').toMatchObject({
      ok: false,
      problem: { key: 'errors.KEY_EXPOSED' },
    });
    expect(await desk.handlers['connections.list']({})).toEqual([]);
  });

  it('asks for new keys when neither the service nor the store has them', async () => {
    expect(await desk.connectBuiltIn({ ...bench.service.hello, keys: null })).toBe('keysLost');
    expect(await desk.connectBuiltIn(bench.service.hello)).toBe('connected');
  });

  it('takes keys that the service hands over in the place of those that the store has of another', async () => {
    await bench.secrets.set('connection:builtin-sandbox', 'SBabcdefghij.nonsense');
    expect(await desk.connectBuiltIn(bench.service.hello)).toBe('connected');
    expect(await bench.secrets.get('connection:builtin-sandbox')).toBe(bench.service.hello.keys?.business.sandbox);
  });
});

const refusedAs = (key: string | undefined) =>
  until(
    () => desk.statusSnapshot().connection,
    (connection) => connection?.refused?.key === key,
  );

describe('the queue', () => {
  it('stops at once when told so, and sends those files again later', async () => {
    await bench.fault({ kind: 'delay', method: 'POST', path: '/books/*/pdf-cover', times: 2, delayMs: 2_000 });
    const { queued } = await desk.handlers['queue.upload']({ bookIds: [], print: HOWEVER_IT_PRINTS });
    expect(queued).toBe(8);
    await until(statuses, (all) => all.filter((status) => status === 'sending').length === 2);
    await desk.handlers['queue.pause']({ how: 'now' });
    expect(desk.statusSnapshot().queue.state).toBe('paused');
    expect(new Set(await statuses())).toEqual(new Set(['waiting']));
    expect(desk.isBusy()).toBe(false);
  });

  it('stays paused over a restart, holds when the key is refused, and goes on with a good one', async () => {
    await desk.close();
    await bench.secrets.set('connection:builtin-sandbox', 'SBabcdefghij.nonsense');
    desk = await bench.openDesk('queue');
    expect(await desk.connectBuiltIn({ ...bench.service.hello, keys: null })).toBe('connected');
    expect(desk.statusSnapshot().queue.state).toBe('paused');
    // Nothing is sent: it is the orders that are asked for in vain.
    await refusedAs('errors.KEY_REFUSED');
    await desk.handlers['queue.resume']({});
    expect((await queueState('held')).heldReason).toEqual({
      key: 'errors.KEY_REFUSED',
      params: { status: 401, code: 'ERR_UNAUTHORIZED' },
    });
    expect(
      await desk.handlers['connections.replaceKey']({
        connectionId: 'builtin-sandbox',
        key: bench.service.hello.keys?.business.sandbox ?? '',
      }),
    ).toEqual({ ok: true });
    await refusedAs(undefined);
    await until(statuses, (all) => all.includes('done'));
  });

  it('finishes the file in hand when it is asked to pause after it', async () => {
    await desk.handlers['queue.pause']({ how: 'afterThisFile' });
    const paused = await until(
      () => desk.statusSnapshot().queue,
      ({ state }) => state === 'paused' || state === 'idle',
    );
    expect(paused.failed).toBe(0);
    await desk.handlers['queue.resume']({});
    await queueState('idle');
    expect(await statuses()).toEqual(Array.from({ length: 8 }, () => 'done'));
    const refused = (await desk.handlers['activity.list']({})).filter((entry) => (entry.status ?? 0) >= 500);
    expect(refused).toEqual([]);
  });

  it('makes a new book when an uploaded one gets another spec, and never touches the first', async () => {
    const before = await rowOf('할머니 팔순');
    await desk.handlers['library.setSpec']({ bookIds: [before.bookId], specUid: 'SQUAREBOOK_HC' });
    expect(await rowOf('할머니 팔순')).toMatchObject({ stage: 'blocked', verdict: 'refused' });
    await desk.handlers['library.setSpec']({ bookIds: [before.bookId], specUid: 'SQUAREBOOK_SC' });
    await uploadAll(desk);
    const after = await rowOf('할머니 팔순');
    expect(after.stage).toBe('uploaded');
    expect(after.bookUid).not.toBe(before.bookUid);
  });

  it('lets go of a book that is cancelled while it is sent', async () => {
    const { bookId } = await rowOf('할머니 팔순');
    for (const specUid of ['SQUAREBOOK_HC', 'SQUAREBOOK_SC'])
      await desk.handlers['library.setSpec']({ bookIds: [bookId], specUid });
    await bench.fault({ kind: 'delay', method: 'POST', path: '/books', times: 1, delayMs: 2_000 });
    expect(await desk.handlers['queue.upload']({ bookIds: [bookId], print: HOWEVER_IT_PRINTS })).toEqual({
      queued: 1,
      left: 0,
      notes: [],
    });
    const jobs = async () => (await desk.handlers['queue.changes']({ since: null })).rows;
    const [sending] = (await jobs()).filter(({ state }) => state.status === 'sending');
    await desk.handlers['queue.cancel']({ jobIds: [sending?.jobId ?? ''] });
    expect((await jobs()).find(({ jobId }) => jobId === sending?.jobId)?.state).toEqual({ status: 'cancelled' });
    expect(desk.isBusy()).toBe(false);
    expect((await rowOf('할머니 팔순')).stage).toBe('ready');
    await uploadAll(desk);
    expect((await rowOf('할머니 팔순')).stage).toBe('uploaded');
  });

  it('takes up again a book of which a full disk would not take what became of it', async () => {
    const { bookId } = await rowOf('할머니 팔순');
    for (const specUid of ['SQUAREBOOK_HC', 'SQUAREBOOK_SC'])
      await desk.handlers['library.setSpec']({ bookIds: [bookId], specUid });
    const store = new Libsql(join(bench.dir, 'queue', 'desk.db'));
    store.exec(
      "CREATE TRIGGER full_disk BEFORE UPDATE ON jobs WHEN OLD.status = 'sending' BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    const created = async () =>
      (await desk.handlers['activity.list']({})).filter(
        ({ method, path }) => method === 'POST' && /\/books$/.test(path),
      ).length;
    const before = await created();
    await desk.handlers['queue.upload']({ bookIds: [bookId], print: HOWEVER_IT_PRINTS });
    await until(created, (count) => count > before);
    await until(
      async () => desk.isBusy(),
      (isBusy) => !isBusy,
    );
    store.exec('DROP TRIGGER full_disk');
    store.close();
    await desk.handlers['queue.pause']({ how: 'now' });
    await desk.handlers['queue.resume']({});
    await until(
      () => rowOf('할머니 팔순'),
      ({ stage }) => stage === 'uploaded',
    );
    const made = (await desk.handlers['queue.changes']({ since: null })).rows.filter((job) => job.bookId === bookId);
    expect(made.filter(({ state }) => state.status === 'sending')).toEqual([]);
  });
});

describe('credit that does not cover all', () => {
  it('orders those that fit, holds the rest, and goes on after a charge', async () => {
    const { review, run } = await orderAll(desk, { onlyFitting: true });
    expect(review.fit.orders).toBeGreaterThan(0);
    expect(review.fit.orders).toBeLessThan(8);
    expect(run.rows.map((row) => row.state)).toEqual(
      linesOf(review).map((_, index) => (index < review.fit.orders ? 'ordered' : 'held')),
    );
    expect((await bench.printHouse<unknown[]>('GET', '/orders')).length).toBe(review.fit.orders);

    // Tried without a limit, each order is the service's to refuse: a cheap one may still fit, the others wait.
    const short = await orderAll(desk);
    const held = short.run.rows.filter((row) => row.state !== 'ordered');
    expect(held.length).toBeGreaterThan(0);
    expect(held.every((row) => row.state === 'held' && row.problem?.key === 'errors.CREDIT_SHORT')).toBe(true);

    const reviewed = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [] });
    const shortBy = reviewed.ok ? reviewed.review.shortBy : 0;
    expect(await desk.handlers['credit.charge']({ amount: shortBy })).toEqual({ ok: true });
    const rest = await orderAll(desk);
    expect(rest.run.rows.every((row) => row.state === 'ordered')).toBe(true);
    expect((await bench.printHouse<unknown[]>('GET', '/orders')).length).toBe(8);
    const credit = await desk.handlers['credit.view']({ limit: 20, offset: 0 });
    expect(credit).toMatchObject({ balance: { totalCreditAmount: 0 } });
    expect(await desk.handlers['credit.reconciliation']({})).toMatchObject({ agrees: true, differences: [] });
  });
});
