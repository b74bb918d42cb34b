import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { address, importFolder, openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

let bench: Bench;
let desk: Desk;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 0 });
  await cp(SAMPLES, join(bench.dir, 'samples'), { recursive: true });
  desk = await bench.openDesk('undo');
  await importFolder(desk, join(bench.dir, 'samples'));
  await desk.connectBuiltIn(bench.service.hello);
  await until(rows, (now) => now.every(({ stage }) => stage !== 'checking'));
});
afterAll(() => bench.close());

const rows = async () => (await desk.handlers['library.changes']({ since: null })).rows;
const ready = async () => (await rows()).filter(({ stage }) => stage === 'ready');
const rowOf = async (bookId: string) => {
  const found = (await rows()).find((row) => row.bookId === bookId);
  if (found === undefined) throw new Error(`there is no book ${bookId}`);
  return found;
};
const jobs = async () =>
  (await desk.handlers['queue.changes']({ since: null })).rows.toSorted((one, other) => one.turn - other.turn);
const takeBack = (undoId: string | null) => desk.handlers['steps.takeBack']({ undoId: undoId ?? 'none' });
/** What is set of books, all of it. */
const setOf = async (bookIds: readonly string[]) =>
  Promise.all(
    bookIds.map(async (bookId) => {
      const { title, specUid, specOrigin, quantity, stage } = await rowOf(bookId);
      const goesTo = (await desk.handlers['recipients.ofBook']({ bookId })).map((one) => [
        one.recipientId,
        one.quantity,
      ]);
      return { title, specUid, specOrigin, quantity, stage, goesTo };
    }),
  );
const recipient = async (recipientName: string) =>
  (
    await desk.handlers['recipients.save']({
      recipientId: null,
      address: { ...address, recipientName },
      kind: 'customer',
    })
  ).recipientId;
const setSpec = (bookIds: string[], specUid: string) => desk.handlers['library.setSpec']({ bookIds, specUid });

it('spec, copies, title and recipients are taken back one after the other, and done again', async () => {
  const bookIds = (await ready()).slice(0, 3).map(({ bookId }) => bookId);
  const [first = ''] = bookIds;
  const consignments = [await recipient('김민수'), await recipient('이서연')].map((recipientId, at) => ({
    recipientId,
    quantity: at + 2,
  }));
  const acts = [
    () => setSpec(bookIds, 'SQUAREBOOK_HC'),
    () => desk.handlers['library.setQuantity']({ bookIds, quantity: 7 }),
    () => desk.handlers['library.setTitle']({ bookId: first, title: '은혼식' }),
    () => desk.handlers['recipients.setForBook']({ bookId: first, consignments }),
    () => desk.handlers['recipients.assign']({ bookIds, recipientId: consignments[1]?.recipientId ?? '' }),
    () => desk.handlers['recipients.setForBook']({ bookId: first, consignments: [] }),
  ];
  const states = [await setOf(bookIds)];
  const undoIds: (string | null)[] = [];
  for (const act of acts) {
    undoIds.push((await act()).undoId);
    states.push(await setOf(bookIds));
  }
  expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(acts.length + 1);
  const redoIds: (string | null)[] = [];
  for (const [back, undoId] of undoIds.toReversed().entries()) {
    const taken = await takeBack(undoId);
    expect(taken.left).toBe(0);
    redoIds.push(taken.undoId);
    expect(await setOf(bookIds)).toEqual(states[acts.length - 1 - back]);
  }
  const undoAgain: (string | null)[] = [];
  for (const [at, redoId] of redoIds.toReversed().entries()) {
    undoAgain.push((await takeBack(redoId)).undoId);
    expect(await setOf(bookIds)).toEqual(states[at + 1]);
  }
  for (const undoId of undoAgain.toReversed()) await takeBack(undoId);
  expect(await setOf(bookIds)).toEqual(states[0]);
  await expect(takeBack(undoIds[0] ?? null)).rejects.toMatchObject({ code: 'UNDO_UNKNOWN' });
});

it('what was set otherwise since stays; where that is all of it, nothing is taken back and it is said', async () => {
  const [one, other] = await ready();
  const bookIds = [one?.bookId ?? '', other?.bookId ?? ''];
  const { undoId } = await desk.handlers['library.setQuantity']({ bookIds, quantity: 11 });
  await desk.handlers['library.setQuantity']({ bookIds: bookIds.slice(0, 1), quantity: 12 });
  expect(await takeBack(undoId)).toMatchObject({ left: 1 });
  expect((await setOf(bookIds)).map(({ quantity }) => quantity)).toEqual([12, other?.quantity]);
  const all = await desk.handlers['library.setQuantity']({ bookIds, quantity: 13 });
  await desk.handlers['library.setQuantity']({ bookIds, quantity: 14 });
  await expect(takeBack(all.undoId)).rejects.toMatchObject({ code: 'UNDO_CHANGED' });
  expect((await setOf(bookIds)).map(({ quantity }) => quantity)).toEqual([14, 14]);
  expect(await desk.handlers['library.setQuantity']({ bookIds, quantity: 14 })).toEqual({ undoId: null });
});

it('a book that was sent off keeps the spec it was sent with', async () => {
  const [one, other] = await ready();
  const bookIds = [one?.bookId ?? '', other?.bookId ?? ''];
  const before = await setOf(bookIds);
  const specUid = one?.specUid ?? '';
  const { undoId } = await setSpec(bookIds, specUid);
  await desk.handlers['queue.pause']({ how: 'now' });
  await desk.handlers['queue.upload']({ bookIds: bookIds.slice(0, 1), print: HOWEVER_IT_PRINTS });
  const { left } = await takeBack(undoId);
  expect(left).toBe(1);
  expect(await setOf(bookIds)).toEqual([{ ...before[0], specOrigin: 'given', stage: 'queued' }, before[1]]);
  await desk.handlers['queue.cancel']({ jobIds: (await jobs()).map(({ jobId }) => jobId) });
});

it('books that were taken out of the queue stand where they stood; those that went on since do not', async () => {
  await desk.handlers['queue.pause']({ how: 'now' });
  await desk.handlers['queue.upload']({ bookIds: [], print: HOWEVER_IT_PRINTS });
  const waiting = async () =>
    (await jobs()).flatMap(({ jobId, turn, bookId, state }) =>
      state.status === 'waiting' ? [{ jobId, turn, bookId, state }] : [],
    );
  const before = await waiting();
  expect(before.length).toBeGreaterThan(3);
  const jobIds = before.slice(0, 3).map(({ jobId }) => jobId);
  const { undoId } = await desk.handlers['queue.cancel']({ jobIds });
  expect(await waiting()).toEqual(before.slice(3));
  expect((await rowOf(before[0]?.bookId ?? '')).stage).toBe('ready');
  const back = await takeBack(undoId);
  expect(back.left).toBe(0);
  expect(await waiting()).toEqual(before);
  expect((await rowOf(before[0]?.bookId ?? '')).stage).toBe('queued');
  const again = await takeBack(back.undoId);
  expect(await waiting()).toEqual(before.slice(3));
  // One was queued anew meanwhile, another one is not in the library: neither comes back twice.
  await desk.handlers['queue.upload']({ bookIds: [before[0]?.bookId ?? ''], print: HOWEVER_IT_PRINTS });
  const removed = await desk.handlers['library.remove']({ bookIds: [before[1]?.bookId ?? ''] });
  expect((await takeBack(again.undoId)).left).toBe(2);
  const now = await waiting();
  expect(now.map(({ bookId }) => bookId).toSorted()).toEqual(
    before
      .map(({ bookId }) => bookId)
      .filter((bookId) => bookId !== before[1]?.bookId)
      .toSorted(),
  );
  await takeBack(removed.undoId);
});

it('a book whose upload had failed is failed again, with its reason', async () => {
  await desk.handlers['queue.cancel']({ jobIds: (await jobs()).map(({ jobId }) => jobId) });
  const [one] = await ready();
  await bench.fault({ kind: 'fail', method: 'POST', path: '/books', times: 20 });
  await desk.handlers['queue.upload']({ bookIds: [one?.bookId ?? ''], print: HOWEVER_IT_PRINTS });
  await desk.handlers['queue.resume']({});
  const failed = await until(
    async () => {
      // It is tried again with growing pauses, which nobody waits for here.
      bench.clock.aheadMs += 600_000;
      await desk.handlers['queue.resume']({});
      return (await jobs()).filter(({ state }) => state.status === 'failed');
    },
    (now) => now.length === 1,
  );
  await desk.handlers['queue.pause']({ how: 'now' });
  const { undoId } = await desk.handlers['queue.cancel']({ jobIds: failed.map(({ jobId }) => jobId) });
  expect((await rowOf(one?.bookId ?? '')).stage).toBe('ready');
  await takeBack(undoId);
  expect((await jobs()).filter(({ state }) => state.status === 'failed')).toEqual(failed);
  expect((await rowOf(one?.bookId ?? '')).stage).toBe('failed');
});

it('a step of an earlier start is not there any more, and what it did stays', async () => {
  const [one] = await ready();
  const bookId = one?.bookId ?? '';
  const { undoId } = await desk.handlers['library.setTitle']({ bookId, title: 'As it is called now' });
  await desk.close();
  desk = await bench.openDesk('undo');
  await desk.connectBuiltIn({ ...bench.service.hello, keys: null });
  await expect(takeBack(undoId)).rejects.toMatchObject({ code: 'UNDO_UNKNOWN' });
  expect((await rowOf(bookId)).title).toBe('As it is called now');
});
