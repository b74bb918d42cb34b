import { eq, sql } from 'drizzle-orm';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../store/database.ts';
import { openOwnDatabase, type OwnDatabase } from '../store/testing/own-database.ts';
import { accounts, books, renderJobs, serviceState, webhookDeliveries } from '../store/schema.ts';
import { registerWholeService } from './whole-service.ts';

let own: OwnDatabase;
let database: Database;

const NOW = Date.parse('2026-03-01T09:00:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1_000);

beforeAll(async () => {
  own = await openOwnDatabase();
  ({ database } = own);
  const { db } = database;
  const at = ago(5_000);
  await db.insert(accounts).values({ accountUid: 'u_1', type: 'BUSINESS', name: 'A', createdAt: at });
  await db.insert(books).values({
    ...{ bookUid: 'bk_1', accountUid: 'u_1', environment: 'live', title: 'a', bookSpecUid: 'SQUAREBOOK_HC' },
    ...{ creationType: 'TEMPLATE', pageCount: 24, status: 2, createdAt: at, updatedAt: at },
  });
  const job = { bookUid: 'bk_1', attempts: 0 };
  await db.insert(renderJobs).values([
    { ...job, status: 'done', requestedAt: ago(4_000) },
    { ...job, status: 'waiting', leasedBy: 'somebody', requestedAt: ago(900) },
    { ...job, status: 'waiting', requestedAt: ago(600) },
    { ...job, status: 'waiting', requestedAt: ago(30) },
  ]);
  const delivery = {
    eventUid: 'ev',
    accountUid: 'u_1',
    environment: 'live',
    eventType: 'order.created',
    body: '{}',
    isTestCall: false,
    attemptCount: 0,
    createdAt: at,
    updatedAt: at,
  } as const;
  for (const [deliveryUid, status, nextAttemptAt] of [
    ['d_1', 'PENDING', ago(45)],
    ['d_2', 'FAILED', ago(-1_800)],
    ['d_3', 'SUCCESS', null],
  ] as const)
    await db.insert(webhookDeliveries).values({ ...delivery, deliveryUid, status, nextAttemptAt });
});
afterAll(() => own.close());

function process(processName: string): Registry {
  const registry = new Registry();
  registerWholeService(registry, { db: database.db, clock: { nowMs: () => NOW }, processName });
  return registry;
}
const samples = async (registry: Registry) =>
  (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

const TOLD = [
  'book_print_render_jobs_waiting 3',
  'book_print_render_oldest_waiting_seconds 600',
  'book_print_webhook_deliveries_waiting 2',
  'book_print_webhook_oldest_due_seconds 45',
];

it('is told by one process, however often all of them are asked, and by another when it is asked no more', async () => {
  const [first, second] = [process('first'), process('second')];
  for (let scrape = 0; scrape < 3; scrape += 1) {
    expect(await samples(first)).toEqual(TOLD);
    expect(await samples(second)).toEqual([]);
  }
  await database.db
    .update(serviceState)
    .set({ updatedAt: sql`now() - interval '151 seconds'` })
    .where(eq(serviceState.name, 'teller-of-measures'));
  expect(await samples(second)).toEqual(TOLD);
  expect(await samples(first)).toEqual([]);
});

it('is told by exactly one of those that are asked at the same time', async () => {
  await database.db.delete(serviceState).where(eq(serviceState.name, 'teller-of-measures'));
  const all = await Promise.all(['a', 'b', 'c', 'd'].map((name) => samples(process(name))));
  expect(all.filter((lines) => lines.length > 0)).toEqual([TOLD]);
});

it('is no number while the database is away, and of a service without work it is zero', async () => {
  await database.db.delete(serviceState).where(eq(serviceState.name, 'teller-of-measures'));
  await database.db.delete(renderJobs);
  await database.db.delete(webhookDeliveries);
  const asked = process('own');
  expect(await samples(asked)).toEqual(TOLD.map((line) => line.replace(/ \d+$/, ' 0')));
  await own.postgres.stop();
  expect(await samples(asked)).toEqual([]);
});
