import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/**
 * Runs `work` while nobody else does under the same key, in this process and in the others of the service.
 *
 * `keep` of bytes that are there already says so by a fresh time, and `remove` looks at that time before it takes them
 * away: each under the key's lock, so that a blob which is about to be referred to again is never swept.
 */
export type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A lock a key that all processes of the service share; PostgreSQL gives it back when its holder dies. */
export const lockedByKey =
  ({ aside }: Pick<Database, 'aside'>): OneAtATime =>
  (key, work) =>
    aside.transaction(async (held) => {
      await held.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
      return work();
    });
