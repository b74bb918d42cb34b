import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { balanceOf, finalizedBook, ONE_BOOK, order } from './journeys.ts';
import { startReplicas, type ReplicatedService } from './replicas.ts';

let service: ReplicatedService;
beforeAll(async () => {
  service = await startReplicas({ credit: 1_000_000 }, 2);
});
afterAll(() => service.dispose());

it('a request with the key of one that is still running gets 409 with success and message alone; later the same key gives the answer of the first', async () => {
  const bookUid = await finalizedBook(service.sandbox);
  const before = await balanceOf(service.sandbox);
  const key = randomUUID();
  const place = () => order(service.sandbox, [{ bookUid, quantity: 1 }], key);

  // Somebody else has the account's balance in hand, so that the first request cannot go on.
  const holder = new pg.Client({ connectionString: service.postgres.url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM credit_accounts FOR UPDATE');
  const first = place();
  const second = await place();
  expect([second.status, Object.keys(second.body), second.body.success]).toEqual([409, ['success', 'message'], false]);
  await holder.query('COMMIT');
  await holder.end();

  const placed = await first;
  expect(placed.status, placed.text).toBe(201);
  const again = await place();
  expect([again.headers.get('x-idempotent-replayed'), again.text]).toEqual(['true', placed.text]);
  expect(before - (await balanceOf(service.sandbox))).toBe(ONE_BOOK);
});
