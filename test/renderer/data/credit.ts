import type { CreditView } from '../../../src-core/ipc/subjects/credit.ts';
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

export function creditView(nowMs: number, limit: number, offset: number, agrees = true): CreditView {
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
    reconciliation: { charged: 2_018_525, recorded: agrees ? 2_018_525 : 2_001_365, agrees },
    canCharge: { allowed: true, reason: null },
  };
}
