import { z } from 'zod';
import { amountSchema } from './amounts.ts';
import { paginationQuery, periodQuery, timestampSchema } from './envelope.ts';
import { LIMITS } from './limits.ts';

/** Reason codes of the ledger with sign and label (service-facts 7.3; 5 and 6 are reserved). */
export const CREDIT_REASONS = {
  1: { name: 'CREDIT_RECHARGE', direction: '+', display: '크레딧 충전' },
  2: { name: 'CREDIT_GRANT', direction: '+', display: '크레딧 지급' },
  3: { name: 'ORDER_PAYMENT', direction: '-', display: '주문 결제' },
  4: { name: 'ORDER_REFUND', direction: '+', display: '주문 환불' },
  7: { name: 'ORDER_CANCEL_REFUND', direction: '+', display: '주문 취소 환불' },
  8: { name: 'ADMIN_CANCEL_REFUND', direction: '+', display: '관리자 취소 환불' },
  9: { name: 'SANDBOX_CHARGE', direction: '+', display: '샌드박스 충전' },
  10: { name: 'SANDBOX_DEDUCT', direction: '-', display: '샌드박스 차감' },
  11: { name: 'ORDER_RESTORE_DEDUCT', direction: '-', display: '주문 복원 차감' },
} as const satisfies Record<number, { name: string; direction: '+' | '-'; display: string }>;
export type CreditReason = keyof typeof CREDIT_REASONS;

const REASONS_IN_WORDS = `${Object.entries(CREDIT_REASONS)
  .map(([code, { name }]) => `${code} ${name}`)
  .join(', ')}; 5 and 6 are reserved`;

export const creditBalanceSchema = z
  .object({
    accountUid: z.string(),
    balance: z.number(),
    currency: z.string(),
    env: z.enum(['test', 'live']),
    paidCreditAmount: z.number(),
    freeCreditAmount: z.number(),
    totalCreditAmount: z.number(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'CreditBalance', description: 'The prepaid credit; balance is the total' });
export type CreditBalance = z.infer<typeof creditBalanceSchema>;

export const creditTransactionSchema = z
  .object({
    transactionId: z.int(),
    accountUid: z.string(),
    reasonCode: z.int().meta({ enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], description: REASONS_IN_WORDS }),
    reasonDisplay: z.string(),
    direction: z.enum(['+', '-']),
    currency: z.string(),
    amount: z.number(),
    balanceAfter: z.number(),
    memo: z.string().nullable(),
    createdAt: timestampSchema,
    isTest: z.boolean(),
  })
  .meta({ id: 'CreditTransaction', description: 'One movement of the credit; balanceAfter is the credit after it' });
export type CreditTransaction = z.infer<typeof creditTransactionSchema>;

export const creditTransactionQuerySchema = z.object({
  ...periodQuery(),
  ...paginationQuery(),
});

/** Body of sandbox charge and deduct. */
export const sandboxCreditBodySchema = z
  .object({
    amount: amountSchema,
    memo: z.string().max(LIMITS.creditMemoMaxChars).optional(),
  })
  .meta({ id: 'SandboxCredit', description: 'An amount with at most two decimals' });
