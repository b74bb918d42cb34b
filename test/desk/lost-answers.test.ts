import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { KillableService } from '../fixtures/killable-service.ts';
import { DeskProcess, copySamples, workFolder, type LocalBook, startService } from './desk-harness.ts';
import { expectLedgerAddsUp, expectOrderedOnce, serviceTruth } from './exactly-once.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Longer than the service keeps a key. */
const LONG_SLEEP_MS = 30 * HOUR_MS;
const BOOKS = ['김민수_이서연', '할머니 팔순'];

let folder: string;
let service: KillableService;
/** Of all tests of this file: what each leaves behind must stay true for the ones after it. */
const expected: LocalBook[] = [];

beforeAll(async () => {
  folder = await workFolder();
  service = await startService(join(folder, 'service'));
});

afterEach(async () => {
  await service.printHouse('DELETE', '/faults');
});

afterAll(async () => {
  await service?.dispose();
  await rm(folder, { recursive: true, force: true });
});

interface Fault {
  readonly kind: 'loseAnswer' | 'fail';
  readonly method: string;
  readonly path: string;
  readonly times: number;
}

const suffer = async (...faults: Fault[]) => {
  for (const fault of faults) await service.printHouse('POST', '/faults', fault);
};
const lose = (method: string, path: string, times = 1): Fault => ({ kind: 'loseAnswer', method, path, times });
const fail = (method: string, path: string, times: number): Fault => ({ kind: 'fail', method, path, times });

let batches = 0;
/** A new desk with a folder of its own. */
async function newDesk(names: readonly string[] = BOOKS) {
  batches += 1;
  const dropped = join(folder, `batch ${batches}`);
  const books = await copySamples(dropped, `#${batches}`, names);
  const dataDir = join(folder, `desk ${batches}`);
  /** All books by one reference, as a customer's order has one. */
  const listAll = (reference: string) =>
    writeFile(
      join(dropped, 'list.csv'),
      ['key,ref', ...books.map(({ title }) => `"${title}",${reference}`)].join('\n'),
    );
  const start = (more: { clockOffsetMs?: number; orderAgain?: boolean; together?: boolean } = {}) =>
    new DeskProcess({ dataDir, helloFile: service.helloFile, folder: dropped, ...more });
  return { books, start, listAll };
}

async function expectOnce(books: readonly LocalBook[]): Promise<void> {
  expected.push(...books);
  const truth = await serviceTruth(service);
  await expectOrderedOnce(service, truth, expected);
  expect(truth.orders.flatMap(({ items }) => items)).toHaveLength(expected.length);
  expect(truth.books).toHaveLength(expected.length);
  expectLedgerAddsUp(truth);
}

type Calls = Awaited<ReturnType<DeskProcess['done']>>['calls'];
const callsTo = (calls: Calls, method: string, path: RegExp) =>
  calls.filter((call) => call.method === method && path.test(call.path));

test('an order whose answer is lost is asked for again with its key: one charge', async () => {
  await suffer(lose('POST', '/orders'));
  const { books, start } = await newDesk();
  const { calls } = await start().done();
  expect(
    callsTo(calls, 'POST', /^\/orders$/).map(({ status }) => status),
    'lost, told again, and the other book',
  ).toHaveLength(books.length + 1);
  await expectOnce(books);
});

test('an order of several books whose answer is lost: one order with all of them, one charge', async () => {
  const ordersBefore = (await serviceTruth(service)).orders.length;
  await suffer(lose('POST', '/orders', 3));
  const { books, start } = await newDesk();
  const { calls } = await start({ together: true }).done();
  expect(callsTo(calls, 'POST', /^\/orders$/)).toHaveLength(1 + 3);
  await expectOnce(books);
  expect((await serviceTruth(service)).orders).toHaveLength(ordersBefore + 1);
});

test('orders whose answers are lost several times: one charge a book', async () => {
  await suffer(lose('POST', '/orders', 5));
  const { books, start } = await newDesk();
  const { calls } = await start().done();
  expect(callsTo(calls, 'POST', /^\/orders$/)).toHaveLength(books.length + 5);
  await expectOnce(books);
});

test('an upload whose answer is lost: the book ends uploaded with the same bytes, nothing of it twice', async () => {
  await suffer(lose('POST', '/books/*/pdf-cover', 2), lose('POST', '/books/*/pdf-contents', 2));
  const { books, start } = await newDesk();
  const { calls } = await start().done();
  expect(
    callsTo(calls, 'PUT', /pdf-cover$/).map(({ status }) => status),
    'what may be there is replaced',
  ).toEqual([200, 200]);
  expect(callsTo(calls, 'PUT', /pdf-contents$/).map(({ status }) => status)).toEqual([200, 200]);
  await expectOnce(books);
});

test('a created book and a finalization whose answers are lost: one book each', async () => {
  await suffer(lose('POST', '/books', 2), lose('POST', '/books/*/finalization', 2));
  const { books, start } = await newDesk();
  await start().done();
  await expectOnce(books);
});

test('a service that fails twice at every step is asked again', async () => {
  await suffer(
    fail('POST', '/books', 2),
    fail('POST', '/books/*/pdf-cover', 2),
    fail('POST', '/books/*/pdf-contents', 2),
    fail('POST', '/books/*/finalization', 2),
    fail('POST', '/orders', 2),
  );
  const { books, start } = await newDesk();
  const { calls } = await start().done();
  expect(calls.filter(({ status }) => status === 500)).toHaveLength(10);
  await expectOnce(books);
});

/** Runs until an order's fate is unknown, ends the desk hard, and lets the service's clock pass the life of the key. */
async function sleepOver(desk: DeskProcess): Promise<void> {
  expect(
    await desk.next(({ event, state }) => event === 'order' && state === 'checking'),
    'the answer was lost',
  ).not.toBeNull();
  await desk.kill();
  await service.printHouse('DELETE', '/faults');
  await service.printHouse('POST', '/clock', { moveMs: LONG_SLEEP_MS });
}

// Nine hours: a computer that takes UTC for the time in Seoul, as one with two operating systems does.
test.each([0, 9, -9])(
  'an order whose answer was lost 30 hours ago is found among the orders, not ordered anew (desk clock off by %d h)',
  async (offByHours) => {
    const offByMs = offByHours * HOUR_MS;
    await suffer(lose('POST', '/orders', 100));
    const { books, start } = await newDesk(['할머니 팔순']);
    try {
      await sleepOver(start({ clockOffsetMs: offByMs }));
      const { calls } = await start({ clockOffsetMs: offByMs + LONG_SLEEP_MS }).done();
      expect(callsTo(calls, 'POST', /^\/orders$/), 'nothing was ordered after the sleep').toEqual([]);
      expect(callsTo(calls, 'GET', /^\/orders\?/).length).toBeGreaterThan(0);
      await expectOnce(books);
    } finally {
      await service.printHouse('POST', '/clock', { moveMs: -LONG_SLEEP_MS });
    }
  },
);

test('an order that certainly never arrived 30 hours ago waits for a person, who orders it once', async () => {
  const ordersBefore = (await serviceTruth(service)).orders.length;
  await suffer(fail('POST', '/orders', 100));
  const { books, start } = await newDesk(['할머니 팔순']);
  try {
    await sleepOver(start());
    const stopped = await start({ clockOffsetMs: LONG_SLEEP_MS }).stopped();
    expect(stopped).toMatchObject({
      orders: [
        { titles: [books[0]?.title], state: 'needsYou', orderUid: null, problem: { key: 'errors.ORDER_NOT_PLACED' } },
      ],
    });
    expect((await serviceTruth(service)).orders, 'nobody was charged meanwhile').toHaveLength(ordersBefore);
    await start({ clockOffsetMs: LONG_SLEEP_MS, orderAgain: true }).done();
    await expectOnce(books);
  } finally {
    await service.printHouse('POST', '/clock', { moveMs: -LONG_SLEEP_MS });
  }
});

test.each([
  ['a book', ['할머니 팔순'], null],
  ['books of one reference', BOOKS, 'ORDER-118'],
] as const)(
  '%s whose creation was lost 30 hours ago: found by its reference, not made anew',
  async (_, names, reference) => {
    await suffer(lose('POST', '/books', 100));
    const { books, start, listAll } = await newDesk(names);
    if (reference !== null) await listAll(reference);
    try {
      const desk = start();
      for (const { title } of books)
        expect(
          await desk.next(
            ({ event, status, attempts, ...job }) =>
              event === 'job' && job['title'] === title && status === 'waiting' && attempts === 1,
          ),
        ).not.toBeNull();
      await desk.kill();
      await service.printHouse('DELETE', '/faults');
      await service.printHouse('POST', '/clock', { moveMs: LONG_SLEEP_MS });
      await start({ clockOffsetMs: LONG_SLEEP_MS }).done();
      await expectOnce(books);
      if (reference === null) return;
      const truth = await serviceTruth(service);
      const sent = truth.books.filter(({ title }) => books.some((book) => book.title === title));
      expect(sent.map(({ externalRef }) => externalRef)).toEqual(names.map(() => reference));
    } finally {
      await service.printHouse('POST', '/clock', { moveMs: -LONG_SLEEP_MS });
    }
  },
);
