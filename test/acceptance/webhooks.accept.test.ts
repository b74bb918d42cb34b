import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { advance, cancel, cancelItem, expectFailure, finalizedBook, fundLive, order, placedOrder } from './journeys.ts';
import { expectDocumentedEvent, readOpenApi } from './open-api.ts';
import { isSignedBy, Receiver, RECEIVER_CERTIFICATE, until, type ReceivedCall } from './receiver.ts';
import { startService, type Host, type Service } from './service.ts';

const MINUTE_MS = 60_000;
/** Longer than the service takes to look again: what has not come by then does not come. */
const QUIET_MS = 1_500;

let service: Service;
let receiver: Receiver;
const more: Receiver[] = [];

beforeAll(async () => {
  service = await startService({ localAddresses: true, trustedCertificate: RECEIVER_CERTIFICATE });
  await fundLive(service, 10_000_000);
});
afterAll(() => service.dispose());

beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(async () => {
  for (const key of [service.keys.business.sandbox, service.keys.personal.sandbox])
    await service.sandbox.as(key).delete('/webhooks/config');
  for (const one of [receiver, ...more.splice(0)]) await one.dispose();
});

const register = async (body: Record<string, unknown> = {}, host: Host = service.sandbox) => {
  const answer = await host.put('/webhooks/config', { webhookUrl: receiver.url, ...body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const config = (host: Host = service.sandbox) => host.get('/webhooks/config');
const deliveries = async (query = '', host: Host = service.sandbox) =>
  (await host.get(`/webhooks/deliveries${query}`)).body.data;
const delivery = async (deliveryUid: unknown, host: Host = service.sandbox) =>
  (await deliveries('?limit=100', host)).find((one: { deliveryUid: unknown }) => one.deliveryUid === deliveryUid);
const moveClock = async (moveMs: number) =>
  expect((await service.printHouse('POST', '/clock', { moveMs })).status).toBe(200);
const uidOf = (call: ReceivedCall | undefined) => call?.headers['x-webhook-delivery'];

async function eventually(deliveryUid: unknown, expected: Record<string, unknown>): Promise<void> {
  await until(async () => {
    const found = await delivery(deliveryUid);
    return found !== undefined && Object.entries(expected).every(([name, value]) => found[name] === value);
  }, JSON.stringify(expected));
}

/** The service's own document. */
const documented = () => readOpenApi(service.sandbox.url.replace(/\/v1$/, '/openapi.json'));

/** An order of the Sandbox, whose order.created is the event that most tests look at. */
async function created(host: Host = service.sandbox): Promise<string> {
  return (await placedOrder(host, await finalizedBook(host))).orderUid;
}

describe('the webhook configuration', () => {
  it('is registered with a secretKey that is shown whole; an update keeps it and shows it whole; a read shows its first 8 characters', async () => {
    const first = await register({ description: '주문 알림', events: ['order.created', 'shipping.departed'] });
    expect(first).toMatchObject({
      webhookUrl: receiver.url,
      description: '주문 알림',
      events: ['order.created', 'shipping.departed'],
      isActive: true,
    });
    expect(first.secretKey).toMatch(/^whsk_[0-9A-Za-z]{32}$/);
    const updated = await register({ webhookUrl: 'https://partner.example.com/hooks' });
    expect(updated).toMatchObject({
      webhookUrl: 'https://partner.example.com/hooks',
      description: null,
      events: null,
      secretKey: first.secretKey,
    });
    expect((await config()).body.data).toMatchObject({
      webhookUrl: 'https://partner.example.com/hooks',
      secretKey: `${first.secretKey.slice(0, 8)}...`,
    });
  });

  it('takes `url` for another name of webhookUrl', async () => {
    const answer = await service.sandbox.put('/webhooks/config', { url: 'https://partner.example.com/named-url' });
    expect([answer.status, answer.body.data.webhookUrl]).toEqual([200, 'https://partner.example.com/named-url']);
  });

  it('takes an address of at most 500 characters and a description of at most 200', async () => {
    const address = (length: number) => `https://partner.example.com/${'a'.repeat(length - 28)}`;
    await register({ webhookUrl: address(500), description: 'd'.repeat(200) });
    const long = await service.sandbox.put('/webhooks/config', { webhookUrl: address(501) });
    expectFailure(long, 400, 'ERR_VALIDATION_FAILED');
    expect(long.body.fieldErrors).toMatchObject([{ field: 'webhookUrl', constraint: 'max', requiredValue: 500 }]);
    const wordy = await service.sandbox.put('/webhooks/config', {
      webhookUrl: address(100),
      description: 'd'.repeat(201),
    });
    expect([wordy.status, wordy.body.fieldErrors[0]]).toMatchObject([
      400,
      { field: 'description', constraint: 'max', requiredValue: 200 },
    ]);
    expect((await config()).body.data.webhookUrl).toBe(address(500));
  });

  it('is HTTPS, but for this computer where the service may call it', async () => {
    for (const webhookUrl of ['http://partner.example.com/', 'http://10.0.0.1/', 'ftp://localhost/']) {
      const answer = await service.sandbox.put('/webhooks/config', { webhookUrl });
      expect([answer.status, answer.body.fieldErrors], webhookUrl).toMatchObject([
        400,
        [{ field: 'webhookUrl', constraint: 'pattern' }],
      ]);
    }
    for (const webhookUrl of ['http://localhost:8080/', 'http://[::1]:8080/', 'https://10.0.0.1/'])
      await register({ webhookUrl });
  });

  it('requires webhookUrl, and kinds of events that exist', async () => {
    const missing = await service.sandbox.put('/webhooks/config', { description: 'no address' });
    expect([missing.status, missing.body.fieldErrors]).toMatchObject([
      400,
      [{ field: 'webhookUrl', constraint: 'required' }],
    ]);
    for (const events of [['order.paid'], ['order.created', 'order.confirmed'], [], 'order.created']) {
      const answer = await service.sandbox.put('/webhooks/config', { webhookUrl: receiver.url, events });
      expect([answer.status, answer.body.errorCode], JSON.stringify(events)).toEqual([400, 'ERR_VALIDATION_FAILED']);
    }
    expect((await config()).status).toBe(404);
  });

  it('is missing (404) before it is registered and after it is deactivated; a new registration makes a new secretKey', async () => {
    expectFailure(await config(), 404, 'ERR_NOT_FOUND');
    expectFailure(await service.sandbox.delete('/webhooks/config'), 404, 'ERR_NOT_FOUND');
    expectFailure(await service.sandbox.post('/webhooks/test', {}), 404, 'ERR_NOT_FOUND');
    const { secretKey } = await register();
    const deactivated = await service.sandbox.delete('/webhooks/config');
    expect([deactivated.status, deactivated.body.data]).toMatchObject([
      200,
      { isActive: false, secretKey: `${secretKey.slice(0, 8)}...` },
    ]);
    expectFailure(await config(), 404, 'ERR_NOT_FOUND');
    expect((await register()).secretKey).not.toBe(secretKey);
  });

  it('is one for both hosts, and of one account', async () => {
    const { secretKey } = await register({}, service.sandbox);
    expect((await config(service.live)).body.data.webhookUrl).toBe(receiver.url);
    expect((await register({ description: 'from Live' }, service.live)).secretKey).toBe(secretKey);
    expect((await config(service.sandbox)).body.data.description).toBe('from Live');
    expect((await config(service.sandbox.as(service.keys.personal.sandbox))).status).toBe(404);
  });

  it('keeps one secretKey for registrations at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => register()));
    expect(new Set(answers.map((answer) => answer.secretKey)).size).toBe(1);
  });
});

describe('a delivery', () => {
  it('is a POST of the envelope with signature over the exact bytes, timestamp, event kind and delivery id', async () => {
    const { secretKey } = await register();
    const orderUid = await created();
    const [call] = await receiver.waitFor('order.created');
    if (!call) throw new Error('no call');
    expect([call.method, call.path, call.headers['content-type']]).toEqual([
      'POST',
      '/hooks?for=partner',
      'application/json',
    ]);
    expect(isSignedBy(secretKey, call)).toBe(true);
    expect(isSignedBy(`${secretKey}x`, call)).toBe(false);
    expect(isSignedBy(secretKey, { ...call, bytes: Buffer.concat([call.bytes, Buffer.from(' ')]) })).toBe(false);
    expect(Math.abs(Number(call.headers['x-webhook-timestamp']) - new Date().getTime() / 1000)).toBeLessThan(10);
    expect([call.headers['x-webhook-event'], uidOf(call)]).toEqual([
      'order.created',
      expect.stringMatching(/^wh_[0-9a-f]{12}$/),
    ]);
    expect(Object.keys(call.event)).toEqual(['event_uid', 'event_type', 'created_at', 'isTest', 'data']);
    expect(call.event).toMatchObject({
      event_uid: expect.stringMatching(/^evt_[0-9A-Za-z]{12}$/),
      event_type: 'order.created',
      isTest: true,
      data: { order_uid: orderUid },
    });
    expect(new Date(call.event.created_at).toISOString()).toBe(call.event.created_at);
    await eventually(uidOf(call), {
      status: 'SUCCESS',
      responseStatus: 200,
      responseBody: 'answered 200',
      attemptCount: 1,
      nextAttemptAt: null,
      isTest: true,
    });
    expect((await delivery(uidOf(call))).deliveredAt).not.toBeNull();
  });

  it('of Live carries isTest false, of the Sandbox true; one webhook hears both', async () => {
    await register();
    const [inSandbox, inLive] = [await created(service.sandbox), await created(service.live)];
    const calls = await receiver.waitFor('order.created', 2);
    expect(calls.map(({ event }) => [event.data['order_uid'], event.isTest])).toEqual([
      [inSandbox, true],
      [inLive, false],
    ]);
  });

  it('goes out for each step of an order, one after another in their order', async () => {
    await register();
    const orderUid = await created(service.live);
    await advance(service, orderUid, 5);
    await receiver.waitFor('shipping.delivered');
    expect(receiver.calls.map(({ event }) => [event.event_type, event.data['order_uid']])).toEqual(
      [
        'order.created',
        'production.confirmed',
        'production.started',
        'production.completed',
        'shipping.departed',
        'shipping.delivered',
      ].map((type) => [type, orderUid]),
    );
    expect(new Set(receiver.calls.map(({ event }) => event.event_uid)).size).toBe(6);
  });

  it('keeps that order when the receiver takes its time and all events wait at once', async () => {
    await register();
    receiver.behaviour = (response) => void setTimeout(() => response.end(), 100);
    const orderUid = await created(service.live);
    await Promise.all([advance(service, orderUid, 5), created(), created()]);
    await receiver.waitFor('shipping.delivered');
    const ofOrder = receiver.calls
      .filter(({ event }) => event.data['order_uid'] === orderUid)
      .map(({ event }) => event.event_type);
    expect(ofOrder).toEqual([
      'order.created',
      'production.confirmed',
      'production.started',
      'production.completed',
      'shipping.departed',
      'shipping.delivered',
    ]);
  });

  it('goes out for cancels, also the item cancel that ends an order', async () => {
    await register();
    const bookUid = await finalizedBook(service.sandbox);
    const placed = (
      await order(service.sandbox, [
        { bookUid, quantity: 1 },
        { bookUid, quantity: 2 },
      ])
    ).body.data;
    await cancelItem(service.sandbox, placed.orderUid, placed.items[0].itemUid);
    await cancel(service.sandbox, placed.orderUid);
    await receiver.waitFor('order.cancelled');
    expect(receiver.calls.map(({ event }) => event.event_type)).toEqual([
      'order.created',
      'order.item_cancelled',
      'order.cancelled',
    ]);
  });

  it('is made only for the subscribed kinds; null means all', async () => {
    await register({ events: ['order.cancelled'] });
    const placed = await created();
    await cancel(service.sandbox, placed);
    const [call] = await receiver.waitFor('order.cancelled');
    expect(receiver.calls).toHaveLength(1);
    await register({ events: null });
    await created();
    await receiver.waitFor('order.created');
    expect(isSignedBy((await register()).secretKey, call as ReceivedCall)).toBe(true);
  });

  it('succeeds with any 2xx and fails with all else; a redirect is not followed', async () => {
    await register();
    const elsewhere = await Receiver.start();
    more.push(elsewhere);
    for (const status of [201, 204, 299, 301, 302, 307, 400, 404, 410, 500, 503]) {
      receiver.behaviour = (response) => response.writeHead(status, { location: elsewhere.url }).end();
      const answer = await service.sandbox.post('/webhooks/test', {});
      expect([answer.status, answer.body.data.status, answer.body.data.responseStatus]).toEqual([
        200,
        status < 300 ? 'SUCCESS' : 'FAILED',
        status,
      ]);
    }
    expect(elsewhere.calls).toEqual([]);
  });

  it('keeps the first 4,000 bytes of a long answer, and text that is none', async () => {
    await register();
    receiver.behaviour = (response) => response.end('가'.repeat(100_000));
    expect((await service.sandbox.post('/webhooks/test', {})).body.data).toMatchObject({
      status: 'SUCCESS',
      responseBody: '가'.repeat(1_333),
    });
    receiver.behaviour = (response) => response.end(Buffer.from([0x00, 0xff, 0x41]));
    expect((await service.sandbox.post('/webhooks/test', {})).body.data.responseBody).toBe('\uFFFD\uFFFDA');
  });

  it('goes over TLS to a receiver whose certificate is trusted', async () => {
    const overTls = await Receiver.start({ tls: true });
    more.push(overTls);
    const { secretKey } = await register({ webhookUrl: overTls.url });
    await created();
    const [call] = await overTls.waitFor('order.created');
    expect(isSignedBy(secretKey, call as ReceivedCall)).toBe(true);
  });

  it('stops with the deactivation of the webhook; the history is kept', async () => {
    await register();
    receiver.behaviour = 500;
    await created();
    const uid = uidOf((await receiver.waitFor('order.created'))[0]);
    await eventually(uid, { status: 'FAILED', responseStatus: 500 });
    await service.sandbox.delete('/webhooks/config');
    await created();
    await register();
    await moveClock(2 * MINUTE_MS);
    await delay(QUIET_MS);
    expect(receiver.calls).toHaveLength(1);
    expect((await deliveries('?limit=1'))[0].deliveryUid).toBe(uid);
    expect(await delivery(uid)).toMatchObject({
      status: 'FAILED',
      failureReason: 'deactivated',
      nextAttemptAt: null,
      attemptCount: 1,
    });
  });
});

describe('a failed delivery', () => {
  it('is sent again after 1, 5 and 30 minutes with the same ids and bytes, then is EXHAUSTED; webhook.exhausted follows', async () => {
    const { secretKey } = await register({ events: ['order.created'] });
    receiver.behaviour = (response, call) =>
      response.writeHead(call.event.event_type === 'order.created' ? 503 : 200).end('later');
    await created();
    const [first] = await receiver.waitFor('order.created');
    const uid = uidOf(first);
    for (const [attempt, waitMs] of [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS].entries()) {
      await eventually(uid, {
        status: 'FAILED',
        responseStatus: 503,
        responseBody: 'later',
        attemptCount: attempt + 1,
      });
      const { nextAttemptAt } = await delivery(uid);
      const { nowMs } = (await service.printHouse('GET', '/clock')).body.data;
      expect(Math.abs(new Date(nextAttemptAt).getTime() - nowMs - waitMs)).toBeLessThan(5_000);
      await moveClock(waitMs - 10_000);
      await delay(QUIET_MS);
      expect(receiver.of('order.created')).toHaveLength(attempt + 1);
      await moveClock(10_000);
      await receiver.waitFor('order.created', attempt + 2);
    }
    await eventually(uid, { status: 'EXHAUSTED', attemptCount: 4, nextAttemptAt: null });
    const attempts = receiver.of('order.created');
    for (const attempt of attempts) {
      expect([
        attempt.bytes.equals(first?.bytes ?? Buffer.alloc(0)),
        uidOf(attempt),
        isSignedBy(secretKey, attempt),
      ]).toEqual([true, uid, true]);
    }
    const [alert] = await receiver.waitFor('webhook.exhausted');
    expectDocumentedEvent(await documented(), (alert as ReceivedCall).event);
    expect(alert?.event).toMatchObject({
      isTest: true,
      data: { delivery_uid: uid, event_uid: first?.event.event_uid, event_type: 'order.created', attempts: 4 },
    });
    expect(isSignedBy(secretKey, alert as ReceivedCall)).toBe(true);
    await moveClock(60 * MINUTE_MS);
    await delay(QUIET_MS);
    expect(receiver.of('order.created')).toHaveLength(4);
  });

  it('gives webhook.exhausted at most once an hour, and none about the alert itself', async () => {
    await register();
    receiver.behaviour = 500;
    const exhaust = async () => {
      const before = receiver.of('order.created').length;
      await created();
      for (const [attempt, waitMs] of [0, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS].entries()) {
        await moveClock(waitMs);
        await receiver.waitFor('order.created', before + attempt + 1);
        await eventually(uidOf(receiver.of('order.created').at(-1)), { attemptCount: attempt + 1 });
      }
    };
    await exhaust();
    await receiver.waitFor('webhook.exhausted');
    // 36 minutes on, within the hour; the alert fails and is tried again meanwhile, with the same ids.
    await exhaust();
    await eventually(uidOf(receiver.of('webhook.exhausted')[0]), { status: 'EXHAUSTED', attemptCount: 4 });
    await delay(QUIET_MS);
    expect(new Set(receiver.of('webhook.exhausted').map(uidOf)).size).toBe(1);
    // 72 minutes after the first alert.
    await exhaust();
    await until(() => new Set(receiver.of('webhook.exhausted').map(uidOf)).size === 2, 'the second alert');
  });

  it('succeeds when the receiver is there again', async () => {
    await register();
    await receiver.down();
    await created();
    await until(
      async () => (await deliveries('?status=FAILED&limit=1'))[0]?.failureReason === 'connectionFailed',
      'the failure',
    );
    const [{ deliveryUid }] = await deliveries('?status=FAILED&limit=1');
    expect(await delivery(deliveryUid)).toMatchObject({ responseStatus: null, responseBody: null, attemptCount: 1 });
    await receiver.up();
    await moveClock(MINUTE_MS);
    const [call] = await receiver.waitFor('order.created');
    expect(uidOf(call)).toBe(deliveryUid);
    await eventually(deliveryUid, { status: 'SUCCESS', responseStatus: 200, failureReason: null, attemptCount: 2 });
  });

  it('is one whose receiver did not answer within 30 seconds, and stops no other receiver', async () => {
    const personal = service.sandbox.as(service.keys.personal.sandbox);
    const hanging = await Receiver.start();
    more.push(hanging);
    hanging.behaviour = () => {};
    await register({ webhookUrl: hanging.url }, personal);
    await register();
    const started = performance.now();
    const hung = personal.post('/webhooks/test', { eventType: 'shipping.departed' });
    const bookUid = await finalizedBook(personal);
    for (let count = 0; count < 12; count += 1) await placedOrder(personal, bookUid);
    // With the test call, as many as one account may have under way.
    await hanging.waitFor('order.created', 3);
    await created();
    await receiver.waitFor('order.created');
    expect(hanging.of('order.created')).toHaveLength(3);
    expect(performance.now() - started).toBeLessThan(25_000);
    const answer = await hung;
    const elapsedMs = performance.now() - started;
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { status: 'FAILED', responseStatus: null, responseBody: null },
    ]);
    expect(await delivery(answer.body.data.deliveryUid, personal)).toMatchObject({ failureReason: 'timeout' });
    expect(elapsedMs).toBeGreaterThan(29_900);
    expect(elapsedMs).toBeLessThan(35_000);
    // Nor does anybody take a delivery for abandoned that only takes long.
    const sent = hanging.of('order.created').map(uidOf);
    expect(new Set(sent).size).toBe(sent.length);
  });
});

describe('a test call', () => {
  it('sends a sample event of the kind asked for, order.created by default, signed, marked and without a real order', async () => {
    const { secretKey } = await register({ events: ['order.cancelled'] });
    const orderUid = await created();
    const byDefault = await service.sandbox.post('/webhooks/test');
    expect(byDefault.body.data).toEqual({
      deliveryUid: expect.stringMatching(/^wh_/),
      eventType: 'order.created',
      status: 'SUCCESS',
      responseStatus: 200,
      responseBody: 'answered 200',
    });
    const asked = await service.live.post('/webhooks/test', { eventType: 'shipping.departed' });
    expect(asked.body.data.eventType).toBe('shipping.departed');
    expect(await delivery(asked.body.data.deliveryUid)).toMatchObject({ isTest: true });
    expect(receiver.calls.map(({ event }) => [event.event_type, event.isTest])).toEqual([
      ['order.created', true],
      ['shipping.departed', true],
    ]);
    for (const call of receiver.calls) {
      expect([isSignedBy(secretKey, call), call.headers['x-webhook-event']]).toEqual([true, call.event.event_type]);
      expect(JSON.stringify(call.event)).not.toContain(orderUid);
    }
    expect(Object.keys(receiver.calls[1]?.event.data ?? {})).toEqual([
      'order_uid',
      'item_uid',
      'tracking_number',
      'tracking_carrier',
      'shipped_at',
    ]);
  });

  it('knows every kind that can be subscribed to, with the fields that real events of the kind have', async () => {
    await register();
    const orderUid = await created(service.live);
    await advance(service, orderUid, 5);
    const bookUid = await finalizedBook(service.live);
    const placed = (
      await order(service.live, [
        { bookUid, quantity: 1 },
        { bookUid, quantity: 1 },
      ])
    ).body.data;
    await cancelItem(service.live, placed.orderUid, placed.items[0].itemUid);
    await cancel(service.live, placed.orderUid);
    expect((await service.printHouse('POST', `/orders/${placed.orderUid}/restore`)).status).toBe(200);
    await receiver.waitFor('order.restored');
    await receiver.waitFor('shipping.delivered');
    const real = new Map(receiver.calls.map(({ event }) => [event.event_type, event.data]));
    expect(real.size).toBe(9);
    const document = await documented();
    for (const [eventType, data] of real) {
      await service.sandbox.post('/webhooks/test', { eventType });
      const sample = receiver.of(eventType).at(-1)?.event;
      expect([sample?.isTest, Object.keys(sample?.data ?? {})], eventType).toEqual([true, Object.keys(data)]);
    }
    for (const { event } of receiver.calls) expectDocumentedEvent(document, event);
    expectFailure(
      await service.sandbox.post('/webhooks/test', { eventType: 'order.paid' }),
      400,
      'ERR_VALIDATION_FAILED',
    );
  });

  it('is one attempt: a failure is answered, listed and never retried', async () => {
    await register();
    receiver.behaviour = 500;
    const { data } = (await service.sandbox.post('/webhooks/test', { eventType: 'order.restored' })).body;
    expect(data).toMatchObject({
      eventType: 'order.restored',
      status: 'FAILED',
      responseStatus: 500,
      responseBody: 'answered 500',
    });
    expect(await delivery(data.deliveryUid)).toMatchObject({
      status: 'FAILED',
      attemptCount: 1,
      nextAttemptAt: null,
      deliveredAt: null,
      isTest: true,
    });
    await moveClock(60 * MINUTE_MS);
    await delay(QUIET_MS);
    expect(receiver.calls).toHaveLength(1);
  });
});

describe('the delivery history', () => {
  it('lists newest first, filters by eventType and status, and pages', async () => {
    await register();
    const personal = service.sandbox.as(service.keys.personal.sandbox);
    const kinds = ['order.created', 'order.cancelled', 'shipping.departed'];
    const made: string[] = [];
    for (const [index, eventType] of kinds.entries()) {
      receiver.behaviour = index === 1 ? 500 : 200;
      made.unshift((await service.sandbox.post('/webhooks/test', { eventType })).body.data.deliveryUid);
    }
    const uids = (found: { deliveryUid: string }[]) => found.map((one) => one.deliveryUid);
    expect(uids(await deliveries('?limit=3'))).toEqual(made);
    expect(uids(await deliveries('?limit=2&offset=1'))).toEqual(made.slice(1));
    expect(uids(await deliveries('?eventType=shipping.departed&limit=1'))).toEqual(made.slice(0, 1));
    expect(uids(await deliveries('?status=FAILED&limit=1'))).toEqual(made.slice(1, 2));
    for (const found of await deliveries('?eventType=order.cancelled&status=FAILED&limit=100'))
      expect(found).toMatchObject({ eventType: 'order.cancelled', status: 'FAILED' });
    const page = (await service.sandbox.get('/webhooks/deliveries?limit=2')).body;
    expect([page.data.length, page.pagination]).toMatchObject([2, { limit: 2, offset: 0, hasNext: true }]);
    expect((await service.live.get('/webhooks/deliveries?limit=2')).body.data).toEqual(page.data);
    expect((await service.sandbox.get('/webhooks/deliveries')).body.pagination.limit).toBe(20);
    expect(uids(await deliveries('?limit=100', personal)).filter((uid) => made.includes(uid))).toEqual([]);
    for (const query of ['limit=0', 'limit=101', 'offset=-1', 'status=DONE', 'eventType=order.paid']) {
      expectFailure(await service.sandbox.get(`/webhooks/deliveries?${query}`), 400, 'ERR_VALIDATION_FAILED');
    }
  });
});

describe('without the switch for local addresses', () => {
  let strict: Service;
  beforeAll(async () => {
    strict = await startService();
  });
  afterAll(() => strict.dispose());

  it('takes HTTPS alone, and no address that is written out and not public', async () => {
    const refused = [
      'http://partner.example.com/hooks',
      'http://localhost:8080/',
      'ftp://partner.example.com/',
      'partner.example.com/hooks',
      'https://user:pass@partner.example.com/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://10.1.2.3/',
      'https://169.254.169.254/latest/meta-data',
    ];
    for (const webhookUrl of refused) {
      const answer = await strict.sandbox.put('/webhooks/config', { webhookUrl });
      expect([answer.status, answer.body.errorCode, answer.body.fieldErrors[0]], webhookUrl).toMatchObject([
        400,
        'ERR_VALIDATION_FAILED',
        { field: 'webhookUrl', constraint: 'pattern', currentValue: webhookUrl },
      ]);
    }
    expect((await strict.sandbox.get('/webhooks/config')).status).toBe(404);
  });

  it('calls no name that leads to this computer; the delivery fails with the reason', async () => {
    const here = await Receiver.start({ tls: true });
    more.push(here);
    await strict.sandbox.put('/webhooks/config', { webhookUrl: here.url.replace('127.0.0.1', 'localhost') });
    const { data } = (await strict.sandbox.post('/webhooks/test', {})).body;
    expect(data).toMatchObject({ status: 'FAILED', responseStatus: null });
    const found = (await strict.sandbox.get('/webhooks/deliveries')).body.data;
    expect(found).toMatchObject([{ deliveryUid: data.deliveryUid, failureReason: 'addressNotPublic' }]);
    expect(here.calls).toEqual([]);
  });
});
