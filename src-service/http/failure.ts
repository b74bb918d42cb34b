import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import type { Contract } from '../../src-core/contract/profiles.ts';
import type { Constraint, Failure, FieldError } from '../../src-core/contract/errors.ts';
import { LIMITS } from '../../src-core/contract/limits.ts';
import { ServiceError } from '../service-error.ts';

/** The six fields of a failure, in wire order. */
export function failureBody(error: ServiceError, contract: Contract): Failure {
  const label = STATUS_CODES[error.status] ?? 'Error';
  return {
    success: false,
    message: contract.failureMessages === 'asRecorded' ? (error.recordedMessage ?? label) : label,
    data: error.data === null ? null : { ...error.data },
    errorCode: error.code,
    errors: [...error.texts],
    fieldErrors: [...error.fieldErrors],
  };
}

/** Two requests with one Idempotency-Key at once: the second gave up waiting (specification, "Special cases" 1). */
export class FirstStillRunning extends Error {}

/** The one place where a thrown thing becomes an answer. Nothing internal crosses. */
export function answerFailure(contract: Contract) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof FirstStillRunning) {
      return reply.code(409).send({ success: false, message: '동일한 요청이 처리 중입니다. 잠시 후 같은 키로 다시 시도하세요.' });
    }
    const known = asServiceError(error);
    if (known.status >= 500) request.log.error({ err: error }, 'request failed');
    if (known.code === 'ERR_TOO_MANY_REQUESTS') reply.header('retry-after', String(LIMITS.retryAfterSeconds));
    const status = 'statusCode' in error && error.statusCode === 411 ? 411 : known.status;
    return reply.code(status).send(failureBody(known, contract));
  };
}

function asServiceError(error: FastifyError | Error): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof RequestInvalid) return validationError(error.issues);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 429) return new ServiceError('ERR_TOO_MANY_REQUESTS', ['요청 한도를 초과했습니다. 60초 후 다시 시도하세요.']);
  if (status === 404) return new ServiceError('ERR_NOT_FOUND', ['요청한 경로를 찾을 수 없습니다']);
  if (status !== undefined && status >= 400 && status < 500) {
    return new ServiceError('ERR_MALFORMED_REQUEST', ['요청 형식이 올바르지 않습니다'], { cause: error });
  }
  return new ServiceError('ERR_INTERNAL_ERROR', ['서버 오류가 발생했습니다. 잠시 후 다시 시도하세요.'], { cause: error });
}

/** A body, query or path that its schema refuses. */
class RequestInvalid extends Error {
  constructor(readonly issues: readonly z.core.$ZodIssue[]) {
    super('the request does not fit its schema');
  }
}

/** Checks requests against zod schemas and keeps what was given, for `currentValue`. */
export const requestCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data: unknown) => {
    const unusable = placeOfNul(data);
    if (unusable !== null) return { error: new RequestInvalid([unusable]) };
    const parsed = schema.safeParse(data, { reportInput: true });
    return parsed.success ? { value: parsed.data } : { error: new RequestInvalid(parsed.error.issues) };
  };

/** Deeper than any request of the contract, and far from the end of the stack. */
const MAX_DEPTH = 32;

/** PostgreSQL has no text with a NUL in it; such a request is refused here, with its field, and not as a fault of ours. */
function placeOfNul(data: unknown, path: readonly (string | number)[] = []): z.core.$ZodIssue | null {
  if (path.length > MAX_DEPTH) return { code: 'custom', path: path.slice(0, 1), message: 'nested too deeply' };
  if (typeof data === 'string') {
    return data.includes('\0') ? { code: 'invalid_format', format: 'regex', path: [...path], message: 'NUL is not allowed', input: data } : null;
  }
  if (typeof data !== 'object' || data === null) return null;
  for (const [name, inner] of Object.entries(data)) {
    const found = placeOfNul(inner, [...path, name]);
    if (found !== null) return found;
  }
  return null;
}

function validationError(issues: readonly z.core.$ZodIssue[]): ServiceError {
  const fieldErrors = issues.map(fieldErrorOf);
  return new ServiceError('ERR_VALIDATION_FAILED', fieldErrors.map((field) => `${field.field}: ${field.message}`), { fieldErrors });
}

const MISSING_CODES: readonly string[] = ['invalid_type', 'invalid_value', 'invalid_union'];

function fieldErrorOf(issue: z.core.$ZodIssue): FieldError {
  const missing = issue.input === undefined && MISSING_CODES.includes(issue.code ?? '');
  const rule = missing ? { constraint: 'required' as const } : ruleOf(issue);
  return {
    field: issue.path.map(String).join('.'),
    message: textOf(rule.constraint, rule.requiredValue, issue.message),
    ...(isPlain(issue.input) && !missing ? { currentValue: issue.input } : {}),
    ...(rule.requiredValue === undefined ? {} : { requiredValue: rule.requiredValue }),
    ...(rule.constraint === undefined ? {} : { constraint: rule.constraint }),
  };
}

function ruleOf(issue: z.core.$ZodIssue): { constraint?: Constraint; requiredValue?: unknown } {
  switch (issue.code) {
    case 'too_small':
      // An empty string where one character is due was left out, in the operator's words.
      return issue.input === '' ? { constraint: 'required' } : { constraint: 'min', requiredValue: plainNumber(issue.minimum) };
    case 'too_big':
      return { constraint: 'max', requiredValue: plainNumber(issue.maximum) };
    case 'invalid_value':
      return { constraint: 'enum', requiredValue: issue.values };
    case 'invalid_format':
      return { constraint: 'pattern' };
    case 'not_multiple_of':
      return { constraint: 'increment' };
    default:
      return {};
  }
}

const plainNumber = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

function textOf(constraint: Constraint | undefined, requiredValue: unknown, fallback: string | undefined): string {
  switch (constraint) {
    case 'required':
      return '필수 항목입니다';
    case 'min':
      return `${String(requiredValue)} 이상이어야 합니다`;
    case 'max':
      return `${String(requiredValue)} 이하여야 합니다`;
    case 'enum':
      return `허용되지 않은 값입니다 (허용: ${Array.isArray(requiredValue) ? requiredValue.join(', ') : ''})`;
    case 'pattern':
      return '형식이 올바르지 않습니다';
    case 'increment':
      return '허용된 단위가 아닙니다';
    default:
      return fallback ?? '값이 올바르지 않습니다';
  }
}
