import type { Shipping } from '../../../src-core/contract/orders.ts';

/** Where it is, in one line. */
export const placeOf = ({ postalCode, address1, address2 }: Shipping): string =>
  [`(${postalCode})`, address1, address2 ?? ''].filter((part) => part !== '').join(' ');

/** Everything by which a person looks for an address. */
export const wordsOf = (address: Shipping): string =>
  [address.recipientName, address.recipientPhone, address.recipientPhone.replaceAll('-', ''), placeOf(address)].join(
    ' ',
  );
