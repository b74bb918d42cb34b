import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { EXHAUSTED_COOL_DOWN_MS, RETRY_DELAYS_MS } from '../../src-core/contract/webhooks.ts';
import type { ServiceContext } from '../context.ts';
import { UNMEASURED } from '../ports.ts';
import { accounts, webhookConfigs, webhookDeliveries } from '../store/schema.ts';
import { openOwnDatabase, type OwnDatabase } from '../store/testing/own-database.ts';
import { systemIds } from '../system-clock.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import { concludeAttempt } from './conclude-attempt.ts';
import { putIntoOutbox } from './emit-event.ts';

const AT_MS = Date.parse('2026-05-03T01:00:00Z');
const DAY_MS = 86_400_000;
const ACCOUNT = 'u_studio';

let nowMs: number;
let own: OwnDatabase;
let context: ServiceContext;
beforeAll(async () => {
  own = await openOwnDatabase();
  context = {
    db: own.database.db,
    clock: { nowMs: () => nowMs },
    ids: systemIds,
    measures: UNMEASURED,
    processName: 'this',
  } as unknown as ServiceContext;
});
afterAll(() => own.close());
beforeEach(async () => {
  nowMs = AT_MS;
  await context.db.execute(sql`alter table ledger_entries disable trigger user`);
  await context.db.execute(sql`truncate accounts cascade`);
  await context.db.execute(sql`alter table ledger_entries enable trigger user`);
  const createdAt = new Date(AT_MS);
  await context.db.insert(accounts).values({ accountUid: ACCOUNT, type: 'BUSINESS', name: '스튜디오', createdAt });
  await context.db.insert(webhookConfigs).values({
    accountUid: ACCOUNT,
    webhookUrl: 'https://studio.test/hook',
    secretKey: 'whsec',
    isActive: true,
    createdAt,
    updatedAt: createdAt,
  });
  await putIntoOutbox(context.db, context, {
    accountUid: ACCOUNT,
    environment: 'sandbox',
    type: 'order.created',
    data: {},
  });
});

const claim = async () =>
  (await claimDeliveries(context, { most: 10, leaseMs: 15_000 })).map(({ delivery }) => delivery);
const failed = { isDelivered: false, responseStatus: 500, responseBody: '', failureReason: null };

/** Claims what is due and fails it; the kinds that were tried. */
async function fail(): Promise<readonly string[]> {
  const tried = await claim();
  for (const { deliveryUid } of tried) await concludeAttempt(context, deliveryUid, failed);
  return tried.map(({ eventType }) => eventType);
}

it('a delivery of before the clock was set back is tried at once, and its retries wait as ever', async () => {
  nowMs -= DAY_MS;
  expect(await fail()).toEqual(['order.created']);
  for (const delayMs of RETRY_DELAYS_MS) {
    nowMs += delayMs - 1;
    expect(await fail()).toEqual([]);
    // Another process's clock is behind this one's.
    nowMs -= delayMs;
    expect(await fail()).toEqual([]);
    nowMs += delayMs + 1;
    expect(await fail()).toEqual(['order.created']);
  }
});

it('an alert of before the clock was set back silences none after it, and the next comes an hour later', async () => {
  /** How many alerts there are after one more delivery was given up. */
  const giveUp = async () => {
    await context.db
      .update(webhookDeliveries)
      .set({ status: 'PENDING', attemptCount: RETRY_DELAYS_MS.length, nextAttemptAt: new Date(nowMs) })
      .where(eq(webhookDeliveries.eventType, 'order.created'));
    await fail();
    const alerts = await context.db
      .delete(webhookDeliveries)
      .where(eq(webhookDeliveries.eventType, 'webhook.exhausted'))
      .returning();
    return alerts.length;
  };
  expect(await giveUp()).toBe(1);
  expect(await giveUp()).toBe(0);
  nowMs -= DAY_MS;
  expect(await giveUp()).toBe(1);
  // Another process's clock is behind this one's.
  nowMs -= 1_000;
  expect(await giveUp()).toBe(0);
  nowMs += 1_000 + EXHAUSTED_COOL_DOWN_MS;
  expect(await giveUp()).toBe(1);
});
