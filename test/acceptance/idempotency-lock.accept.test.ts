import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { balanceOf, expectFailure, finalizedBook, ONE_BOOK, order } from './journeys.ts';
import { until } from './receiver.ts';
import { startReplicas, type ReplicatedService } from './replicas.ts';
import type { Answer } from './service.ts';

let service: ReplicatedService;
beforeAll(async () => {
  service = await startReplicas({ credit: 1_000_000 }, 2);
});
afterAll(() => service.dispose());

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: service.postgres.url });
  await client.connect();
  return client;
}

it('a request with the key of one that is still running gets 409 with success and message alone; later the same key gives the answer of the first', async () => {
  const bookUid = await finalizedBook(service.sandbox);
  const before = await balanceOf(service.sandbox);
  const key = randomUUID();
  const place = () => order(service.sandbox, [{ bookUid, quantity: 1 }], key);

  // Somebody else has the account's balance in hand, so that the first request cannot go on.
  const holder = await connected();
  const watcher = await connected();
  let first: Promise<Answer>;
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM credit_accounts FOR UPDATE');
    first = place();
    await until(
      async () => (await watcher.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rowCount === 1,
      'the first request at the lock',
    );
    const second = await place();
    expect([second.status, Object.keys(second.body), second.body.success]).toEqual([
      409,
      ['success', 'message'],
      false,
    ]);
  } finally {
    await holder.end();
    await watcher.end();
  }

  const placed = await first;
  expect(placed.status, placed.text).toBe(201);
  const again = await place();
  expect([again.headers.get('x-idempotent-replayed'), again.text]).toEqual(['true', placed.text]);
  expect(before - (await balanceOf(service.sandbox))).toBe(ONE_BOOK);
});

it('what goes wrong otherwise while a key is claimed is no running request: 500, and the key is free', async () => {
  const bookUid = await finalizedBook(service.sandbox);
  const key = randomUUID();
  const place = () => order(service.sandbox, [{ bookUid, quantity: 1 }], key);
  const database = await connected();
  try {
    await database.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
       CREATE TRIGGER refused BEFORE INSERT ON idempotency_records FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    expectFailure(await place(), 500, 'ERR_INTERNAL_ERROR');
  } finally {
    await database.query('DROP TRIGGER IF EXISTS refused ON idempotency_records; DROP FUNCTION IF EXISTS refuse');
    await database.end();
  }
  const placed = await place();
  expect([placed.status, placed.headers.get('x-idempotent-replayed')]).toEqual([201, null]);
});
