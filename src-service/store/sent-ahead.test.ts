import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sqlStateOf } from './database.ts';
import type { Db } from './db.ts';
import { allEnded, sentWithCommit } from './sent-ahead.ts';
import { openOwnDatabase, type OwnDatabase } from './testing/own-database.ts';

const UNIQUE = '23505';

let own: OwnDatabase;
let db: Db;
beforeAll(async () => {
  own = await openOwnDatabase();
  ({ db } = own.database);
});
afterAll(() => own.close());
beforeEach(async () => {
  await db.execute(sql`drop table if exists written`);
  await db.execute(sql`create table written (n int primary key)`);
});

const write = (to: Db, n: number) => to.execute(sql`insert into written values (${n})`).execute();
const written = async () =>
  (await db.execute<{ n: number }>(sql`select n from written order by n`)).rows.map(({ n }) => n);
const failureOf = (doing: Promise<unknown>) =>
  doing.then(
    () => null,
    (error: unknown) => error,
  );

it('what was sent without waiting is committed as one, in the order in which it was sent', async () => {
  const counts = await db.transaction(async (tx) => {
    const sent = Array.from({ length: 20 }, async (_, n) => {
      const { rows } = await tx
        .execute<{ n: number }>(
          sql`with one as (insert into written values (${n})) select count(*)::int as n from written`,
        )
        .execute();
      return rows[0]?.n;
    });
    return allEnded(...sent);
  });
  expect(counts).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(await written()).toHaveLength(20);
});

it('the last statement of a transaction that goes along with the commit ends it where it fails: nothing is kept', async () => {
  await write(db, 1);
  const failure = await failureOf(
    db.transaction(async (tx) => {
      await write(tx, 2);
      sentWithCommit(write(tx, 1));
      return 'done';
    }),
  );
  expect(failure).toBeInstanceOf(Error);
  expect(sqlStateOf(failure)).toBe(UNIQUE);
  expect(await written()).toEqual([1]);
});

it('a failure that somebody took for nothing is not committed over', async () => {
  await write(db, 1);
  const failure = await failureOf(
    db.transaction(async (tx) => {
      await write(tx, 2);
      await write(tx, 1).catch(() => {});
    }),
  );
  expect(sqlStateOf(failure)).toBe(UNIQUE);
  expect(await written()).toEqual([1]);
});

it('a part of a transaction that is undone leaves the rest, and a later failure is told as its own', async () => {
  await write(db, 1);
  await db.transaction(async (tx) => {
    await write(tx, 2);
    await tx.transaction(async (part) => allEnded(write(part, 3), write(part, 1))).catch(() => {});
    await tx.transaction((part) => write(part, 4));
  });
  expect(await written()).toEqual([1, 2, 4]);
  const failure = await failureOf(
    db.transaction(async (tx) => {
      await tx.transaction((part) => write(part, 1)).catch(() => {});
      sentWithCommit(tx.execute(sql`select 1 / 0`).execute());
    }),
  );
  expect(sqlStateOf(failure)).toBe('22012');
});

it('one that failed is told when the others have ended: none of them stands for itself behind the rollback', async () => {
  await write(db, 1);
  let isEnded = false;
  const inTwoSteps = async (tx: Db) => {
    await tx.execute(sql`select 1`).execute();
    await delay(100);
    await write(tx, 5).finally(() => (isEnded = true));
  };
  const failure = await failureOf(db.transaction((tx) => allEnded(inTwoSteps(tx), write(tx, 1))));
  expect(isEnded).toBe(true);
  expect(failure).toBeInstanceOf(Error);
  expect(await written()).toEqual([1]);
});

it('a connection that is cut in the middle of what was sent leaves nothing, and the pool goes on', async () => {
  const failure = await failureOf(
    db.transaction(async (tx) => {
      await write(tx, 1);
      await allEnded(
        write(tx, 2),
        tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).execute(),
        write(tx, 3),
      );
    }),
  );
  expect(failure).toBeInstanceOf(Error);
  expect(await written()).toEqual([]);
  await db.transaction((tx) => write(tx, 1));
  expect(await written()).toEqual([1]);
});
