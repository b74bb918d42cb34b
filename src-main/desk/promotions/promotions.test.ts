import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OrderListItem } from '../../../src-core/contract/orders.ts';
import type { Input } from '../../../src-core/ipc/contract.ts';
import { HOWEVER_IT_PRINTS } from '../../../test/fixtures/print-taken.ts';
import { Recipients } from '../recipients/recipients.ts';
import { setDelivery } from '../store/book-stages.ts';
import { newEffect } from '../store/effects.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import {
  books,
  effects,
  files,
  jobs,
  orderIntentItems,
  orderIntents,
  orderRuns,
  orders,
  promotions as kept,
} from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { plainContext } from '../testing/plain-context.ts';
import { systemIds } from '../system-ports.ts';
import { Promotions, type PromotionPorts } from './promotions.ts';

const KIM = { recipientName: '김민수', recipientPhone: '010-1234-5678', postalCode: '06236', address1: '서울' };
const LIVE = { connectionId: 'live', name: 'Live', environment: 'live', keyPrefix: 'k', baseUrl: 'http://127.0.0.1' };

let folder: string;
let store: OpenStore;
let recipients: Recipients;
let promotions: Promotions;
let nowMs: number;
let inUse: { readonly connectionId: string; readonly environment: string };
let kim: string;
let logged: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'promotions-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  nowMs = 1_000;
  logged = [];
  inUse = { connectionId: 'sandbox', environment: 'sandbox' };
  const context = plainContext(store.db, {
    clock: { nowMs: () => (nowMs += 1) },
    log: { write: (_level: string, message: string) => void logged.push(message) },
  });
  recipients = new Recipients(context);
  const connections = { active: () => inUse, needActive: () => inUse, find: () => LIVE, rows: () => [LIVE] };
  const checks = { filesOf: () => ({ cover: 'cover', contents: 'contents' }) };
  const ports = {
    context,
    connections,
    checks,
    recipients,
    hashes: { ofChecked: (file: string) => Promise.resolve(`hash of ${file}`) },
    watch: { lookAt: () => Promise.resolve() },
  };
  promotions = new Promotions(ports as unknown as PromotionPorts);
  kim = recipients.save(null, KIM, 'customer').recipientId;
  uploadedBook('a');
});
afterEach(async () => {
  await promotions.close();
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

/** A book that both services have, with the very bytes that lie here. */
function uploadedBook(bookId: string): void {
  const { db } = store;
  for (const kind of ['cover', 'contents']) {
    const place = { path: `/${bookId}/${kind}`, folder: [], name: `${kind}.pdf`, importId: 'imp' };
    const stamp = { sizeBytes: 1, modifiedAtMs: 1, sha256: `hash of ${kind}`, presence: 'present' };
    db.insert(files)
      .values({ fileId: `${bookId} ${kind}`, ...place, ...stamp } as typeof files.$inferInsert)
      .run();
  }
  db.insert(books)
    .values({
      bookId,
      importId: 'imp',
      title: bookId,
      batch: '',
      quantity: 1,
      pairing: { key: 'x' },
      stage: 'ready',
      verdict: 'accepted',
      findings: [],
      addedAtMs: 1,
      coverFileId: `${bookId} cover`,
      contentsFileId: `${bookId} contents`,
    })
    .run();
  for (const connectionId of ['sandbox', 'live']) {
    const bookUid = `${connectionId} ${bookId}`;
    setDelivery(db, connectionId, bookId, { stage: 'uploaded', bookUid });
    const file = { fileId: '', name: '', path: '', sizeBytes: 1, modifiedAtMs: 1, changedAtMs: null, sha256: null };
    const receipts = (['cover', 'contents'] as const).map((kind) => ({
      kind,
      name: '',
      sizeBytes: 1,
      sha256: `hash of ${kind}`,
      atMs: 1,
    }));
    db.insert(jobs)
      .values({
        jobId: `job ${bookUid}`,
        connectionId,
        bookId,
        bookUid,
        state: { status: 'done' },
        cover: file,
        contents: file,
        receipts,
        attempts: 0,
        createdAtMs: 1,
      })
      .run();
  }
}

/** An order of the book for Kim as it was confirmed at a connection; `placed` when its answer is known. */
function order(connectionId: string, orderUid: string, state: 'placed' | 'checking'): void {
  const { db } = store;
  const [runId, intentId] = [`run ${orderUid}`, `bps-${orderUid}`];
  nowMs += 1;
  db.insert(orderRuns).values({ runId, connectionId, isStopped: false, createdAtMs: nowMs }).run();
  const isPlaced = state === 'placed';
  const intent = { intentId, runId, connectionId, position: 0, recipientId: kim, attempts: 1 };
  db.insert(orderIntents)
    .values({ ...intent, state: isPlaced ? 'ordered' : 'checking', orderUid: isPlaced ? orderUid : null })
    .run();
  const item = { intentId, position: 0, bookId: 'a', bookUid: `${connectionId} a`, quantity: 1 };
  db.insert(orderIntentItems).values(item).run();
  const body = JSON.stringify({ items: [{ bookUid: item.bookUid, quantity: 1 }], shipping: KIM });
  const effect = newEffect(systemIds, { connectionId, kind: 'order', subjectId: intentId }, body);
  db.insert(effects)
    .values({ ...effect, state: isPlaced ? 'done' : 'open' })
    .run();
  if (!isPlaced) return;
  const known = { connectionId, orderUid, item: {} as OrderListItem, status: 'PAID' as const };
  db.insert(orders)
    .values({ ...known, statusSinceMs: nowMs, orderedAtMs: nowMs })
    .run();
  setDelivery(db, connectionId, 'a', { stage: 'ordered', orderUid, orderedAtMs: nowMs });
}

async function asConfirmed(): Promise<Input<'promotions.start'>> {
  const { addresses } = await promotions.look(['test']);
  return {
    connectionId: 'live',
    orderUids: ['test'],
    leaveOut: [],
    take: [],
    addresses: addresses.map(({ key, address }) => ({ key, address })),
    again: false,
    print: HOWEVER_IT_PRINTS,
  };
}

it('an order that Live was sent and has not answered is not promoted a second time', async () => {
  order('sandbox', 'test', 'placed');
  order('live', 'lost', 'checking');
  const [seen] = (await promotions.look(['test'])).orders;
  expect(seen?.before).toMatchObject([{ connectionId: 'live', orderUid: null }]);
  await expect(promotions.start(await asConfirmed())).rejects.toMatchObject({ code: 'PROMOTION_NOTHING' });
});

it('what was ordered by hand since it was agreed upon is not ordered once more by its promotion', async () => {
  order('sandbox', 'test', 'placed');
  const { promotionId } = await promotions.start(await asConfirmed());
  inUse = LIVE;
  expect(promotions.given(promotionId)).toHaveLength(1);
  order('live', 'by hand', 'placed');
  expect(promotions.given(promotionId)).toEqual([]);
  expect(promotions.list()).toEqual([]);
});

it('what Live had before stays wanted where a person said that it is ordered again', async () => {
  order('sandbox', 'test', 'placed');
  order('live', 'before', 'placed');
  const { promotionId } = await promotions.start({ ...(await asConfirmed()), again: true });
  inUse = LIVE;
  expect(promotions.given(promotionId)).toHaveLength(1);
});

it('who became another entry of the address book is that one in what was agreed upon, at the confirmed address', async () => {
  order('sandbox', 'test', 'placed');
  const { promotionId } = await promotions.start(await asConfirmed());
  const other = { ...KIM, address1: '부산' };
  const { recipientId } = recipients.save(null, other, 'customer');
  recipients.save(kim, other, 'customer');
  inUse = LIVE;
  expect(promotions.given(promotionId).map(({ recipient }) => recipient)).toEqual([
    { recipientId, kind: 'customer', address: KIM },
  ]);
});

it('a disk that was full for one round ends neither the rounds after it nor the closing of the desk', async () => {
  order('sandbox', 'test', 'placed');
  await promotions.start(await asConfirmed());
  inUse = LIVE;
  // All of it is ordered: that is what is to be written down.
  order('live', 'by hand', 'placed');
  store.db.run(sql`create trigger full before update on promotions begin select raise(fail, 'full'); end`);
  promotions.booksChanged();
  await expect.poll(() => logged).toEqual(['promotions do not go on']);
  store.db.run(sql`drop trigger full`);
  promotions.booksChanged();
  await expect.poll(() => store.db.select().from(kept).get()?.endedAtMs).toEqual(expect.any(Number));
  await expect(promotions.close()).resolves.toBeUndefined();
});
