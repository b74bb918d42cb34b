import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Libsql from 'libsql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Shipping } from '../../src-core/contract/orders.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { EACH_ON_ITS_OWN } from '../fixtures/order-plan.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { memorySecret, placesIn, seedBigDesk, startBigService, type BigService } from './support/big-desk.ts';
import { address, depsOf, MovableClock, until } from './support/desk-bench.ts';

/** Four of one copy, four of two, and so on. */
const BOOKS = 16;
const HOLD_MS = 10_000;
const PLACES = placesIn(resolve(import.meta.dirname, '../..'));

let folder: string;
let service: BigService;
let desk: Desk;
let clock: MovableClock;
let credit: number;
let dataDir: string;
let named = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'order-hold-'));
  service = await startBigService({ credit: () => credit });
});
afterAll(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  credit = 1_000_000_000;
  clock = new MovableClock();
  dataDir = join(folder, `desk-${(named += 1)}`);
  seedBigDesk(dataDir, join(folder, 'drop'), PLACES, { books: BOOKS, stage: 'uploaded', baseUrl: service.baseUrl });
  desk = await openDesk(dataDir);
});
afterEach(() => desk?.close());

const openDesk = (ofFolder: string) => {
  const workerFile = join(inject('deskTools'), 'desk/preflight-worker.js');
  const given = { workerFile, samplesFolder: folder, secrets: memorySecret, clock, orderHoldMs: HOLD_MS };
  return createDesk(depsOf(ofFolder, given));
};
/** As if so much time had gone by in which no timer counted. */
const later = (byMs: number) => {
  clock.aheadMs += byMs;
  return desk.wake();
};
async function review(
  bookIds: readonly string[] = [],
  again: readonly string[] = [],
  how: { recipientId?: string } = {},
) {
  const which = { bookIds: [...bookIds], again: [...again], ...how };
  const answer = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, ...which });
  if (!answer.ok) throw new Error(answer.problem.key);
  return answer.review;
}
const confirm = (
  reviewId: string,
  how: { onlyFitting?: boolean; cheapestFirst?: boolean; awaitCredit?: boolean } = {},
) => desk.handlers['orders.confirm']({ reviewId, address, onlyFitting: false, print: HOWEVER_IT_PRINTS, ...how });
const sentSince = (from: number) =>
  service.calls.slice(from).filter(({ method, path }) => method === 'POST' && path === '/v1/orders').length;
const run = (runId: string) => desk.handlers['orders.run']({ runId, since: null });
const ended = (runId: string) =>
  until(
    () => run(runId),
    ({ state }) => state === 'done',
  );
/** Amounts have hundredths. */
const together = (charges: readonly number[]) =>
  Math.round(charges.reduce((sum, charge) => sum + charge, 0) * 100) / 100;
const bookIdsOf = async (count: number) => {
  const { rows } = await desk.handlers['library.changes']({ since: null });
  return rows.slice(0, count).map(({ bookId }) => bookId) as [string, string, string, string, string, string, string];
};
const stages = async () =>
  (await desk.handlers['library.changes']({ since: null })).rows.map(({ stage, orderUid }) => [stage, orderUid]);

it('a confirmed run is held for ten seconds and sent then, each order once', async () => {
  const from = service.calls.length;
  const { reviewId } = await review();
  const { runId, heldUntilMs } = await confirm(reviewId);
  expect(heldUntilMs).toBeGreaterThan(clock.nowMs());
  await later(HOLD_MS - 2_000);
  expect([sentSince(from), (await run(runId)).rows.map(({ state }) => state)]).toEqual([
    0,
    Array(BOOKS).fill('waiting'),
  ]);
  // Nobody wakes it: the rest of the hold is a timer's.
  await ended(runId);
  expect(sentSince(from)).toBe(BOOKS);
  expect(await desk.handlers['orders.undoRun']({ runId })).toEqual({ undone: false });
  expect((await stages()).every(([stage]) => stage === 'ordered')).toBe(true);
});

it('undo gives back the books and the very review, which can be confirmed again', async () => {
  const from = service.calls.length;
  const before = await stages();
  const { reviewId, charge } = await review();
  const { runId } = await confirm(reviewId);
  await expect(confirm(reviewId)).rejects.toMatchObject({ code: 'REVIEW_UNKNOWN' });
  expect(await stages()).not.toEqual(before);
  expect(await desk.handlers['orders.undoRun']({ runId })).toEqual({ undone: true });
  expect([await stages(), (await run(runId)).rows]).toEqual([before, []]);
  expect(await desk.handlers['orders.undoRun']({ runId })).toEqual({ undone: false });
  await later(2 * HOLD_MS);
  expect(sentSince(from)).toBe(0);
  expect(await review()).toMatchObject({ charge });
  const again = await confirm(reviewId);
  await later(HOLD_MS);
  await ended(again.runId);
  expect(sentSince(from)).toBe(BOOKS);
});

it('orders that were held for credit keep their keys through a confirmation that was taken back', async () => {
  credit = Math.round((await review()).charge / 2);
  const part = await review();
  const first = await confirm(part.reviewId, { onlyFitting: true });
  await later(HOLD_MS);
  const held = (await ended(first.runId)).rows.filter(({ state }) => state === 'held');
  expect(held.length).toBeGreaterThan(0);
  credit = 1_000_000_000;
  const rest = await review();
  const second = await confirm(rest.reviewId);
  expect((await run(second.runId)).rows.map(({ intentId }) => intentId)).toEqual(held.map(({ intentId }) => intentId));
  await desk.handlers['orders.undoRun']({ runId: second.runId });
  expect((await run(first.runId)).rows.filter(({ state }) => state === 'held')).toEqual(held);
});

it.each(['keeps the rest of the hold', 'sends at once what was held long enough'] as const)(
  'a desk that died in the hold %s, and sends each order once',
  async (what) => {
    const from = service.calls.length;
    const { runId } = await confirm((await review()).reviewId);
    // As a crash leaves it, its log of writes beside it.
    const left = `${dataDir}-left`;
    await cp(dataDir, left, { recursive: true });
    await desk.handlers['orders.undoRun']({ runId });
    await desk.close();
    if (what === 'sends at once what was held long enough') clock.aheadMs += HOLD_MS;
    desk = await openDesk(left);
    if (what === 'keeps the rest of the hold') {
      await later(HOLD_MS / 2);
      expect([sentSince(from), (await run(runId)).state]).toEqual([0, 'running']);
      await later(HOLD_MS / 2);
    }
    await ended(runId);
    expect(sentSince(from)).toBe(BOOKS);
  },
);

it('the cheapest first, so much credit covers more orders, with a sum of their own', async () => {
  const all = await review();
  const charges = all.orders.map(({ charge }) => charge).sort((a, b) => a - b);
  credit = together(charges.slice(0, BOOKS / 2));
  const short = await review();
  expect([short.fit.books < BOOKS / 2, short.fitCheapest.books]).toEqual([true, BOOKS / 2]);
  const fitting = short.orders.filter(({ lines }) => lines.every(({ fitsCheapest }) => fitsCheapest));
  expect(short.fitCheapest.charge).toBe(together(fitting.map(({ charge }) => charge)));
  const { runId } = await confirm(short.reviewId, { onlyFitting: true, cheapestFirst: true });
  await later(HOLD_MS);
  const { rows } = await ended(runId);
  expect(rows.filter(({ state }) => state === 'ordered')).toHaveLength(short.fitCheapest.orders);
});

it('what waits for credit goes on by itself with the sweep that finds enough of it, and asks for none without waiting', async () => {
  const from = service.calls.length;
  const { charge } = await review();
  credit = Math.floor(charge) - 1;
  const { reviewId } = await review();
  const { runId, heldUntilMs } = await confirm(reviewId, { awaitCredit: true });
  expect([heldUntilMs, (await run(runId)).rows.map(({ state }) => state)]).toEqual([null, Array(BOOKS).fill('held')]);
  await desk.handlers['orders.refresh']({});
  expect(sentSince(from)).toBe(0);
  credit = charge;
  await desk.handlers['orders.refresh']({});
  await until(
    () => sentSince(from),
    (sent) => sent === BOOKS,
  );
  await until(
    () => run(runId),
    ({ rows }) => rows.every(({ state }) => state === 'ordered'),
  );
});

describe('what waits for credit', () => {
  const [KIM, LEE, PARK] = ['김민수', '이서연', '박지훈'].map((recipientName, at) => ({
    ...address,
    recipientName,
    address1: `서울특별시 중구 세종대로 ${at + 1}`,
  })) as [Shipping, Shipping, Shipping];
  const save = (recipientId: string | null, of: Shipping) =>
    desk.handlers['recipients.save']({ recipientId, address: of, kind: 'customer' });
  const assign = async (bookId: string, of: Shipping) => {
    const { recipientId } = await save(null, of);
    await desk.handlers['recipients.assign']({ bookIds: [bookId], recipientId });
    return recipientId;
  };
  /** Confirms the books with no credit, lets `meanwhile` happen, and then there is enough of it. */
  const confirmedBefore = async (
    bookIds: string[],
    meanwhile: () => Promise<unknown>,
    how: { recipientId?: string } = {},
  ) => {
    const { charge } = await review(bookIds);
    credit = 0;
    const { reviewId } = await review(bookIds, [], how);
    const { runId } = await confirm(reviewId, { awaitCredit: true });
    await meanwhile();
    credit = charge;
    await desk.handlers['orders.refresh']({});
    const { rows } = await ended(runId);
    return rows.map((row) => [row.bookIds, row.state, row.problem?.key ?? null]);
  };
  const went = (bookId: string) => [[bookId], 'ordered', null];
  const stays = (bookId: string) => [[bookId], 'needsYou', 'desk.order.changed'];

  it('is not ordered where the book is another one by now, was taken out, or goes elsewhere or in other numbers', async () => {
    const from = service.calls.length;
    const [anew, taken, moved, more, less, same, toAll] = await bookIdsOf(7);
    const kim = await assign(moved, KIM);
    await assign(less, LEE);
    await assign(same, PARK);
    const rows = await confirmedBefore([anew, taken, moved, more, less, same, toAll], async () => {
      const store = new Libsql(join(dataDir, 'desk.db'));
      store.prepare('update deliveries set book_uid = ? where book_id = ?').run('bk_corrected', anew);
      store.close();
      await desk.handlers['library.remove']({ bookIds: [taken] });
      await save(kim, { ...KIM, address1: '서울특별시 중구 세종대로 99' });
      await desk.handlers['library.setQuantity']({ bookIds: [more], quantity: 7 });
      await desk.handlers['library.setQuantity']({ bookIds: [less], quantity: 9 });
    });
    expect(rows.toSorted()).toEqual(
      [stays(anew), stays(taken), stays(moved), stays(more), stays(less), went(same), went(toAll)].toSorted(),
    );
    expect(sentSince(from)).toBe(2);
  });

  it('is not ordered where the address that was typed for it was corrected in the address book', async () => {
    const [bookId] = await bookIdsOf(1);
    const rows = await confirmedBefore([bookId], async () => {
      const [typed] = await desk.handlers['recipients.list']({});
      await save(typed?.recipientId ?? '', { ...address, address1: '서울특별시 강남구 테헤란로 251' });
    });
    expect(rows).toEqual([stays(bookId)]);
  });

  it('is not ordered for whom somebody took off the book, and for whom the batch goes to it is', async () => {
    const [ofKim, ofBatch] = await bookIdsOf(2);
    await assign(ofKim, KIM);
    const { recipientId: lee } = await save(null, LEE);
    const takenOff = () => desk.handlers['recipients.assign']({ bookIds: [ofKim], recipientId: null });
    const rows = await confirmedBefore([ofKim, ofBatch], takenOff, { recipientId: lee });
    expect(rows).toEqual([stays(ofKim), went(ofBatch)]);
  });

  it('is ordered for whom a batch was confirmed to go to by a version that did not note it', async () => {
    const [bookId] = await bookIdsOf(1);
    const { recipientId: lee } = await save(null, LEE);
    const updated = async () => {
      const store = new Libsql(join(dataDir, 'desk.db'));
      store.prepare('delete from desk_values where name = ?').run('orders.batchRecipients');
      store.close();
    };
    expect(await confirmedBefore([bookId], updated, { recipientId: lee })).toEqual([went(bookId)]);
  });

  it('is not ordered for whom somebody took off the book of a batch whose address was typed', async () => {
    const [ofKim, ofBatch] = await bookIdsOf(2);
    await assign(ofKim, KIM);
    const takenOff = () => desk.handlers['recipients.assign']({ bookIds: [ofKim], recipientId: null });
    expect(await confirmedBefore([ofKim, ofBatch], takenOff)).toEqual([stays(ofKim), went(ofBatch)]);
  });

  it('is ordered for whom the batch goes to, whether the address was typed before or chosen', async () => {
    const [bookId] = await bookIdsOf(1);
    const { recipientId: lee } = await save(null, LEE);
    credit = 0;
    const chosen = await confirm((await review([bookId], [], { recipientId: lee })).reviewId, { awaitCredit: true });
    const typed = await desk.handlers['orders.confirm']({
      reviewId: (await review([bookId])).reviewId,
      address: LEE,
      onlyFitting: false,
      awaitCredit: true,
      print: HOWEVER_IT_PRINTS,
    });
    expect((await run(chosen.runId)).rows).toEqual([]);
    credit = 1_000_000_000;
    await desk.handlers['orders.refresh']({});
    expect((await ended(typed.runId)).rows).toMatchObject([{ state: 'ordered', problem: null }]);
  });

  /** A book that Kim has on order and that goes to Lee as well, whose order waits for credit. */
  const alsoForLee = async () => {
    const [bookId] = await bookIdsOf(1);
    const kim = await assign(bookId, KIM);
    const first = await confirm((await review([bookId])).reviewId);
    await later(HOLD_MS);
    const [placed] = (await ended(first.runId)).rows;
    const { recipientId: lee } = await save(null, LEE);
    const give = (copies: number) =>
      desk.handlers['recipients.setForBook']({
        bookId,
        consignments: [
          { recipientId: kim, quantity: 1 },
          { recipientId: lee, quantity: copies },
        ],
      });
    await give(1);
    credit = 0;
    const { runId } = await confirm((await review([bookId])).reviewId, { awaitCredit: true });
    credit = 1_000_000_000;
    const again = async () => (await confirm((await review([bookId], [placed?.orderUid ?? ''])).reviewId)).runId;
    return { runId, give, again };
  };
  const told = async (runId: string) =>
    (await run(runId)).rows.map(({ recipientName, state, problem }) => [recipientName, state, problem?.key]);

  it('waits on for whom it is meant while an order for somebody else of the same book is placed again', async () => {
    const { runId, again } = await alsoForLee();
    const ofKim = await again();
    expect(await told(runId)).toEqual([['이서연', 'held', 'errors.CREDIT_SHORT']]);
    // The other order of the book is still under way.
    await desk.handlers['orders.refresh']({});
    await ended(runId);
    await later(HOLD_MS);
    await ended(ofKim);
    expect([await told(runId), await told(ofKim)]).toEqual([
      [['이서연', 'ordered', undefined]],
      [['김민수', 'ordered', undefined]],
    ]);
    expect(await desk.handlers['orders.openRuns']({})).toEqual([]);
  });

  it('is told as not placed until it is, whatever is ordered for somebody else of the same book', async () => {
    const { runId, give, again } = await alsoForLee();
    await give(2);
    await desk.handlers['orders.refresh']({});
    expect(await told(runId)).toEqual([['이서연', 'needsYou', 'desk.order.changed']]);
    const ofKim = await again();
    await later(HOLD_MS);
    await ended(ofKim);
    expect(await desk.handlers['orders.openRuns']({})).toMatchObject([{ runId, needsYou: 1 }]);
  });
});
