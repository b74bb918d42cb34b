import { LIMITS } from '../../../src-core/contract/limits.ts';

/** Headers of answers that clients act on. */
export const HEADERS = {
  'Retry-After': {
    description: 'Seconds to wait',
    required: true,
    schema: { type: 'integer' },
    example: LIMITS.retryAfterSeconds,
  },
  'X-Idempotent-Key': {
    description: 'The Idempotency-Key under which this answer is kept. Absent: it is not kept',
    schema: { type: 'string' },
  },
  'X-Idempotent-Replayed': {
    description: 'The answer of an earlier request with this key, given again',
    schema: { type: 'string', const: 'true' },
  },
  'Content-Length': { description: 'Bytes', required: true, schema: { type: 'integer' }, example: 2_481_022 },
  'Content-Disposition': {
    description: 'How to name the file where it is saved (RFC 6266)',
    required: true,
    schema: { type: 'string' },
    example: 'inline; filename="bk_0FUsioQazSzn-cover.pdf"',
  },
} as const;

/** `headers` of a response object. */
export const headersOf = (...names: readonly (keyof typeof HEADERS)[]) => ({
  headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
});
