import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Libsql from 'libsql';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RunRow } from '../../src-core/ipc/subjects/orders.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { TOGETHER } from '../../src-main/desk/slices.ts';
import { LIST_PAGE } from '../../src-main/desk/store/list-changes.ts';
import { STATEMENT_CHANNEL } from '../../src-main/desk/store/open-store.ts';
import {
  memorySecret,
  placesIn,
  seedBigDesk,
  startBigService,
  type BigService,
  type SeededStage,
} from './support/big-desk.ts';
import { address, depsOf, until } from './support/desk-bench.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { EACH_ON_ITS_OWN, linesOf } from '../fixtures/order-plan.ts';

/** Enough for a cost of each book to stand out from a cost of each page or slice. */
const BOOKS = 2 * LIST_PAGE + 100;
const REVIEWED = 500;
const PLACES = placesIn(resolve(import.meta.dirname, '../..'));

let folder: string;
let service: BigService;
let desk: Desk | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-scale-'));
  service = await startBigService();
});
afterEach(async () => {
  await desk?.close();
  desk = null;
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** A desk with so many books, at rest after its start. */
async function openBig(name: string, stage: SeededStage): Promise<Desk> {
  const dataDir = join(folder, name);
  seedBigDesk(dataDir, join(folder, `${name}-drop`), PLACES, { books: BOOKS, stage, baseUrl: service.baseUrl });
  const deps = depsOf(dataDir, {
    workerFile: join(inject('deskTools'), 'desk/preflight-worker.js'),
    samplesFolder: folder,
    secrets: memorySecret,
  });
  const opened = await createDesk(deps);
  desk = opened;
  await until(
    () => opened.statusSnapshot().orders.checkedAtMs,
    (atMs) => atMs !== null,
  );
  await opened.handlers['queue.pause']({ how: 'now' });
  // The look at the files that every start begins with ends before another one.
  await opened.wake();
  return opened;
}

/** What some work tells the store to do. Time tells nothing in CI; a statement too many for each book does. */
async function statementsOf<T>(work: () => Promise<T>): Promise<{ readonly answer: T; readonly statements: string[] }> {
  const statements: string[] = [];
  const note = (statement: unknown) => void statements.push(String(statement));
  subscribe(STATEMENT_CHANNEL, note);
  try {
    return { answer: await work(), statements };
  } finally {
    unsubscribe(STATEMENT_CHANNEL, note);
  }
}

/** Of the statements, those for which SQLite reads more than it gives: it sorts, or goes through a whole table. */
function costlyOnes(name: string, statements: readonly string[]): string[] {
  const store = new Libsql(join(folder, name, 'desk.db'), { readonly: true });
  try {
    // What changed is noted in a table of the desk's own connection; and what is asked for by its ids is no more than them.
    const asked = [...new Set(statements)].filter(
      (statement) => statement.startsWith('select') && !/list_changes|\(select value from json_each/.test(statement),
    );
    return asked.filter((statement) =>
      stepsOf(store, statement).some((step) => /TEMP B-TREE|^SCAN (books|deliveries|jobs|files|order)/.test(step)),
    );
  } finally {
    store.close();
  }
}

/** What SQLite does for a statement, without what it does for a single row of it. */
function stepsOf(store: InstanceType<typeof Libsql>, statement: string): string[] {
  const plan = store.prepare(`explain query plan ${statement}`).all() as {
    readonly id: number;
    readonly parent: number;
    readonly detail: string;
  }[];
  const ofOneRow = new Set<number>();
  for (const { id, parent, detail } of plan)
    if (ofOneRow.has(parent) || detail.startsWith('CORRELATED')) ofOneRow.add(id);
  return plan.filter(({ id }) => !ofOneRow.has(id)).map(({ detail }) => detail);
}

const idOf = (at: number) => `b_${String(at).padStart(5, '0')}`;

async function readList(
  opened: Desk,
  channel: 'library.changes' | 'queue.changes' | 'orders.changes',
  mark: string | null = null,
) {
  const ids: string[] = [];
  let since = mark;
  let pages = 0;
  for (let hasMore = true; hasMore; pages += 1) {
    const page = await opened.handlers[channel]({ since });
    ids.push(
      ...page.rows.map((row) =>
        'jobId' in row
          ? row.jobId
          : 'orderUid' in row && !('bookId' in row)
            ? row.orderUid
            : (row as { bookId: string }).bookId,
      ),
    );
    ({ hasMore } = page);
    since = page.mark;
  }
  return { ids, pages, mark: since as string };
}

describe('a desk with more than a thousand books', () => {
  it('reads its library by one statement a page, tells a change by two, and its status by a handful', async () => {
    const opened = await openBig('ready', 'ready');
    const { answer: whole, statements } = await statementsOf(() => readList(opened, 'library.changes'));
    expect(new Set(whole.ids).size).toBe(BOOKS);
    expect(whole.pages).toBe(3);
    expect(statements.length).toBeLessThanOrEqual(whole.pages + 1);
    expect(costlyOnes('ready', statements)).toEqual([]);

    await opened.handlers['library.setTitle']({ bookId: idOf(7), title: '다른 제목' });
    const change = await statementsOf(async () => opened.handlers['library.changes']({ since: whole.mark }));
    expect(change.answer).toMatchObject({
      isFresh: false,
      rows: [{ bookId: idOf(7), title: '다른 제목' }],
      gone: [],
      hasMore: false,
    });
    expect(change.statements).toHaveLength(2);
    expect(costlyOnes('ready', change.statements)).toEqual([]);

    const status = await statementsOf(async () => opened.statusSnapshot());
    expect(status.answer.counts.all).toBe(BOOKS);
    expect(status.statements.length).toBeLessThanOrEqual(5);
    expect(costlyOnes('ready', status.statements)).toEqual([]);
  });

  it('queues all of them with some statements for each slice, in their order, and tells what moves by what is being sent', async () => {
    const opened = await openBig('queued', 'ready');
    const { mark } = await readList(opened, 'library.changes');
    const { answer, statements } = await statementsOf(() =>
      opened.handlers['queue.upload']({ bookIds: [], print: HOWEVER_IT_PRINTS }),
    );
    expect(answer).toEqual({ queued: BOOKS, left: 0, notes: [] });
    expect(statements.length).toBeLessThanOrEqual(12 * Math.ceil(BOOKS / TOGETHER));
    expect(statements.filter((statement) => /^insert into "jobs"/.test(statement))).toHaveLength(
      Math.ceil(BOOKS / TOGETHER),
    );
    // Asked for by the change alone, every book of the library is told once.
    expect(new Set((await readList(opened, 'library.changes', mark)).ids).size).toBe(BOOKS);
    expect(costlyOnes('queued', statements)).toEqual([]);
    const { answer: listed, statements: reading } = await statementsOf(() => readList(opened, 'queue.changes'));
    const { ids } = listed;
    expect(costlyOnes('queued', reading)).toEqual([]);
    const jobs = await Promise.all([opened.handlers['queue.changes']({ since: null })]).then(([page]) => page.rows);
    expect(ids).toHaveLength(BOOKS);
    expect(jobs.slice(0, 3).map(({ bookId }) => bookId)).toEqual([idOf(0), idOf(1), idOf(2)]);

    await opened.handlers['queue.resume']({});
    const tick = await statementsOf(async () => opened.handlers['queue.progress']({}));
    expect(tick.answer.queue).toMatchObject({ total: BOOKS });
    expect(tick.answer.jobs.length).toBeLessThanOrEqual(2);
    expect(tick.statements.length).toBeLessThanOrEqual(4);
    expect(costlyOnes('queued', tick.statements)).toEqual([]);

    await opened.handlers['queue.pause']({ how: 'now' });
    await opened.handlers['queue.cancel']({ jobIds: ids });
    expect(opened.statusSnapshot().queue).toMatchObject({ total: 0 });
  });

  it('reviews five hundred orders with an estimate for each price there is, and sums to the hundredth', async () => {
    const opened = await openBig('uploaded', 'uploaded');
    const before = service.calls.length;
    const answer = await opened.handlers['orders.review']({
      ...EACH_ON_ITS_OWN,
      bookIds: Array.from({ length: REVIEWED }, (_, at) => idOf(at)),
    });
    if (!answer.ok) throw new Error(answer.problem.key);
    const asked = service.calls.slice(before).filter(({ path }) => path.endsWith('/orders/estimate'));
    expect(asked.length).toBe(8);
    const { review } = answer;
    expect(linesOf(review)).toHaveLength(REVIEWED);
    // What the service asks for each book by itself, added in hundredths.
    const hundredths = (amount: number) => Math.round(amount * 100);
    const single = await Promise.all(
      linesOf(review)
        .slice(0, 40)
        .map(({ bookId, quantity }) => estimateAlone(bookId, quantity)),
    );
    expect(
      linesOf(review)
        .slice(0, 40)
        .map(({ charge }) => hundredths(charge)),
    ).toEqual(single.map((amount) => hundredths(amount)));
    expect(hundredths(review.charge)).toBe(linesOf(review).reduce((sum, { charge }) => sum + hundredths(charge), 0));
    expect(hundredths(review.productAmount)).toBe(
      linesOf(review).reduce((sum, { itemAmount }) => sum + hundredths(itemAmount), 0),
    );
    expect(hundredths(review.charge) - hundredths(review.vatAmount)).toBe(
      hundredths(review.productAmount) + hundredths(review.shippingFee) + hundredths(review.packagingFee),
    );
    expect(review.fit).toMatchObject({ orders: REVIEWED, books: REVIEWED });
  });

  it('places a run of them one by one at the same cost, and tells of it what changed', async () => {
    const opened = await openBig('run', 'uploaded');
    const answer = await opened.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [] });
    if (!answer.ok) throw new Error(answer.problem.key);
    const { answer: placed, statements } = await statementsOf(async () => {
      const confirmed = await statementsOf(() =>
        opened.handlers['orders.confirm']({
          print: HOWEVER_IT_PRINTS,
          reviewId: answer.review.reviewId,
          address,
          onlyFitting: false,
        }),
      );
      const { runId } = confirmed.answer;
      // Before the first of them is sent: all are intents with a key each, by some statements.
      expect(
        confirmed.statements.filter((statement) =>
          /^(insert into|update) "(order_intents|order_intent_items|effects|deliveries|books)"/.test(statement),
        ).length,
      ).toBeLessThanOrEqual(5);
      const whole = await opened.handlers['orders.run']({ runId, since: null });
      expect([whole.rows.length, whole.hasMore, whole.rows[0]?.position, whole.state]).toEqual([
        LIST_PAGE,
        true,
        0,
        'running',
      ]);
      await until(
        () => opened.handlers['orders.run']({ runId, since: null }),
        ({ rows }) => rows.filter(({ state }) => state === 'ordered').length >= 20,
      );
      const stopped = await statementsOf(() => opened.handlers['orders.stopRun']({ runId }));
      expect(stopped.statements.length).toBeLessThanOrEqual(15);
      await until(
        () => opened.handlers['orders.run']({ runId, since: null }),
        ({ state }) => state === 'done',
      );
      return runId;
    });
    expect(
      costlyOnes(
        'run',
        statements.filter((statement) => !statement.includes('distinct')),
      ),
    ).toEqual([]);
    const all = await readRun(opened, placed, null);
    const held = all.rows.filter(({ state }) => state === 'held');
    expect(held.length).toBeGreaterThan(BOOKS - 200);
    expect(held[0]?.problem).toEqual({ key: 'errors.RUN_STOPPED' });
    expect(new Set(all.rows.map(({ state }) => state))).toEqual(new Set(['ordered', 'held']));
    expect(
      (await opened.handlers['library.changes']({ since: null })).rows.filter(({ stage }) => stage === 'ordering'),
    ).toEqual([]);
    expect(all.rows.map(({ position }) => position)).toEqual(Array.from({ length: BOOKS }, (_, at) => at));
    await opened.handlers['library.setTitle']({ bookId: idOf(9), title: '다른 제목' });
    await until(
      () => readRun(opened, placed, all.mark),
      ({ rows }) => rows.some(({ titles }) => titles.includes('다른 제목')),
    );
    expect((await readRun(opened, placed, all.mark)).rows.length).toBeLessThanOrEqual(3);
  });

  it('lists as many orders by one statement a page', async () => {
    const opened = await openBig('ordered', 'ordered');
    const { answer, statements } = await statementsOf(() => readList(opened, 'orders.changes'));
    expect(new Set(answer.ids).size).toBe(BOOKS);
    expect(statements.length).toBeLessThanOrEqual(answer.pages + 1);
    expect(costlyOnes('ordered', statements)).toEqual([]);
    const csv = await statementsOf(() =>
      opened.ordersTable(
        Array.from({ length: BOOKS }, (_, at) => `or_${String(at).padStart(5, '0')}`),
        'csv',
        'en',
      ),
    );
    // While the table is written in its thread, the desk goes on with its own work.
    const reading = csv.statements.filter((statement) => /select .* from "orders" .*json_each/s.test(statement));
    expect(reading).toHaveLength(1);
    expect(Buffer.from(csv.answer).toString().trim().split('\n')).toHaveLength(BOOKS + 1);
  });

  it('takes all of them out and back, and chooses as many at once as the window can', async () => {
    const opened = await openBig('removed', 'ready');
    const bookIds = Array.from({ length: BOOKS }, (_, at) => idOf(at));
    const { mark } = await readList(opened, 'library.changes');
    const { answer, statements } = await statementsOf(() => opened.handlers['library.remove']({ bookIds }));
    expect(statements).toHaveLength(2);
    const page = await opened.handlers['library.changes']({ since: mark });
    expect([page.rows.length, page.gone.length, page.hasMore]).toEqual([0, LIST_PAGE, true]);
    await opened.handlers['steps.takeBack'](answer);
    expect((await readList(opened, 'library.changes')).ids).toHaveLength(BOOKS);
    expect(await opened.handlers['library.fitting']({ bookIds: bookIds.slice(0, 60) })).toMatchObject({
      books: 60,
      specs: expect.arrayContaining([
        { specUid: 'SQUAREBOOK_HC', fits: 60 },
        { specUid: 'PHOTOBOOK_A4_SC', fits: 0 },
      ]),
    });
    // More ids than a statement takes parameters: SQLite's limit is 32,766.
    const many = Array.from({ length: 20_000 }, (_, at) => idOf(at));
    await opened.handlers['library.setQuantity']({ bookIds: many, quantity: 3 });
    await expect(opened.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: many })).resolves.toMatchObject({
      ok: false,
    });
    expect(JSON.parse(String(await opened.report(many.slice(0, 3), 'json', 'en')))).toBeDefined();
  });
});

async function readRun(opened: Desk, runId: string, since: string | null) {
  const rows: RunRow[] = [];
  let mark = since;
  for (let hasMore = true; hasMore; ) {
    const page = await opened.handlers['orders.run']({ runId, since: mark });
    rows.push(...page.rows);
    ({ mark, hasMore } = page);
  }
  return { rows, mark };
}

async function estimateAlone(bookId: string, quantity: number): Promise<number> {
  const answer = await fetch(`${service.baseUrl}/orders/estimate`, {
    method: 'POST',
    body: JSON.stringify({ items: [{ bookUid: bookId.replace('b_', 'bk_'), quantity }] }),
  });
  return ((await answer.json()) as { data: { paidCreditAmount: number } }).data.paidCreditAmount;
}
