import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { cancel, finalizedBook, placedOrder } from './journeys.ts';
import { LookedInto } from './looked-into.ts';
import { Receiver, until } from './receiver.ts';
import { startReplicas, type Replica, type ReplicatedService } from './replicas.ts';
import type { Host } from './service.ts';

/** How often a process puts off the end of its leases, and somewhat more. */
const KEPT_WITHIN_MS = 7_000;
const MINUTE_MS = 60_000;
/** Longer than the service takes to look again. */
const QUIET_MS = 1_500;

let service: ReplicatedService;
let database: LookedInto;
let sandbox: Host;
let replica: Replica;
let bookUid: string;
let receiver: Receiver;

beforeAll(async () => {
  service = await startReplicas({ localAddresses: true, credit: 10_000_000 }, 1);
  ({ sandbox } = service);
  [replica] = service.replicas as [Replica];
  database = await LookedInto.open(service);
  bookUid = await finalizedBook(sandbox);
}, 120_000);
afterAll(async () => {
  await database.close();
  await service.dispose();
});
beforeEach(async () => {
  receiver = await Receiver.start();
  expect((await sandbox.put('/webhooks/config', { webhookUrl: receiver.url })).status).toBe(200);
});
afterEach(async () => {
  await sandbox.delete('/webhooks/config');
  await receiver.dispose();
});

/** Deliveries whose receiver takes its time, in the order of their uids. */
async function hanging(count: number): Promise<string[]> {
  receiver.behaviour = () => {};
  for (let placed = 0; placed < count; placed += 1) await placedOrder(sandbox, bookUid);
  const calls = await receiver.waitFor('order.created', count);
  return calls.map(({ headers }) => String(headers['x-webhook-delivery'])).toSorted();
}

const rowOf = async (deliveryUid: string) =>
  (
    await database.rows('SELECT *, leased_until > now() AS is_leased FROM webhook_deliveries WHERE delivery_uid = $1', [
      deliveryUid,
    ])
  )[0] ?? {};
const endOf = async (deliveryUid: string) => Number((await rowOf(deliveryUid))['leased_until']);
const isPutOff = async (deliveryUid: string) => {
  const before = await endOf(deliveryUid);
  await until(async () => (await endOf(deliveryUid)) > before, 'the lease to be put off', KEPT_WITHIN_MS);
};
const listed = async (deliveryUid: string, host = sandbox) =>
  (await host.get('/webhooks/deliveries?limit=100')).body.data.find(
    (one: { deliveryUid: string }) => one.deliveryUid === deliveryUid,
  );

it('the lease of an attempt that lasts is put off, a test call’s longer one is not, and one that another process has taken is left alone', async () => {
  const [deliveryUid = ''] = await hanging(1);
  const called = sandbox.post('/webhooks/test', { eventType: 'order.cancelled' });
  const [call] = await receiver.waitFor('order.cancelled');
  const testCall = String(call?.headers['x-webhook-delivery']);
  const endOfCall = await endOf(testCall);
  // So long a receiver may take.
  const OUTLASTS =
    "SELECT leased_until > now() + interval '30 seconds' AS it FROM webhook_deliveries WHERE delivery_uid = $1";
  expect(await database.rows(OUTLASTS, [testCall])).toEqual([{ it: true }]);
  await isPutOff(deliveryUid);
  expect(await endOf(testCall)).toBe(endOfCall);
  await database.rows(
    "UPDATE webhook_deliveries SET leased_by = 'another', leased_until = now() + interval '1 hour' WHERE delivery_uid = $1",
    [deliveryUid],
  );
  const end = await endOf(deliveryUid);
  await delay(KEPT_WITHIN_MS);
  expect(await endOf(deliveryUid)).toBe(end);
  await receiver.dispose();
  expect((await called).body.data.status).toBe('FAILED');
});

it('a delivery that somebody has in hand keeps no other’s lease from being put off', async () => {
  const [held = '', other = ''] = await hanging(2);
  await database.underWay('SELECT 1 FROM webhook_deliveries WHERE delivery_uid = $1 FOR UPDATE', [held], () =>
    isPutOff(other),
  );
});

it('a process that stops leaves its attempts to the next one at once', async () => {
  const [deliveryUid = ''] = await hanging(1);
  await replica.process().stop();
  expect(await rowOf(deliveryUid)).toMatchObject({
    status: 'PENDING',
    attempt_count: 0,
    leased_by: null,
    leased_until: null,
  });
  receiver.behaviour = 200;
  await replica.startAgain();
  await until(async () => (await listed(deliveryUid)).status === 'SUCCESS', 'the second attempt');
});

it('of a process that died a test call is closed as interrupted, an event is sent again, and what had ended stays', async () => {
  const ended = (await sandbox.post('/webhooks/test', { eventType: 'order.restored' })).body.data.deliveryUid;
  const [event = ''] = await hanging(1);
  const lost = sandbox.post('/webhooks/test', { eventType: 'order.cancelled' }).catch(() => null);
  const [call] = await receiver.waitFor('order.cancelled');
  await replica.process().kill();
  expect(await lost).toBeNull();
  const answers: (() => void)[] = [];
  receiver.behaviour = (response) => void answers.push(() => void response.writeHead(200).end());
  const LEASED_UNTIL = 'UPDATE webhook_deliveries SET leased_until = now() + $1::interval';
  const testCall = String(call?.headers['x-webhook-delivery']);
  await database.rows(`${LEASED_UNTIL} WHERE delivery_uid = ANY ($2)`, ['-1 second', [ended, event, testCall]]);
  await replica.startAgain();
  await until(async () => (await listed(testCall)).failureReason === 'interrupted', 'the test call to be closed');
  expect(await rowOf(testCall)).toMatchObject({ status: 'FAILED', leased_by: null, leased_until: null });
  await receiver.waitFor('order.created', 2);
  expect(await listed(event)).toMatchObject({ status: 'PENDING', failureReason: null });
  for (const answer of answers) answer();
  await until(async () => (await listed(event)).status === 'SUCCESS', 'the event to be sent again');
  expect(receiver.of('order.cancelled')).toHaveLength(1);
  expect(await listed(ended)).toMatchObject({ status: 'SUCCESS', failureReason: null });
});

it('of an order nothing is sent while what happened before is still on its way', async () => {
  const answers: (() => void)[] = [];
  receiver.behaviour = (response) => void answers.push(() => void response.writeHead(200).end());
  const { orderUid } = await placedOrder(sandbox, bookUid);
  await receiver.waitFor('order.created');
  expect((await cancel(sandbox, orderUid)).status).toBe(200);
  await delay(QUIET_MS);
  expect(receiver.of('order.cancelled')).toEqual([]);
  answers[0]?.();
  await receiver.waitFor('order.cancelled');
  answers[1]?.();
});

it('a test call that only takes long is not closed', async () => {
  receiver.behaviour = (response) => void setTimeout(() => response.end(), 2_500);
  expect((await sandbox.post('/webhooks/test', {})).body.data.status).toBe('SUCCESS');
});

/** Of each of two accounts a delivery whose first attempt failed. */
async function withBothFailed(
  during: (both: { mine: string; theirs: string; personal: Host; other: Receiver }) => Promise<void>,
): Promise<void> {
  const personal = sandbox.as(service.keys.personal.sandbox);
  const other = await Receiver.start();
  try {
    for (const one of [receiver, other]) one.behaviour = 500;
    await personal.put('/webhooks/config', { webhookUrl: other.url });
    await placedOrder(personal, await finalizedBook(personal));
    await placedOrder(sandbox, bookUid);
    const [mine, theirs] = [await receiver.waitFor('order.created'), await other.waitFor('order.created')].map(
      ([call]) => String(call?.headers['x-webhook-delivery']),
    ) as [string, string];
    await until(
      async () => (await listed(mine)).attemptCount + (await listed(theirs, personal)).attemptCount === 2,
      'both to wait for their second attempt',
    );
    await during({ mine, theirs, personal, other });
  } finally {
    await personal.delete('/webhooks/config');
    await other.dispose();
  }
}

it('what is due for a webhook that is not active any more is given up, and nothing of another account with it', async () => {
  const logged = replica.process().log().length;
  await withBothFailed(async ({ mine, theirs, personal, other }) => {
    other.behaviour = 200;
    const CONFIG = 'UPDATE webhook_configs SET is_active = $2 WHERE account_uid = $1';
    await database.rows(CONFIG, [service.keys.business.accountUid, false]);
    await service.printHouse('POST', '/clock', { moveMs: MINUTE_MS });
    await until(async () => (await listed(theirs, personal)).status === 'SUCCESS', 'the other’s second attempt');
    await until(async () => (await listed(mine)).failureReason === 'deactivated', 'the delivery to be given up');
    expect(await listed(mine)).toMatchObject({
      status: 'FAILED',
      nextAttemptAt: null,
      attemptCount: 1,
      deliveredAt: null,
    });
    expect(await rowOf(mine)).toMatchObject({ leased_by: null, leased_until: null });
    expect(receiver.calls).toHaveLength(1);
    expect(replica.process().log().slice(logged)).not.toContain('"level":50');
  });
});

it('a deactivation gives up what waits for an attempt, but nothing that has ended and nothing of another account', async () => {
  const ended = (await sandbox.post('/webhooks/test', { eventType: 'order.cancelled' })).body.data.deliveryUid;
  await withBothFailed(async ({ mine, theirs, personal }) => {
    const before = [await listed(ended), await listed(theirs, personal)];
    expect((await sandbox.delete('/webhooks/config')).status).toBe(200);
    expect(await listed(mine)).toMatchObject({ failureReason: 'deactivated', nextAttemptAt: null });
    expect([await listed(ended), await listed(theirs, personal)]).toEqual(before);
    expect((await personal.get('/webhooks/config')).status).toBe(200);
  });
});

it('each account has an alert of its own, however soon after another’s', async () => {
  await withBothFailed(async ({ mine, theirs, other }) => {
    const LAST = 'UPDATE webhook_deliveries SET attempt_count = 3 WHERE delivery_uid = ANY ($1)';
    await database.rows(LAST, [[mine, theirs]]);
    await service.printHouse('POST', '/clock', { moveMs: MINUTE_MS });
    for (const [one, deliveryUid] of [
      [receiver, mine],
      [other, theirs],
    ] as const) {
      const [alert] = await one.waitFor('webhook.exhausted');
      expect(alert?.event.data).toMatchObject({ delivery_uid: deliveryUid, attempts: 4 });
    }
  });
});

it('of an alert that is given up there is no other alert, however long after it', async () => {
  receiver.behaviour = 500;
  await placedOrder(sandbox, bookUid);
  const failsUntilExhausted = async (type: string) => {
    for (const [attempt, minutes] of [1, 5, 90, 0].entries()) {
      const calls = await receiver.waitFor(type, attempt + 1);
      const uid = String(calls[0]?.headers['x-webhook-delivery']);
      await until(async () => (await listed(uid)).attemptCount === attempt + 1, `attempt ${attempt + 1} of ${type}`);
      if (minutes > 0) await service.printHouse('POST', '/clock', { moveMs: minutes * MINUTE_MS });
      else expect((await listed(uid)).status).toBe('EXHAUSTED');
    }
  };
  await failsUntilExhausted('order.created');
  await failsUntilExhausted('webhook.exhausted');
  await delay(QUIET_MS);
  expect(receiver.of('webhook.exhausted')).toHaveLength(4);
});
