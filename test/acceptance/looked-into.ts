import pg from 'pg';
import { expect } from 'vitest';
import { until } from './receiver.ts';
import type { ReplicatedService } from './replicas.ts';

/** The service's own database, looked into and changed by a test: for what otherwise takes a race or a process that dies. */
export class LookedInto {
  private constructor(
    private readonly url: string,
    private readonly watcher: pg.Client,
  ) {}

  static async open(service: ReplicatedService): Promise<LookedInto> {
    return new LookedInto(service.postgres.url, await connected(service.postgres.url));
  }

  async rows(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.watcher.query(sql, [...values])).rows;
  }

  /** Somebody else's transaction, which has one row in hand and is not at its end unless `during` commits it. */
  async underWay<T>(
    sql: string,
    values: readonly unknown[],
    during: (commit: () => Promise<unknown>) => Promise<T>,
  ): Promise<T> {
    const other = await connected(this.url);
    try {
      await other.query('BEGIN');
      expect((await other.query(sql, [...values])).rowCount).toBe(1);
      return await during(() => other.query('COMMIT'));
    } finally {
      await other.end();
    }
  }

  /** What a call answers that comes while a transaction is under way, and waits for it. */
  async afterIts<T>(sql: string, values: readonly unknown[], call: () => Promise<T>): Promise<T> {
    const { answer } = await this.underWay(sql, values, async (commit) => {
      const called = call();
      // Told of by the test, whichever fails first.
      called.catch(() => {});
      await this.somebodyWaits('the call');
      await commit();
      return { answer: called };
    });
    return answer;
  }

  somebodyWaits(who: string, limitMs?: number): Promise<void> {
    return until(
      async () => (await this.rows("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).length > 0,
      `${who} at the lock`,
      limitMs,
    );
  }

  /** Whether nobody has the row in hand. */
  isFree(table: string, column: string, uid: string): Promise<boolean> {
    return this.rows(`SELECT 1 FROM ${table} WHERE ${column} = $1 FOR NO KEY UPDATE NOWAIT`, [uid]).then(
      () => true,
      () => false,
    );
  }

  close(): Promise<void> {
    return this.watcher.end();
  }
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
