import { isNull, lt, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';

/**
 * A row is worked on by one process at a time: it writes its name and an end into the row, and puts the end off while it
 * works. A process that dies leaves the row to the others as soon as the end has passed. Ends are real time by the
 * database's clock, the one clock that all processes share and that nobody moves.
 */
export interface LeasedTable {
  readonly leasedUntil: AnyColumn;
}

/** Nobody holds the row, or whoever did is gone; for `restSeconds` already, where it is to rest after that. */
export const isFree = (table: LeasedTable, restSeconds: SQL = sql`0`): SQL | undefined =>
  or(isNull(table.leasedUntil), lt(table.leasedUntil, sql`now() - make_interval(secs => ${restSeconds})`));

/** The end of a lease that begins now. */
export const leaseEnd = (leaseMs: number): SQL<Date> => sql<Date>`now() + make_interval(secs => ${leaseMs / 1000})`;
