import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import Fastify from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONTRACTS } from '../../../src-core/contract/profiles.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import type { Caller, ServiceContext } from '../../context.ts';
import { openCreditAccount, postEntry } from '../../credits/ledger.ts';
import { loadCatalogue } from '../../specs/load-catalogue.ts';
import { accounts, bookPdfs, books } from '../../store/schema.ts';
import { openOwnDatabase, type OwnDatabase } from '../../store/testing/own-database.ts';
import { ServiceClock, systemIds } from '../../system-clock.ts';
import type { App } from '../app.ts';
import { answerFailure } from '../failure.ts';
import { requestCompiler } from '../request-check.ts';
import { postFinalization } from './finalization.ts';
import { postOrder } from './orders.ts';

// The routes on a database of their own. The store of files alone is a fake: its files are read for as long as the test says.
const CALLER: Caller = { accountUid: 'u_1', accountType: 'BUSINESS', environment: 'live', keyPrefix: 'SB0000000000' };
const SHIPPING = { recipientName: '김하나', recipientPhone: '1', postalCode: '1', address1: '1' };
/** More than there are connections to the database. */
const CALLS = 20;

let own: OwnDatabase;
let app: App;
let release: () => void;
let opened: number;

beforeAll(async () => {
  own = await openOwnDatabase();
  const { db } = own.database;
  const open = async () => {
    opened += 1;
    const held = new AbortController();
    release = () => held.abort();
    const content = async function* () {
      await once(held.signal, 'abort');
      yield* [];
    };
    return { sizeBytes: 0, content: Readable.from(content()) };
  };
  const context = {
    db,
    clock: new ServiceClock(),
    ids: systemIds,
    contract: CONTRACTS.specified,
    specs: loadCatalogue(resolve(import.meta.dirname, '../../../resources/catalogue/book-specs.json')),
    blobs: { open } as Partial<Blobs> as Blobs,
  } as Partial<ServiceContext> as ServiceContext;
  const createdAt = new Date(context.clock.nowMs());
  await db.insert(accounts).values({ accountUid: 'u_1', type: 'BUSINESS', name: 'A', createdAt });
  await openCreditAccount(db, { ...CALLER, createdAt });
  await postEntry(db, {
    ...CALLER,
    reason: 1,
    amountMinor: 100_000_000n,
    memo: null,
    orderUid: null,
    atMs: createdAt.getTime(),
  });
  app = Fastify().withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(requestCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFailure(context.contract));
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = CALLER;
  });
  for (const route of [postOrder, postFinalization])
    route(app, { context, environment: 'live', baseUrl: () => 'http://service' });
});
afterAll(async () => {
  await app.close();
  await own.close();
});

async function bookOfPdfs(bookUid: string, status: 1 | 2): Promise<string> {
  const at = new Date(0);
  const { db } = own.database;
  await db.insert(books).values({
    ...{ bookUid, accountUid: 'u_1', environment: 'live', title: '책', bookSpecUid: 'SQUAREBOOK_HC' },
    ...{ creationType: 'PDF_UPLOAD', pageCount: 24, status, createdAt: at, updatedAt: at },
  });
  const blobKey = createHash('sha256').update('').digest('hex');
  // As large as its row says; the store has nothing of it.
  const pdf = { bookUid, blobKey, sizeBytes: 250_000_000, pdfPages: 24, widthMm: 1, heightMm: 1, uploadedAt: at };
  await db.insert(bookPdfs).values([
    { ...pdf, kind: 'cover' },
    { ...pdf, kind: 'contents' },
  ]);
  return bookUid;
}

it.each([
  ['an order', 'bk_1', 2, () => '/orders', { items: [{ bookUid: 'bk_1', quantity: 1 }], shipping: SHIPPING }, CALLS],
  ['a finalization', 'bk_2', 1, (bookUid: string) => `/books/${bookUid}/finalization`, undefined, 1],
] as const)(
  '%s takes no connection to the database while files are read, however many come, and what all want is read once',
  async (_, bookUid, status, urlOf, payload, created) => {
    await bookOfPdfs(bookUid, status);
    opened = 0;
    const calls = Array.from({ length: CALLS }, () =>
      app.inject({
        method: 'POST',
        url: urlOf(bookUid),
        ...(payload === undefined ? { headers: { 'content-length': '0' } } : { payload }),
      }),
    );
    await expect.poll(() => opened).toBe(1);
    await expect.poll(() => own.database.use()).toMatchObject({ idle: own.database.use().open, waiting: 0 });
    expect((await own.database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    expect(opened).toBe(1);
    const freeing = setInterval(() => release(), 10);
    const answers = await Promise.all(calls).finally(() => clearInterval(freeing));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(created);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(CALLS - created);
  },
);
