import { LIMITS, RATE_PER_MINUTE } from '../../../src-core/contract/limits.ts';

const hours = LIMITS.idempotencyMs / 3_600_000;

/** What the documentation says before the endpoints: the rules that hold for all of them. Markdown. */
export const API_DESCRIPTION = `
A partner uses this interface to create photo books, order printing and delivery of them, pay from a prepaid credit
balance, and follow order progress by polling or by webhooks.

**Flow**: create a book (draft), add cover and contents, finalize the book, create an order (credit is charged), follow
the order.

## Environments
Two environments exist, Sandbox and Live, each with its own host and its own API keys. The host that was called picks the
environment; no parameter does. In Sandbox nothing is printed or shipped, orders stop before production, credit is
separate, and webhooks are still sent. A Personal account may use Sandbox only.

| class | behaviour | endpoints |
|---|---|---|
| A separated | each host sees only its own data | /keys, /books and its sub-paths, /orders, /credits |
| B shared | one pool of data for both hosts | /accounts, /account-configs, /book-specs, /templates, /template-categories, /spec-profiles, /notifications/config, GET /notifications, /webhooks |
| C test mode | a Sandbox call has no real effect outside | POST /notifications/send |
| D blocked | a Sandbox call gives 501 and nothing runs | POST /payments/{gateway}/orders and /confirm |

## Creation types
| creationType | cover | contents | order status after creation |
|---|---|---|---|
| PDF_UPLOAD | PDF upload | PDF upload | PDF_READY at once |
| TEMPLATE | template binding | template binding | PAID; in Live PDF_READY after rendering |
| MIX_COVER_TEMPLATE | template binding | PDF upload | PAID; in Live PDF_READY after rendering |

## Answers
Success: \`success\` true, \`message\`, \`data\`; lists carry \`pagination\` beside it (total, limit, offset, hasNext).
Failure has six fields: \`success\` false, \`message\`, \`data\`, \`errorCode\`, \`errors\`, \`fieldErrors\`. Timestamps are
ISO 8601.

In bodies null for an optional field is the absent field. In lists \`createdFrom\` and \`createdTo\` (or \`from\` and \`to\`)
take a date, which stands for its whole day in UTC, or a time, which is UTC unless it has an offset. Texts hold no control
characters; titles, names and labels are of one line.

## Authentication
\`Authorization: Bearer <API_KEY>\` on every request. A key is shown whole only once, when it is made; keys never expire
and stop working at once when they are revoked. Keep them on your servers. 401 ERR_UNAUTHORIZED for a missing, invalid or
revoked key; 403 ERR_ENV_MISMATCH for the other environment's key.

## Idempotency
An \`Idempotency-Key\` (a random UUID) on POST /books, cover, contents, finalization, /orders and the cancels makes a repeat
safe for ${hours} hours: the same key with the same body gives the stored answer again, with \`X-Idempotent-Replayed: true\`;
with another body 422 ERR_IDEMPOTENCY_KEY_MISMATCH. Another key is another request.

## Limits
${RATE_PER_MINUTE.general} requests a minute and key, ${RATE_PER_MINUTE.upload} for uploads, counted apart; on excess 429 with
Retry-After ${LIMITS.retryAfterSeconds}. PDFs up to ${LIMITS.pdfMaxBytes / 1024 ** 2} MB, images up to ${LIMITS.imageMaxBytes / 1024 ** 2} MB,
${LIMITS.photosPerBook} photos a book. JSON up to 1 MB, ${LIMITS.jsonDepthMax} levels and ${LIMITS.jsonValuesMax} values; members that are not named here are passed over.
`.trim();

/** In the order in which a partner meets them. */
export const API_TAGS: readonly { readonly name: string; readonly description: string }[] = [
  {
    name: 'specs',
    description:
      'Book specs: sizes, page rules and prices. A page count fits when pageMin ≤ count ≤ pageMax and (count − pageMin) is a multiple of pageIncrement.',
  },
  {
    name: 'templates',
    description:
      'Covers, contents, dividers and publish pages to bind texts and pictures to; their parameters as a JSON Schema; categories.',
  },
  {
    name: 'books',
    description:
      'Draft (1), finalized (2), deleted (9). Editing is possible only in draft, ordering only when finalized. Deleting is soft: what was uploaded is retained.',
  },
  {
    name: 'photos',
    description:
      'Pictures uploaded ahead for a template book. JPEG, PNG, GIF, WebP, BMP, HEIC and HEIF; the same content is stored once a book.',
  },
  {
    name: 'composition',
    description:
      'Cover and contents of template books. Pictures come as attached files, as addresses, or as names of photos uploaded ahead, mixed in one request.',
  },
  {
    name: 'pdf',
    description:
      'Cover and contents PDFs: uploaded and checked on the spot, or rendered after finalization. A refused PDF is not stored.',
  },
  {
    name: 'orders',
    description:
      'Credit is charged when an order is created: products, shipping and packaging plus 10 percent VAT. Cancels give back what was charged, never more.',
  },
  {
    name: 'credits',
    description: 'The prepaid balance and every movement on it. Test credit is charged and deducted in Sandbox.',
  },
  {
    name: 'webhooks',
    description:
      'Signed HTTPS calls to one address an account. 2xx within 30 seconds is success; retries after 1, 5 and 30 minutes. The same event may arrive more than once: X-Webhook-Delivery tells.',
  },
  { name: 'notifications', description: 'Messages to people. In Sandbox none leaves the house.' },
  { name: 'accounts', description: 'The account, its settings and its pictures, shared by both environments.' },
  {
    name: 'keys',
    description: 'API keys of the host’s environment: the secret is shown once, a revoked key stops at once.',
  },
];
