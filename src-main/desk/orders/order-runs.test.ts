import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderListItem } from '../../../src-core/contract/orders.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Connections } from '../connections/connections.ts';
import { setDelivery, stagesOf } from '../store/book-stages.ts';
import { ListChanges } from '../store/list-changes.ts';
import { openStore, STATEMENT_CHANNEL, type OpenStore } from '../store/open-store.ts';
import { books, orderIntents, orderRuns, recipients } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { plainContext } from '../testing/plain-context.ts';
import { systemIds } from '../system-ports.ts';
import { PrintGate } from '../checks/print-gate.ts';
import { HOWEVER_IT_PRINTS } from '../../../test/fixtures/print-taken.ts';
import { Recipients } from '../recipients/recipients.ts';
import { booksNotSent } from '../uploads/upload-jobs.ts';
import { ordersNotPlaced } from './open-runs.ts';
import type { ReviewedOrder } from './order-review.ts';
import { OrderRuns } from './order-runs.ts';

const ADDRESS = { recipientName: '홍길동', recipientPhone: '010-1234-5678', postalCode: '06236', address1: '서울' };

let folder: string;
let store: OpenStore;
let runs: OrderRuns;
let inUse: string;
let nowMs: number;
/** Books whose order was sent. */
let sent: string[];
/** What waits for the key of a connection. */
let keys: { readonly connectionId: string; readonly come: (client: ApiClient | AppError) => void }[];

/** What the service answers to an order, and to who asks for those there are. */
let refusal: AppError['code'];
let found: (() => unknown) | null;
/** What it answers to who asks for its time. */
let timeRefusal: AppError['code'] | null;
let logged: string[];
/** What an order waits for between the desk and the wire. */
let lane: Promise<void> | null;

interface Called {
  readonly method: string;
  readonly bookId: string;
  readonly mayBeSent?: (atMs: number) => boolean;
}

async function afterLane({ bookId, mayBeSent }: Called): Promise<never> {
  if (lane !== null) await lane;
  if (mayBeSent?.(nowMs) === false) throw new AppError('SERVICE_UNREACHABLE');
  sent.push(bookId);
  throw new AppError(refusal);
}

const client = {
  serviceNowMs: () => (timeRefusal === null ? Promise.resolve(nowMs) : Promise.reject(new AppError(timeRefusal))),
  call: (called: Called) => {
    if (called.method !== 'GET') return afterLane(called);
    return found === null
      ? Promise.reject(new AppError('SERVICE_UNREACHABLE'))
      : Promise.resolve({ data: found(), pagination: { hasNext: false } });
  },
} as unknown as ApiClient;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'order-runs-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  sent = [];
  keys = [];
  refusal = 'SERVICE_UNREACHABLE';
  found = null;
  timeRefusal = null;
  logged = [];
  lane = null;
  inUse = 'sandbox';
  nowMs = 1_000;
  const connections = {
    active: () => ({ connectionId: inUse }),
    find: () => ({ environment: 'sandbox' }),
    reach: { isAway: () => false } as unknown as Connections['reach'],
    clientOf: (connectionId: string) =>
      new Promise<ApiClient>((done, failed) => {
        const come = (answer: ApiClient | AppError) => (answer instanceof AppError ? failed(answer) : done(answer));
        keys.push({ connectionId, come });
      }),
  };
  const context = plainContext(store.db, {
    clock: { nowMs: () => nowMs },
    log: { write: (_: string, message: string) => void logged.push(message) },
  });
  runs = new OrderRuns(
    context,
    connections as unknown as Connections,
    new ListChanges(store.db, systemIds),
    new PrintGate(context),
    new Recipients(context),
  );
});
afterEach(async () => {
  const closing = runs.close();
  for (const { come } of keys) come(client);
  await closing;
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

/** Confirms an order of a book that is uploaded at the connection. `beforehand` happens after the review and before its confirmation. */
function confirm(
  connectionId: string,
  bookId: string,
  beforehand: () => void = () => undefined,
  again: Pick<ReviewedOrder, 'recipient' | 'repeats'> = { recipient: null, repeats: null },
  holdMs = 0,
  /** So many orders of it. */
  count = 1,
): string {
  const book = { bookId, importId: 'imp', title: bookId, batch: '', quantity: 1, pairing: { key: 'x' } };
  store.db
    .insert(books)
    .values({ ...book, stage: 'ready', verdict: 'accepted', findings: [], addedAtMs: 1 })
    .onConflictDoNothing()
    .run();
  setDelivery(store.db, connectionId, bookId, { stage: 'uploaded', bookUid: `uid-${bookId}` });
  const seen = { stage: 'uploaded', orderUid: null, spec: null } as const;
  const lines = [{ bookId, bookUid: `uid-${bookId}`, title: bookId, quantity: 1, ...seen }];
  const placed = Array.from({ length: count }, () => ({ ...again, promoted: null, estimateMinor: null, lines }));
  beforehand();
  return runs.confirm({ connectionId, placed, short: [] }, ADDRESS, HOWEVER_IT_PRINTS, { holdMs }).runId;
}

/** A run that waits for so much credit, of `count` orders. */
function awaitingCredit(bookId: string, minor: number, count = 1): string {
  const runId = confirm('sandbox', bookId, undefined, undefined, 1_000_000, count);
  store.db
    .update(orderIntents)
    .set({ state: 'held', estimateMinor: minor / count })
    .where(eq(orderIntents.runId, runId))
    .run();
  store.db
    .update(orderRuns)
    .set({
      awaitsMinor: minor,
      heldUntilMs: null,
      createdAtMs: sql`${orderRuns.createdAtMs} + ${bookId.charCodeAt(0)}`,
    })
    .where(eq(orderRuns.runId, runId))
    .run();
  setDelivery(store.db, 'sandbox', bookId, { stage: 'uploaded' });
  return runId;
}
const statesOf = (runId: string) => runs.run(runId, null).rows.map(({ state }) => state);

it('an order whose run is stopped while its key is fetched is not sent', async () => {
  const runId = confirm('sandbox', 'a');
  expect(keys).toHaveLength(1);
  runs.stop(runId);
  keys[0]?.come(client);
  await setImmediate();
  expect(sent).toEqual([]);
  expect(statesOf(runId)).toEqual(['held']);
  expect(runs.isBusy()).toBe(false);
});

it('a book that was sent anew since its review is not ordered with the bytes of before', async () => {
  const runId = confirm('sandbox', 'a', () => setDelivery(store.db, 'sandbox', 'a', { bookUid: 'uid-of-newer-bytes' }));
  expect(statesOf(runId)).toEqual(['needsYou']);
  for (const { come } of keys) come(client);
  await setImmediate();
  expect(sent).toEqual([]);
});

it('a connection without a key waits until it is usable, and no other one with it', async () => {
  inUse = 'live';
  const without = confirm('live', 'a');
  expect(runs.left()).toEqual({ moving: 1, waiting: 0, why: null, notPlaced: 0 });
  keys[0]?.come(new AppError('KEY_MISSING'));
  await setImmediate();
  expect(runs.left(), 'quitting interrupts nothing').toMatchObject({
    moving: 0,
    waiting: 1,
    why: { key: 'errors.KEY_MISSING' },
  });
  inUse = 'sandbox';
  confirm('sandbox', 'b');
  expect(keys.map(({ connectionId }) => connectionId)).toEqual(['live', 'sandbox']);
  keys[1]?.come(client);
  await setImmediate();
  expect(sent).toEqual(['b']);
  expect([statesOf(without), keys.length, runs.isBusy()]).toEqual([['waiting'], 2, false]);
  inUse = 'live';
  runs.connectionUsable('live');
  keys[2]?.come(client);
  await setImmediate();
  expect(sent).toEqual(['b', 'a']);
});

it('what was confirmed at a connection waits while another one is in use, and goes on when it is used again', async () => {
  const runId = confirm('sandbox', 'a');
  keys[0]?.come(new AppError('KEY_MISSING'));
  await setImmediate();
  inUse = 'live';
  runs.connectionUsable('sandbox');
  runs.connectionUsable('live');
  expect([keys.length, statesOf(runId)]).toEqual([1, ['waiting']]);
  inUse = 'sandbox';
  runs.connectionUsable('sandbox');
  keys[1]?.come(client);
  await setImmediate();
  expect(sent).toEqual(['a']);
});

const placedAs = (intentId: string) => ({
  ...{ orderUid: 'or_there', externalRef: intentId, orderStatus: 20, orderStatusDisplay: '', isTest: true },
  ...{ totalAmount: 3_300, paidCreditAmount: 3_300, paymentMethod: 'CREDIT', itemCount: 1, recipientName: '홍길동' },
  ...{ orderedAt: '2026-11-28T00:00:00Z', createdAt: '2026-11-28T00:00:00Z' },
});

const rested = async (): Promise<void> => {
  for (let rounds = 0; rounds < 10 && runs.isBusy(); rounds += 1) await setImmediate();
};

/** Confirms an order and lets its sending come to its end. */
async function confirmed(bookId: string): Promise<string> {
  const runId = confirm('sandbox', bookId);
  keys.at(-1)?.come(client);
  await rested();
  return runId;
}

/** What waits is tried again. */
async function triedAgain(): Promise<void> {
  runs.connectionUsable('sandbox');
  keys.at(-1)?.come(client);
  await rested();
}
const intentIds = () =>
  store.db
    .select()
    .from(orderIntents)
    .all()
    .map(({ intentId }) => intentId);

it('a run that was not placed whole is told until it is put aside or its book is in another one', async () => {
  expect(runs.openRuns()).toEqual([]);
  refusal = 'SERVICE_REFUSED';
  const first = await confirmed('a');
  expect(runs.openRuns()).toEqual([
    {
      ...{ runId: first, createdAtMs: 1_000, heldUntilMs: null, awaitsCredit: null },
      ...{ orders: 1, underWay: 0, ordered: 0, held: 0, needsYou: 1 },
    },
  ]);
  const other = await confirmed('b');
  expect(runs.openRuns().map(({ runId }) => runId)).toEqual(expect.arrayContaining([first, other]));
  store.db.update(books).set({ undoId: 'u' }).where(eq(books.bookId, 'b')).run();
  expect(
    runs.openRuns().map(({ runId }) => runId),
    'its book was removed',
  ).toEqual([first]);
  store.db.update(books).set({ undoId: null }).run();
  expect(runs.openRuns()).toHaveLength(2);
  runs.putAside(other);
  expect(runs.openRuns().map(({ runId }) => runId)).toEqual([first]);
  nowMs += 60_000;
  refusal = 'SERVICE_UNREACHABLE';
  const again = confirm('sandbox', 'a');
  keys.at(-1)?.come(client);
  await setImmediate();
  expect(runs.openRuns()).toMatchObject([{ runId: again, underWay: 1, needsYou: 0 }]);
});

it('a run that is stopped is told with what it holds', async () => {
  const runId = confirm('sandbox', 'a');
  expect(runs.openRuns()).toMatchObject([{ runId, underWay: 1, held: 0 }]);
  runs.stop(runId);
  expect(runs.openRuns()).toMatchObject([{ runId, underWay: 0, held: 1 }]);
  expect(runs.left()).toMatchObject({ waiting: 0, notPlaced: 1 });
});

it('an order whose key the service knows from another request is looked for before it is given up', async () => {
  refusal = 'SERVICE_KEY_MISMATCH';
  const unknown = await confirmed('a');
  expect(statesOf(unknown), 'nobody could be asked').toEqual(['checking']);
  found = () => [];
  runs.connectionUsable('sandbox');
  keys.at(-1)?.come(client);
  for (let rounds = 0; rounds < 10 && runs.isBusy(); rounds += 1) await setImmediate();
  expect(runs.run(unknown, null).rows).toMatchObject([
    { state: 'needsYou', problem: { key: 'errors.SERVICE_KEY_MISMATCH' } },
  ]);
  found = () => [placedAs(store.db.select().from(orderIntents).all().at(-1)?.intentId ?? '')];
  const there = await confirmed('b');
  expect(runs.run(there, null).rows).toMatchObject([{ state: 'ordered', orderUid: 'or_there', problem: null }]);
});

it('an order whose answer was lost, and whose key is refused since, says so and has others wait', async () => {
  let held = 0;
  runs.onHeld = () => (held += 1);
  const runId = await confirmed('a');
  expect(statesOf(runId)).toEqual(['checking']);
  timeRefusal = 'KEY_REFUSED';
  nowMs += 600_000;
  runs.connectionUsable('sandbox');
  keys.at(-1)?.come(client);
  for (let rounds = 0; rounds < 10 && runs.isBusy(); rounds += 1) await setImmediate();
  expect(runs.run(runId, null).rows).toMatchObject([{ state: 'checking', problem: { key: 'errors.KEY_REFUSED' } }]);
  expect(held).toBe(1);
  expect(runs.left()).toMatchObject({ moving: 0, waiting: 1, why: { key: 'errors.KEY_REFUSED' } });
  expect(sent).toEqual(['a']);
});

it('a request that the studio should never send is told once, and stands in the log that goes out with the diagnostics', async () => {
  refusal = 'SERVICE_LENGTH_REQUIRED';
  const runId = await confirmed('a');
  expect(runs.run(runId, null).rows).toMatchObject([
    { state: 'needsYou', problem: { key: 'errors.SERVICE_LENGTH_REQUIRED' } },
  ]);
  expect(logged).toEqual(['a fault of the studio: the service refused how it sent an order']);
  refusal = 'SERVICE_REFUSED';
  await confirmed('b');
  expect(logged).toHaveLength(1);
});

it('orders that are held or refused wait for a person until they are put aside, and books that were not sent until they are gone', () => {
  const runId = confirm('sandbox', 'a');
  runs.stop(runId);
  confirm('live', 'b');
  expect(ordersNotPlaced(store.db, 'sandbox')).toBe(1);
  expect(ordersNotPlaced(store.db, 'live')).toBe(0);
  runs.putAside(runId);
  expect(ordersNotPlaced(store.db, 'sandbox')).toBe(0);
  store.db.update(orderRuns).set({ awaitsMinor: 1 }).where(eq(orderRuns.runId, runId)).run();
  expect(ordersNotPlaced(store.db, 'sandbox')).toBe(1);
  expect(booksNotSent(store.db, 'sandbox')).toBe(0);
  setDelivery(store.db, 'sandbox', 'b', { stage: 'failed' });
  expect(booksNotSent(store.db, 'sandbox')).toBe(1);
  store.db.update(books).set({ undoId: 'undo-1' }).where(eq(books.bookId, 'b')).run();
  expect(booksNotSent(store.db, 'sandbox')).toBe(0);
});

it('orders that repeat others to one new address are one recipient’s, however often that was met before the first was confirmed', () => {
  for (const [bookId, recipientId] of [
    ['a', 'rcp_met'],
    ['b', 'rcp_met_too'],
  ] as const) {
    const recipient = { recipientId, address: ADDRESS, kind: 'customer' } as const;
    confirm('sandbox', bookId, undefined, { recipient, repeats: `or_${bookId}` });
  }
  const entries = store.db.select({ recipientId: recipients.recipientId }).from(recipients).all();
  expect(entries).toEqual([{ recipientId: 'rcp_met' }]);
  expect(
    store.db
      .select()
      .from(orderIntents)
      .all()
      .map(({ recipientId }) => recipientId),
  ).toEqual(['rcp_met', 'rcp_met']);
});

it('an order that could not be sent because the service does not tell its time waits, and is not sent once its run is stopped', async () => {
  timeRefusal = 'SERVICE_UNREACHABLE';
  const runId = await confirmed('a');
  expect(runs.run(runId, null).rows).toMatchObject([
    { state: 'waiting', problem: { key: 'errors.SERVICE_UNREACHABLE' } },
  ]);
  runs.stop(runId);
  timeRefusal = null;
  nowMs += 600_000;
  runs.connectionUsable('sandbox');
  keys.at(-1)?.come(client);
  for (let rounds = 0; rounds < 10 && runs.isBusy(); rounds += 1) await setImmediate();
  expect([statesOf(runId), sent]).toEqual([['held'], []]);
});

it('a run that is stopped while the service is asked for its time sends nothing', async () => {
  let told = () => undefined as void;
  const slow = { ...client, serviceNowMs: () => new Promise<number>((done) => (told = () => done(nowMs))) };
  const runId = confirm('sandbox', 'a');
  keys.at(-1)?.come(slow as unknown as ApiClient);
  await setImmediate();
  runs.stop(runId);
  told();
  for (let rounds = 0; rounds < 10 && runs.isBusy(); rounds += 1) await setImmediate();
  expect([statesOf(runId), sent]).toEqual([['held'], []]);
});

it('an order whose key is refused before it was sent is refused with those behind it', async () => {
  let held = 0;
  runs.onHeld = () => (held += 1);
  timeRefusal = 'KEY_REFUSED';
  const runId = await confirmed('a');
  expect(runs.run(runId, null).rows).toMatchObject([{ state: 'needsYou', problem: { key: 'errors.KEY_REFUSED' } }]);
  expect([held, sent]).toEqual([1, []]);
});

describe('an order of which it is not known what became of it', () => {
  it('is looked for when a later answer refuses it: a gateway knows nothing of what the service did before', async () => {
    const placed = await confirmed('a');
    expect(statesOf(placed)).toEqual(['checking']);
    refusal = 'SERVICE_NOT_FOUND';
    found = () => [placedAs(intentIds()[0] ?? '')];
    await triedAgain();
    expect(runs.run(placed, null).rows).toMatchObject([{ state: 'ordered', orderUid: 'or_there', problem: null }]);
    refusal = 'SERVICE_UNREACHABLE';
    found = null;
    const refused = await confirmed('b');
    refusal = 'SERVICE_NOT_FOUND';
    found = () => [];
    await triedAgain();
    expect(runs.run(refused, null).rows).toMatchObject([
      { state: 'needsYou', problem: { key: 'errors.SERVICE_NOT_FOUND' } },
    ]);
  });

  it('is found out when the disk would not take what became of it, and does not wait for the next start', async () => {
    store.db.run(sql`create trigger full before update of state on order_intents
      when new.state in ('ordered', 'checking') begin select raise(abort, 'disk full'); end`);
    const runId = await confirmed('a');
    expect(statesOf(runId)).toEqual(['sending']);
    store.db.run(sql`drop trigger full`);
    found = () => [placedAs(intentIds()[0] ?? '')];
    refusal = 'SERVICE_KEY_MISMATCH';
    runs.wake();
    keys.at(-1)?.come(client);
    await rested();
    expect(statesOf(runId)).toEqual(['ordered']);
  });

  it('is the order that the service shows, although it was given up before', async () => {
    refusal = 'SERVICE_REFUSED';
    const runId = await confirmed('a');
    expect(statesOf(runId)).toEqual(['needsYou']);
    const order = placedAs(intentIds()[0] ?? '') as unknown as OrderListItem;
    const meet = (connectionId: string, met = order) => store.db.transaction(() => runs.foundPlaced(connectionId, met));
    expect(meet('live')).toBe(false);
    expect(meet('sandbox', { ...order, externalRef: null })).toBe(false);
    expect(meet('sandbox')).toBe(true);
    expect(runs.run(runId, null).rows).toMatchObject([{ state: 'ordered', orderUid: 'or_there', charge: 3_300 }]);
    expect(stagesOf(store.db, 'sandbox', ['a']).get('a')).toBe('ordered');
    expect(meet('sandbox')).toBe(false);
  });
});

describe('a run that is stopped', () => {
  it('sends nothing that the service put off, nor what waits for its turn between the desk and the wire', async () => {
    refusal = 'SERVICE_BUSY';
    const putOff = await confirmed('a');
    expect(statesOf(putOff)).toEqual(['waiting']);
    runs.stop(putOff);
    await triedAgain();
    expect(statesOf(putOff)).toEqual(['held']);
    let turn: () => void = () => undefined;
    lane = new Promise((come) => (turn = come));
    const waiting = confirm('sandbox', 'b');
    keys.at(-1)?.come(client);
    for (let rounds = 0; rounds < 5; rounds += 1) await setImmediate();
    expect(statesOf(waiting)).toEqual(['sending']);
    runs.stop(waiting);
    turn();
    await rested();
    expect(runs.run(waiting, null).rows).toMatchObject([{ state: 'held', problem: { key: 'errors.RUN_STOPPED' } }]);
    expect(sent).toEqual(['a']);
    lane = null;
    nowMs += 600_000;
    await triedAgain();
    expect(sent).toEqual(['a']);
  });
});

it('a run of which something was sent is not taken back, whatever the clock says by now', async () => {
  const runId = confirm('sandbox', 'a', undefined, undefined, 10_000);
  nowMs += 10_000;
  runs.wake();
  keys.at(-1)?.come(client);
  await rested();
  expect(sent).toEqual(['a']);
  nowMs -= 5_000;
  expect(runs.undo(runId)).toBe(false);
  expect(statesOf(runId)).toEqual(['checking']);
});

it('an order that is replaced by another of its book is none that was not placed', () => {
  const former = awaitingCredit('a', 100);
  const recipient = { recipientId: 'kim', kind: 'customer', address: { ...ADDRESS, address1: 'x' } } as const;
  confirm('sandbox', 'a', undefined, { recipient, repeats: null });
  expect(runs.run(former, null).rows).toMatchObject([{ state: 'needsYou', problem: { key: 'desk.order.replaced' } }]);
  expect(runs.standing('sandbox')).toEqual({ open: 1, ordered: 0, held: 0, needsYou: 0 });
});

it('credit that orders under way are about to spend lets no other run go on', () => {
  const first = awaitingCredit('a', 100);
  const second = awaitingCredit('b', 80);
  runs.creditIs('sandbox', 100n);
  expect([statesOf(first), statesOf(second)]).toEqual([['waiting'], ['held']]);
  runs.creditIs('sandbox', 100n);
  expect([statesOf(second), runs.awaitsCredit('sandbox')]).toEqual([['held'], true]);
  runs.creditIs('sandbox', 180n);
  expect([statesOf(second), runs.awaitsCredit('sandbox')]).toEqual([['waiting'], false]);
});

it('a run that waits for credit goes on by no more statements where it has many orders', () => {
  const statementsFor = (runId: string): number => {
    let statements = 0;
    const note = () => (statements += 1);
    subscribe(STATEMENT_CHANNEL, note);
    runs.creditIs('sandbox', 1_000n);
    unsubscribe(STATEMENT_CHANNEL, note);
    expect(new Set(statesOf(runId))).toEqual(new Set(['waiting']));
    return statements;
  };
  const few = statementsFor(awaitingCredit('a', 100, 2));
  expect(statementsFor(awaitingCredit('b', 100, 40))).toBeLessThanOrEqual(few);
});

it('a book that was sent anew and ordered is ordered, although the clock was set back in between', async () => {
  refusal = 'SERVICE_KEY_MISMATCH';
  found = () => [placedAs(intentIds()[0] ?? '')];
  confirm('sandbox', 'a', () => setDelivery(store.db, 'sandbox', 'a', { anewAtMs: nowMs + 60 * 3_600_000 }));
  keys.at(-1)?.come(client);
  await rested();
  expect(stagesOf(store.db, 'sandbox', ['a']).get('a')).toBe('ordered');
});
