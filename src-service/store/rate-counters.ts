import { lt, sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { rateCounters } from './schema.ts';

/**
 * Counts one call and answers how many there were in the current window, this one among them. One statement, so that
 * processes counting at once lose none; windows go by the database's clock, which all of them share and nobody moves.
 */
export async function countCall(
  db: Pick<Db, 'insert'>,
  counter: string,
  windowMs: number,
): Promise<{ readonly calls: number; readonly leftMs: number }> {
  const end = sql<Date>`now() + make_interval(secs => ${windowMs / 1_000})`;
  const isOver = sql`${rateCounters.windowEndsAt} <= now()`;
  const [row] = await db
    .insert(rateCounters)
    .values({ counter, windowEndsAt: end, calls: 1 })
    .onConflictDoUpdate({
      target: rateCounters.counter,
      set: {
        calls: sql`case when ${isOver} then 1 else ${rateCounters.calls} + 1 end`,
        windowEndsAt: sql`case when ${isOver} then ${end} else ${rateCounters.windowEndsAt} end`,
      },
    })
    .returning({
      calls: rateCounters.calls,
      leftMs: sql<number>`extract(epoch from ${rateCounters.windowEndsAt} - now())::float * 1000`,
    });
  if (!row) throw new Error(`the count of ${counter} was not given back`);
  return row;
}

/** Takes away counters whose window ended: the next call would begin anew all the same. */
export async function forgetOldCounters(db: Pick<Db, 'delete'>): Promise<void> {
  await db.delete(rateCounters).where(lt(rateCounters.windowEndsAt, sql`now()`));
}
