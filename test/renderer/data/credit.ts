import { NOTICES, type DifferenceKind } from '../../../src-core/credit/reconcile.ts';
import type { CreditReconciliation, CreditView } from '../../../src-core/ipc/subjects/credit.ts';
import { CREDIT_REASONS, type CreditTransaction } from '../../../src-core/contract/credits.ts';

const MOVES: readonly { reasonCode: keyof typeof CREDIT_REASONS; amount: number; memo: string | null }[] = [
  { reasonCode: 9, amount: 1_000_000, memo: 'opening test credit' },
  { reasonCode: 3, amount: 17_160, memo: 'or_1000aB3kQ9' },
  { reasonCode: 3, amount: 20_240, memo: 'or_1001aB3kQ9' },
  { reasonCode: 7, amount: 20_240, memo: 'or_1001aB3kQ9' },
  { reasonCode: 9, amount: 100_000, memo: null },
  { reasonCode: 3, amount: 184_525, memo: 'or_1002aB3kQ9' },
  { reasonCode: 10, amount: 5_000, memo: null },
];

export function creditView(nowMs: number, limit: number, offset: number): Omit<CreditView, 'connectionId'> {
  let balance = 0;
  const all: CreditTransaction[] = Array.from({ length: 73 }, (_, index) => {
    const move = MOVES[index % MOVES.length] ?? { reasonCode: 9 as const, amount: 1, memo: null };
    const reason = CREDIT_REASONS[move.reasonCode];
    balance += reason.direction === '+' ? move.amount : -move.amount;
    return {
      transactionId: 501 + index,
      accountUid: 'ac_1',
      reasonCode: move.reasonCode,
      reasonDisplay: reason.display,
      direction: reason.direction,
      currency: 'KRW',
      amount: move.amount,
      balanceAfter: balance,
      memo: move.memo,
      createdAt: new Date(nowMs - (73 - index) * 1_700_000).toISOString(),
      isTest: true,
    };
  }).reverse();
  return {
    balance: {
      accountUid: 'ac_1',
      balance,
      currency: 'KRW',
      env: 'test',
      paidCreditAmount: balance,
      freeCreditAmount: 0,
      totalCreditAmount: balance,
      createdAt: new Date(nowMs).toISOString(),
      updatedAt: new Date(nowMs).toISOString(),
    },
    transactions: all.slice(offset, offset + limit),
    total: all.length,
    canCharge: { allowed: true, reason: null },
  };
}

const TOTALS = {
  opening: 0,
  topUp: 11_200_000,
  payment: -2_218_525,
  refund: 222_640,
  chargedAgain: -20_240,
  deduction: -50_000,
  other: 0,
};

/** `differing`: of these kinds there is one difference each; without any all agrees. */
export function creditReconciliation(
  nowMs: number,
  differing: readonly DifferenceKind[],
): Omit<CreditReconciliation, 'connectionId'> {
  const differences = differing.map((kind, at) => ({
    kind,
    orderUid: ['nameless', 'broken', 'balance', 'unexplained', 'opening'].includes(kind) ? null : `or_100${at}aB3kQ9`,
    transactionId: kind === 'notCharged' ? null : 510 + at,
    ledger: ['notCharged'].includes(kind) ? null : 17_160,
    desk: ['unknownOrder', 'nameless', 'elsewhere', 'unexplained', 'opening'].includes(kind) ? null : 16_940,
    atMs: kind === 'balance' ? null : nowMs - at * 3_600_000,
    isNotice: NOTICES.has(kind),
  }));
  const noticeCount = differences.filter(({ isNotice }) => isNotice).length;
  return {
    currency: 'KRW',
    balance: Object.values(TOTALS).reduce((sum, part) => sum + part, 0),
    entries: 73,
    totals: TOTALS,
    orders: 31,
    charged: 2_016_125,
    recorded: differences.length > noticeCount ? 2_015_905 : 2_016_125,
    agrees: differences.length === noticeCount,
    differences,
    differenceCount: differences.length - noticeCount,
    noticeCount,
    unread: 0,
  };
}
