import { z } from 'zod';
import { creditBalanceSchema, creditTransactionSchema } from '../../contract/credits.ts';
import { textRefSchema } from '../../text-ref.ts';
import { type ChannelDefinition, MOST } from '../channel-definition.ts';
import { actionStateSchema } from './library.ts';

export const creditViewSchema = z.object({
  balance: creditBalanceSchema,
  transactions: z.array(creditTransactionSchema),
  total: z.int(),
  /** Sum of the orders this desk placed against what the ledger says it charged for them. */
  reconciliation: z.object({ charged: z.number(), recorded: z.number(), agrees: z.boolean() }),
  canCharge: actionStateSchema,
});
export type CreditView = z.infer<typeof creditViewSchema>;

export const creditChannels = {
  'credit.view': {
    input: z.object({ limit: z.int().min(1).max(100), offset: z.int().min(0).max(MOST) }),
    output: creditViewSchema.nullable(),
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
