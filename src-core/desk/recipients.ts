import { z } from 'zod';
import { LIMITS } from '../contract/limits.ts';
import { shippingSchema, type Shipping } from '../contract/orders.ts';

/** Who gets books, as the address book has it. */
export const recipientSchema = z.object({
  recipientId: z.string(),
  address: shippingSchema,
  /** A place of the studio's own, or a customer's. */
  kind: z.enum(['studio', 'customer']),
});
export type Recipient = z.infer<typeof recipientSchema>;
export type RecipientKind = Recipient['kind'];

/** So many copies of a book for one recipient. */
export const consignmentSchema = z.object({
  recipientId: z.string().min(1).max(200),
  quantity: z.int().min(1).max(LIMITS.quantityMax),
});
export type Consignment = z.infer<typeof consignmentSchema>;

/** A blank between two digits or Latin letters tells two numbers of a door apart; elsewhere it is written or left out at will. */
const folded = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<![a-z\d]) | (?![a-z\d])/g, '');
const digits = (text: string): string => text.replaceAll(/\D/g, '');

/**
 * The same for the same person at the same door, however it was typed: Hangul composed or not, blanks, case, a phone number
 * with or without its dashes. The note to the courier is part of it, since an order carries one.
 */
export const recipientKey = ({
  recipientName,
  recipientPhone,
  postalCode,
  address1,
  address2,
  memo,
}: Shipping): string =>
  JSON.stringify([
    folded(recipientName),
    digits(recipientPhone) || folded(recipientPhone),
    folded(postalCode),
    folded(address1),
    folded(address2 ?? ''),
    folded(memo ?? ''),
  ]);
