/** Numbers of the specification's "Limits" table. Sizes in bytes, times in milliseconds. */
export const LIMITS = {
  titleMaxChars: 255,
  externalRefMaxChars: 100,
  /** Of a name of ours that a request holds: none is as long, and a refusal shows it. */
  uidMaxChars: 100,
  pdfMaxBytes: 500 * 1024 * 1024,
  imageMaxBytes: 50 * 1024 * 1024,
  photosPerBook: 200,
  pageDefaultLimit: 20,
  pageMaxLimit: 100,
  photoListDefaultLimit: 100,
  /** Files attached to one cover or contents entry, and pictures in one gallery that names no limit of its own. */
  entryPicturesMax: 100,
  entryTextMaxChars: 10_000,
  /** A picture address must have answered in full by then (specification, "Limits"). */
  pictureDownloadMs: 10_000,
  cancelReasonMaxChars: 500,
  quantityMax: 200,
  /** Lines of one order: a whole library at once. */
  orderItemsMax: 10_000,
  /** Objects and lists in each other in one JSON text, and values in all: the largest order has three for each of its lines. */
  jsonDepthMax: 32,
  jsonValuesMax: 50_000,
  idempotencyMs: 24 * 60 * 60 * 1000,
  /** A concurrent request with the same key waits this long before the 409 without a code. */
  idempotencyLockWaitMs: 2_000,
  retryAfterSeconds: 60,
  allowIpsMax: 10,
  keyNoteMaxChars: 100,
  webhookUrlMaxChars: 500,
  webhookDescriptionMaxChars: 200,
  shipping: {
    recipientNameMaxChars: 100,
    recipientPhoneMaxChars: 20,
    postalCodeMaxChars: 10,
    address1MaxChars: 200,
    address2MaxChars: 200,
    memoMaxChars: 200,
  },
  creditMemoMaxChars: 200,
} as const;

/** Requests per minute: `general` and `upload` per API key, `auth` per address. */
export const RATE_PER_MINUTE = { general: 300, upload: 200, auth: 10 } as const;
export type RatePolicy = keyof typeof RATE_PER_MINUTE;
