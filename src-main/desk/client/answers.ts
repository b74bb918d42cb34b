import { errors } from 'undici';
import { z } from 'zod';
import { errorCodeSchema, type ErrorCode } from '../../../src-core/contract/errors.ts';
import { isWithinBounds } from '../../../src-core/contract/json-text.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';

const ANSWER_VALUES_MAX = 1_000_000;

/** What stands before a service answers so when there is none behind it; the service itself names a code. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

export const isGateways = (status: number, errorCode: ErrorCode | null): boolean =>
  errorCode === null && GATEWAY_STATUSES.has(status);

export interface ReadFailure {
  readonly errorCode: ErrorCode | null;
  readonly text: string | null;
  readonly data: unknown;
  readonly fields: readonly string[];
}

/** Field by field, because a failure may come from something in between that knows nothing of the contract. */
const looseFailureSchema = z.object({
  errorCode: errorCodeSchema.nullable().catch(null),
  errors: z.array(z.string()).catch([]),
  data: z.unknown(),
  fieldErrors: z.array(z.object({ field: z.string() })).catch([]),
});

export function readFailure(text: string): ReadFailure {
  const parsed = looseFailureSchema.safeParse(parseJson(text));
  if (!parsed.success) return { errorCode: null, text: null, data: null, fields: [] };
  const { errorCode, errors, data, fieldErrors } = parsed.data;
  return { errorCode, text: errors[0] ?? null, data, fields: fieldErrors.map(({ field }) => field) };
}

/** What came of it is let go, and no text is no answer. */
export function noneWhenTooLong(error: unknown): string {
  if (error instanceof errors.ResponseExceededMaxSizeError) return '';
  throw error;
}

/** The event loop that parses is that of the window's commands: whatever is deeper or fuller than an answer is none. */
function parseJson(text: string): unknown {
  if (!isWithinBounds(text, ANSWER_VALUES_MAX)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function parseAnswer<T extends z.ZodType>(schema: T, text: string): z.output<T> {
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) throw new AppError('SERVICE_BAD_ANSWER', { cause: parsed.error });
  return parsed.data;
}
