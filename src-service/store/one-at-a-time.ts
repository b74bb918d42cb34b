import { sql } from 'drizzle-orm';
import type { OneAtATime } from '../blobs/blobs.ts';
import type { Database } from './database.ts';

/** A lock a key that all processes of the service share; PostgreSQL gives it back when its holder dies. */
export const lockedByKey =
  ({ aside }: Pick<Database, 'aside'>): OneAtATime =>
  (key, work) =>
    aside.transaction(async (held) => {
      await held.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
      return work();
    });
