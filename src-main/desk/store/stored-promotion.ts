import type { Recipient } from '../../../src-core/desk/recipients.ts';

/** An order of a Sandbox as it is to be repeated; its address was confirmed anew. */
export interface PromotedOrder {
  readonly fromOrderUid: string;
  readonly recipient: Recipient;
  readonly items: readonly { readonly bookId: string; readonly quantity: number }[];
}

/** The bytes that go, by their SHA-256. */
export interface PromotedBook {
  readonly bookId: string;
  readonly cover: string;
  readonly contents: string;
}
