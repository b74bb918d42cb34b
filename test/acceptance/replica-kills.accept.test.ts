import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { often } from '../fixtures/turns.ts';
import { addBlankPages, coveredBook } from './composing.ts';
import { balanceOf, cancel, finalize, finalizedBook, ledgerSum, newBook, order, upload } from './journeys.ts';
import { pdf } from './pdf.ts';
import { Receiver, until } from './receiver.ts';
import { startReplicas, type Replica, type ReplicatedService } from './replicas.ts';
import { seeded } from './seeded.ts';
import type { Answer } from './service.ts';

const SEED = Number(process.env['KILL_SEED'] ?? 20_261_121);
const KILLS = often(3, 6);
const TEMPLATE_BOOKS = KILLS;
const OPENING = 50_000_000;
const ONE_BOOK = 17_160;
/** A process that dies in the middle of a delivery or a rendering leaves it to the others after its lease, 15 s. */
const LAST_WORK_LIMIT_MS = 60_000;

let service: ReplicatedService;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
  service = await startReplicas({ credit: OPENING, localAddresses: true });
});
afterAll(async () => {
  await service.dispose();
  await receiver.dispose();
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What a partner's client does: the same call with the same key until it is answered, whoever of the processes is there. */
async function untilAnswered(call: () => Promise<Answer>, statuses: readonly number[]): Promise<Answer> {
  for (;;) {
    const answer = await call().catch(() => null);
    if (answer !== null && statuses.includes(answer.status)) return answer;
    // 409: an attempt whose process died is still being undone. Everything else would be an answer of its own.
    if (answer !== null) expect([409, 500], answer.text).toContain(answer.status);
    await delay(100);
  }
}

/** A cover whose bytes differ by number. */
const coverNumber = (number: number): Uint8Array => Buffer.concat([pdf(1, 544, 288), Buffer.from(`% ${number}\n`)]);

interface Done {
  readonly orders: Map<string, string>;
  readonly cancelled: Set<string>;
  readonly covers: Map<string, string>;
}

/** Orders, each once under its key; every fourth is cancelled again. */
async function placeOrders(bookUid: string, goesOn: () => boolean, { orders, cancelled }: Done): Promise<void> {
  while (goesOn()) {
    const key = randomUUID();
    const placed = await untilAnswered(() => order(service.sandbox, [{ bookUid, quantity: 1 }], key), [201]);
    const { orderUid } = placed.body.data;
    orders.set(key, orderUid);
    if (orders.size % 4 !== 0) continue;
    const cancelKey = randomUUID();
    await untilAnswered(() => cancel(service.sandbox, orderUid, '변심', cancelKey), [200]);
    cancelled.add(orderUid);
  }
}

/** Books with a cover of their own; what was acknowledged is noted. */
async function uploadCovers(goesOn: () => boolean, { covers }: Done): Promise<void> {
  while (goesOn()) {
    const bookUid = await newBook(service.sandbox).catch(() => null);
    if (bookUid === null) continue;
    const cover = coverNumber(covers.size);
    // A first attempt whose answer was lost is there: 409 says so.
    const answer = await upload(service.sandbox, bookUid, 'cover', cover).catch(() => null);
    if (answer?.status === 201) covers.set(bookUid, sha256(cover));
    await delay(20);
  }
}

/** Template books one after the other, each finalized for sure; answers nothing before the last is. */
async function finalizeBooks(bookUids: readonly string[]): Promise<void> {
  for (const bookUid of bookUids) {
    // 200: an attempt whose answer was lost had finalized it.
    await untilAnswered(() => finalize(service.sandbox, bookUid), [200, 201]);
    await delay(800);
  }
}

const pdfStatusOf = async (bookUid: string) =>
  (await service.sandbox.get(`/books?bookUid=${bookUid}`)).body.data[0].pdfStatus;

it(`a process killed under load, ${KILLS} times (seed ${SEED}): nothing acknowledged is lost, nothing is charged twice, every event arrives, every book is rendered`, {
  timeout: 300_000,
}, async () => {
  const chance = seeded(SEED);
  expect((await service.sandbox.put('/webhooks/config', { webhookUrl: receiver.url })).status).toBe(200);
  const bookUid = await finalizedBook(service.sandbox);
  const templateBooks = await Promise.all(
    Array.from({ length: TEMPLATE_BOOKS }, async () => {
      const templateBook = await coveredBook(service.sandbox);
      await addBlankPages(service.sandbox, templateBook, 24);
      return templateBook;
    }),
  );
  const done: Done = { orders: new Map(), cancelled: new Set(), covers: new Map() };

  let goesOn = true;
  const load = Promise.all([
    ...Array.from({ length: 4 }, () => placeOrders(bookUid, () => goesOn, done)),
    ...Array.from({ length: 2 }, () => uploadCovers(() => goesOn, done)),
    finalizeBooks(templateBooks),
  ]);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(200 + chance() * 1_500);
    const victim = service.replicas[Math.floor(chance() * service.replicas.length)] as Replica;
    await victim.process().kill();
    await delay(chance() * 500);
    await victim.startAgain();
  }
  await delay(300);
  goesOn = false;
  await load;
  expect(done.orders.size).toBeGreaterThan(KILLS * 4);
  expect(done.covers.size).toBeGreaterThan(KILLS);

  // Every acknowledged order is there, once.
  const found = await allOrders();
  const acknowledged = [...done.orders.values()];
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(found.map(({ orderUid }) => orderUid).toSorted()).toEqual(acknowledged.toSorted());
  for (const { orderUid, orderStatus } of found)
    expect(orderStatus).toBe(done.cancelled.has(orderUid) ? 'CANCELLED_REFUND' : 'PDF_READY');

  // The ledger adds up, and charged each order once.
  const balance = await balanceOf(service.sandbox);
  expect(await ledgerSum(service.sandbox)).toBe(balance);
  expect(OPENING - balance).toBe((acknowledged.length - done.cancelled.size) * ONE_BOOK);

  // Every acknowledged upload is there, byte for byte.
  for (const [uid, hash] of done.covers) {
    const answer = await fetch(`${service.sandbox.url}/books/${uid}/pdf-cover`, {
      headers: { authorization: `Bearer ${service.sandbox.key}` },
    });
    expect([answer.status, sha256(new Uint8Array(await answer.arrayBuffer()))]).toEqual([200, hash]);
  }

  // Every change was told: at least once, under one uid.
  const told = (type: string) =>
    new Map(receiver.of(type).map(({ event }) => [String(event.data['order_uid']), event.event_uid]));
  await until(
    () => told('order.created').size >= acknowledged.length && told('order.cancelled').size >= done.cancelled.size,
    'the last event',
    LAST_WORK_LIMIT_MS,
  );
  expect([...told('order.created').keys()].toSorted()).toEqual(acknowledged.toSorted());
  expect([...told('order.cancelled').keys()].toSorted()).toEqual([...done.cancelled].toSorted());
  const uids = receiver.of('order.created').map(({ event }) => `${String(event.data['order_uid'])} ${event.event_uid}`);
  expect(new Set(uids).size).toBe(acknowledged.length);

  // Every rendering came to its end, whoever began it.
  await until(
    async () => (await Promise.all(templateBooks.map(pdfStatusOf))).every((status) => status !== 1),
    'the last rendering',
    LAST_WORK_LIMIT_MS,
  );
  expect(await Promise.all(templateBooks.map(pdfStatusOf))).toEqual(templateBooks.map(() => 2));
  for (const templateBook of templateBooks) {
    const answer = await fetch(`${service.sandbox.url}/books/${templateBook}/pdf-contents`, {
      headers: { authorization: `Bearer ${service.sandbox.key}` },
    });
    expect([
      answer.status,
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString('latin1'),
    ]).toEqual([200, '%PDF-']);
  }
});

async function allOrders(): Promise<{ orderUid: string; orderStatus: string }[]> {
  const found = [];
  for (let offset = 0; ; offset += 100) {
    const page = (await service.sandbox.get(`/orders?limit=100&offset=${offset}`)).body;
    found.push(...page.data);
    if (!page.pagination.hasNext) return found;
  }
}
