import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { balanceOf, expectFailure, ledgerSum } from './journeys.ts';
import { startService, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.dispose());

const payment = (more: Record<string, unknown> = {}) => ({ paymentKey: randomUUID(), orderId: 'topup-1', amount: 50_000, ...more });

it('in Sandbox a confirmation gives 501 and nothing runs, whatever the body (isolation class D)', async () => {
  const before = await balanceOf(service.sandbox);
  for (const body of [payment(), {}, undefined]) {
    expectFailure(await service.sandbox.post('/payments/toss/confirm', body), 501, 'ERR_SANDBOX_UNSUPPORTED');
  }
  expect(await balanceOf(service.sandbox)).toBe(before);
  expectFailure(await service.sandbox.post('/payments/toss/confirm', payment(), { key: null }), 401, 'ERR_UNAUTHORIZED');
});

it('in Live it credits the balance with reason 1', async () => {
  const before = await balanceOf(service.live);
  const answer = await service.live.post('/payments/toss/confirm', payment({ amount: 12_345.67 }));
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.data.credit.balance).toBe(before + 12_345.67);
  const [entry] = (await service.live.get('/credits/transactions?limit=1')).body.data;
  expect(entry).toMatchObject({ reasonCode: 1, direction: '+', amount: 12_345.67, isTest: false });
});

it('confirms a payment once, however often and however parallel it is asked', async () => {
  const before = await balanceOf(service.live);
  const body = payment();
  const answers = await Promise.all(Array.from({ length: 10 }, () => service.live.post('/payments/toss/confirm', body)));
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(new Set(answers.map((answer) => answer.body.data.confirmedAt)).size).toBe(1);
  expect(await balanceOf(service.live)).toBe(before + 50_000);
  expect(await ledgerSum(service.live)).toBe(before + 50_000);
});

it('a payment key that stands for another amount or order is a conflict and credits nothing', async () => {
  const body = payment();
  await service.live.post('/payments/toss/confirm', body);
  const before = await balanceOf(service.live);
  expectFailure(await service.live.post('/payments/toss/confirm', { ...body, amount: 60_000 }), 409, 'ERR_CONFLICT');
  expectFailure(await service.live.post('/payments/toss/confirm', { ...body, orderId: 'topup-2' }), 409, 'ERR_CONFLICT');
  expect(await balanceOf(service.live)).toBe(before);
  expect((await service.live.post('/payments/other/confirm', body)).status).toBe(200);
});

it.each([
  ['no payment key', { paymentKey: '' }],
  ['an amount of nothing', { amount: 0 }],
  ['more than two decimals', { amount: 1.005 }],
])('%s is refused', async (_what, more) => {
  expectFailure(await service.live.post('/payments/toss/confirm', payment(more)), 400, 'ERR_VALIDATION_FAILED');
});

it('a gateway has a plain name', async () => {
  expectFailure(await service.live.post('/payments/NO%20SUCH/confirm', payment()), 400, 'ERR_VALIDATION_FAILED');
});
