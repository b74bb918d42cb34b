/** An operation of the specification with the statuses that it names for it, and the codes where it names them. */
export interface Endpoint {
  readonly call: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  readonly statuses: readonly number[];
  readonly codes?: readonly string[];
}

const upload = ['ERR_VALIDATION_FAILED', 'ERR_CREATION_TYPE_UNSUPPORTED', 'ERR_FORBIDDEN', 'ERR_ENV_MISMATCH'];
const download = [
  'ERR_PDF_NOT_UPLOADED',
  'ERR_PDF_NOT_GENERATED',
  'ERR_PDF_PENDING',
  'ERR_PDF_GENERATION_FAILED',
  'ERR_PDF_FILE_MISSING',
  'ERR_NOT_FOUND',
  'ERR_FORBIDDEN',
  'ERR_ENV_MISMATCH',
  'ERR_CREATION_TYPE_UNSUPPORTED',
];
const photo = ['ERR_CREATION_TYPE_UNSUPPORTED', 'ERR_FORBIDDEN', 'ERR_ENV_MISMATCH', 'ERR_NOT_FOUND'];
const keyed = [409, 422];

/** The chapter "Endpoints" of the specification, in its order; 401, 429 and 500 are every operation's. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    call: 'POST /books',
    statuses: [201, 400, ...keyed],
    codes: ['ERR_VALIDATION_FAILED', 'ERR_INSUFFICIENT_PAGES', 'ERR_PAGECOUNT_INVALID', 'ERR_IDEMPOTENCY_KEY_MISMATCH'],
  },
  { call: 'GET /books', statuses: [200, 400] },
  {
    call: 'GET /books/{bookUid}',
    statuses: [200, 403, 404],
    codes: ['ERR_FORBIDDEN', 'ERR_ENV_MISMATCH', 'ERR_NOT_FOUND'],
  },
  { call: 'DELETE /books/{bookUid}', statuses: [200] },
  { call: 'POST /books/{bookUid}/pdf-cover', statuses: [201, 400, 403, 409], codes: [...upload, 'ERR_CONFLICT'] },
  { call: 'PUT /books/{bookUid}/pdf-cover', statuses: [200, 400, 403, 404], codes: [...upload, 'ERR_NOT_FOUND'] },
  { call: 'POST /books/{bookUid}/pdf-contents', statuses: [201, 400, 403, 409], codes: [...upload, 'ERR_CONFLICT'] },
  { call: 'PUT /books/{bookUid}/pdf-contents', statuses: [200, 400, 403, 404], codes: [...upload, 'ERR_NOT_FOUND'] },
  { call: 'GET /books/{bookUid}/pdf-cover', statuses: [200, 400, 403, 404, 409, 422], codes: download },
  { call: 'GET /books/{bookUid}/pdf-contents', statuses: [200, 400, 403, 404, 409, 422], codes: download },
  {
    call: 'POST /books/{bookUid}/cover',
    statuses: [201, 400, 404, ...keyed],
    codes: ['ERR_VALIDATION_FAILED', 'ERR_CREATION_TYPE_UNSUPPORTED', 'ERR_NOT_FOUND', 'ERR_IDEMPOTENCY_KEY_MISMATCH'],
  },
  // Settled later: the public SDKs call them (contract-decisions).
  { call: 'GET /books/{bookUid}/cover', statuses: [200, 404] },
  { call: 'DELETE /books/{bookUid}/cover', statuses: [200, 400, 404] },
  {
    call: 'POST /books/{bookUid}/contents',
    statuses: [200, 201, 400, 403, 404, ...keyed],
    codes: [
      'ERR_VALIDATION_FAILED',
      'ERR_CREATION_TYPE_UNSUPPORTED',
      'ERR_PAGECOUNT_INVALID',
      'ERR_ENV_MISMATCH',
      'ERR_NOT_FOUND',
      'ERR_IDEMPOTENCY_KEY_MISMATCH',
    ],
  },
  { call: 'POST /books/{bookUid}/photos', statuses: [201, 400, 403, 404], codes: [...photo, 'ERR_VALIDATION_FAILED'] },
  { call: 'GET /books/{bookUid}/photos', statuses: [200, 400, 403, 404], codes: photo },
  { call: 'GET /books/{bookUid}/photos/{fileName}', statuses: [200, 400, 403, 404], codes: photo },
  {
    call: 'DELETE /books/{bookUid}/photos/{fileName}',
    statuses: [204, 400, 403, 404, 409],
    codes: [...photo, 'ERR_CONFLICT', 'ERR_VALIDATION_FAILED'],
  },
  {
    call: 'POST /books/{bookUid}/finalization',
    statuses: [200, 201, 400, 403, 404, 411, ...keyed],
    codes: [
      'ERR_FINALIZE_PREREQ_UNMET',
      'ERR_INSUFFICIENT_PAGES',
      'ERR_PAGECOUNT_INVALID',
      'ERR_NOT_FOUND',
      'ERR_ENV_MISMATCH',
      'ERR_IDEMPOTENCY_KEY_MISMATCH',
    ],
  },
  {
    call: 'POST /orders',
    statuses: [201, 400, 402, ...keyed],
    codes: ['ERR_INSUFFICIENT_CREDIT', 'ERR_VALIDATION_FAILED', 'ERR_IDEMPOTENCY_KEY_MISMATCH'],
  },
  { call: 'POST /orders/estimate', statuses: [200] },
  { call: 'GET /orders', statuses: [200, 400] },
  { call: 'GET /orders/{orderUid}', statuses: [200] },
  {
    call: 'POST /orders/{orderUid}/cancel',
    statuses: [200, 400, ...keyed],
    codes: ['ERR_VALIDATION_FAILED', 'ERR_IDEMPOTENCY_KEY_MISMATCH'],
  },
  {
    call: 'POST /orders/{orderUid}/items/{itemUid}/cancel',
    statuses: [200, 400, ...keyed],
    codes: ['ERR_VALIDATION_FAILED', 'ERR_IDEMPOTENCY_KEY_MISMATCH'],
  },
  { call: 'PATCH /orders/{orderUid}/shipping', statuses: [200] },
  { call: 'PATCH /orders/{orderUid}/status', statuses: [200] },
  { call: 'GET /credits', statuses: [200] },
  { call: 'GET /credits/balance', statuses: [200] },
  { call: 'GET /credits/transactions', statuses: [200, 400] },
  { call: 'POST /credits/sandbox/charge', statuses: [200, 403] },
  { call: 'POST /credits/sandbox/deduct', statuses: [200, 403] },
  { call: 'PUT /webhooks/config', statuses: [200] },
  { call: 'GET /webhooks/config', statuses: [200] },
  { call: 'DELETE /webhooks/config', statuses: [200] },
  { call: 'POST /webhooks/test', statuses: [200] },
  { call: 'GET /webhooks/deliveries', statuses: [200, 400] },
  { call: 'GET /accounts/images', statuses: [200] },
  { call: 'POST /accounts/images', statuses: [201] },
  { call: 'DELETE /accounts/images', statuses: [200] },
  { call: 'PATCH /accounts/images', statuses: [200] },
  { call: 'GET /accounts/me', statuses: [200] },
  { call: 'PATCH /accounts/me', statuses: [200] },
  { call: 'DELETE /accounts/me', statuses: [200] },
  { call: 'GET /account-configs/me', statuses: [200] },
  { call: 'POST /account-configs', statuses: [201] },
  { call: 'PATCH /account-configs/{accountUid}', statuses: [200] },
  { call: 'GET /keys', statuses: [200] },
  { call: 'POST /keys', statuses: [201] },
  { call: 'PATCH /keys/{keyPrefix}', statuses: [200] },
  { call: 'DELETE /keys/{keyPrefix}', statuses: [200] },
  { call: 'PATCH /books/{bookUid}/pdf-status', statuses: [200] },
  { call: 'POST /books/{bookUid}/pdf-result', statuses: [200] },
  { call: 'DELETE /books/{bookUid}/contents', statuses: [200] },
  { call: 'GET /book-specs', statuses: [200] },
  { call: 'GET /book-specs/{bookSpecUid}', statuses: [200] },
  { call: 'GET /book-specs/{bookSpecUid}/calculated-size', statuses: [200] },
  { call: 'GET /templates', statuses: [200, 400] },
  { call: 'GET /templates/{templateUid}', statuses: [200] },
  { call: 'GET /templates/{templateUid}/schema', statuses: [200] },
  { call: 'GET /template-categories', statuses: [200] },
  { call: 'GET /template-categories/{key}', statuses: [200] },
  { call: 'GET /spec-profiles', statuses: [200] },
  { call: 'GET /notifications/config', statuses: [200] },
  { call: 'PATCH /notifications/config', statuses: [200] },
  { call: 'GET /notifications', statuses: [200] },
  { call: 'POST /notifications/send', statuses: [201] },
  { call: 'POST /payments/{gateway}/confirm', statuses: [200, 501], codes: ['ERR_SANDBOX_UNSUPPORTED'] },
];
