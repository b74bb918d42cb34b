/** A mutant that no test notices, and why none has to. */
export interface Survivor {
  /** As the run prints it. */
  readonly key: string;
  readonly reason: string;
}

/** The run fails when a mutant survives that is not here, and when one is here that dies or is gone. */
export const SURVIVORS: readonly Survivor[] = [
  ...['', ' (2)', ' (3)', ' (4)'].map((time) => ({
    key: `src-core/templates/list-templates.ts: 1 → (1 + 1)${time}`,
    reason: 'of what a comparison answers only the sign counts',
  })),
  {
    key: 'src-core/orders/order-price.ts: productMinor + shippingMinor + packagingMinor → ((productMinor + shippingMinor) - (packagingMinor))',
    reason: 'packaging is free: nothing added and nothing taken off are the same',
  },
  {
    key: 'src-core/orders/order-price.ts: refund > 0n → ((refund) >= (0n))',
    reason: 'at nothing both sides answer nothing',
  },
  {
    key: 'src-core/orders/order-price.ts: 9 → (9 + 1)',
    reason: 'what sums of fractions lose lies far behind the tenth decimal',
  },
  {
    key: 'src-service/accounts/guessed-keys.ts: true → false (2)',
    reason: 'what is remembered is that the key is there',
  },
];
