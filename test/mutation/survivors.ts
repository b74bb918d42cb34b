/** A mutant that no test notices, and why none has to. */
export interface Survivor {
  /** As the run prints it. */
  readonly key: string;
  readonly reason: string;
}

/** Several that live for one reason. */
const alike = (reason: string, ...keys: readonly string[]): readonly Survivor[] => keys.map((key) => ({ key, reason }));

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
    key: 'src-core/orders/order-price.ts: 1n → (1n + 1n)',
    reason: 'twice as many shares of a box that has twice as many fill as many boxes',
  },
  {
    key: 'src-core/orders/order-price.ts: refund > 0n → ((refund) >= (0n))',
    reason: 'at nothing both sides answer nothing',
  },
  {
    key: 'src-service/accounts/guessed-keys.ts: true → false (2)',
    reason: 'what is remembered is that the key is there',
  },
  ...alike(
    'a field that is undefined is not written on the wire',
    'src-service/books/books.ts: currentValue === undefined → false',
    'src-service/composition/add-contents.ts: requiredValue === undefined → false',
  ),
  ...alike(
    'a column of which nothing is said holds null, as one does that is told so',
    'src-service/books/books.ts: body.specProfileUid ?? null → (body.specProfileUid)',
    'src-service/books/books.ts: body.externalRef ?? null → (body.externalRef)',
    'src-service/orders/place-order.ts: body.externalRef ?? null → (body.externalRef)',
    'src-service/orders/place-order.ts: body.externalUserId ?? null → (body.externalUserId)',
    'src-service/orders/place-order.ts: shipping.address2 ?? null → (shipping.address2)',
    'src-service/orders/place-order.ts: shipping.memo ?? null → (shipping.memo)',
  ),
  ...alike(
    'which of two of one millisecond comes first is not said, only that their order stays',
    'src-service/books/books.ts: desc(books.bookUid) → __queries.asc(books.bookUid)',
    'src-service/orders/find-order.ts: desc(orders.orderUid) → __queries.asc(orders.orderUid)',
  ),
  ...alike(
    'the catalogue is part of the build: no spec that a row names is gone',
    'src-service/books/find-book.ts: !spec → false',
    'src-service/templates/templates.ts: !spec → false',
  ),
  ...alike(
    'a limit of time or size that nobody is told: one more is as good',
    'src-service/orders/place-order.ts: 1_000 → (1_000 + 1)',
    'src-service/credits/payments.ts: 5_000 → (5_000 + 1)',
    'src-service/webhooks/test-call.ts: 15_000 → (15_000 + 1)',
  ),
  {
    key: 'src-service/orders/place-order.ts: body.externalUserId ?? null → (null)',
    reason: 'externalUserId is kept and answered nowhere',
  },
  {
    key: 'src-service/orders/price-lines.ts: unit === null → false',
    reason: 'the catalogue has a price for each of its specs; without one the next line fails with the same 500',
  },
  ...alike(
    'there for the types: the value is there whenever this is asked',
    'src-service/orders/price-lines.ts: 0n → (0n + 1n)',
    'src-service/orders/price-lines.ts: price.itemMinor[index] ?? 0n → (price.itemMinor[index])',
    'src-service/orders/find-order.ts: 0 → (0 + 1)',
    'src-service/orders/find-order.ts: itemCounts.find((line) => line.orderUid === order.orderUid)?.items ?? 0 → (itemCounts.find((line) => line.orderUid === order.orderUid)?.items)',
    "src-service/orders/begin-again.ts: types.get(bookUid) ?? '' → (types.get(bookUid))",
    'src-service/credits/payments.ts: credited.confirmedAt ?? credited.openedAt → (credited.confirmedAt)',
    'src-service/http/idempotent.ts: request.params ?? {} → (request.params)',
    "src-service/http/idempotent.ts: request.routeOptions.url ?? '' → (request.routeOptions.url)",
    "src-service/webhooks/webhook-config.ts: body.webhookUrl ?? body.url ?? '' → (body.webhookUrl ?? body.url)",
    'src-service/webhooks/test-call.ts: !begun → false',
  ),
  {
    key: 'src-service/orders/cancel-order.ts: reason !== null → true',
    reason: 'a closing without a refund gives back nothing, and nothing is written of nothing',
  },
  ...alike(
    'prices are whole won and VAT is a tenth: no charge or refund is a single hundredth',
    'src-service/orders/cancel-order.ts: 0n → (0n + 1n) (2)',
    'src-service/orders/begin-again.ts: 0n → (0n + 1n)',
    'src-service/orders/order-view.ts: 0n → (0n + 1n)',
  ),
  {
    key: "src-service/orders/cancel-order.ts: !canMoveItem(order, item.status, 'cancel') → false",
    reason: 'an order that can be cancelled has no item that cannot, but those that are',
  },
  ...alike(
    'what is given back does not depend on boxes',
    'src-service/orders/cancel-order.ts: context.specs.get(item.bookSpecUid)?.booksPerBox ?? item.quantity → (item.quantity)',
    'src-service/orders/cancel-order.ts: context.specs.get(item.bookSpecUid)?.booksPerBox ?? item.quantity → (context.specs.get(item.bookSpecUid)?.booksPerBox)',
  ),
  {
    key: 'src-service/orders/move-order.ts: time === undefined → false',
    reason: 'a column that there is not is not written',
  },
  {
    key: 'src-service/orders/order-events.ts: at?.toISOString() ?? null → (at?.toISOString())',
    reason: 'every event tells of a moment that has been',
  },
  ...alike(
    'of an empty list nothing is asked, or something that holds for no row',
    'src-service/orders/begin-again.ts: readyBooks.length > 0 → ((readyBooks.length) >= (0))',
    'src-service/orders/begin-again.ts: readyBooks.length > 0 → true',
    'src-service/orders/promote-orders.ts: waiting.length === 0 → false',
    'src-service/orders/promote-orders.ts: orderUids.length === 0 → false',
    'src-service/webhooks/claim-deliveries.ts: uids.length === 0 → false',
    'src-service/webhooks/claim-deliveries.ts: deliveryUids.length === 0 → false',
    'src-service/webhooks/claim-deliveries.ts: deliveryUids.length === 0 → false (2)',
  ),
  {
    key: 'src-service/orders/promote-orders.ts: 0 → (0 + 1) (3)',
    reason: 'no caller in the service asks how many were promoted',
  },
  {
    key: "src-service/orders/promote-orders.ts: and(inArray(orders.orderUid, [...orderUids]), eq(orders.environment, 'live'), inArray(orde → and(eq(orders.environment, 'live'), inArray(orders.status, ORDER_MOVES.makeReady.from))",
    reason:
      'no order waits whose books are all rendered: who begins one, or renders the last, looks at it then and there',
  },
  {
    key: "src-service/http/idempotent.ts: validateHeaderValue('x-idempotent-key', key); → nothing",
    reason: 'the parser of HTTP lets none of the 256 bytes through that could not be sent back',
  },
  {
    key: 'src-service/http/idempotent.ts: a < b → ((a) <= (b))',
    reason: 'no two names of an object are the same',
  },
  ...alike(
    'of what a comparison answers only the sign counts',
    'src-service/http/idempotent.ts: 1 → (1 + 1)',
    'src-service/http/idempotent.ts: 1 → (1 + 1) (2)',
  ),
  ...alike(
    'a key is found again under its hash as under itself',
    'src-service/http/idempotent.ts: 200 → (200 + 1)',
    'src-service/http/idempotent.ts: key.length <= INDEXABLE_CHARS → ((key.length) < (INDEXABLE_CHARS))',
    'src-service/http/idempotent.ts: key.length <= INDEXABLE_CHARS → false',
  ),
  ...alike(
    'of two moments of the clock one millisecond does not count: no call meets it',
    'src-service/http/idempotent.ts: gte(idempotencyRecords.createdAt, expiry(context)) → __queries.gt(idempotencyRecords.createdAt, expiry(context))',
    'src-service/http/idempotent.ts: lt(idempotencyRecords.createdAt, expiry(context)) → __queries.lte(idempotencyRecords.createdAt, expiry(context))',
    'src-service/http/idempotent.ts: lt(idempotencyRecords.createdAt, expiry(context)) → __queries.lte(idempotencyRecords.createdAt, expiry(context)) (2)',
    'src-service/webhooks/claim-deliveries.ts: lt(webhookDeliveries.leasedUntil, sql`now()`) → __queries.lte(webhookDeliveries.leasedUntil, sql`now()`)',
    'src-service/webhooks/conclude-attempt.ts: lte(webhookConfigs.exhaustedAt, new Date(now.getTime() - EXHAUSTED_COOL_DOWN_MS)) → __queries.lt(webhookConfigs.exhaustedAt, new Date(now.getTime() - EXHAUSTED_COOL_DOWN_MS))',
  ),
  ...alike(
    'a record without an answer is seen by the transaction alone that fills it',
    'src-service/http/idempotent.ts: first.status === null → false',
    "src-service/http/idempotent.ts: first.body ?? 'null' → (first.body)",
  ),
  {
    key: 'src-service/http/idempotent.ts: !first → false',
    reason: 'the record that stood in the way can only be gone when it expired in that very moment',
  },
  ...alike(
    'what is no ServiceError has nothing to keep',
    'src-service/http/idempotent.ts: error instanceof ServiceError → true',
    'src-service/http/idempotent.ts: error instanceof ServiceError → true (2)',
  ),
  ...alike(
    '"undefined" has not the form of a key either',
    "src-service/accounts/keys.ts: header ?? '' → (header)",
    "src-service/accounts/keys.ts: /^bearer +(.+)$/i.exec(header ?? '')?.[1] ?? '' → (/^bearer +(.+)$/i.exec(header ?? '')?.[1])",
  ),
  ...alike(
    'a lease and its margin may be a millisecond longer: whoever waits waits as much longer',
    'src-service/accounts/leased-keys.ts: 1_000 → (1_000 + 1)',
    'src-service/accounts/leased-keys.ts: 50 → (50 + 1)',
  ),
  {
    key: "src-service/accounts/keys.ts: key === '' → false",
    reason: 'no key has an empty prefix: the database is only spared a question',
  },
  {
    key: 'src-service/accounts/keys.ts: !known → false',
    reason: 'the hash of a key that there is not is empty, and so of another length',
  },
  {
    key: 'src-service/accounts/keys.ts: !known || expected.length !== given.length → ((!known) && (expected.length !== given.length))',
    reason: 'every hash that is kept has the length of a hash: what is left says whether there is a key',
  },
  {
    key: 'src-service/photos/photos.ts: content === null → false',
    reason: 'what goes wrong then goes wrong a line later, with the same answer',
  },
  {
    key: 'src-service/webhooks/webhook-config.ts: made → false',
    reason: 'a first registration that is written once more as a change stays what it is',
  },
  {
    key: 'src-service/webhooks/claim-deliveries.ts: and(inArray(webhookConfigs.accountUid, accountUids), eq(webhookConfigs.isActive, true)) → and(eq(webhookConfigs.isActive, true))',
    reason: 'webhooks of accounts that nothing is sent to are read in vain',
  },
  {
    key: 'src-service/webhooks/conclude-attempt.ts: and(eq(webhookConfigs.accountUid, delivery.accountUid), eq(webhookConfigs.isActive, true), → and(eq(webhookConfigs.accountUid, delivery.accountUid), or(isNull(webhookConfigs.exhausted',
    reason: 'a webhook that is not active has no delivery that was to be tried again',
  },
  {
    key: "src-service/webhooks/emit-event.ts: await announce(db, 'webhooks'); → nothing",
    reason: 'the sender looks once a second by itself: it is only told sooner',
  },
  {
    key: "src-service/webhooks/emit-event.ts: typeof orderUid === 'string' → true",
    reason: 'an event without an order has none to be told of',
  },
  ...alike(
    'no event is of the order of a sample, and one without an order has none to be told of',
    "src-service/webhooks/emit-event.ts: typeof orderUid === 'string' && !isTestCall → true",
    "src-service/webhooks/emit-event.ts: typeof orderUid === 'string' && !isTestCall → ((typeof orderUid === 'string') || (!isTestCall))",
  ),
  ...alike(
    'of positions only the order counts',
    "src-service/composition/add-contents.ts: and(eq(bookEntries.bookUid, bookUid), eq(bookEntries.part, 'contents')) → and(eq(bookEntries.bookUid, bookUid))",
    "src-service/composition/add-contents.ts: and(eq(bookEntries.bookUid, bookUid), eq(bookEntries.part, 'contents')) → and(eq(bookEntries.part, 'contents'))",
    'src-service/composition/add-contents.ts: 1 → (1 + 1)',
    'src-service/composition/add-contents.ts: last?.position ?? -1 → (last?.position)',
    'src-service/composition/add-contents.ts: 1 → (1 + 1) (2)',
    'src-service/composition/add-cover.ts: 0 → (0 + 1)',
  ),
];
