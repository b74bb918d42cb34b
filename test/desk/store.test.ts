import { spawn } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import type { AppError } from '../../src-core/desk/app-errors.ts';
import { type StoreOpening, openStore, type OpenStore } from '../../src-main/desk/store/open-store.ts';
import { storeError } from '../../src-main/desk/store/examine-store.ts';
import { deskValues, hotFolders, orderIntentItems, orderIntents } from '../../src-main/desk/store/schema.ts';
import { type Backup, backupsOf, restoreBackup, setStoreAside } from '../../src-main/desk/store/store-files.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../src-main/desk/store/migrations');
const quiet = { write: () => undefined };

let dir: string;
let nowMs = Date.UTC(2026, 10, 22, 9);
let store: OpenStore | null = null;
const at = (...names: string[]) => join(dir, ...names);

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'desk-store-'));
});
afterEach(() => {
  store?.close(nowMs);
  store = null;
  rmSync(dir, { recursive: true, force: true });
});

function open(opening: StoreOpening = 'whole', appVersion = '1.2.3', migrationsFolder = MIGRATIONS): OpenStore {
  store = openStore(dir, { migrationsFolder, appVersion, opening, clock: { nowMs: () => nowMs }, log: quiet });
  return store;
}
function close(): void {
  nowMs += 60_000;
  store?.close(nowMs);
  store = null;
}
const note = (value: unknown) =>
  store?.db
    .insert(deskValues)
    .values({ name: 'note', value })
    .onConflictDoUpdate({ target: deskValues.name, set: { value } })
    .run();
const noted = () => store?.db.select().from(deskValues).where(eq(deskValues.name, 'note')).get()?.value ?? null;
/** What a backup has where the store has its note. */
function notedIn({ name }: Backup): unknown {
  const client = new Libsql(at('backups', name));
  const row = client.prepare("SELECT value FROM desk_values WHERE name = 'note'").get([]) as { value: string };
  client.close();
  return JSON.parse(row.value);
}
const refusal = (opening: StoreOpening = 'whole', ...rest: [string?, string?]): AppError => {
  try {
    open(opening, ...rest);
  } catch (error) {
    return error as AppError;
  }
  return expect.unreachable('it was opened');
};
/** As a kill leaves it: the log of changes is there, and so is the mark. */
function killed(): void {
  const left = `${dir}-left`;
  cpSync(dir, left, { recursive: true });
  close();
  rmSync(dir, { recursive: true });
  cpSync(left, dir, { recursive: true });
  rmSync(left, { recursive: true });
}
function scribble(path: string, from: number, bytes: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(bytes, 0x5a), 0, bytes, from);
  closeSync(file);
}
const grow = () => {
  for (let index = 0; index < 400; index += 1)
    store?.db
      .insert(deskValues)
      .values({ name: `value ${index}`, value: 'x'.repeat(1_000) })
      .run();
};

describe('a store that cannot be opened is never an empty one', () => {
  it.each([
    ['whose pages are damaged', () => scribble(at('desk.db'), 3 * 4096, 20 * 4096), 'DESK_STORE_DAMAGED'],
    ['whose head is damaged', () => scribble(at('desk.db'), 0, 100), 'DESK_STORE_DAMAGED'],
    [
      'that is no database',
      () => writeFileSync(at('desk.db'), 'no database, but long enough to be taken for one'.repeat(100)),
      'DESK_STORE_DAMAGED',
    ],
    ['that was cut short', () => truncateSync(at('desk.db'), 10 * 4096 + 17), 'DESK_STORE_DAMAGED'],
    ['that is gone', () => rmSync(at('desk.db')), 'DESK_STORE_INCOMPLETE'],
    ['in whose place a folder lies', () => (rmSync(at('desk.db')), mkdirSync(at('desk.db'))), 'DESK_STORE_UNUSABLE'],
  ] as const)('%s', (_, spoil, code) => {
    open();
    grow();
    close();
    spoil();
    expect(refusal().code).toBe(code);
    expect(refusal().code, 'asked again').toBe(code);
  });

  it('whose last life was cut off and whose log of changes is gone', () => {
    open();
    note('kept');
    killed();
    rmSync(at('desk.db-wal'));
    expect(refusal().text).toMatchObject({ key: 'errors.DESK_STORE_INCOMPLETE', params: { file: 'desk.db-wal' } });
    open('asItIs');
  });

  it('an emptied file after a life that was cut off', () => {
    open();
    killed();
    rmSync(at('desk.db-wal'));
    writeFileSync(at('desk.db'), '');
    expect(refusal().code).toBe('DESK_STORE_INCOMPLETE');
  });

  it('that another process holds', async () => {
    open();
    close();
    const other = spawn(
      process.execPath,
      [
        '-e',
        `const L=require('libsql');const c=new L(${JSON.stringify(at('desk.db'))});c.exec('BEGIN EXCLUSIVE');console.log('held');setTimeout(()=>{},60000)`,
      ],
      {
        cwd: resolve(import.meta.dirname, '../..'),
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    try {
      await new Promise((done, failed) => {
        other.stdout.once('data', done);
        other.once('exit', () => failed(new Error('the other process ended')));
      });
      expect(refusal().code).toBe('DESK_STORE_LOCKED');
    } finally {
      other.kill('SIGKILL');
      await new Promise((done) => other.once('close', done));
    }
    open();
  });

  it.each([
    [{ rawCode: 8 }, 'DESK_STORE_FORBIDDEN'],
    [{ rawCode: 8 | (4 << 8) }, 'DESK_STORE_FORBIDDEN'],
    [{ rawCode: 13 }, 'DESK_STORE_FULL'],
    [{ code: 'ENOSPC' }, 'DESK_STORE_FULL'],
    [{ code: 'EACCES' }, 'DESK_STORE_FORBIDDEN'],
    [{ code: 'EROFS' }, 'DESK_STORE_FORBIDDEN'],
    [new Error('anything else'), 'DESK_STORE_UNUSABLE'],
  ] as const)('tells %o as %s', (cause, code) => {
    expect(storeError(cause).code).toBe(code);
  });
});

describe('a log of changes', () => {
  it('with a torn end loses what was torn, and nothing before it', () => {
    open();
    note('kept');
    killed();
    const path = at('desk.db-wal');
    const whole = statSync(path).size;
    writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(2_000, 0x5a)]));
    expect(statSync(path).size).toBeGreaterThan(whole);
    open();
    expect(noted()).toBe('kept');
  });
});

describe('a store of a later version', () => {
  it('is refused with both versions named, and nothing of it is changed', () => {
    open('whole', '9.9.9');
    note('of later');
    close();
    const client = new Libsql(at('desk.db'));
    client.exec(`INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', ${Date.UTC(2099, 0)})`);
    client.close();
    const before = readFileSync(at('desk.db'));
    const { text } = refusal('whole', '1.2.3');
    const known = (JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as { entries: unknown[] })
      .entries.length;
    expect(text).toEqual({
      key: 'errors.DESK_STORE_NEWER',
      params: { storeVersion: '9.9.9', storeFormat: known + 1, version: '1.2.3', format: known },
    });
    expect(readFileSync(at('desk.db')).equals(before)).toBe(true);
    expect(backupsOf(dir).map(({ kind }) => kind)).toEqual(['clean']);
  });
});

describe('another version of the studio', () => {
  it('keeps the library as it finds it before it opens it, and a way back to it', () => {
    open('whole', '1.2.3');
    note('of 1.2.3');
    close();
    for (let life = 1; life <= 5; life += 1) {
      open('whole', '2.0.0');
      note(`of 2.0.0, ${life}`);
      close();
    }
    const before = backupsOf(dir).filter(({ kind }) => kind === 'before');
    expect(before).toHaveLength(1);
    expect(backupsOf(dir)).toHaveLength(4);
    restoreBackup(dir, before[0]?.name ?? '', nowMs);
    open('restored', '1.2.3');
    expect(noted()).toBe('of 1.2.3');
    expect(backupsOf(dir).filter(({ kind }) => kind === 'before')).toEqual(before);
  });

  it('keeps the last two of them, also those of a life that was cut off', () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) {
      open('whole', version);
      note(`of ${version}`);
      killed();
      nowMs += 60_000;
    }
    const kept = backupsOf(dir).filter(({ kind }) => kind === 'before');
    expect(kept.map(notedIn)).toEqual(['of 1.2.0', 'of 1.1.0']);
  });
});

describe('backups', () => {
  it('are kept at each clean close, the newest three', () => {
    for (let life = 1; life <= 5; life += 1) {
      open();
      note(life);
      close();
    }
    const kept = backupsOf(dir);
    expect(kept).toHaveLength(3);
    expect(kept.map(notedIn)).toEqual([5, 4, 3]);
    expect(readdirSync(at('backups')).filter((name) => name.endsWith('.next'))).toEqual([]);
  });

  it('are restored beside the damaged file, which is kept', () => {
    open();
    note('good');
    grow();
    close();
    scribble(at('desk.db'), 0, 100);
    const damaged = readFileSync(at('desk.db'));
    expect(refusal().code).toBe('DESK_STORE_DAMAGED');
    restoreBackup(dir, backupsOf(dir)[0]?.name ?? '', nowMs);
    open('restored');
    expect(noted()).toBe('good');
    const [aside] = readdirSync(dir).filter((name) => name.startsWith('damaged-'));
    expect(readFileSync(at(aside ?? '', 'desk.db')).equals(damaged)).toBe(true);
  });

  it('of another name are nobody’s', () => {
    open();
    close();
    expect(() => restoreBackup(dir, '../desk.db', nowMs)).toThrow(RangeError);
  });

  it('starting empty keeps the damaged file, and the backups', () => {
    open();
    note('good');
    close();
    scribble(at('desk.db'), 0, 100);
    const name = setStoreAside(dir, nowMs);
    expect(refusal().code, 'not by itself').toBe('DESK_STORE_INCOMPLETE');
    open('asItIs');
    expect(noted()).toBeNull();
    expect(existsSync(at(name, 'desk.db'))).toBe(true);
    expect(backupsOf(dir)).toHaveLength(1);
  });
});

/** The migrations up to one of them, as an earlier version had them. */
function migrationsUpTo(name: string): string {
  const folder = at('migrations');
  cpSync(MIGRATIONS, folder, { recursive: true });
  const journalFile = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: { tag: string }[] };
  const last = journal.entries.findIndex(({ tag }) => tag === name);
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  return folder;
}

it('orders of one book that an earlier version placed are orders of one item, cancelled where they were', () => {
  open('whole', '1.2.3', migrationsUpTo('0008_print_taken'));
  store?.db.run(`insert into order_intents (intent_id, run_id, connection_id, position, book_id, book_uid, quantity, state, order_uid, attempts, print)
    values ('bps-1', 'run', 'c', 0, 'b1', 'uid1', 2, 'ordered', 'or_1', 1, '{"print":"good","by":null}'), ('bps-2', 'run', 'c', 1, 'b2', 'uid2', 1, 'held', null, 0, null)`);
  store?.db.run(`insert into orders (connection_id, order_uid, item, status, status_since_ms, ordered_at_ms)
    values ('c', 'or_1', '{}', 'CANCELLED_REFUND', 1, 1)`);
  close();
  const { db } = open();
  const item = { position: 0, isCancelled: false, print: null, spec: null };
  expect(db.select().from(orderIntentItems).orderBy(orderIntentItems.intentId).all()).toEqual([
    {
      ...item,
      intentId: 'bps-1',
      bookId: 'b1',
      bookUid: 'uid1',
      quantity: 2,
      print: { print: 'good', by: null },
      isCancelled: true,
    },
    { ...item, intentId: 'bps-2', bookId: 'b2', bookUid: 'uid2', quantity: 1 },
  ]);
  expect(
    db.select({ state: orderIntents.state, recipientId: orderIntents.recipientId }).from(orderIntents).all(),
  ).toEqual([
    { state: 'ordered', recipientId: null },
    { state: 'held', recipientId: null },
  ]);
});

it('a hot folder that ordered under an earlier version orders on behind what was queued before it did', () => {
  open('whole', '1.2.3', migrationsUpTo('0026_file_identity'));
  for (const [id, since] of [
    ['began', 200],
    ['began first', 50],
    ['uploads', null],
  ] as const)
    store?.db.run(sql`insert into hot_folders (hot_folder_id, path, connection_id, when_green, afterwards, language, created_at_ms, orders_since_ms)
      values (${id}, ${id}, 'c', ${since === null ? 'upload' : 'order'}, 'leave', 'en', 1, ${since})`);
  for (const [id, connectionId, createdAtMs] of [
    ['first', 'c', 100],
    ['before', 'c', 199],
    ['since', 'c', 200],
    ['elsewhere', 'd', 150],
  ] as const)
    store?.db.run(sql`insert into jobs (job_id, connection_id, book_id, state, cover, contents, receipts, attempts, created_at_ms)
      values (${id}, ${connectionId}, ${id}, '{"status":"done"}', '{"sizeBytes":1}', '{"sizeBytes":1}', '[]', 0, ${createdAtMs})`);
  close();
  const after = open().db.select({ id: hotFolders.hotFolderId, after: hotFolders.ordersAfterJobId }).from(hotFolders);
  expect(new Map(after.all().map((one) => [one.id, one.after]))).toEqual(
    new Map([
      ['began', 'before'],
      ['began first', null],
      ['uploads', null],
    ]),
  );
});
