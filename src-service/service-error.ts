import { ERROR_CODES, type ErrorCode, type FieldError } from '../src-core/contract/errors.ts';

/**
 * A failure that the caller is told about. `texts` are the localized lines of `errors`, the first one to show.
 *
 * `keep` marks the failures that the idempotency store keeps under the `listed` switch
 * (specification, Idempotency rules, 5): replaying the request then gives this very answer.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly texts: readonly string[];
  readonly fieldErrors: readonly FieldError[];
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly keep: boolean;
  /** Stands in for the HTTP label where the contract's `failureMessages` is `asRecorded`. */
  readonly recordedMessage: string | null;

  constructor(
    code: ErrorCode,
    texts: readonly string[],
    more: {
      fieldErrors?: readonly FieldError[];
      data?: Readonly<Record<string, unknown>>;
      keep?: boolean;
      recordedMessage?: string;
      cause?: unknown;
    } = {},
  ) {
    super(`${code}: ${texts[0] ?? ''}`, { cause: more.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.status = ERROR_CODES[code];
    this.texts = texts;
    this.fieldErrors = more.fieldErrors ?? [];
    this.data = more.data ?? null;
    this.keep = more.keep ?? false;
    this.recordedMessage = more.recordedMessage ?? null;
  }
}
