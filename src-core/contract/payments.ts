import { z } from 'zod';
import { creditBalanceSchema } from './credits.ts';
import { timestampSchema } from './envelope.ts';
import { isAmount } from './money.ts';

/** What a payment gateway's page hands back to the partner after a payment. Amount in the account's currency. */
export const confirmPaymentBodySchema = z.object({
  paymentKey: z.string().min(1).max(200),
  orderId: z.string().min(1).max(100),
  amount: z.number().positive().max(1_000_000_000)
    .superRefine((amount, context) => {
      if (!isAmount(amount)) context.addIssue({ code: 'not_multiple_of', divisor: 0.01, input: amount });
    }),
}).meta({ id: 'ConfirmPayment', description: "What the gateway's page handed back" });
export type ConfirmPaymentBody = z.infer<typeof confirmPaymentBodySchema>;

export const confirmedPaymentSchema = z.object({
  gateway: z.string(),
  paymentKey: z.string(),
  orderId: z.string(),
  amount: z.number(),
  currency: z.string(),
  confirmedAt: timestampSchema,
  credit: creditBalanceSchema,
}).meta({ id: 'ConfirmedPayment', description: 'The payment and the credit after it' });
export type ConfirmedPayment = z.infer<typeof confirmedPaymentSchema>;
