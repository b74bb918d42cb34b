import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import * as schema from './schema.ts';

export interface Database {
  readonly db: NodePgDatabase<typeof schema>;
  close(): Promise<void>;
}

/** Two starts at once must not migrate at once; the number is the service's own. */
const MIGRATION_LOCK = 7_426_001;

/** Connects to any PostgreSQL and brings its schema up to date. Throws when it cannot be reached. */
export async function openDatabase(url: string, migrationsFolder: string, onStep: (step: 'migrations') => void = () => {}): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 16 });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  try {
    onStep('migrations');
    const client = await pool.connect();
    try {
      await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await migrate(drizzle(client, { schema }), { migrationsFolder });
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {});
      client.release();
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { db: drizzle(pool, { schema }), close: () => pool.end() };
}

/** The SQLSTATE of a failed query, through drizzle's wrapping. */
export function sqlStateOf(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return null;
}

export const SQL_STATE = { uniqueViolation: '23505', checkViolation: '23514', lockNotAvailable: '55P03' } as const;
