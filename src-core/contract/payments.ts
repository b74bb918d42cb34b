import { z } from 'zod';
import { amountSchema } from './amounts.ts';
import { creditBalanceSchema } from './credits.ts';
import { timestampSchema } from './envelope.ts';

/** A payment is opened before the gateway's page is shown: the amount is fixed then. */
export const openPaymentBodySchema = z
  .object({ amount: amountSchema })
  .meta({ id: 'OpenPayment', description: 'What is to be paid' });

/** `orderId` and `amount` are what the partner hands to the gateway's page. */
export const openedPaymentSchema = z
  .object({
    gateway: z.string(),
    orderId: z.string(),
    amount: z.number(),
    currency: z.string(),
    openedAt: timestampSchema,
  })
  .meta({ id: 'OpenedPayment', description: 'A payment that nobody has paid yet' });
export type OpenedPayment = z.infer<typeof openedPaymentSchema>;

/** What a payment gateway's page hands back to the partner after a payment. */
export const confirmPaymentBodySchema = z
  .object({
    paymentKey: z.string().min(1).max(200),
    orderId: z.string().min(1).max(100),
    amount: amountSchema,
  })
  .meta({ id: 'ConfirmPayment', description: "What the gateway's page handed back" });
export type ConfirmPaymentBody = z.infer<typeof confirmPaymentBodySchema>;

export const confirmedPaymentSchema = z
  .object({
    gateway: z.string(),
    paymentKey: z.string(),
    orderId: z.string(),
    amount: z.number(),
    currency: z.string(),
    confirmedAt: timestampSchema,
    credit: creditBalanceSchema,
  })
  .meta({ id: 'ConfirmedPayment', description: 'The payment and the credit after it' });
export type ConfirmedPayment = z.infer<typeof confirmedPaymentSchema>;
