import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CreditTransaction } from '../../../src-core/contract/credits.ts';
import type { ApiClient } from '../client/api-client.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { Ledger } from './ledger.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../store/migrations');
let folder: string;
let store: OpenStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  store = openStore(folder, plainStore(MIGRATIONS));
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true });
});

/** A ledger of charges of one won, the first entry all that is there; newest first, as the service pages it. */
function transactions(count: number, firstId = 1): CreditTransaction[] {
  return Array.from({ length: count }, (_, at) => ({
    transactionId: firstId + at,
    accountUid: 'ac_1',
    reasonCode: at === 0 ? 9 : 3,
    reasonDisplay: '',
    direction: at === 0 ? ('+' as const) : ('-' as const),
    currency: 'KRW',
    amount: at === 0 ? 1_000_000 : 1,
    balanceAfter: 1_000_000 - at,
    memo: at === 0 ? null : `주문 결제 or_${at}`,
    createdAt: new Date(Date.UTC(2026, 8, 1) + at * 1000).toISOString(),
    isTest: true,
  })).toReversed();
}

/** Answers pages of what it is given; `failFrom` is the call that gets no answer. */
function clientOf(answer: () => readonly CreditTransaction[], failFrom = Infinity) {
  const asked: string[] = [];
  const call = async ({ path }: { readonly path: string }) => {
    asked.push(path);
    if (asked.length >= failFrom) throw new Error('no answer');
    const query = new URL(path, 'http://service').searchParams;
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    const all = answer();
    await new Promise((done) => setImmediate(done));
    return {
      data: all.slice(offset, offset + limit),
      pagination: { total: all.length, limit, offset, hasNext: offset + limit < all.length },
    };
  };
  return { client: { call } as unknown as ApiClient, asked };
}

it('reads ten thousand entries by hundreds, other work in between, and from then on what is new alone', async () => {
  let all = transactions(10_000);
  const { client, asked } = clientOf(() => all);
  let between = 0;
  let isRead = false;
  const tick = () => {
    between += 1;
    if (!isRead) setImmediate(tick);
  };
  tick();
  const sums = await new Ledger(store.db).readOn(client, 'c1');
  isRead = true;
  expect(asked).toHaveLength(100);
  expect(asked.every((path) => path.includes('limit=100&'))).toBe(true);
  // Ten thousand rows are some hundred slices of a few milliseconds at most; in one go there would be the pages' turns alone.
  expect(between).toBeGreaterThan(100 + 20);
  expect([sums.entries, sums.balanceMinor, sums.byOrder.size]).toEqual([10_000, 99_000_100n, 9_999]);

  all = [...transactions(1, 20_000), ...all];
  asked.length = 0;
  const ledger = new Ledger(store.db);
  expect((await ledger.readOn(client, 'c1')).entries).toBe(10_001);
  expect((await ledger.readOn(client, 'c1')).entries).toBe(10_001);
  expect(asked).toHaveLength(2);
});

it('has no hole after a reading that was cut off', async () => {
  const all = transactions(450);
  await expect(new Ledger(store.db).readOn(clientOf(() => all, 3).client, 'c1')).rejects.toThrow('no answer');
  const ledger = new Ledger(store.db);
  const sums = await ledger.readOn(clientOf(() => all).client, 'c1');
  expect([sums.entries, sums.broken, sums.openingMinor]).toEqual([450, [], 0n]);
});

it('begins anew with a ledger that does', async () => {
  const ledger = new Ledger(store.db);
  await ledger.readOn(clientOf(() => transactions(300)).client, 'c1');
  const sums = await ledger.readOn(clientOf(() => transactions(2)).client, 'c1');
  expect([sums.entries, sums.balanceMinor]).toEqual([2, 99_999_900n]);
});

it('keeps the ledgers of two connections apart', async () => {
  const ledger = new Ledger(store.db);
  const [one, other] = await Promise.all([
    ledger.readOn(clientOf(() => transactions(3)).client, 'c1'),
    ledger.readOn(clientOf(() => transactions(5)).client, 'c2'),
  ]);
  expect([one.entries, other.entries]).toEqual([3, 5]);
});
