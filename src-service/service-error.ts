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
      /** Where it is another than the code's own: 411 has no code of its own. */
      status?: number;
      cause?: unknown;
    } = {},
  ) {
    super(`${code}: ${texts[0] ?? ''}`, { cause: more.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.status = more.status ?? ERROR_CODES[code];
    this.texts = texts;
    this.fieldErrors = more.fieldErrors ?? [];
    this.data = more.data ?? null;
    this.keep = more.keep ?? false;
    this.recordedMessage = more.recordedMessage ?? null;
  }
}

/** The 400 of fields that break a rule: a line in `errors` and an entry in `fieldErrors` each. */
export const fieldsRefused = (
  fieldErrors: readonly FieldError[],
  more: { readonly keep?: boolean; readonly cause?: unknown } = {},
): ServiceError =>
  new ServiceError(
    'ERR_VALIDATION_FAILED',
    fieldErrors.map(({ field, message }) => `${field}: ${message}`),
    { fieldErrors, ...more },
  );
