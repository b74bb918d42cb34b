import type { ErrorCode, Failure } from '../../../src-core/contract/errors.ts';
import recorded from './recorded-examples.json' with { type: 'json' };
import recordedFailures from './recorded-failures.json' with { type: 'json' };

/** One operation as it was called: where, with what body, and what success it answered, by status. */
export interface OperationExample {
  /** Below /v1, without a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Absent where there is no body. In a form a file is a text in brackets that names it. */
  readonly request?: unknown;
  /** Of another call that was sent something else, by the status that it was answered with. */
  readonly otherRequests?: Readonly<Record<string, unknown>>;
  /** Whole JSON answers. Empty where bytes, or nothing, are answered. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/**
 * By `operationId`, recorded from a running service (test/acceptance/examples.accept.test.ts writes and checks them): one
 * story, so that what one answer gives is what the next request sends.
 */
export const RECORDED_EXAMPLES: Readonly<Record<string, OperationExample>> = recorded;

/**
 * What a failure of each code is answered as, recorded in the same story. Of codes that no request can bring about by itself (a
 * rendering that fails, a minute's limit) a partner needs no more than the code.
 */
export const RECORDED_FAILURES: Readonly<Partial<Record<ErrorCode, Failure>>> = recordedFailures as Readonly<
  Partial<Record<ErrorCode, Failure>>
>;

/** One of each schema that no recorded success shows, by its name in the document. */
export const SCHEMA_EXAMPLES: Readonly<Record<string, unknown>> = {
  Failure: RECORDED_FAILURES.ERR_PAGECOUNT_INVALID,
  InsufficientCredit: RECORDED_FAILURES.ERR_INSUFFICIENT_CREDIT?.data,
  StillRunning: { success: false, message: '동일한 요청이 처리 중입니다. 잠시 후 같은 키로 다시 시도하세요.' },
};
