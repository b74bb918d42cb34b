import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mustBeKnownStore } from './known-store.ts';

const MIGRATIONS = join(import.meta.dirname, '../../src-main/desk/store/migrations');

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'known-store-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function libraryOf(sql: string): string {
  const file = join(folder, 'desk.db');
  const db = new Libsql(file);
  db.exec(sql);
  db.close();
  return file;
}

const CHANGES = 'CREATE TABLE __drizzle_migrations (id INTEGER, hash TEXT, created_at NUMERIC);';
const check = (file: string) => () => mustBeKnownStore(file, MIGRATIONS, '9.0.0');

it('a library that a later version changed is told as newer', () => {
  expect(check(libraryOf(CHANGES))).not.toThrow();
  const file = libraryOf("INSERT INTO __drizzle_migrations VALUES (1, 'x', 99999999999999)");
  expect(check(file)).toThrow(expect.objectContaining({ name: 'PackageError', kind: 'newer', message: '9.0.0' }));
});

it('one that does not say which changes were made to it, or is no library, is told as damaged', () => {
  const damaged = expect.objectContaining({ name: 'PackageError', kind: 'damaged', entry: 'desk.db' });
  const file = libraryOf('CREATE TABLE books (book_id TEXT)');
  expect(check(file)).toThrow(damaged);
  rmSync(file);
  writeFileSync(file, 'x'.repeat(5_000));
  expect(check(file)).toThrow(damaged);
});
