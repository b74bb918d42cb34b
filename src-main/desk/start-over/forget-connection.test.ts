import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore, type OpenStore } from '../store/open-store.ts';
import * as schema from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { decideToStartOver, endStartOver, forgetWhereDecided, startOverOfService } from './decided.ts';
import { forgetConnection } from './forget-connection.ts';

const SANDBOX = 'builtin-sandbox';
const OTHERS = ['builtin-live', 'remote-1'];
/** Hold a connection's id, and stay: `promotions` are of Live and hold what they need of the orders that they repeat. */
const STAYS = ['connections', 'hot_folders', 'promotions'];

const tables: readonly SQLiteTable[] = Object.values(schema).filter((one) => is(one, SQLiteTable));
const isOfConnection = (table: SQLiteTable): boolean => 'connectionId' in getTableColumns(table);

let folder: string;
let store: OpenStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forget-connection-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  for (const connectionId of [SANDBOX, ...OTHERS]) for (const table of tables) fill(table, connectionId);
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

/** A row that says nothing but whose it is: every text is the connection's id. */
function fill(table: SQLiteTable, connectionId: string): void {
  const columns = Object.values(getTableColumns(table)).filter(
    (column) =>
      column.generated === undefined &&
      (column.getSQLType() === 'text' || (column.notNull && !column.hasDefault && !column.primary)),
  );
  const names = columns.map(({ name }) => sql.identifier(snake(name)));
  const values = columns.map((column) => {
    if (column.getSQLType() !== 'text') return sql`1`;
    return column.dataType === 'json'
      ? sql`${JSON.stringify({ status: connectionId, sizeBytes: 1 })}`
      : sql`${connectionId}`;
  });
  store.db.run(sql`insert or ignore into ${table} (${sql.join(names, sql`, `)}) values (${sql.join(values, sql`, `)})`);
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const rowsOf = (table: SQLiteTable): readonly Record<string, unknown>[] => store.db.all(sql`select * from ${table}`);
const everything = () => Object.fromEntries(tables.map((table) => [getTableName(table), rowsOf(table)]));
const isSandbox = (row: Record<string, unknown>) => Object.values(row).includes(SANDBOX);

it('forgets what belongs to the connection in every table that knows connections, and nothing of another', () => {
  const before = everything();
  store.db.transaction(() => forgetConnection(store.db, SANDBOX));
  const emptied = [...tables.filter(isOfConnection).map(getTableName), 'order_intent_items'].filter(
    (name) => !STAYS.includes(name),
  );
  for (const [name, rows] of Object.entries(everything())) {
    expect([name, rows.length > 0]).toEqual([name, true]);
    const isEmptied = emptied.includes(name);
    expect([name, rows.filter(isSandbox).length]).toEqual([
      name,
      isEmptied ? 0 : (before[name]?.filter(isSandbox).length ?? 0),
    ]);
    const others = (all: readonly Record<string, unknown>[]) => all.filter((row) => !isSandbox(row));
    expect([name, others(rows)]).toEqual([name, others(before[name] ?? [])]);
  }
});

it('forgets books that were known from its orders alone, and none that another connection knows', () => {
  for (const [bookId, undoId, at] of [
    ['alone', 'sent-1', SANDBOX],
    ['elsewhere', 'sent-2', OTHERS[0]],
    ['removed', 'undo-1', SANDBOX],
  ]) {
    fill(schema.books, `${bookId}`);
    store.db.run(sql`update books set undo_id = ${undoId} where book_id = ${bookId}`);
    store.db.run(sql`insert into deliveries (connection_id, book_id) values (${at}, ${bookId})`);
  }
  store.db.transaction(() => forgetConnection(store.db, SANDBOX));
  const left = rowsOf(schema.books).map((row) => row['book_id']);
  expect(left).toEqual(expect.arrayContaining(['elsewhere', 'removed']));
  expect(left).not.toContain('alone');
});

it('pauses the hot folders that send there, and no other: their books are green again', () => {
  const paused = () =>
    Object.fromEntries(
      store.db
        .all<{ id: string; paused: number }>(sql`select hot_folder_id as id, is_paused as paused from hot_folders`)
        .map(({ id, paused: is }) => [id, is]),
    );
  store.db.run(sql`update hot_folders set is_paused = 0`);
  store.db.run(sql`insert into hot_folders (hot_folder_id, path, connection_id, when_green, afterwards, language, created_at_ms)
    values ('looks', '/looks', ${SANDBOX}, 'nothing', 'leave', 'ko', 1)`);
  store.db.transaction(() => forgetConnection(store.db, SANDBOX));
  expect(paused()).toEqual({ [SANDBOX]: 1, 'builtin-live': 0, 'remote-1': 0, looks: 0 });
});

it('is done once, by the next opening of the desk, and the service is not told before', () => {
  const { db } = store;
  forgetWhereDecided(db);
  expect(rowsOf(schema.orders)).toHaveLength(3);
  decideToStartOver(db, 'so_1', 'sandbox-1');
  // The service of before runs on, and may be started again, until the studio has closed.
  expect(startOverOfService(db)).toBeNull();
  endStartOver(db);
  forgetWhereDecided(db);
  expect(rowsOf(schema.orders)).toHaveLength(2);
  expect(startOverOfService(db)).toBe('so_1');
  fill(schema.orders, SANDBOX);
  forgetWhereDecided(db);
  expect([rowsOf(schema.orders).length, startOverOfService(db)]).toEqual([3, 'so_1']);
  endStartOver(db);
  expect(startOverOfService(db)).toBeNull();
  forgetWhereDecided(db);
  expect(rowsOf(schema.orders)).toHaveLength(3);
});
