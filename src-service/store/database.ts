import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { transactionsSendAhead } from './sent-ahead.ts';
import * as schema from './schema.ts';
import { readsGoOver } from './prepared.ts';
import { ReadLine } from './read-line.ts';

export interface Database {
  readonly db: NodePgDatabase<typeof schema>;
  /**
   * A few connections apart from those of requests, for locks and counters: whoever holds one of `db` may wait for one of
   * these, never the other way round. What is committed here may be lost when the database's computer loses power.
   */
  readonly aside: NodePgDatabase<typeof schema>;
  /**
   * Waits for a lock of this number among all processes and holds it on a connection of its own, until it is given back or
   * the process dies.
   */
  hold(lock: number): Promise<() => Promise<void>>;
  /** Connections of `db` and calls that wait for one. */
  use(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Throws when the database cannot be reached. */
  check(): Promise<void>;
  /** Throws when the database lacks migrations of this code. It may have more: another process may be newer. */
  checkMigrations(): Promise<void>;
  close(): Promise<void>;
}

/** Two starts at once must not migrate at once; the number is the service's own. */
const MIGRATION_LOCK = 7_426_001;

const POOL_MAX = 16;
const ASIDE_MAX = 4;
/** To get a connection, new or free: after that a call fails rather than waits. */
const CONNECT_LIMIT_MS = 15_000;
/** What is still under way when the database is closed has this long. Calls were given their time before. */
const CLOSE_LIMIT_MS = 5_000;

/** Connects to any PostgreSQL and brings its schema up to date. Throws when it cannot be reached. */
export async function openDatabase(
  url: string,
  migrationsFolder: string,
  onStep: (step: 'migrations') => void = () => {},
): Promise<Database> {
  // A connection costs PostgreSQL a process: many calls at once would wait for many of those.
  const pool = openPool({ connectionString: url, max: POOL_MAX, idleTimeoutMillis: 0 });
  const aside = openPool({ connectionString: url, max: ASIDE_MAX, options: '-c synchronous_commit=off' });
  const close = async () => void (await Promise.all([pool.close(), aside.close()]));
  try {
    onStep('migrations');
    const client = await pool.connections.connect();
    try {
      await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await migrate(drizzle(client, { schema }), { migrationsFolder });
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {});
      client.release();
    }
    await openAll(pool.connections);
  } catch (error) {
    await close();
    throw error;
  }
  const db = drizzle(pool.connections, { schema });
  readsGoOver(db, new ReadLine(pool.connections));
  const needed = readMigrationFiles({ migrationsFolder }).length;
  return {
    db,
    check: async () => void (await db.execute(sql`select 1`)),
    checkMigrations: async () => {
      const { rows } = await db.execute<{ applied: number }>(
        sql`select count(*)::int as applied from drizzle.__drizzle_migrations`,
      );
      if ((rows[0]?.applied ?? 0) < needed)
        throw new Error(`the database has ${String(rows[0]?.applied)} of ${needed} migrations`);
    },
    aside: drizzle(aside.connections, { schema }),
    async hold(lock) {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_LIMIT_MS });
      client.on('error', () => {});
      await client.connect();
      await client.query('SELECT pg_advisory_lock($1)', [lock]);
      return () => client.end();
    },
    use: () => ({
      open: pool.connections.totalCount,
      idle: pool.connections.idleCount,
      waiting: pool.connections.waitingCount,
    }),
    close,
  };
}

interface Pool {
  readonly connections: pg.Pool;
  close(): Promise<void>;
}

/**
 * A connection that breaks is replaced by the pool; without a listener, idle or between two queries, it would end the
 * process. Closing waits for what is under way, but not for a query that somebody else's lock holds up: its connection
 * is cut, and PostgreSQL takes back what it did.
 */
function openPool(config: pg.PoolConfig): Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    pipeline: true,
    ...config,
  });
  const open = new Set<pg.PoolClient>();
  const connect = pool.connect.bind(pool);
  // With a callback it is the pool's own, for single queries, which gives back by itself.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback === undefined ? connect().then(givenBackWhenItEnds) : connect(callback)) as typeof pool.connect;
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    transactionsSendAhead(client);
    open.add(client);
  });
  pool.on('remove', (client) => open.delete(client));
  return {
    connections: pool,
    async close() {
      const cutOff = setTimeout(() => {
        for (const client of open) (client as unknown as pg.Client).connection.stream.destroy();
      }, CLOSE_LIMIT_MS);
      try {
        await pool.end();
      } finally {
        clearTimeout(cutOff);
      }
    },
  };
}

/** Before there are calls. What cannot be had now is asked for again when it is needed. */
async function openAll(pool: pg.Pool): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: POOL_MAX }, () => pool.connect()));
  for (const one of opened) if (one.status === 'fulfilled') one.value.release();
}

/**
 * A connection that ends while somebody holds it is given back then: drizzle does not give back one on which `begin` fails,
 * and a pool would be short of it for ever, and could not be closed. Whoever still holds it meets errors, and may give it
 * back as well.
 */
function givenBackWhenItEnds(client: pg.PoolClient): pg.PoolClient {
  const release = client.release;
  let isGivenBack = false;
  const ended = () => client.release(true);
  client.release = (broken) => {
    if (isGivenBack) return;
    isGivenBack = true;
    client.removeListener('end', ended);
    release(broken);
  };
  client.once('end', ended);
  return client;
}

/** The SQLSTATE of a failed query, through drizzle's wrapping. */
export function sqlStateOf(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return null;
}

export const SQL_STATE = { uniqueViolation: '23505', checkViolation: '23514', lockNotAvailable: '55P03' } as const;
