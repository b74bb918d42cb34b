import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './ports.ts';
import { balanceOf, expectFailure, ledgerSum } from './journeys.ts';
import { startReplicas, type Replica, type ReplicatedService } from './replicas.ts';
import { startProcess } from './service-process.ts';
import { Host, startService, type Answer, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.dispose());

interface Payment {
  readonly paymentKey: string;
  readonly orderId: string;
  readonly amount: number;
}

async function opened(
  amount = 50_000,
  at: Service = service,
): Promise<{ readonly orderId: string; readonly amount: number }> {
  const answer = await at.live.post('/payments/simulated/orders', { amount });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}

/** What the gateway's page hands back after a buyer came to an end there. */
async function ended(
  how: 'approve' | 'decline' | 'time-out',
  orderId: string,
  more: Partial<Payment> = {},
  at: Service = service,
): Promise<Payment> {
  const answer = await at.printHouse('POST', `/payments/${orderId}/${how}`, more);
  expect(answer.status, answer.text).toBe(200);
  const { paymentKey, amount } = answer.body.data;
  return { paymentKey, orderId, amount };
}

const paid = async (amount?: number, at: Service = service) =>
  ended('approve', (await opened(amount, at)).orderId, {}, at);
const confirm = (payment: unknown, at: Service = service): Promise<Answer> =>
  at.live.post('/payments/simulated/confirm', payment);
const askedFor = async ({ paymentKey }: Payment, at: Service = service): Promise<number> =>
  (await at.printHouse('GET', '/payments')).body.data.find((known: Payment) => known.paymentKey === paymentKey).asked;

/** Runs what must change nothing of the balance. */
async function creditingNothing(work: () => Promise<unknown>): Promise<void> {
  const before = await balanceOf(service.live);
  await work();
  expect(await balanceOf(service.live)).toBe(before);
}

it('in Sandbox a confirmation gives 501 and nothing runs, whatever the body (isolation class D)', async () => {
  const before = await balanceOf(service.sandbox);
  const payment = await paid();
  for (const path of ['/payments/simulated/confirm', '/payments/simulated/orders', '/payments/no-such/confirm']) {
    for (const body of [payment, {}, undefined])
      expectFailure(await service.sandbox.post(path, body), 501, 'ERR_SANDBOX_UNSUPPORTED');
  }
  expect(await balanceOf(service.sandbox)).toBe(before);
  expect(await askedFor(payment)).toBe(0);
  expectFailure(
    await service.sandbox.post('/payments/simulated/confirm', payment, { key: null }),
    401,
    'ERR_UNAUTHORIZED',
  );
});

it('in Live it credits the balance with reason 1', async () => {
  const before = await balanceOf(service.live);
  const payment = await paid(12_345.5);
  expect(await balanceOf(service.live), 'opening and paying credit nothing yet').toBe(before);
  const answer = await confirm(payment);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.data).toMatchObject({ ...payment, gateway: 'simulated', currency: 'KRW' });
  expect(answer.body.data.credit.balance).toBe(before + 12_345.5);
  const [entry] = (await service.live.get('/credits/transactions?limit=1')).body.data;
  expect(entry).toMatchObject({
    reasonCode: 1,
    direction: '+',
    amount: 12_345.5,
    isTest: false,
    memo: expect.stringContaining(payment.orderId),
  });
});

it('confirms a payment once, however often and however parallel it is asked', async () => {
  const before = await balanceOf(service.live);
  const payment = await paid();
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(payment)));
  answers.push(await confirm(payment));
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map((answer) => answer.body.data.confirmedAt)).size).toBe(1);
  expect(await balanceOf(service.live)).toBe(before + 50_000);
  expect(await ledgerSum(service.live)).toBe(before + 50_000);
});

it('is confirmed at the moment of its first confirmation, and the gateway is not asked again after it', async () => {
  const { orderId } = await opened();
  expect(orderId).toMatch(/^po_[0-9A-Za-z]{12}$/);
  const openedBy = Date.now();
  const payment = await ended('approve', orderId);
  const first = await confirm(payment);
  expect(Date.parse(first.body.data.confirmedAt)).toBeGreaterThan(openedBy);
  // Even a gateway that fell silent since then.
  await ended('time-out', orderId, { paymentKey: payment.paymentKey });
  expect((await confirm(payment)).body.data).toEqual(first.body.data);
  expect(await askedFor(payment)).toBe(1);
});

describe('nothing is credited', () => {
  it('for an amount that is not the opened one, whoever names it', () =>
    creditingNothing(async () => {
      const payment = await paid(50_000);
      const refused = await confirm({ ...payment, amount: 60_000 });
      expectFailure(refused, 400, 'ERR_VALIDATION_FAILED');
      expect(refused.body.fieldErrors).toMatchObject([
        { field: 'amount', currentValue: 60_000, requiredValue: 50_000 },
      ]);
      expect(await askedFor(payment)).toBe(0);
      const { orderId } = await opened(50_000);
      const tooLittle = await ended('approve', orderId, { amount: 1 });
      expectFailure(await confirm({ ...tooLittle, amount: 50_000 }), 409, 'ERR_CONFLICT');
    }));

  it('for an order that nobody opened, or a payment that the gateway does not know', () =>
    creditingNothing(async () => {
      const payment = await paid();
      expectFailure(await confirm({ ...payment, orderId: 'topup-1' }), 404, 'ERR_NOT_FOUND');
      expectFailure(await confirm({ ...payment, paymentKey: 'made-up' }), 404, 'ERR_NOT_FOUND');
    }));

  it('for a payment of another order', () =>
    creditingNothing(async () => {
      const { orderId } = await opened();
      expectFailure(await confirm({ ...(await paid()), orderId }), 409, 'ERR_CONFLICT');
    }));

  it('for a payment that was declined; another one of the same order may follow', async () => {
    const before = await balanceOf(service.live);
    const { orderId } = await opened();
    expectFailure(await confirm(await ended('decline', orderId)), 409, 'ERR_CONFLICT');
    expect(await balanceOf(service.live)).toBe(before);
    expect((await confirm(await ended('approve', orderId))).status).toBe(200);
    expect(await balanceOf(service.live)).toBe(before + 50_000);
  });

  it('while the gateway does not answer; when it does, the payment is confirmed', async () => {
    const before = await balanceOf(service.live);
    const payment = await ended('time-out', (await opened()).orderId);
    const from = performance.now();
    expectFailure(await confirm(payment), 500, 'ERR_INTERNAL_ERROR');
    expect(performance.now() - from).toBeLessThan(15_000);
    expect(await balanceOf(service.live)).toBe(before);
    await ended('approve', payment.orderId, { paymentKey: payment.paymentKey });
    expect((await confirm(payment)).status).toBe(200);
    expect(await balanceOf(service.live)).toBe(before + 50_000);
  });

  it('a second time, for another payment of an order that was paid', async () => {
    const first = await paid();
    expect((await confirm(first)).status).toBe(200);
    await creditingNothing(async () =>
      expectFailure(await confirm(await ended('approve', first.orderId)), 409, 'ERR_CONFLICT'),
    );
  });

  it.each([
    ['no payment key', { paymentKey: '' }],
    ['an amount of nothing', { amount: 0 }],
    ['more than two decimals', { amount: 1.005 }],
  ])('for %s', (_what, more) =>
    creditingNothing(async () =>
      expectFailure(await confirm({ ...(await paid()), ...more }), 400, 'ERR_VALIDATION_FAILED'),
    ),
  );
});

it('takes amounts, keys and order numbers up to their limits and none beyond', async () => {
  const most = 1_000_000_000;
  const unpaid = await opened(most);
  expectFailure(
    await service.live.post('/payments/simulated/orders', { amount: most + 1 }),
    400,
    'ERR_VALIDATION_FAILED',
  );
  const known = { paymentKey: 'made-up', orderId: unpaid.orderId, amount: most };
  expectFailure(await confirm(known), 404, 'ERR_NOT_FOUND');
  for (const [field, longest] of [
    ['paymentKey', 200],
    ['orderId', 100],
  ] as const) {
    for (const length of [1, longest])
      expectFailure(await confirm({ ...known, [field]: 'x'.repeat(length) }), 404, 'ERR_NOT_FOUND');
    for (const length of [0, longest + 1]) {
      const refused = await confirm({ ...known, [field]: 'x'.repeat(length) });
      expectFailure(refused, 400, 'ERR_VALIDATION_FAILED');
      expect(refused.body.fieldErrors).toMatchObject([{ field }]);
    }
  }
});

it('a gateway has a plain name, and is one that is set up', async () => {
  const payment = await paid();
  expectFailure(await service.live.post('/payments/NO%20SUCH/confirm', payment), 400, 'ERR_VALIDATION_FAILED');
  expectFailure(await service.live.post('/payments/toss/confirm', payment), 404, 'ERR_NOT_FOUND');
  expectFailure(await service.live.post('/payments/toss/orders', { amount: 1_000 }), 404, 'ERR_NOT_FOUND');
  for (const amount of [0, -1, 1.005, '1000', undefined])
    expectFailure(await service.live.post('/payments/simulated/orders', { amount }), 400, 'ERR_VALIDATION_FAILED');
});

describe('on a database that the test looks into', () => {
  let own: ReplicatedService;
  let database: pg.Client;
  beforeAll(async () => {
    own = await startReplicas({}, 1);
    database = new pg.Client({ connectionString: own.postgres.url });
    await database.connect();
  }, 120_000);
  afterAll(async () => {
    await database.end();
    await own.dispose();
  });

  it('a service killed between the gateway’s answer and the credit asks the gateway again and credits once', async () => {
    const payment = await paid(70_000, own);
    const [replica] = own.replicas as [Replica];
    // The credit waits here for as long as somebody else holds the account's row; the gateway has been asked by then.
    await database.query('BEGIN');
    await database.query('SELECT 1 FROM credit_accounts WHERE account_uid = $1 FOR UPDATE', [
      own.keys.business.accountUid,
    ]);
    const lost = confirm(payment, own).catch(() => null);
    await expect.poll(() => askedFor(payment, own), { timeout: 20_000 }).toBe(1);
    await expect
      .poll(
        async () => (await database.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rowCount,
        { timeout: 20_000 },
      )
      .toBe(1);
    await replica.process().kill();
    expect(await lost).toBeNull();
    await database.query('ROLLBACK');
    await replica.startAgain();

    expect(await balanceOf(own.live)).toBe(0);
    const again = await confirm(payment, own);
    expect(again.status, again.text).toBe(200);
    expect((await confirm(payment, own)).body).toEqual(again.body);
    expect(await askedFor(payment, own)).toBe(2);
    expect(await balanceOf(own.live)).toBe(70_000);
    expect(await ledgerSum(own.live)).toBe(70_000);
  });

  it('a payment of another account is refused with 403 and credits neither', async () => {
    const before = await balanceOf(own.live);
    const payment = await paid(10_000, own);
    await database.query('UPDATE payment_orders SET account_uid = $1 WHERE order_id = $2', [
      own.keys.personal.accountUid,
      payment.orderId,
    ]);
    expectFailure(await confirm(payment, own), 403, 'ERR_FORBIDDEN');
    expect(await askedFor(payment, own)).toBe(0);
    expect(await balanceOf(own.live)).toBe(before);
  });

  it('a deployment that others reach has no gateway as long as none is set up: 501 in Live, and nothing runs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'payments-'));
    const port = await freePort();
    // To this computer alone as the system sees it, and no loopback address as the service does.
    const reachable = [
      '--host',
      '::ffff:127.0.0.1',
      '--public-sandbox-url',
      'http://sandbox.test',
      '--public-live-url',
      'http://live.test',
      '--live-port',
      String(port),
    ];
    const deployment = await startProcess(['--data', folder, ...reachable], {
      env: { DATABASE_URL: own.postgres.url },
    });
    try {
      expect(deployment.hello.printHouse).toBeNull();
      const live = new Host(
        () => `http://127.0.0.1:${port}/v1`,
        own.keys.business.live,
        () => {},
      );
      const payment = await paid(50_000, own);
      const before = await balanceOf(own.live);
      for (const path of ['/payments/simulated/confirm', '/payments/simulated/orders']) {
        for (const body of [payment, {}]) expectFailure(await live.post(path, body), 501, 'ERR_SANDBOX_UNSUPPORTED');
      }
      expect(await balanceOf(own.live)).toBe(before);
      expect(await askedFor(payment, own)).toBe(0);
    } finally {
      await deployment.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
