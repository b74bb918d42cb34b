import { STATUS_CODES } from 'node:http';
import {
  ERROR_CODES,
  failureSchema,
  insufficientCreditSchema,
  lockTimeoutSchema,
  type ErrorCode,
  type Failure,
} from '../../../src-core/contract/errors.ts';
import { RECORDED_FAILURES } from './examples.ts';
import { headersOf } from './headers.ts';
import { errorCodesOf, type Operation } from './operation.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

/** When each code is answered (specification, "errorCode catalog"). */
const CONDITIONS: Readonly<Record<ErrorCode, string>> = {
  ERR_VALIDATION_FAILED: 'A value is missing or not allowed: fieldErrors name the fields, errors every violation',
  ERR_MALFORMED_REQUEST: 'The request cannot be read as what it says it is',
  ERR_INSUFFICIENT_PAGES: 'Fewer pages than the pageMin of the spec (constraint min)',
  ERR_PAGECOUNT_INVALID:
    'More pages than the pageMax of the spec (constraint max), or a number between two steps (constraint increment)',
  ERR_FINALIZE_PREREQ_UNMET:
    'Something that has to be there before finalization is not: fieldErrors name every such thing',
  ERR_CREATION_TYPE_UNSUPPORTED: 'Not for books of this creationType',
  ERR_TEMPLATE_BINDING_MISSING: 'A variable of the template has no value',
  ERR_TEMPLATE_PARAM_REQUIRED: 'A required parameter of the template is missing',
  ERR_ORDER_TRANSITION_INVALID: 'The order cannot go from its status to this one',
  ERR_UNAUTHORIZED: 'The key is missing, wrong or revoked',
  ERR_INSUFFICIENT_CREDIT: 'The credit is too low: data says what is required and what is there',
  ERR_FORBIDDEN:
    'A record of another partner, a Personal account on the Live host, or an address that the key does not allow',
  ERR_ENV_MISMATCH: 'The key or the record belongs to the other environment',
  ERR_NOT_FOUND: 'There is no such record',
  ERR_PDF_NOT_UPLOADED: 'This PDF has not been uploaded',
  ERR_CONFLICT: 'It is there already, or its state does not allow this',
  ERR_PDF_NOT_GENERATED: 'This PDF is generated after finalization',
  ERR_PDF_PENDING: 'This PDF is being generated: ask again later',
  ERR_IDEMPOTENCY_KEY_MISMATCH: 'The Idempotency-Key came with another body before: a new request needs a new key',
  ERR_PDF_GENERATION_FAILED: 'The generation of this PDF failed: finalize again',
  ERR_TOO_MANY_REQUESTS: 'Too many requests in a minute: wait for Retry-After',
  ERR_INTERNAL_ERROR: 'The service is at fault: the same request may be sent again later',
  ERR_PDF_FILE_MISSING: 'The PDF was generated and its file is gone',
  ERR_SANDBOX_UNSUPPORTED: 'Live only: in Sandbox nothing runs',
};

const STILL_RUNNING =
  'No errorCode: the first request with this Idempotency-Key is still running. Send the same request with the same key again';

/** Failures by status as references to components: operations that may fail alike share them. */
export class FailureResponses {
  private readonly named = new Map<string, object>();
  private readonly shown = new Map<ErrorCode, object>();

  constructor(private readonly schemas: Schemas) {}

  get components(): Readonly<Record<string, object>> {
    return Object.fromEntries([...this.named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** One of each code, which every response that may have it refers to. */
  get examples(): Readonly<Record<string, object>> {
    return Object.fromEntries([...this.shown].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  of(operation: Operation): Readonly<Record<string, object>> {
    const byStatus = new Map<number, ErrorCode[]>();
    for (const code of errorCodesOf(operation))
      byStatus.set(ERROR_CODES[code], [...(byStatus.get(ERROR_CODES[code]) ?? []), code]);
    if (operation.schema.isWithoutBody === true) byStatus.set(411, ['ERR_MALFORMED_REQUEST']);
    const isIdempotent = operation.schema.isIdempotent === true;
    if (isIdempotent && !byStatus.has(409)) byStatus.set(409, []);
    return Object.fromEntries(
      [...byStatus]
        .sort(([a], [b]) => a - b)
        .map(([status, codes]) => [String(status), this.response(status, codes.sort(), isIdempotent)]),
    );
  }

  private response(status: number, codes: readonly ErrorCode[], isIdempotent: boolean): object {
    const mayStillRun = isIdempotent && status === 409;
    const mayBeKept = isIdempotent && (status === 400 || status === 404);
    const words =
      status === 411 ? 'LengthRequired' : [...codes.map(nameOf), ...(mayStillRun ? ['StillRunning'] : [])].join('Or');
    // No name of a schema: some generators keep both in one list.
    const name = mayBeKept ? `${words}FailureKept` : `${words}Failure`;
    if (!this.named.has(name)) {
      const conditions =
        status === 411
          ? ['The request says nothing about its length: `Content-Length: 0`']
          : codes.map((code) => `\`${code}\`: ${CONDITIONS[code]}.`);
      const bodies = [
        ...(codes.length === 0 ? [] : [this.bodyOf(codes)]),
        ...(mayStillRun ? [this.schemas.write(lockTimeoutSchema, 'answer')] : []),
      ];
      this.named.set(name, {
        description: [`${STATUS_CODES[status]}`, ...conditions, ...(mayStillRun ? [`${STILL_RUNNING}.`] : [])].join(
          '\n\n',
        ),
        ...(status === 429 ? headersOf('Retry-After') : {}),
        ...(mayBeKept ? headersOf('X-Idempotent-Key', 'X-Idempotent-Replayed') : {}),
        content: {
          'application/json': {
            schema: bodies.length === 1 ? bodies[0] : { anyOf: bodies },
            ...this.examplesOf(status, codes),
          },
        },
      });
    }
    return { $ref: `#/components/responses/${name}` };
  }

  private examplesOf(status: number, codes: readonly ErrorCode[]): object {
    // The one code that two statuses share.
    if (status === 411) return { example: plainFailure('ERR_MALFORMED_REQUEST', status) };
    if (codes.length === 0) return {};
    for (const code of codes) this.shown.set(code, { value: RECORDED_FAILURES[code] ?? plainFailure(code, status) });
    return { examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])) };
  }

  private bodyOf(codes: readonly ErrorCode[]): JsonSchema {
    const failure = this.schemas.write(failureSchema, 'answer');
    const data = codes.includes('ERR_INSUFFICIENT_CREDIT')
      ? { data: this.schemas.write(insufficientCreditSchema, 'answer') }
      : {};
    return {
      allOf: [failure, { type: 'object', properties: { ...data, errorCode: { type: 'string', enum: [...codes] } } }],
    };
  }
}

const plainFailure = (errorCode: ErrorCode, status: number): Failure => ({
  success: false,
  message: STATUS_CODES[status] ?? '',
  data: null,
  errorCode,
  errors: ['(a sentence in Korean, for people)'],
  fieldErrors: [],
});

/** `ERR_NOT_FOUND` as `NotFound`. */
const nameOf = (code: ErrorCode) =>
  code
    .replace('ERR_', '')
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');
