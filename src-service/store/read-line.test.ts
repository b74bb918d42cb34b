import { DrizzleQueryError, eq, sql } from 'drizzle-orm';
import { bigint, boolean, integer, jsonb, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sqlStateOf } from './database.ts';
import type { Db } from './db.ts';
import { foundByKey } from './prepared.ts';
import { openOwnDatabase, type OwnDatabase } from './testing/own-database.ts';

const things = pgTable('things', {
  uid: text('uid').primaryKey(),
  ownerUid: text('owner_uid').notNull(),
  count: integer('count').notNull(),
  minor: bigint('minor', { mode: 'bigint' }).notNull(),
  ratio: numeric('ratio'),
  isTest: boolean('is_test').notNull(),
  tags: text('tags').array().notNull(),
  data: jsonb('data'),
  at: timestamp('at', { withTimezone: true }).notNull(),
  until: timestamp('until', { withTimezone: true }),
});
const owners = pgTable('owners', { uid: text('uid').primaryKey(), name: text('name').notNull() });

const thingOfUid = foundByKey((db) =>
  db
    .select()
    .from(things)
    .where(eq(things.uid, sql.placeholder('uid')))
    .prepare('thing_of_uid'),
);
const ownedThing = foundByKey((db) =>
  db
    .select({ thing: things, owner: { name: owners.name }, twice: sql<number>`${things.count} * 2` })
    .from(things)
    .innerJoin(owners, eq(owners.uid, things.ownerUid))
    .where(eq(things.uid, sql.placeholder('uid')))
    .prepare('owned_thing'),
);
const heldBackend = foundByKey((db) =>
  db
    .select({ pid: sql<number>`pg_backend_pid()`, slept: sql<string>`pg_sleep(0.2)::text` })
    .from(things)
    .where(eq(things.uid, sql.placeholder('uid')))
    .prepare('held_backend'),
);
const quotient = foundByKey((db) =>
  db
    .select({ of: sql<number>`1 / ${things.count}` })
    .from(things)
    .where(eq(things.uid, sql.placeholder('uid')))
    .prepare('quotient'),
);

let own: OwnDatabase;
let db: Db;
beforeAll(async () => {
  own = await openOwnDatabase();
  ({ db } = own.database);
});
afterAll(() => own.close());
beforeEach(async () => {
  await db.execute(sql`drop table if exists things, owners`);
  await db.execute(sql`create table things (uid text primary key, owner_uid text not null, count int not null,
    minor bigint not null, ratio numeric, is_test boolean not null, tags text[] not null, data jsonb, at timestamptz not null, until timestamptz)`);
  await db.execute(sql`create table owners (uid text primary key, name text not null)`);
  await db.insert(owners).values({ uid: 'o', name: '김하나' });
  for (let count = 0; count < 20; count += 1)
    await db.insert(things).values({
      uid: `t${count}`,
      ownerUid: 'o',
      count,
      minor: 9_007_199_254_740_993n + BigInt(count),
      ratio: count % 2 === 0 ? null : '1.50',
      isTest: count % 2 === 0,
      tags: count === 0 ? [] : ['"a, b"', '나'],
      data: count % 2 === 0 ? { deep: [1, null] } : null,
      at: new Date(Date.UTC(2026, 10, 30, 1, 2, 3, count)),
      until: count % 3 === 0 ? null : new Date(0),
    });
});

const inUse = () => {
  const { open, idle, waiting } = own.database.use();
  return { busy: open - idle, waiting };
};
const quiet = () => expect.poll(inUse).toEqual({ busy: 0, waiting: 0 });

it('rows are what the same query reads without the line, whatever their columns hold', async () => {
  for (let nth = 0; nth < 20; nth += 1) {
    const values = { uid: `t${nth}` };
    const reads = (of: Db) => [thingOfUid(of).execute(values), ownedThing(of).execute(values)] as const;
    const alone = await own.database.db.transaction((tx) => Promise.all(reads(tx)));
    expect(alone.map((rows) => rows.length)).toEqual([1, 1]);
    expect(await Promise.all(reads(db))).toEqual(alone);
  }
  expect(await thingOfUid(db).execute({ uid: 'none' })).toEqual([]);
});

it('each of many reads at once is answered with its own, over one connection, which is given back', async () => {
  const found = await Promise.all(
    Array.from({ length: 400 }, async (_, nth) => {
      const uid = `t${nth % 23}`;
      const rows =
        nth % 2 === 0
          ? await thingOfUid(db).execute({ uid })
          : (await ownedThing(db).execute({ uid })).map(({ thing }) => thing);
      return { uid, rows: rows.map((row) => row.uid) };
    }),
  );
  for (const { uid, rows } of found) expect(rows).toEqual(Number(uid.slice(1)) < 20 ? [uid] : []);
  await quiet();

  const ask = (uid: string) => heldBackend(db).execute({ uid });
  const held = [ask('t1'), ask('t2')];
  await expect.poll(inUse).toEqual({ busy: 1, waiting: 0 });
  held.push(ask('t3'));
  expect(inUse()).toEqual({ busy: 1, waiting: 0 });
  const pids = (await Promise.all(held)).map((rows) => rows[0]?.pid);
  expect(new Set(pids).size).toBe(1);
  await quiet();
});

it('a read that fails fails alone, with what PostgreSQL says of it', async () => {
  await thingOfUid(db).execute({ uid: 't1' });
  const [before, failure, behind] = await Promise.all([
    thingOfUid(db).execute({ uid: 't1' }),
    quotient(db)
      .execute({ uid: 't0' })
      .catch((error: unknown) => error),
    quotient(db).execute({ uid: 't1' }),
  ]);
  expect(before).toHaveLength(1);
  expect(behind).toEqual([{ of: 1 }]);
  // Its words hold the parameters: the log tells none of them (error-facts.ts).
  expect(failure).toBeInstanceOf(DrizzleQueryError);
  expect(sqlStateOf(failure)).toBe('22012');
  await quiet();
});

it('reads over a connection that is cut fail, and the next are answered over another', async () => {
  const cut = Array.from({ length: 30 }, () => heldBackend(db).execute({ uid: 't1' }));
  const ends = Promise.allSettled(cut);
  const pid = async () =>
    (
      await own.database.aside.execute<{ pid: number }>(
        sql`select pid from pg_stat_activity where query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`,
      )
    ).rows[0]?.pid;
  await expect.poll(pid).toBeDefined();
  await own.database.aside.execute(sql`select pg_terminate_backend(${await pid()})`);
  expect((await ends).map(({ status }) => status)).toContain('rejected');
  expect(await thingOfUid(db).execute({ uid: 't2' })).toHaveLength(1);
  await quiet();
});

it('a transaction reads what it wrote itself, and nobody else does', async () => {
  await own.database.db.transaction(async (tx) => {
    await tx.update(things).set({ count: 77 }).where(eq(things.uid, 't5'));
    expect((await thingOfUid(tx).execute({ uid: 't5' }))[0]?.count).toBe(77);
    expect((await thingOfUid(db).execute({ uid: 't5' }))[0]?.count).toBe(5);
  });
  expect((await thingOfUid(db).execute({ uid: 't5' }))[0]?.count).toBe(77);
});

it('what an outer join may leave null is none of its reads', () => {
  const outer = foundByKey((to) =>
    to
      .select({ thing: things, owner: owners })
      .from(things)
      .leftJoin(owners, eq(owners.uid, things.ownerUid))
      .where(eq(things.uid, sql.placeholder('uid')))
      .prepare('outer_join'),
  );
  expect(() => outer(db)).toThrow('outer_join joins what may not be there');
});

it('a table that was changed beneath it is read anew, after a failure at most of each connection that knew it before', async () => {
  await thingOfUid(db).execute({ uid: 't3' });
  await db.execute(sql`alter table things alter column is_test type text using 'maybe'`);
  const seen: unknown[] = [];
  for (let left = 40; left > 0; left -= 1)
    seen.push(
      await thingOfUid(db)
        .execute({ uid: 't3' })
        .then((rows) => rows[0]?.isTest, sqlStateOf),
    );
  expect(new Set(seen)).toEqual(new Set(['0A000', 'maybe']));
  expect(seen.slice(16)).toEqual(Array.from({ length: 24 }, () => 'maybe'));
});
