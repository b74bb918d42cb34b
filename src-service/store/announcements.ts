import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Db } from './db.ts';

/** What processes of one service tell each other: there may be work for this task, or shared state has changed. */
export const ANNOUNCEMENTS = ['webhooks', 'renderings', 'state'] as const;
export type Announcement = (typeof ANNOUNCEMENTS)[number];

const CHANNEL = 'book_print_service';
const RECONNECT_MS = 1_000;
const CONNECT_LIMIT_MS = 10_000;

/** Told to every process, this one too, when the transaction of `db` commits; never when it does not. */
export async function announce(db: Pick<Db, 'execute'>, what: Announcement): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${what})`);
}

/**
 * Hears announcements over a connection of its own, made anew when it breaks. What is announced meanwhile is missed:
 * listeners also look by themselves from time to time. After a break everything counts as announced.
 */
export async function hearAnnouncements(
  url: string,
  onHeard: (what: Announcement) => void,
): Promise<{ close(): Promise<void> }> {
  const ending = new AbortController();
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: CONNECT_LIMIT_MS });
    client.on('notification', ({ payload }) => {
      const what = ANNOUNCEMENTS.find((name) => name === payload);
      if (what !== undefined) onHeard(what);
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    // Only now: an attempt that fails ends too, and whoever made it tries again.
    client.once('end', () => void reconnect());
    return client;
  };
  let current = await connect();
  async function reconnect(): Promise<void> {
    while (!ending.signal.aborted) {
      await delay(RECONNECT_MS, undefined, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return;
      try {
        current = await connect();
        for (const what of ANNOUNCEMENTS) onHeard(what);
        return;
      } catch {
        // The database is away; the next round tries again.
      }
    }
  }
  return {
    async close() {
      ending.abort();
      await current.end().catch(() => {});
    },
  };
}
