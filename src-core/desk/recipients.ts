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
/**
 * The digits of a phone number as it is dialled in Korea: `+82 10 …`, `0082 10 …` and `010 …` are one telephone. Numbers of other
 * countries keep their country, however that is written.
 */
function dialled(phone: string): string {
  const typed = phone.normalize('NFKC').trim();
  const digits = typed.replaceAll(/\D/g, '');
  const abroad = typed.startsWith('+') ? digits : digits.startsWith('00') ? digits.slice(2) : null;
  // No number within Korea begins with 8 and is that long.
  const own = /^82(0?[1-9]\d{7,9})$/.exec(abroad ?? digits)?.[1];
  if (own !== undefined) return `0${own.replace(/^0/, '')}`;
  return abroad === null ? digits : `+${abroad}`;
}

/**
 * The same for the same person at the same door, however it was typed: Hangul composed or not, blanks, case, a phone number
 * with or without its dashes or its country. The note to the courier is part of it, since an order carries one.
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
    /\d/.test(recipientPhone.normalize('NFKC')) ? dialled(recipientPhone) : folded(recipientPhone),
    folded(postalCode),
    folded(address1),
    folded(address2 ?? ''),
    folded(memo ?? ''),
  ]);
