import { expect, it } from 'vitest';
import { LedgerSums, type LedgerEntry } from './ledger-sums.ts';
import { reconcile, SAME_MOMENT_MS, type KnownOrder } from './reconcile.ts';

const T0 = Date.UTC(2026, 8, 1);

/** Movements as [reason, amount, order], a minute apart, each with the balance that it leaves. */
function ledgerOf(moves: readonly (readonly [number, bigint, (string | null)?])[], openingMinor = 0n): LedgerSums {
  const sums = new LedgerSums();
  let balance = openingMinor;
  moves.forEach(([reasonCode, amountMinor, orderUid = null], at) => {
    const isIn = ![3, 10, 11].includes(reasonCode);
    balance += isIn ? amountMinor : -amountMinor;
    sums.add({
      transactionId: 100 + at,
      reasonCode,
      isIn,
      amountMinor,
      balanceAfterMinor: balance,
      orderUid,
      atMs: T0 + at * 60_000,
    });
  });
  return sums;
}

const order = (orderUid: string, paidMinor: bigint, more: Partial<KnownOrder> = {}): KnownOrder => ({
  orderUid,
  isOwn: true,
  notedMinor: paidMinor,
  paidMinor,
  refundedMinor: 0n,
  isRead: true,
  paidAtMs: T0,
  cancelledAtMs: null,
  ...more,
});

const told = ({ differences }: ReturnType<typeof reconcile>) =>
  differences.map(({ kind, orderUid, transactionId, ledgerMinor, deskMinor }) => [
    kind,
    orderUid,
    transactionId,
    ledgerMinor,
    deskMinor,
  ]);

it('agrees over top-ups, charges, a cancelled item, a cancel and an order that was taken up again', () => {
  const ledger = ledgerOf([
    [9, 100_000n],
    [2, 500n],
    [3, 30_000n, 'or_a'],
    [3, 20_000n, 'or_b'],
    [7, 5_000n, 'or_a'],
    [8, 20_000n, 'or_b'],
    [11, 20_000n, 'or_b'],
    [10, 7n],
  ]);
  const result = reconcile(
    ledger,
    [order('or_a', 30_000n, { refundedMinor: 5_000n }), order('or_b', 20_000n)],
    55_493n,
  );
  expect(result).toEqual({ differences: [], deskNetMinor: 45_000n, ledgerNetMinor: 45_000n });
});

it.each<[string, readonly (readonly [number, bigint, string?])[], Partial<KnownOrder>, readonly unknown[]]>([
  [
    'a charge that the desk noted otherwise',
    [[3, 900n, 'or_a']],
    { notedMinor: 800n, paidMinor: 900n },
    ['charge', 900n, 800n],
  ],
  [
    'a charge that the order has otherwise',
    [[3, 900n, 'or_a']],
    { notedMinor: 900n, paidMinor: 700n },
    ['charge', 900n, 700n],
  ],
  [
    'a charge twice',
    [
      [3, 900n, 'or_a'],
      [3, 900n, 'or_a'],
    ],
    { paidMinor: 900n, notedMinor: 900n },
    ['chargedTwice', 1800n, 900n],
  ],
  ['no charge at all', [], { paidMinor: 900n, notedMinor: null }, ['notCharged', null, 900n]],
  [
    'a refund of a hundredth too little',
    [
      [3, 900n, 'or_a'],
      [7, 899n, 'or_a'],
    ],
    { paidMinor: 900n, notedMinor: 900n, refundedMinor: 900n },
    ['refund', 899n, 900n],
  ],
  [
    'a refund that the desk does not have',
    [
      [3, 900n, 'or_a'],
      [7, 100n, 'or_a'],
    ],
    { paidMinor: 900n, notedMinor: 900n },
    ['refund', 100n, 0n],
  ],
])('names the order of %s', (_, moves, more, [kind, ledgerMinor, deskMinor]) => {
  const ledger = ledgerOf([[9, 10_000n], ...moves]);
  const id = moves.length === 0 ? null : kind === 'refund' ? 102 : 101;
  expect(told(reconcile(ledger, [order('or_a', 0n, more)], ledger.balanceMinor))).toEqual([
    [kind, 'or_a', id, ledgerMinor, deskMinor],
  ]);
});

it('names an order that the desk does not have, and one that it did not place', () => {
  const ledger = ledgerOf([
    [9, 10_000n],
    [3, 400n, 'or_gone'],
    [3, 300n, 'or_other'],
  ]);
  const elsewhere = order('or_other', 300n, { isOwn: false, notedMinor: null });
  expect(told(reconcile(ledger, [elsewhere], 9_300n))).toEqual([
    ['elsewhere', 'or_other', 102, 300n, null],
    ['unknownOrder', 'or_gone', 101, 400n, null],
  ]);
});

it('gives movements that name no order to those of their sum and moment, and tells what is left', () => {
  const ledger = ledgerOf([
    [9, 10_000n],
    [3, 400n],
    [3, 400n],
    [3, 400n],
    [7, 400n],
  ]);
  const orders = [
    order('or_a', 400n, { paidAtMs: T0 + 61_000 }),
    order('or_b', 400n, { paidAtMs: T0 + 119_000, refundedMinor: 400n, cancelledAtMs: T0 + 4 * 60_000 }),
  ];
  expect(told(reconcile(ledger, orders, 9_200n))).toEqual([['nameless', null, 103, 400n, null]]);
  const far = [order('or_a', 400n, { paidAtMs: T0 + 60_000 - SAME_MOMENT_MS - 1 })];
  const one = ledgerOf([
    [9, 10_000n],
    [3, 400n],
  ]);
  expect(told(reconcile(one, far, 9_600n)).map(([kind]) => kind)).toEqual(['notCharged', 'nameless']);
});

it('names the transaction after which the balance does not follow, and a balance that is not the sum', () => {
  const entry = (transactionId: number, balanceAfterMinor: bigint): LedgerEntry => ({
    transactionId,
    reasonCode: 9,
    isIn: true,
    amountMinor: 100n,
    balanceAfterMinor,
    orderUid: null,
    atMs: T0,
  });
  const ledger = new LedgerSums();
  for (const one of [entry(1, 100n), entry(2, 201n), entry(3, 301n)]) ledger.add(one);
  expect(told(reconcile(ledger, [], 300n))).toEqual([['broken', null, 2, 201n, 200n]]);
  expect(told(reconcile(ledger, [], 301n))).toEqual([
    ['broken', null, 2, 201n, 200n],
    ['balance', null, 3, 300n, 301n],
  ]);
});

it('tells a reason that the contract keeps for itself, and what was there before the first entry', () => {
  const ledger = ledgerOf([[5, 40n]], 1_000n);
  expect(told(reconcile(ledger, [], 1_040n))).toEqual([
    ['unexplained', null, 100, 40n, null],
    ['opening', null, 100, 1_000n, null],
  ]);
});
