import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  balanceOf,
  cancel,
  expectFailure,
  finalizedBook,
  fundLive,
  ledgerSum,
  ONE_BOOK,
  placedOrder,
  setSandboxCredit,
} from './journeys.ts';
import { bySpecification, startService, type Host, type Service } from './service.ts';

const OPENING = 500_000;
const BALANCE_KEYS = [
  'accountUid',
  'balance',
  'currency',
  'env',
  'paidCreditAmount',
  'freeCreditAmount',
  'totalCreditAmount',
  'createdAt',
  'updatedAt',
];
const TRANSACTION_KEYS = [
  'transactionId',
  'accountUid',
  'reasonCode',
  'reasonDisplay',
  'direction',
  'currency',
  'amount',
  'balanceAfter',
  'memo',
  'createdAt',
  'isTest',
];

let service: Service;
let sandbox: Host;
let live: Host;
let personal: Host;
beforeAll(async () => {
  service = await startService({ credit: OPENING });
  ({ sandbox, live } = service);
  personal = sandbox.as(service.keys.personal.sandbox);
});
afterAll(() => service.dispose());

const transactions = async (host: Host, query = '') => (await host.get(`/credits/transactions${query}`)).body;

describe('GET /credits', () => {
  it('answers the balance as paid, free, total and balance', async () => {
    const { data } = (await sandbox.get('/credits')).body;
    expect(Object.keys(data)).toEqual(BALANCE_KEYS);
    expect(data).toMatchObject({
      accountUid: service.keys.business.accountUid,
      balance: OPENING,
      currency: 'KRW',
      env: 'test',
      paidCreditAmount: OPENING,
      freeCreditAmount: 0,
      totalCreditAmount: OPENING,
    });
  });

  it('is answered at /credits/balance too', async () => {
    expect((await sandbox.get('/credits/balance')).body).toEqual((await sandbox.get('/credits')).body);
  });

  it('keeps Sandbox and Live credit apart, and accounts', async () => {
    await fundLive(service, 77);
    expect((await live.get('/credits')).body.data).toMatchObject({ env: 'live', balance: 77 });
    expect(await balanceOf(sandbox)).toBe(OPENING);
    expect((await personal.get('/credits')).body.data).toMatchObject({
      accountUid: service.keys.personal.accountUid,
      balance: OPENING,
    });
  });
});

describe('POST /credits/sandbox/charge and /deduct', () => {
  it('change the balance and answer it', async () => {
    const before = await balanceOf(sandbox);
    const charged = await sandbox.post('/credits/sandbox/charge', { amount: 1000.5, memo: '시험 충전' });
    expect([charged.status, Object.keys(charged.body.data), charged.body.data.balance]).toEqual([
      200,
      BALANCE_KEYS,
      before + 1000.5,
    ]);
    const deducted = await sandbox.post('/credits/sandbox/deduct', { amount: 0.25 });
    expect([deducted.status, deducted.body.data.balance]).toEqual([200, before + 1000.25]);
    const [second, first] = (await transactions(sandbox, '?limit=2')).data;
    expect(first).toMatchObject({
      reasonCode: 9,
      reasonDisplay: '샌드박스 충전',
      direction: '+',
      amount: 1000.5,
      memo: '시험 충전',
      isTest: true,
    });
    expect(second).toMatchObject({ reasonCode: 10, direction: '-', amount: 0.25, balanceAfter: before + 1000.25 });
  });

  it.runIf(bySpecification).each(['charge', 'deduct'])('refuse a Live key with ERR_ENV_MISMATCH: %s', async (verb) => {
    const [before, beforeLive] = [await balanceOf(sandbox), await balanceOf(live)];
    expectFailure(await live.post(`/credits/sandbox/${verb}`, { amount: 1 }), 403, 'ERR_ENV_MISMATCH');
    expect([await balanceOf(sandbox), await balanceOf(live)]).toEqual([before, beforeLive]);
  });

  it.each([
    ['nothing', undefined],
    ['zero', 0],
    ['a negative amount', -5],
    ['three decimals', 1.005],
    ['a text', '100'],
    ['null', null],
    ['more than a thousand million', 1_000_000_001],
  ])('refuse %s', async (_, amount) => {
    const before = await balanceOf(sandbox);
    for (const verb of ['charge', 'deduct']) {
      const answer = await sandbox.post(`/credits/sandbox/${verb}`, { amount });
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(answer.body.fieldErrors).toMatchObject([{ field: 'amount' }]);
    }
    expect(await balanceOf(sandbox)).toBe(before);
  });

  it('take a thousand million at once', async () => {
    const before = await balanceOf(sandbox);
    expect((await sandbox.post('/credits/sandbox/charge', { amount: 1_000_000_000 })).body.data.balance).toBe(
      before + 1_000_000_000,
    );
    expect((await sandbox.post('/credits/sandbox/deduct', { amount: 1_000_000_000 })).body.data.balance).toBe(before);
  });

  it('take a memo of 200 characters and no more', async () => {
    expect((await sandbox.post('/credits/sandbox/charge', { amount: 1, memo: '가'.repeat(200) })).status).toBe(200);
    expectFailure(
      await sandbox.post('/credits/sandbox/charge', { amount: 1, memo: '가'.repeat(201) }),
      400,
      'ERR_VALIDATION_FAILED',
    );
  });

  it('ignore an Idempotency-Key', async () => {
    const before = await balanceOf(sandbox);
    const headers = { 'idempotency-key': randomUUID() };
    for (let sent = 0; sent < 2; sent += 1) {
      const answer = await sandbox.post('/credits/sandbox/charge', { amount: 10 }, { headers });
      expect([answer.status, answer.headers.get('x-idempotent-key')]).toEqual([200, null]);
    }
    expect(await balanceOf(sandbox)).toBe(before + 20);
  });

  it('never deduct below nothing', async () => {
    await setSandboxCredit(personal, 100);
    expectFailure(await personal.post('/credits/sandbox/deduct', { amount: 100.01 }), 402, 'ERR_INSUFFICIENT_CREDIT');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => personal.post('/credits/sandbox/deduct', { amount: 10 })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(10);
    expect(await balanceOf(personal)).toBe(0);
    expect(await ledgerSum(personal)).toBe(0);
  });

  it('add hundredths without drifting', async () => {
    await setSandboxCredit(personal, 0);
    for (let sent = 0; sent < 30; sent += 1) await personal.post('/credits/sandbox/charge', { amount: 0.1 });
    expect(await balanceOf(personal)).toBe(3);
  });
});

describe('GET /credits/transactions', () => {
  it('lists what happened, newest first, each with the balance it left', async () => {
    const start = await balanceOf(sandbox);
    const placed = await placedOrder(sandbox, await finalizedBook(sandbox));
    await cancel(sandbox, placed.orderUid);
    const { data } = await transactions(sandbox, '?limit=100');
    for (const entry of data) expect(Object.keys(entry)).toEqual(TRANSACTION_KEYS);
    expect(data.slice(0, 2)).toMatchObject([
      {
        reasonCode: 7,
        reasonDisplay: '주문 취소 환불',
        direction: '+',
        currency: 'KRW',
        amount: ONE_BOOK,
        balanceAfter: start,
        isTest: true,
      },
      {
        reasonCode: 3,
        reasonDisplay: '주문 결제',
        direction: '-',
        currency: 'KRW',
        amount: ONE_BOOK,
        balanceAfter: start - ONE_BOOK,
        isTest: true,
      },
    ]);
    const ids = data.map((entry: { transactionId: number }) => entry.transactionId);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(ids.every(Number.isInteger)).toBe(true);
    // Every entry follows from the one before it.
    for (let index = 0; index + 1 < data.length; index += 1) {
      const sign = data[index].direction === '+' ? 1 : -1;
      expect(Math.round((data[index + 1].balanceAfter + sign * data[index].amount) * 100)).toBe(
        Math.round(data[index].balanceAfter * 100),
      );
    }
    expect(data[0].balanceAfter).toBe(await balanceOf(sandbox));
  });

  it('pages', async () => {
    const all = await transactions(sandbox, '?limit=100');
    expect(all.pagination).toEqual({ total: all.data.length, limit: 100, offset: 0, hasNext: false });
    const page = await transactions(sandbox, '?limit=2&offset=1');
    expect(page.data).toEqual(all.data.slice(1, 3));
    expect(page.pagination).toEqual({ total: all.data.length, limit: 2, offset: 1, hasNext: true });
    expect((await transactions(sandbox)).pagination).toMatchObject({ limit: 20, offset: 0 });
    for (const query of ['limit=0', 'limit=101', 'offset=-1']) {
      expectFailure(await sandbox.get(`/credits/transactions?${query}`), 400, 'ERR_VALIDATION_FAILED');
    }
  });

  it('filters by createdFrom and createdTo', async () => {
    const { data } = await transactions(sandbox, '?limit=100');
    const today = data[0].createdAt.slice(0, 10);
    expect((await transactions(sandbox, '?createdFrom=2100-01-01')).data).toEqual([]);
    expect((await transactions(sandbox, '?createdTo=2000-01-01')).data).toEqual([]);
    expect((await transactions(sandbox, `?limit=100&createdTo=${today}`)).data).toEqual(data);
    const newest = (await transactions(sandbox, `?createdFrom=${data[0].createdAt}`)).data;
    expect(newest[0]).toEqual(data[0]);
    expect(newest.every((entry: { createdAt: string }) => entry.createdAt === data[0].createdAt)).toBe(true);
  });

  it('shows each environment and each account its own', async () => {
    const { data } = await transactions(live, '?limit=100');
    expect(data.length).toBeGreaterThan(0);
    for (const entry of data)
      expect([entry.isTest, entry.reasonCode, entry.accountUid]).toEqual([false, 1, service.keys.business.accountUid]);
    for (const entry of (await transactions(personal, '?limit=100')).data)
      expect(entry.accountUid).toBe(service.keys.personal.accountUid);
  });
});
