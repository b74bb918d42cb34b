import { LIMITS } from '../../../src-core/contract/limits.ts';
import { shippingSchema, type Shipping } from '../../../src-core/contract/orders.ts';
import { SHAPELESS } from '../../../src-core/imports/comparable-name.ts';

/** The fields as typed, in the Korean order: postal code first, then road, then detail. */
export interface AddressDraft {
  readonly recipientName: string;
  readonly recipientPhone: string;
  readonly postalCode: string;
  readonly address1: string;
  readonly address2: string;
  readonly memo: string;
}
export type AddressField = keyof AddressDraft;

export const ADDRESS_FIELDS: readonly AddressField[] = [
  'recipientName',
  'recipientPhone',
  'postalCode',
  'address1',
  'address2',
  'memo',
];

export const ADDRESS_MAX_CHARS: Readonly<Record<AddressField, number>> = {
  recipientName: LIMITS.shipping.recipientNameMaxChars,
  recipientPhone: LIMITS.shipping.recipientPhoneMaxChars,
  postalCode: LIMITS.shipping.postalCodeMaxChars,
  address1: LIMITS.shipping.address1MaxChars,
  address2: LIMITS.shipping.address2MaxChars,
  memo: LIMITS.shipping.memoMaxChars,
};

export const EMPTY_ADDRESS: AddressDraft = {
  recipientName: '',
  recipientPhone: '',
  postalCode: '',
  address1: '',
  address2: '',
  memo: '',
};

export const draftOf = (address: Shipping): AddressDraft => ({
  ...address,
  address2: address.address2 ?? '',
  memo: address.memo ?? '',
});

/** Fields the contract refuses as they stand; empty when the address may be sent. */
export function addressFaults(draft: AddressDraft): ReadonlySet<AddressField> {
  const parsed = shippingSchema.safeParse(trimmed(draft));
  if (parsed.success) return new Set();
  const named = parsed.error.issues.map((issue) => issue.path[0]);
  return new Set(ADDRESS_FIELDS.filter((field) => named.includes(field)));
}

/** The address as the contract takes it: trimmed, empty optional fields left out. */
export function addressOf(draft: AddressDraft): Shipping {
  const { address2, memo, ...needed } = trimmed(draft);
  return { ...needed, ...(address2 === '' ? {} : { address2 }), ...(memo === '' ? {} : { memo }) };
}

/** A Korean phone number with its groups: 01012345678 becomes 010-1234-5678. Anything else stays as typed. */
export function groupPhone(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  if (!/^[\d\s-]+$/.test(typed)) return typed;
  const seoul = /^(02)(\d{3,4})(\d{4})$/.exec(digits);
  const other = /^(0\d{2})(\d{3,4})(\d{4})$/.exec(digits);
  const [, area, middle, last] = seoul ?? other ?? [];
  return area === undefined ? typed : `${area}-${middle}-${last}`;
}

/** What is pasted from an address book or a chat may bring letters along that nobody sees. */
const onLabel = (text: string): string => text.replace(SHAPELESS, '').trim();

function trimmed(draft: AddressDraft): AddressDraft {
  return {
    recipientName: onLabel(draft.recipientName),
    recipientPhone: onLabel(draft.recipientPhone),
    postalCode: onLabel(draft.postalCode),
    address1: onLabel(draft.address1),
    address2: onLabel(draft.address2),
    memo: onLabel(draft.memo),
  };
}
