import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { POLL_BEHIND_MS, POLL_FRONT_MS, SWEEP_PAGE, TRACKING_AGAIN_MS } from '../../../src-core/desk/poll-schedule.ts';
import { parseAnswer } from '../client/answers.ts';
import type { Connections } from '../connections/connections.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { orders } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { plainContext } from '../testing/plain-context.ts';
import { OrderPolling } from './order-polling.ts';

const PAGES = 12;
/** Behind the newest page, each half minute. */
const OLDER_PAGES = 5;

let dir: string;
let store: OpenStore;
let polling: OrderPolling;
let nowMs: number;
/** What the service has, the newest first; one that a Sandbox has never ends. */
let there: { readonly orderUid: string; status: string }[];
/** The pages that were asked for by the sweep in hand. */
let asked: number[];
/** The whole orders that were. */
let wholeAsked: string[];
/** The request that fails next, counted from this one. */
let failsAt: number;
/** Sweeps that came to their end. */
let checked: number;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'order-polling-'));
  store = openStore(dir, plainStore(join(import.meta.dirname, '../store/migrations')));
  nowMs = Date.UTC(2026, 5, 1);
  there = Array.from({ length: PAGES * SWEEP_PAGE }, (_, at) => ({ orderUid: `or_${at}`, status: 'PAID' }));
  failsAt = Infinity;
  checked = 0;
  asked = [];
  wholeAsked = [];
  polling = start();
});
afterEach(async () => {
  await polling.close();
  store.close(nowMs);
  rmSync(dir, { recursive: true, force: true });
});

function start(): OrderPolling {
  const context = plainContext(store.db, { clock: { nowMs: () => nowMs } });
  const client = {
    lanes: { general: { use: () => ({ atMost: 300, sentAgoMs: [], heldForMs: 0 }) } },
    call: async ({ path, answer }: { readonly path: string; readonly answer: z.ZodType }) =>
      parseAnswer(answer, JSON.stringify(path.includes('?') ? listed(path) : whole(path))),
  };
  const connections = {
    active: () => ({ connectionId: 'here' }),
    reach: { isAway: () => false },
    clientOf: async () => client,
    noteRefused: () => undefined,
    note: () => void (checked += 1),
  };
  return new OrderPolling(context, connections as unknown as Connections, { foundPlaced: () => false });
}

async function startAnew(): Promise<void> {
  await polling.close();
  polling = start();
}

/** As the service lists them. */
function listed(path: string) {
  failsAt -= 1;
  if (failsAt === 0) throw new AppError('SERVICE_FAULT');
  const { searchParams } = new URL(path, 'http://service');
  const offset = Number(searchParams.get('offset'));
  asked.push(offset / SWEEP_PAGE);
  const data = there.slice(offset, offset + SWEEP_PAGE).map(({ orderUid, status }) => ({
    ...{ orderUid, orderStatus: status, externalRef: null, recipientName: '홍길동', itemCount: 1, isTest: true },
    ...{ totalAmount: 1_000, paidCreditAmount: 1_000, orderedAt: '2026-05-01T00:00:00Z', accountUid: 'ac' },
    ...{ accountName: 'studio', accountOrganizationName: null, orderType: 'NORMAL', orderStatusDisplay: status },
    ...{ paymentMethod: 'CREDIT', createdAt: '2026-05-01T00:00:00Z' },
  }));
  const hasNext = offset + SWEEP_PAGE < there.length;
  return {
    ...{ success: true, message: 'ok', data },
    pagination: { total: there.length, limit: SWEEP_PAGE, offset, hasNext },
  };
}

/** What an order is made of nobody asks here but for its parcel: those that are there have one, of which nothing is understood. */
function whole(path: string) {
  wholeAsked.push(path);
  return { success: true, message: 'ok', data: { orderStatus: 'SOMETHING_NEW' } };
}

async function sweep(how?: 'whole', afterMs = POLL_FRONT_MS): Promise<readonly number[]> {
  nowMs += afterMs;
  asked = [];
  await polling.sweepNow(how);
  return asked;
}

const known = () => store.db.select().from(orders).all().length;
const statusOf = (orderUid: string) =>
  store.db.select().from(orders).where(eq(orders.orderUid, orderUid)).get()?.status;
const pages = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);

describe('a sweep of orders that never end', () => {
  it('reads all at first, and then the newest and some of the older ones, which follow one another', async () => {
    expect(await sweep()).toEqual(pages(0, PAGES));
    expect(known()).toBe(PAGES * SWEEP_PAGE);
    expect(await sweep()).toEqual([0, ...pages(1, OLDER_PAGES)]);
    expect(await sweep()).toEqual([0, ...pages(6, OLDER_PAGES)]);
    expect(await sweep()).toEqual([0, 11]);
    expect(await sweep()).toEqual([0, ...pages(1, OLDER_PAGES)]);
  });

  it('meets each that moved within as many sweeps, also while new ones come before them', async () => {
    await sweep();
    for (const at of [150, 777, 1_199]) there[at] = { orderUid: `or_${at}`, status: 'PDF_READY' };
    for (let sweeps = 0; sweeps < 3; sweeps++) {
      for (let one = 0; one < 30; one++) there.unshift({ orderUid: `new ${sweeps} ${one}`, status: 'PAID' });
      await sweep();
    }
    expect(['or_150', 'or_777', 'or_1199'].map(statusOf)).toEqual(['PDF_READY', 'PDF_READY', 'PDF_READY']);
    expect(known()).toBe(there.length);
  });

  it('reads all of them when a person asks, when nobody looked for long, and after a start', async () => {
    await sweep();
    expect(await sweep('whole')).toEqual(pages(0, PAGES));
    expect(await sweep(undefined, POLL_BEHIND_MS)).toEqual(pages(0, PAGES));
    await startAnew();
    expect(await sweep()).toEqual(pages(0, PAGES));
  });

  it('ends with the last that can still move', async () => {
    await sweep();
    there = there.map((order, at) => (at === 250 ? order : { ...order, status: 'CANCELLED_REFUND' }));
    await sweep('whole');
    expect(await sweep()).toEqual([0, 1, 2]);
    expect(await sweep()).toEqual([0, 1, 2]);
  });
});

describe('a sweep that is cut off', () => {
  it('while it meets new ones reads on to the end the next time, also after a start', async () => {
    failsAt = 4;
    expect(await sweep()).toEqual([0, 1, 2]);
    await startAnew();
    expect(await sweep()).toEqual(pages(0, PAGES));
    expect(known()).toBe(PAGES * SWEEP_PAGE);
  });

  it('before it read all that was asked for reads all the next time', async () => {
    await sweep();
    failsAt = 9;
    await sweep('whole');
    expect(await sweep()).toEqual(pages(0, PAGES));
  });

  it('by a disk that is full for a moment is made up for by the next', async () => {
    store.db.run(sql`create trigger full before insert on orders begin select raise(fail, 'full'); end`);
    await expect(sweep()).resolves.toEqual([0]);
    expect([known(), polling.nextAtMs ?? 0]).toEqual([0, nowMs + 2 * POLL_FRONT_MS]);
    store.db.run(sql`drop trigger full`);
    expect(await sweep()).toEqual(pages(0, PAGES));
    expect(known()).toBe(PAGES * SWEEP_PAGE);
  });
});

describe('an order in a state that this version does not know', () => {
  it('keeps back none of the others, and is named until it is understood', async () => {
    there = there.slice(0, 3);
    there[1] = { orderUid: 'or_1', status: 'ON_HOLD' };
    await sweep();
    expect([checked, known(), statusOf('or_0'), statusOf('or_1'), statusOf('or_2')]).toEqual([
      1,
      2,
      'PAID',
      undefined,
      'PAID',
    ]);
    expect(polling.unread('here')).toEqual([{ orderUid: 'or_1', status: 'ON_HOLD' }]);
    expect(polling.unread('elsewhere')).toEqual([]);
    there[1] = { orderUid: 'or_1', status: 'CONFIRMED' };
    await sweep();
    expect([statusOf('or_1'), polling.unread('here')]).toEqual(['CONFIRMED', []]);
  });

  it('that was known before stays as it was last read', async () => {
    there = there.slice(0, 2);
    await sweep();
    there[0] = { orderUid: 'or_0', status: 'ON_HOLD' };
    there[1] = { orderUid: 'or_1', status: 'CONFIRMED' };
    await sweep();
    expect([statusOf('or_0'), statusOf('or_1')]).toEqual(['PAID', 'CONFIRMED']);
    expect(polling.unread('here')).toEqual([{ orderUid: 'or_0', status: 'ON_HOLD' }]);
  });

  it('within it keeps back no other, and it is asked for again later, not at each look', async () => {
    there = ['or_0', 'or_1'].map((orderUid) => ({ orderUid, status: 'SHIPPED' }));
    await sweep();
    expect([checked, wholeAsked.toSorted()]).toEqual([1, ['/orders/or_0', '/orders/or_1']]);
    await sweep();
    expect([checked, wholeAsked.length]).toEqual([2, 2]);
    await sweep(undefined, TRACKING_AGAIN_MS);
    expect([checked, wholeAsked.length]).toEqual([3, 4]);
  });
});
