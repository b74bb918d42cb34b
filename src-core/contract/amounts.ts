import { z } from 'zod';
import { isAmount } from './money.ts';

/** An amount that a caller names, in the account's currency: above zero, with at most two decimals. */
export const amountSchema = z
  .number()
  .positive()
  .max(1_000_000_000)
  // zod's own `multipleOf` forgives what floating point leaves over; the ledger does not.
  .superRefine((amount, context) => {
    if (!isAmount(amount)) context.addIssue({ code: 'not_multiple_of', divisor: 0.01, input: amount });
  })
  .meta({ multipleOf: 0.01 });
