import { z } from 'zod';
import { creditBalanceSchema, creditTransactionSchema } from '../../contract/credits.ts';
import { DIFFERENCES } from '../../credit/reconcile.ts';
import { textRefSchema } from '../../text-ref.ts';
import { type ChannelDefinition, MOST } from '../channel-definition.ts';
import { actionStateSchema } from './library.ts';

/** Differences that are told of one reconciliation; the others are counted. */
export const DIFFERENCES_TOLD = 100;

export const creditViewSchema = z.object({
  /** Whose it is: another one may have come into use since. */
  connectionId: z.string(),
  balance: creditBalanceSchema,
  transactions: z.array(creditTransactionSchema),
  total: z.int(),
  canCharge: actionStateSchema,
});
export type CreditView = z.infer<typeof creditViewSchema>;

export const creditDifferenceSchema = z.object({
  kind: z.enum(DIFFERENCES),
  orderUid: z.string().nullable(),
  transactionId: z.int().nullable(),
  /** What the ledger has, and what it is held against. */
  ledger: z.number().nullable(),
  desk: z.number().nullable(),
  atMs: z.number().nullable(),
  /** Told, but the sums agree all the same. */
  isNotice: z.boolean(),
});
export type CreditDifference = z.infer<typeof creditDifferenceSchema>;

export const creditReconciliationSchema = z.object({
  connectionId: z.string(),
  currency: z.string(),
  balance: z.number(),
  /** Entries of the service's ledger, and what they come to by their kind: above zero what came, below what went. */
  entries: z.int(),
  totals: z.object({
    opening: z.number(),
    topUp: z.number(),
    payment: z.number(),
    refund: z.number(),
    chargedAgain: z.number(),
    deduction: z.number(),
    other: z.number(),
  }),
  orders: z.int(),
  /** What these orders cost less what went back, in the ledger and as the desk has it. */
  charged: z.number(),
  recorded: z.number(),
  /** No difference but notices, and nothing left to be read. */
  agrees: z.boolean(),
  /** Those that matter first. */
  differences: z.array(creditDifferenceSchema),
  differenceCount: z.int(),
  noticeCount: z.int(),
  /** Orders that are still to be read whole before anything is said of them: the service's limit of requests is kept. */
  unread: z.int(),
});
export type CreditReconciliation = z.infer<typeof creditReconciliationSchema>;

export const creditChannels = {
  'credit.view': {
    input: z.object({ limit: z.int().min(1).max(100), offset: z.int().min(0).max(MOST) }),
    output: creditViewSchema.nullable(),
    renewedBy: ['credit'],
  },
  /** The service's ledger held against the orders that the desk knows, and its sum against the balance. */
  'credit.reconciliation': {
    input: z.object({}),
    output: creditReconciliationSchema.nullable(),
    renewedBy: ['credit'],
  },
  /** Sandbox only. */
  'credit.charge': {
    input: z.object({ amount: z.number().positive().max(MOST) }),
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true) }),
      z.object({ ok: z.literal(false), problem: textRefSchema, serviceText: z.string().nullable() }),
    ]),
  },
} as const satisfies Record<string, ChannelDefinition>;
