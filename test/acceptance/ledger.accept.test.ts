import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { often } from '../fixtures/turns.ts';
import { balanceOf, cancel, cancelItem, finalizedBook, ledgerSum, order } from './journeys.ts';
import { startService, type Answer, type Host, type Service } from './service.ts';

/** A failure names its seed; `PROPERTY_SEED=… npx vitest run --project acceptance ledger` does the same commands again. */
const seed = process.env.PROPERTY_SEED === undefined ? {} : { seed: Number(process.env.PROPERTY_SEED) };
const RUNS = Number(process.env.PROPERTY_RUNS ?? often(6, 12));

let service: Service;
let sandbox: Host;
let books: string[];
/** What items of this much cost together, in hundredths: with shipping and VAT, as the contract rounds it. */
let costMinor: (productAmount: number) => number;

const CONTRACTS = [
  { contract: 'specified', cost: (product: number) => Math.round((product + 3_000) * 110) },
  { contract: 'public-2026-09', cost: (product: number) => Math.floor(((product + 2_727) * 11) / 100) * 1_000 },
] as const;

async function start({ contract, cost }: (typeof CONTRACTS)[number]): Promise<void> {
  service = await startService({ contract, credit: 0 });
  ({ sandbox } = service);
  costMinor = cost;
  books = [
    await finalizedBook(sandbox),
    await finalizedBook(sandbox, { pageCount: 40 }),
    await finalizedBook(sandbox, { pageCount: 26 }),
  ];
}

interface Entry {
  readonly transactionId: number;
  readonly reasonCode: number;
  readonly direction: '+' | '-';
  readonly amount: number;
  readonly balanceAfter: number;
  readonly memo: string | null;
}

async function everything<T>(path: string): Promise<T[]> {
  const found: T[] = [];
  for (let offset = 0; ; offset += 100) {
    const page = (await sandbox.get(`${path}?limit=100&offset=${offset}`)).body;
    found.push(...page.data);
    if (!page.pagination.hasNext) return found;
  }
}

const minor = (amount: number) => Math.round(amount * 100);
const signed = (entry: Entry) => (entry.direction === '+' ? minor(entry.amount) : -minor(entry.amount));

/** Reason codes of entries that take for an order, and of those that give back (service-facts 7.3). */
const TAKES = [3, 11];
const GIVES = [4, 7, 8];

/** What must hold whatever happened, in whatever order. */
async function expectTrueLedger(): Promise<void> {
  const entries = (await everything<Entry>('/credits/transactions')).sort((a, b) => a.transactionId - b.transactionId);
  let balanceMinor = 0;
  for (const entry of entries) {
    balanceMinor += signed(entry);
    expect(minor(entry.balanceAfter), `balance after entry ${entry.transactionId}`).toBe(balanceMinor);
    expect(balanceMinor, `never negative: entry ${entry.transactionId}`).toBeGreaterThanOrEqual(0);
  }
  expect(minor(await balanceOf(sandbox)), 'sum of entries = balance').toBe(balanceMinor);

  for (const { orderUid } of await everything<{ orderUid: string }>('/orders')) {
    const own = entries.filter((entry) => entry.memo?.includes(orderUid));
    let keptMinor = 0;
    for (const entry of own) {
      expect([...TAKES, ...GIVES]).toContain(entry.reasonCode);
      keptMinor -= signed(entry);
      expect(keptMinor, `refunds never exceed charges: ${orderUid}`).toBeGreaterThanOrEqual(0);
    }
    expect(
      own.filter((entry) => entry.reasonCode === 3),
      `${orderUid} is paid once`,
    ).toHaveLength(1);
    const { paidCreditAmount, refundAmount, orderStatus, items } = (await sandbox.get(`/orders/${orderUid}`)).body.data;
    expect(keptMinor, `${orderUid} keeps what its ledger says`).toBe(
      minor(paidCreditAmount) - minor(refundAmount ?? 0),
    );
    if (orderStatus === 'CANCELLED_REFUND') expect(keptMinor, `${orderUid} is refunded in full`).toBe(0);
    const going = items.filter((item: { itemStatus: string }) => item.itemStatus !== 'CANCELLED');
    if (orderStatus !== 'PDF_READY') expect(going, `${orderUid} is over with all its items`).toEqual([]);
    // What an order keeps is the price of what is still in it: nobody pays for what was cancelled.
    const productAmount = going.reduce((sum: number, item: { itemAmount: number }) => sum + item.itemAmount, 0);
    if (orderStatus === 'PDF_READY')
      expect(keptMinor, `${orderUid} keeps the price of its items`).toBe(costMinor(productAmount));
  }
}

type Command =
  | { readonly do: 'charge' | 'deduct'; readonly amount: number }
  | { readonly do: 'order'; readonly lines: readonly { book: number; quantity: number }[] }
  | { readonly do: 'cancel' | 'restore'; readonly which: number }
  | { readonly do: 'cancelItem'; readonly which: number; readonly item: number }
  | { readonly do: 'closeThere'; readonly which: number; readonly refund: boolean };

const amount = fc.integer({ min: 1, max: 6_000_000 }).map((hundredths) => hundredths / 100);
// Few enough to meet each other.
const which = fc.nat({ max: 2 });
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('charge' as const), amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deduct' as const), amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      lines: fc.array(fc.record({ book: fc.nat({ max: 2 }), quantity: fc.integer({ min: 1, max: 2 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('cancelItem' as const), which, item: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('closeThere' as const), which, refund: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('restore' as const), which }) },
);
/** Callers that go on beside each other, each with what it does one after the other. */
const callers = fc.array(fc.array(command, { minLength: 1, maxLength: 16 }), { minLength: 2, maxLength: 5 });

describe.each(CONTRACTS)('the ledger under $contract', (contract) => {
  beforeAll(() => start(contract));
  afterAll(() => service.dispose());

  it('sums to the balance, never overdraws and never refunds more than was charged, whatever parallel callers do', async () => {
    await fc.assert(
      fc.asyncProperty(callers, async (lanes) => {
        await sandbox.post('/credits/sandbox/charge', { amount: 100_000 });
        /** Of this run, for all callers: they are after the same orders. */
        const placed: { orderUid: string; items: { itemUid: string }[] }[] = [];
        const carryOut = async (one: Command): Promise<Answer | null> => {
          if ('amount' in one) return sandbox.post(`/credits/sandbox/${one.do}`, { amount: one.amount });
          if ('lines' in one) {
            const answer = await order(
              sandbox,
              one.lines.map((line) => ({ bookUid: books[line.book] ?? '', quantity: line.quantity })),
            );
            if (answer.status === 201) placed.push(answer.body.data);
            return answer;
          }
          const aim = placed[one.which % Math.max(placed.length, 1)];
          if (aim === undefined) return null;
          switch (one.do) {
            case 'cancel':
              return cancel(sandbox, aim.orderUid);
            case 'cancelItem':
              return cancelItem(sandbox, aim.orderUid, aim.items[one.item % aim.items.length]?.itemUid ?? '');
            case 'closeThere':
              return service.printHouse('POST', `/orders/${aim.orderUid}/cancel`, {
                reason: '중단',
                refund: one.refund,
              });
            case 'restore':
              return service.printHouse('POST', `/orders/${aim.orderUid}/restore`);
          }
        };
        await Promise.all(
          lanes.map(async (lane) => {
            for (const one of lane) {
              const answer = await carryOut(one);
              if (answer !== null)
                expect([200, 201, 400, 402], `${JSON.stringify(one)}: ${answer.text}`).toContain(answer.status);
            }
          }),
        );
        await expectTrueLedger();
      }),
      { numRuns: RUNS, ...seed, endOnFailure: true },
    );
  }, 180_000);

  it('grows in Live by what gateways took, once a payment order, whatever parallel callers pay and confirm', async () => {
    const turn = fc.record({
      order: fc.nat({ max: 2 }),
      verb: fc.constantFrom('approve', 'approve', 'decline'),
      pays: fc.constantFrom(1, 1, 1, 2),
      times: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(amount, { minLength: 3, maxLength: 3 }),
        fc.array(fc.array(turn, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        async (amounts, lanes) => {
          const { live } = service;
          const before = minor(await balanceOf(live));
          const orders: { orderId: string; amount: number }[] = [];
          for (const each of amounts)
            orders.push((await live.post('/payments/simulated/orders', { amount: each })).body.data);
          const credited = new Map<string, string>();
          await Promise.all(
            lanes.map(async (lane) => {
              for (const { order: at, verb, pays, times } of lane) {
                const opened = orders[at] ?? { orderId: '', amount: 0 };
                const { paymentKey } = (
                  await service.printHouse('POST', `/payments/${opened.orderId}/${verb}`, {
                    amount: opened.amount * pays,
                  })
                ).body.data;
                for (let time = 0; time < times; time += 1) {
                  const answer = await live.post('/payments/simulated/confirm', { ...opened, paymentKey });
                  if (answer.status !== 200)
                    expect([answer.status, answer.body.errorCode]).toEqual([409, 'ERR_CONFLICT']);
                  else {
                    expect([verb, pays], 'only what was paid in full').toEqual(['approve', 1]);
                    expect(credited.get(opened.orderId) ?? paymentKey, 'one payment an order').toBe(paymentKey);
                    credited.set(opened.orderId, paymentKey);
                  }
                }
              }
            }),
          );
          const grown = orders
            .filter(({ orderId }) => credited.has(orderId))
            .reduce((sum, each) => sum + minor(each.amount), 0);
          expect(minor(await balanceOf(live)) - before).toBe(grown);
          expect(minor(await ledgerSum(live))).toBe(before + grown);
        },
      ),
      { numRuns: RUNS, ...seed, endOnFailure: true },
    );
  }, 120_000);

  it('does once what was asked for with one key, whatever else is asked for at the same time', async () => {
    const attempts = fc.array(fc.record({ key: fc.nat({ max: 3 }), quantity: fc.integer({ min: 1, max: 2 }) }), {
      minLength: 2,
      maxLength: 16,
    });
    await fc.assert(
      fc.asyncProperty(attempts, async (wanted) => {
        await sandbox.post('/credits/sandbox/charge', { amount: 1_000_000 });
        const before = await balanceOf(sandbox);
        const run = randomUUID();
        const answers = await Promise.all(
          wanted.map(async ({ key, quantity }) => ({
            key,
            quantity,
            answer: await order(sandbox, [{ bookUid: books[0] ?? '', quantity }], `${run} ${key}`),
          })),
        );
        let spent = 0;
        for (const key of new Set(wanted.map((one) => one.key))) {
          const own = answers.filter((one) => one.key === key);
          const good = own.filter(({ answer }) => answer.status === 201);
          const first = good[0];
          if (first === undefined)
            throw new Error(`nothing came of key ${key}: ${own.map(({ answer }) => answer.status).join()}`);
          expect(new Set(good.map(({ answer }) => answer.text)).size, 'one answer a key').toBe(1);
          expect(
            good.filter(({ answer }) => answer.headers.get('x-idempotent-replayed') === null),
            'done once',
          ).toHaveLength(1);
          for (const { quantity, answer } of own) {
            if (answer.status === 201) expect(quantity).toBe(first.quantity);
            // Another body is refused, and whoever came too early may come again: the one 409 without a code.
            else if (answer.status === 409) expect(answer.body.errorCode).toBeUndefined();
            else expect([answer.status, quantity === first.quantity]).toEqual([422, false]);
          }
          spent += first.answer.body.data.paidCreditAmount;
        }
        expect(minor(before - (await balanceOf(sandbox))), 'charged once a key').toBe(minor(spent));
      }),
      { numRuns: RUNS, ...seed, endOnFailure: true },
    );
  }, 120_000);
});
