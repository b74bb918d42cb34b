import { and, gte, lt, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Period } from '../../src-core/contract/envelope.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a list's period asks of a column of moments; undefined when it asks nothing. */
export const isWithin = (column: PgColumn, { createdFrom, createdTo, from, to }: Period): SQL | undefined =>
  and(
    ...[createdFrom, from].map((start) => (start === undefined ? undefined : gte(column, startOf(start)))),
    ...[createdTo, to].map((end) => (end === undefined ? undefined : lt(column, endOf(end)))),
  );

/** PostgreSQL has no year 0 and JavaScript writes years above 9999 in a form of its own; nothing happened out there. */
const inKnownTime = (ms: number) => new Date(Math.min(Math.max(ms, 0), Date.UTC(9999, 11, 31)));

const isDate = (text: string) => !text.includes('T');

/** JavaScript reads a time without an offset as one of the computer's own zone. */
const momentOf = (text: string) =>
  new Date(isDate(text) || /(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`).getTime();

const startOf = (text: string): Date => inKnownTime(momentOf(text));

/** As an instant that is no longer in the period: a bare date stands for its whole day. */
const endOf = (text: string): Date => inKnownTime(momentOf(text) + (isDate(text) ? DAY_MS : 1));
