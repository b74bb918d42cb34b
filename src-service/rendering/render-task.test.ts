import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CURRENT_RULES, type BookRules } from '../../src-core/composition/book-rules.ts';
import type { BoundValues } from '../../src-core/composition/bound-values.ts';
import type { Template } from '../../src-core/contract/templates.ts';
import { openDiskBlobs } from '../blobs/disk-blobs.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Environment, ServiceContext } from '../context.ts';
import { UNMEASURED, type RenderingEnd } from '../ports.ts';
import { loadCatalogue } from '../specs/load-catalogue.ts';
import type { Db } from '../store/db.ts';
import type { Database } from '../store/database.ts';
import { openOwnDatabase, type OwnDatabase } from '../store/testing/own-database.ts';
import { accounts, bookEntries, bookPdfs, books, orderItems, orders, renderJobs } from '../store/schema.ts';
import { ServiceClock, systemIds } from '../system-clock.ts';
import { CONTRACTS } from '../../src-core/contract/profiles.ts';
import { claimRendering } from './claim-rendering.ts';
import { renderTask } from './render-task.ts';
import { requestRendering } from '../books/request-rendering.ts';

const FILES = {
  templatesFolder: '/templates',
  fontsFolder: '/fonts',
  renderWorkerFile: resolve(import.meta.dirname, 'testing/moody-worker.mjs'),
};
/** Of what is to meet the limit of time. */
const BRIEF = { maxTimeMs: 2_000, maxMemoryMb: 64, graceMs: 500 };
/** Where time is not what ends it: renderings give way to all else, and take long to begin and to fill a memory on a busy machine. */
const LIMITS = { ...BRIEF, maxTimeMs: 240_000 };

let own: OwnDatabase;
let database: Database;
let context: ServiceContext;
/** As whoever watches the service is told. */
const ends: RenderingEnd[] = [];

beforeAll(async () => {
  own = await openOwnDatabase();
  ({ database } = own);
  const known: Partial<ServiceContext> = {
    db: database.db,
    clock: new ServiceClock(),
    ids: systemIds,
    contract: CONTRACTS.specified,
    specs: loadCatalogue(resolve(import.meta.dirname, '../../resources/catalogue/book-specs.json')),
    templates: { all: [], byUid: new Map(), inBook: () => ({}) as Template },
    blobs: await openDiskBlobs(join(own.folder, 'blobs'), (_key, work) => work()),
    measures: { ...UNMEASURED, rendered: (end) => void ends.push(end) },
    processName: 'this',
  };
  // Renderings look at nothing else.
  context = known as ServiceContext;
  for (const accountUid of ['u_1', 'u_2', 'u_3'])
    await database.db.insert(accounts).values({ accountUid, type: 'BUSINESS', name: 'A', createdAt: now() });
});
afterAll(() => own.close());

const now = () => new Date(context.clock.nowMs());

/** A finalized book whose rendering was asked for, and whose worker does what its title says. */
async function bookThat(title: string, of: { accountUid?: string; environment?: Environment } = {}): Promise<string> {
  const bookUid = `bk_${systemIds.base62(12)}`;
  const at = now();
  await database.db.insert(books).values({
    ...{
      bookUid,
      accountUid: 'u_1',
      environment: 'live',
      title,
      bookSpecUid: 'SQUAREBOOK_HC',
      creationType: 'TEMPLATE',
      pageCount: 24,
      ...of,
    },
    ...{ status: 2, finalizedAt: at, createdAt: at, updatedAt: at },
  });
  await database.db
    .insert(bookEntries)
    .values({ bookUid, part: 'cover', position: 0, templateUid: 'cover', values: {}, createdAt: at });
  await database.db.transaction((db) => requestRendering(db, context, bookUid));
  return bookUid;
}

const jobOf = async (bookUid: string) =>
  (await database.db.select().from(renderJobs).where(eq(renderJobs.bookUid, bookUid)))[0];
const pdfStatusOf = async (bookUid: string) =>
  (await database.db.select().from(books).where(eq(books.bookUid, bookUid)))[0]?.pdfStatus;
const deleteBook = (bookUid: string) => database.db.update(books).set({ status: 9 }).where(eq(books.bookUid, bookUid));
/** As if all leases and rests had passed. */
const muchLater = () =>
  database.db
    .update(renderJobs)
    .set({ leasedUntil: sql`now() - interval '1 hour'` })
    .where(eq(renderJobs.status, 'waiting'));

/** A process takes the job and goes without a word. */
async function dieOver(bookUid: string): Promise<void> {
  const claimed = await claimRendering(database.db, { processName: systemIds.hex(12) });
  expect(claimed?.bookUid).toBe(bookUid);
  await muchLater();
}

async function round(
  more: Partial<ServiceContext> = {},
  ending = new AbortController().signal,
  limits = LIMITS,
): Promise<boolean> {
  const task = renderTask({ ...context, ...more }, FILES, { atOnce: 1, limits });
  try {
    return await task.run(ending);
  } finally {
    await task.end?.();
  }
}

/** One round after the other, with no rest between them, until the book's job has ended. */
async function untilEnded(bookUid: string, limits = LIMITS): Promise<void> {
  while ((await jobOf(bookUid))?.status === 'waiting') {
    await round({}, undefined, limits);
    await muchLater();
  }
}

async function writtenBy(bookUid: string): Promise<string> {
  const [pdf] = await database.db.select().from(bookPdfs).where(eq(bookPdfs.bookUid, bookUid));
  const found = pdf === undefined ? null : await context.blobs.open(pdf.blobKey);
  return found === null ? '' : text(found.content);
}

it('a book by rules of a later version is left to its replicas, and others go on', async () => {
  const later = await bookThat('paints');
  await database.db
    .update(books)
    .set({ rules: (CURRENT_RULES + 1) as BookRules })
    .where(eq(books.bookUid, later));
  const own = await bookThat('paints');
  const claim = () => claimRendering(database.db, { processName: systemIds.hex(12) });
  expect((await claim())?.bookUid).toBe(own);
  expect(await claim()).toBeNull();
  await database.db.update(books).set({ rules: CURRENT_RULES }).where(eq(books.bookUid, later));
  expect((await claim())?.bookUid).toBe(later);
  await forget([own, later]);
});

const forget = (bookUids: readonly string[]) =>
  database.db.delete(renderJobs).where(inArray(renderJobs.bookUid, [...bookUids]));
/** The books in the order in which one process after the other takes them. */
async function takenInTurn(count: number): Promise<(string | undefined)[]> {
  const taken = [];
  for (let turn = 0; turn < count; turn += 1)
    taken.push((await claimRendering(database.db, { processName: systemIds.hex(12) }))?.bookUid);
  return taken;
}

it('accounts take turns, and so do the environments of one: a book never waits for the five hundred of another', async () => {
  const many = [];
  for (let nth = 0; nth < 6; nth += 1) many.push(await bookThat('is good', { accountUid: 'u_2', environment: 'live' }));
  expect(await takenInTurn(2)).toEqual(many.slice(0, 2));
  const other = await bookThat('is good', { accountUid: 'u_3', environment: 'live' });
  const tried = await bookThat('is good', { accountUid: 'u_2', environment: 'sandbox' });
  const second = await bookThat('is good', { accountUid: 'u_3', environment: 'live' });
  expect(await takenInTurn(7)).toEqual([other, tried, many[2], second, ...many.slice(3)]);
  // Who has had a turn and comes again does not go before those who waited meanwhile.
  const again = [
    await bookThat('is good', { accountUid: 'u_2', environment: 'live' }),
    await bookThat('is good', { accountUid: 'u_3', environment: 'live' }),
  ];
  expect(await takenInTurn(2)).toEqual([again[1], again[0]]);
  await forget([...many, other, tried, second, ...again]);
});

it('several processes at a time each take another book, and leave none', async () => {
  const all = [];
  for (let nth = 0; nth < 24; nth += 1) all.push(await bookThat('is good', { accountUid: `u_${(nth % 3) + 1}` }));
  const taken = await Promise.all(all.map(() => takenInTurn(1)));
  expect(taken.flat().toSorted()).toEqual(all.toSorted());
  expect(await takenInTurn(1)).toEqual([undefined]);
  await forget(all);
});

it('a process renders as many books at a time as it was told', async () => {
  const slow = [await bookThat('takes its time'), await bookThat('takes its time')];
  const quick = await bookThat('is good');
  const task = renderTask(context, FILES, { atOnce: 3, limits: LIMITS });
  const ending = new AbortController();
  const rounds = Array.from({ length: task.atOnce ?? 1 }, () => task.run(ending.signal));
  expect(await Promise.any(rounds)).toBe(true);
  expect((await jobOf(quick))?.status).toBe('done');
  expect(await Promise.all(slow.map(async (bookUid) => (await jobOf(bookUid))?.leasedBy))).toEqual(['this', 'this']);
  ending.abort();
  await Promise.all(rounds);
  await task.end?.();
  await forget(slow);
});

it('books of texts have one thread after the other, one with pictures has its own, and a thread that broke is no one else’s', async () => {
  const task = renderTask(context, FILES, { atOnce: 1, limits: LIMITS });
  const threadOf = async (title: string, values: BoundValues = {}) => {
    const bookUid = await bookThat(title);
    await database.db.update(bookEntries).set({ values }).where(eq(bookEntries.bookUid, bookUid));
    await task.run(new AbortController().signal);
    const written = await writtenBy(bookUid);
    if (written === '') await forget([bookUid]);
    return /thread \d+$/.exec(written)?.[0];
  };
  const picture = {
    kind: 'picture',
    picture: { blobKey: '00', mimeType: 'image/jpeg', widthPx: 1, heightPx: 1 },
  } as const;
  const kept = await threadOf('is good');
  expect(kept).toBeDefined();
  expect(await threadOf('is good')).toBe(kept);
  const own = [await threadOf('is good', { photo: picture }), await threadOf('is good', { photo: picture })];
  expect(new Set([kept, ...own]).size).toBe(3);
  expect(await threadOf('is good')).toBe(kept);
  expect(await threadOf('cannot be drawn')).toBeUndefined();
  expect(await threadOf('breaks its worker')).toBeUndefined();
  expect(await threadOf('is good')).not.toBe(kept);
  await task.end?.();
});

it('a book is rendered in a thread of the service', async () => {
  const bookUid = await bookThat('is good');
  await untilEnded(bookUid);
  expect(await jobOf(bookUid)).toMatchObject({ status: 'done', attempts: 1, interruptions: 0 });
  expect(await writtenBy(bookUid)).toMatch(new RegExp(`^cover of ${process.pid}, thread \\d+$`));
});

/** A Live order of the book that is on its way. */
async function orderOf(db: Db, bookUid: string): Promise<void> {
  const [orderUid, at] = [`or_${bookUid}`, now()];
  await db.insert(orders).values({
    ...{ orderUid, accountUid: 'u_1', environment: 'live', status: 'PAID', currency: 'KRW' },
    ...{ productMinor: 0n, shippingMinor: 0n, packagingMinor: 0n, totalMinor: 0n, chargedMinor: 0n, refundedMinor: 0n },
    ...{ recipientName: '1', recipientPhone: '1', postalCode: '1', address1: '1' },
    ...{ orderedAt: at, createdAt: at, updatedAt: at },
  });
  await db.insert(orderItems).values({
    ...{ itemUid: `oi_${bookUid}`, orderUid, position: 0, bookUid, bookTitle: '1', status: 'PAID', createdAt: at },
    ...{ bookSpecUid: '1', bookSpecName: '1', quantity: 1, pageCount: 24, unitPriceMinor: 0n, itemMinor: 0n },
  });
}

it('a deleted book that nobody ordered is not rendered; one whose order comes back as its job is given up is', async () => {
  const unwanted = await bookThat('is good');
  await deleteBook(unwanted);
  await untilEnded(unwanted);
  expect(await pdfStatusOf(unwanted)).toBe(1);
  const bookUid = await bookThat('is good');
  await deleteBook(bookUid);
  let rendering: Promise<boolean> | undefined;
  await database.db.transaction(async (db) => {
    await db.select().from(books).where(eq(books.bookUid, bookUid)).for('no key update');
    rendering = round();
    const waits = () => database.db.execute(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`);
    await Promise.race([
      rendering,
      expect.poll(async () => (await waits()).rows.length, { timeout: 20_000 }).toBeGreaterThan(0),
    ]);
    await orderOf(db, bookUid);
  });
  await rendering;
  expect(await pdfStatusOf(bookUid)).toBe(2);
});

it('a book over which ten processes died is rendered in the end, apart from the service', async () => {
  const bookUid = await bookThat('is good');
  for (let death = 0; death < 10; death += 1) await dieOver(bookUid);
  await untilEnded(bookUid);
  expect(await jobOf(bookUid)).toMatchObject({ status: 'done', attempts: 1, interruptions: 10, failure: null });
  expect(await pdfStatusOf(bookUid)).toBe(2);
  expect(await writtenBy(bookUid)).toMatch(/process$/);
  expect(await writtenBy(bookUid)).not.toContain(`cover of ${process.pid},`);
});

it('a book over which processes die again and again rests longer each time, while others are rendered', async () => {
  const bookUid = await bookThat('is good');
  for (let death = 0; death < 6; death += 1) await dieOver(bookUid);
  // The seventh process dies: its lease is over for five minutes, and the job rests for four (30 s · 2³).
  expect((await claimRendering(database.db, { processName: 'seventh' }))?.interruptions).toBe(6);
  const leaseOverFor = (seconds: number) =>
    database.db
      .update(renderJobs)
      .set({ leasedUntil: sql`now() - make_interval(secs => ${seconds})` })
      .where(eq(renderJobs.bookUid, bookUid));
  // A minute of a busy machine may pass until the last claim.
  await leaseOverFor(180);
  const other = await bookThat('is good');
  await round();
  expect((await jobOf(other))?.status).toBe('done');
  expect(await claimRendering(database.db, { processName: 'eighth' })).toBeNull();
  await leaseOverFor(241);
  await round();
  expect(await jobOf(bookUid)).toMatchObject({ status: 'done', interruptions: 7 });
});

it.each([
  ['cannot be drawn', /a font that nobody knows/],
  ['breaks its worker', /ended with 3/],
  ['eats all memory', /memory|ended with/i],
])(
  'a book that %s fails after three attempts, and takes no other with it',
  { timeout: 300_000 },
  async (title, reason) => {
    const bookUid = await bookThat(title);
    const other = await bookThat('is good');
    await untilEnded(bookUid);
    expect(await jobOf(bookUid)).toMatchObject({
      status: 'failed',
      attempts: 3,
      interruptions: 0,
      failure: expect.stringMatching(reason),
    });
    expect(await pdfStatusOf(bookUid)).toBe(9);
    expect(ends.filter((end) => end !== 'done').slice(-3)).toEqual(['retried', 'retried', 'failed']);
    await untilEnded(other);
    expect(ends.at(-1)).toBe('done');
    expect(await pdfStatusOf(other)).toBe(2);
  },
);

it('a book that stalls its thread fails at its time limit, while the service goes on', async () => {
  const bookUid = await bookThat('stalls');
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 50);
  await untilEnded(bookUid, BRIEF);
  clearInterval(ticking);
  expect(await jobOf(bookUid)).toMatchObject({ status: 'failed', attempts: 1, failure: 'it took longer than 2000 ms' });
  expect(ticks).toBeGreaterThan(20);
});

it.each([
  ['kills its process', /SIGKILL/],
  ['eats all memory', /ended with/],
  ['stalls', /longer than/],
])(
  'a suspect that %s does so in a process of its own, and fails by its own attempts',
  { timeout: 300_000 },
  async (title, reason) => {
    const bookUid = await bookThat(title);
    await dieOver(bookUid);
    await untilEnded(bookUid, title === 'stalls' ? BRIEF : LIMITS);
    expect(await jobOf(bookUid)).toMatchObject({
      status: 'failed',
      attempts: title === 'stalls' ? 1 : 3,
      interruptions: 1,
      failure: expect.stringMatching(reason),
    });
    expect(await pdfStatusOf(bookUid)).toBe(9);
  },
);

it('a book that took sixteen processes along is given up', async () => {
  const bookUid = await bookThat('is good');
  for (let death = 0; death < 16; death += 1) await dieOver(bookUid);
  await untilEnded(bookUid);
  expect(await jobOf(bookUid)).toMatchObject({
    status: 'failed',
    attempts: 0,
    interruptions: 16,
    failure: '16 processes ended in the middle of it',
  });
});

it('a store that is away, a full disk: the round fails, the book has lost no attempt and rests', async () => {
  const away: Blobs = { ...context.blobs, open: () => Promise.reject(new Error('the store is away')) };
  const bookUid = await bookThat('asks for a picture');
  for (let times = 0; times < 5; times += 1) {
    await expect(round({ blobs: away })).rejects.toThrow('the store is away');
    expect(await claimRendering(database.db, context)).toBeNull();
    await muchLater();
  }
  await database.db.update(books).set({ title: 'finds no space' }).where(eq(books.bookUid, bookUid));
  await expect(round()).rejects.toThrow('no space left');
  expect(await jobOf(bookUid)).toMatchObject({ status: 'waiting', attempts: 0, interruptions: 0 });
  await database.db.update(books).set({ title: 'is good' }).where(eq(books.bookUid, bookUid));
  await muchLater();
  await untilEnded(bookUid);
  expect(await jobOf(bookUid)).toMatchObject({ status: 'done', attempts: 1 });
});

it('a service that stops leaves the book to the next at once, as if it had not been tried', async () => {
  const bookUid = await bookThat('takes its time');
  const ending = new AbortController();
  const stopping = round({}, ending.signal);
  await delay(300);
  ending.abort();
  await stopping;
  expect(ends.at(-1)).toBe('handedOver');
  expect(await jobOf(bookUid)).toMatchObject({
    status: 'waiting',
    attempts: 0,
    interruptions: 0,
    leasedBy: null,
    leasedUntil: null,
  });
  await database.db.update(books).set({ title: 'is good' }).where(eq(books.bookUid, bookUid));
  await untilEnded(bookUid);
});

it('nothing is left of what was given up', async () =>
  expect(await readdir(join(own.folder, 'blobs/incoming'))).toEqual([]));
