import type { Minor } from '../../src-core/contract/money.ts';

/** A payment as the partner's page reports it, to be confirmed with the gateway. */
export interface ReportedPayment {
  readonly paymentKey: string;
  readonly orderId: string;
  readonly amountMinor: Minor;
}

/** What a gateway says of a payment. What it took, and for which order, is the gateway's word, not the caller's. */
export type PaymentOutcome =
  | { readonly state: 'paid'; readonly orderId: string; readonly amountMinor: Minor }
  | { readonly state: 'declined' }
  /** It has no payment of this key. */
  | { readonly state: 'unknown' };

/** Whoever takes the money. Only its word lets Live credit grow. */
export interface PaymentGateway {
  /** As in the path of the endpoint. */
  readonly name: string;
  /**
   * Has the payment settled, and answers what became of it. Asked again about the same payment it answers the same and
   * takes nothing twice: the service asks again when it died before it could write the answer down.
   * Rejects when the gateway cannot be reached, and with the reason of `signal`.
   */
  confirm(payment: ReportedPayment, signal: AbortSignal): Promise<PaymentOutcome>;
}
