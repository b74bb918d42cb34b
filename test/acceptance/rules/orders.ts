import { section } from './rule.ts';

/** Orders, credit, webhooks and the endpoints that the specification only lists. */
export const ORDER_RULES = [
  section('Orders', 'ORDER', [
    [
      'POST /orders charges credit at once for a finalized book of the same environment',
      'orders > POST /orders > takes the credit at once*',
      [
        'orders > POST /orders/estimate > charges nothing',
        'orders > POST /orders > refuses a other-environment book* → nothing is charged',
      ],
    ],
    [
      'Too little credit gives 402 and writes nothing',
      'orders > POST /orders > answers 402*',
      'orders > POST /orders > answers 402* → a hundredth more is enough',
    ],
    [
      'A missing, deleted, unfinalized or other-environment book gives 400 ERR_VALIDATION_FAILED',
      [
        'orders > POST /orders > refuses a missing book*',
        'orders > POST /orders > refuses a deleted book*',
        'orders > POST /orders > refuses a unfinalized book*',
        'orders > POST /orders > refuses a other-environment book*',
      ],
      'orders > POST /orders > orders several books in one order',
    ],
    [
      'POST /orders/estimate never returns 402 but creditSufficient false',
      'orders > POST /orders/estimate > never answers 402*',
      'orders > POST /orders/estimate > never answers 402* → true when it is just enough',
    ],
    [
      'GET /orders is a paginated flat array with orderStatus as a string',
      'orders > GET /orders > pages newest first*',
      'orders > GET /orders > filters by status → what has another status is left out',
    ],
    [
      'GET /orders/{orderUid} answers one order',
      'orders > GET /orders/{orderUid} > answers what creation answered*',
      'orders > GET /orders/{orderUid} > answers 404 when missing*',
    ],
    [
      'A whole cancel needs a reason; a missing, non-cancellable or cancelled order gives 400 ERR_VALIDATION_FAILED',
      'orders > POST /orders/{orderUid}/cancel > refunds in full and at once',
      [
        'orders > POST /orders/{orderUid}/cancel > requires cancelReason*',
        'orders > POST /orders/{orderUid}/cancel > answers 400 for a missing order, not 404',
        'orders > POST /orders/{orderUid}/cancel > refuses a second cancel*',
        'orders > POST /orders/{orderUid}/cancel > refuses once production was confirmed',
      ],
    ],
    [
      'An item cancel keeps the same rules; an item not in the order gives 400',
      'orders > POST /orders/{orderUid}/items/{itemUid}/cancel > gives back what was paid less*',
      [
        'orders > POST /orders/{orderUid}/items/{itemUid}/cancel > refuses an item that is not in the order*',
        'orders > POST /orders/{orderUid}/items/{itemUid}/cancel > requires cancelReason*',
        'orders > POST /orders/{orderUid}/items/{itemUid}/cancel > refuses once production was confirmed',
      ],
    ],
    [
      'Delivery data can be changed',
      'orders > PATCH /orders/{orderUid}/shipping > changes what is given and leaves the rest',
      [
        'orders > PATCH /orders/{orderUid}/shipping > is possible until CONFIRMED and refused afterwards',
        'orders > PATCH /orders/{orderUid}/shipping > is refused for a cancelled order*',
      ],
    ],
    [
      'PATCH /orders/{orderUid}/status answers',
      'orders > PATCH /orders/{orderUid}/status > cancels with a refund, once, with a reason',
      [
        'orders > PATCH /orders/{orderUid}/status > refuses a partner’s move to SHIPPED*',
        'orders > PATCH /orders/{orderUid}/status > refuses an unknown status*',
      ],
    ],
  ]),
  section('Order status', 'STATUS', [
    [
      'A partner may cancel only in PAID or PDF_READY; the refund is full and immediate',
      [
        'orders > POST /orders/{orderUid}/cancel > refunds in full and at once',
        'template-orders > *is cancelled in PAID with a full refund*',
      ],
      [
        'orders > POST /orders/{orderUid}/cancel > refuses once production was confirmed',
        'production > an order that the print house holds* > waits in PAID_AWAITING_CONTENT*',
      ],
    ],
    [
      'TEMPLATE and MIX orders go from PAID to PDF_READY after rendering (Live)',
      [
        'rendering > an order of a TEMPLATE book > stays PAID until the book is rendered*',
        'creation-types > the order right after its creation > of a MIX_COVER_TEMPLATE book becomes PDF_READY*',
      ],
      'rendering > an order of a TEMPLATE book > stays PAID in Sandbox',
    ],
    [
      'Production goes CONFIRMED, IN_PRODUCTION, PRODUCTION_COMPLETE, SHIPPED',
      'production > production > walks a Live order*',
      [
        'production > the table of moves* > lets an order in PDF_READY go where the table says*',
        'production > the table of moves* > lets an order in SHIPPED go where the table says*',
      ],
    ],
    [
      'A cancelled order can be restored',
      'production > a restored order > is charged again, with reason 11*',
      [
        'production > a restored order > was cancelled before: any other is refused',
        'production > a restored order > needs the credit for it*',
      ],
    ],
    [
      'Each status has its event: PAID order.created, CONFIRMED production.confirmed, and so on',
      'order-events > events > tell of every status*',
      'order-events > events > come of nothing that was refused*',
    ],
  ]),
  section('Credits', 'CREDIT', [
    [
      'GET /credits and /credits/balance answer the balance',
      [
        'credits > GET /credits > answers the balance as paid, free, total and balance',
        'credits > GET /credits > is answered at /credits/balance too',
      ],
      'credits > GET /credits > keeps Sandbox and Live credit apart, and accounts',
    ],
    [
      'Transactions carry transactionId, reasonCode with reasonDisplay, memo, amount and the balance after',
      'credits > GET /credits/transactions > lists what happened*',
      'credits > GET /credits/transactions > lists what happened* → each follows from the one before it',
    ],
    [
      '7 is the refund of a cancel, 8 of an admin cancel',
      [
        'orders > POST /orders/{orderUid}/cancel > refunds in full and at once',
        'production > the print house cancels > before shipping, with a refund of reason 8',
      ],
      'production > the print house cancels > or without one, as CANCELLED',
    ],
    [
      'Sandbox charge and deduct change the test balance and are refused on Live',
      'credits > POST /credits/sandbox/charge and /deduct > change the balance and answer it',
      [
        'credits > POST /credits/sandbox/charge and /deduct > refuse a Live key with ERR_ENV_MISMATCH: charge',
        'credits > POST /credits/sandbox/charge and /deduct > refuse a Live key with ERR_ENV_MISMATCH: deduct',
        'credits > POST /credits/sandbox/charge and /deduct > never deduct below nothing',
      ],
    ],
    [
      'Amounts are decimals',
      [
        'credits > POST /credits/sandbox/charge and /deduct > change the balance and answer it → 1000.5 and 0.25',
        'credits > POST /credits/sandbox/charge and /deduct > add hundredths without drifting',
      ],
      'credits > POST /credits/sandbox/charge and /deduct > refuse three decimals',
    ],
  ]),
  section('Webhooks', 'HOOK', [
    [
      'PUT registers or updates and keeps the secretKey',
      'webhooks > the webhook configuration > is registered with a secretKey*',
      'webhooks > the webhook configuration > is missing (404) before it is registered* → a new registration makes a new one',
    ],
    [
      'webhookUrl is HTTPS of at most 500 characters, description at most 200',
      'webhooks > the webhook configuration > takes an address of at most 500 characters* → 500 and 200',
      [
        'webhooks > the webhook configuration > takes an address* → 501 and 201 are 400',
        'webhooks > without the switch for local addresses > takes HTTPS alone*',
      ],
    ],
    [
      'The whole secretKey comes with PUT; a read shows its first 8 characters',
      'webhooks > the webhook configuration > is registered with a secretKey that is shown whole*',
      'webhooks > the webhook configuration > is registered with a secretKey* → the read is cut',
    ],
    [
      'DELETE deactivates and keeps the history',
      'webhooks > a delivery > stops with the deactivation of the webhook*',
      'webhooks > the webhook configuration > is missing (404) before* → the configuration itself is gone',
    ],
    [
      'A test call is one attempt and carries no real order data',
      ['webhooks > a test call > is one attempt*', 'webhooks > a test call > sends a sample event*'],
      [
        'webhooks > a test call > is one attempt* → an hour later there is no second',
        'webhooks > a test call > sends a sample event* → the real order’s uid is not in it',
      ],
    ],
    [
      'Deliveries are listed with filters eventType, status, limit and offset',
      'webhooks > the delivery history > lists newest first*',
      'webhooks > the delivery history > lists newest first* → others are left out, unknown values are 400',
    ],
    [
      'A delivery has the four headers',
      'webhooks > a delivery > is a POST of the envelope with signature*',
      'webhooks > a failed delivery > is sent again after 1, 5 and 30 minutes* → the delivery id stays the same',
    ],
    [
      'The signature is HMAC-SHA256 over timestamp, a dot and the raw body',
      [
        'webhooks > a delivery > is a POST of the envelope with signature*',
        'partner-client > *in Sandbox > PDF_UPLOAD:*',
      ],
      'webhooks > a delivery > is a POST of the envelope* → another key and a byte more do not verify',
    ],
    [
      'The envelope has event_uid, event_type, created_at and data',
      'webhooks > a delivery > is a POST of the envelope*',
      'webhooks > a delivery > is a POST of the envelope* → the keys exactly, in snake_case',
    ],
    [
      '2xx is SUCCESS, anything else or a time-out FAILED',
      [
        'webhooks > a delivery > succeeds with any 2xx and fails with all else*',
        'webhooks > a failed delivery > is one whose receiver did not answer within 30 seconds*',
      ],
      'webhooks > a delivery > succeeds with any 2xx* → 301 to 503 fail, and no redirect is followed',
    ],
    [
      'Three retries after 1, 5 and 30 minutes, then EXHAUSTED and webhook.exhausted',
      'webhooks > a failed delivery > is sent again after 1, 5 and 30 minutes*',
      'webhooks > a failed delivery > is sent again* → not ten seconds early, and no fifth time',
    ],
    [
      'webhook.exhausted comes at most once an hour',
      'webhooks > a failed delivery > gives webhook.exhausted at most once an hour*',
      'webhooks > a failed delivery > gives webhook.exhausted at most once* → after the hour there is a second',
    ],
    [
      'The same event may arrive more than once, with the same ids',
      'durability > *by a kill: sends them again after its restart*',
      'durability > *by SIGTERM: lets what is under way finish, and does not send it again',
    ],
    [
      'One place names webhookUrl `url`: both are taken',
      'webhooks > the webhook configuration > takes * for another name of webhookUrl',
      'webhooks > the webhook configuration > requires webhookUrl, and kinds of events that exist',
    ],
  ]),
  section('Event kinds and data fields', 'EVENT', [
    [
      'order.created: order_uid, order_status, total_amount, item_count, ordered_at',
      'order-events > the event > order.created holds*',
      'order-events > the event > order.created holds* → these and no others',
    ],
    [
      'order.cancelled: order_uid, order_status, cancel_reason, refund_amount, cancelled_at',
      'order-events > the event > order.cancelled holds*',
      'order-events > the event > order.cancelled of the print house says CANCELLED and 0*',
    ],
    [
      'production.confirmed and production.started: order_uid, order_status, print_day and their time',
      'order-events > the event > production.confirmed and production.started*',
      'order-events > the event > production.confirmed and production.started* → these and no others',
    ],
    [
      'production.completed: order_uid, order_status, completed_at',
      'order-events > the event > production.confirmed and production.started*',
      'order-events > the event > production.completed comes once, with the last item',
    ],
    [
      'shipping.departed: order_uid, item_uid, tracking_number, tracking_carrier, shipped_at',
      'order-events > the event > shipping.departed comes for every item*',
      'order-events > the event > shipping.departed comes* → none for a cancelled item',
    ],
    [
      'order.restored is sent when a cancelled order is restored',
      'order-events > the event > order.restored holds*',
      'order-events > events > come of nothing that was refused* → not when the credit is short',
    ],
    [
      'order.item_cancelled and shipping.delivered complete the nine',
      [
        'order-events > the event > order.item_cancelled holds*',
        'webhooks > a test call > knows every kind that can be subscribed to*',
      ],
      'webhooks > the webhook configuration > requires webhookUrl, and kinds of events that exist → order.paid is none',
    ],
  ]),
  section('Remaining endpoints', 'REST', [
    [
      '/accounts/me is read, changed and closed',
      [
        'accounts > your own account > is read on both hosts*',
        'accounts > your own account > is changed field by field*',
        'accounts > closing an account > is refused while a Live order is on its way*',
      ],
      [
        'accounts > your own account > refuses a wrong email',
        'accounts > closing an account > * → refused while an order is on its way; another account goes on',
      ],
    ],
    [
      '/accounts/images are listed, uploaded, renamed and deleted',
      'account-images > a picture is added*',
      ['account-images > an account sees, renames and deletes its own alone', 'account-images > what is no picture*'],
    ],
    [
      '/account-configs are read, begun and changed',
      'accounts > settings kept with an account > begin with POST*',
      [
        'accounts > settings kept with an account > belong to their account alone',
        'accounts > settings kept with an account > takes names and plain values only*',
      ],
    ],
    [
      '/keys are listed, issued, changed and revoked',
      ['keys > shows a new key whole once*', 'keys > lets only allowed addresses call'],
      ['keys > stops a revoked key at once', 'keys > keeps environments and partners apart'],
    ],
    [
      'PATCH /books/{bookUid}/pdf-status answers',
      'pdf-state > pdf-status asks for a failed rendering anew',
      'pdf-state > pdf-status is the service’s to set*',
    ],
    [
      'POST /books/{bookUid}/pdf-result answers',
      'pdf-state > pdf-result tells how far the PDFs of a book are',
      'pdf-state > both are scoped as the book itself',
    ],
    [
      'DELETE /books/{bookUid}/contents resets the contents',
      'composition > DELETE contents > takes the contents away and leaves the cover',
      'composition > what both endpoints refuse > a finalized and a deleted book: 400',
    ],
    [
      'Notifications are configured, listed and sent',
      ['notifications > a notification that was sent is listed*', 'notifications > channels are closed and opened*'],
      [
        'notifications > channels are closed and opened* → a closed one sends nothing',
        'notifications > an unknown channel is refused',
      ],
    ],
    [
      'POST /payments/<gateway>/confirm credits in Live',
      'payments > in Live it credits*',
      [
        'payments > confirms a payment once*',
        'payments > nothing is credited > for an amount that is not the opened one*',
        'payments > nothing is credited > for an order that nobody opened*',
        'payments > nothing is credited > for a payment that was declined*',
        'payments > nothing is credited > a second time, for another payment of an order that was paid',
      ],
    ],
  ]),
  section('Webhook delivery status', 'DELIVERY', [
    [
      'Only FAILED deliveries are retried; a test delivery is sent once',
      'webhooks > a failed delivery > is sent again after 1, 5 and 30 minutes*',
      [
        'webhooks > a test call > is one attempt*',
        'durability > *by SIGTERM: lets what is under way finish, and does not send it again → a PENDING one is not',
      ],
    ],
    [
      'A retry that succeeds makes the delivery SUCCESS',
      'webhooks > a failed delivery > succeeds when the receiver is there again',
      'webhooks > a failed delivery > is sent again after 1, 5 and 30 minutes* → one that fails stays FAILED',
    ],
    [
      'The receiver has 30 seconds',
      'webhooks > a failed delivery > is one whose receiver did not answer within 30 seconds*',
      'webhooks > a delivery > keeps that order when the receiver takes its time* → one that is merely slow succeeds',
    ],
    [
      'Events are subscribed to by kind; null means all',
      'webhooks > a delivery > is made only for the subscribed kinds; null means all',
      'webhooks > a delivery > is made only for the subscribed kinds* → one kind alone comes',
    ],
    [
      'An event is sent for what happened, and for nothing that was refused',
      'order-events > events > tell of every status*',
      'order-events > events > come of nothing that was refused*',
    ],
  ]),
];
