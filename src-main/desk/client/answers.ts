import { errors } from 'undici';
import { z } from 'zod';
import { errorCodeSchema, type ErrorCode } from '../../../src-core/contract/errors.ts';
import { isWithinBounds } from '../../../src-core/contract/json-text.ts';
import { graphemesOf } from '../../../src-core/composition/graphemes.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { LONGEST_RETRY_AFTER_MS } from '../../../src-core/desk/back-off.ts';
import { countsBesides } from '../../../src-core/specs/page-rules.ts';

const ANSWER_VALUES_MAX = 1_000_000;
/** A refused PDF has one for its pages, its width and its height (service-facts 2.2). */
const TEXTS_TOLD = 5;
/** It stands in a row, and is kept with it. */
const TOLD_CHARACTERS = 1_000;

/** What stands before a service answers so when there is none behind it; the service itself names a code. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

export const isGateways = (status: number, errorCode: ErrorCode | null): boolean =>
  errorCode === null && GATEWAY_STATUSES.has(status);

const FALLBACK_RETRY_AFTER_MS = 60_000;
/** Whoever says *at once* to one that was refused would be asked as often as the line allows. */
const LEAST_RETRY_AFTER_MS = 1_000;

type Header = string | string[] | undefined;
const only = (header: Header): string => (Array.isArray(header) ? header[0] : header)?.trim() ?? '';

/** How long an answer wants nobody to ask again: seconds, or a time (RFC 9110, 10.2.3), by its own `Date`. A minute where it says nothing that can be read. */
export function retryAfterMsOf(headers: Readonly<Record<string, Header>>, nowMs: number): number {
  const said = only(headers['retry-after']);
  const now = Date.parse(only(headers['date']));
  // What is read as a date by any means is no time that somebody named.
  const until = said.endsWith('GMT') ? Date.parse(said) : Number.NaN;
  const waitMs = /^\d/.test(said) ? Number(said) * 1_000 : until - (Number.isNaN(now) ? nowMs : now);
  return Number.isNaN(waitMs)
    ? FALLBACK_RETRY_AFTER_MS
    : Math.min(Math.max(waitMs, LEAST_RETRY_AFTER_MS), LONGEST_RETRY_AFTER_MS);
}

export interface ReadFailure {
  readonly errorCode: ErrorCode | null;
  readonly text: string | null;
  readonly data: unknown;
  readonly fields: readonly string[];
  /** The page count that was refused, with the counts next to it that the service would take; null: none was. */
  readonly pages: RefusedPages | null;
}

export interface RefusedPages {
  readonly pages: number;
  readonly below: number | null;
  readonly above: number | null;
}

/** Field by field, because a failure may come from something in between that knows nothing of the contract. */
const looseFailureSchema = z.object({
  errorCode: errorCodeSchema.nullable().catch(null),
  errors: z.array(z.string()).catch([]),
  data: z.unknown(),
  fieldErrors: z.array(z.looseObject({ field: z.string() })).catch([]),
});

/** As `pageRuleBreach` finds it (specification, "Failure shape"). */
const pageBreachSchema = z.object({
  field: z.literal('pageCount'),
  constraint: z.enum(['min', 'max', 'increment']),
  currentValue: z.int().min(0),
  requiredValue: z.union([z.int().min(0), z.object({ min: z.int().min(0), increment: z.int().min(1) })]),
});

function refusedPages(fieldErrors: readonly unknown[]): RefusedPages | null {
  for (const one of fieldErrors) {
    const breach = pageBreachSchema.safeParse(one);
    if (breach.success) return { pages: breach.data.currentValue, ...countsBesides(breach.data) };
  }
  return null;
}

export function readFailure(text: string): ReadFailure {
  const parsed = looseFailureSchema.safeParse(parseJson(text));
  if (!parsed.success) return { errorCode: null, text: null, data: null, fields: [], pages: null };
  const { errorCode, errors, data, fieldErrors } = parsed.data;
  return {
    errorCode,
    text: errors.length === 0 ? null : toldOf(errors),
    data,
    fields: fieldErrors.map(({ field }) => field),
    pages: refusedPages(fieldErrors),
  };
}

function toldOf(errors: readonly string[]): string {
  const told = errors.slice(0, TEXTS_TOLD).join(' · ');
  return told.length <= TOLD_CHARACTERS
    ? told
    : `${graphemesOf(told.slice(0, TOLD_CHARACTERS)).slice(0, -1).join('')}…`;
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
