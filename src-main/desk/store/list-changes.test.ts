import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, asc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemIds } from '../system-ports.ts';
import { inList } from './in-list.ts';
import { LIST_PAGE, ListChanges, type ListName, type ListPage, type ListSource } from './list-changes.ts';
import { openStore, type OpenStore, type Store } from './open-store.ts';
import { books, deliveries, jobs, orders } from './schema.ts';
import { plainStore } from './testing/plain-store.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

interface Row {
  readonly id: string;
  readonly title: string;
}

let folder: string;
let store: OpenStore;
let changes: ListChanges;
let context: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'list-changes-'));
  store = openStore(folder, plainStore(MIGRATIONS));
  changes = new ListChanges(store.db, systemIds);
  context = 'sandbox';
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

const place = sql<number>`${books}.rowid`;
const list: ListSource<Row> = {
  list: 'library',
  idOf: ({ id }) => id,
  contextKey: () => context,
  after: (from, limit) =>
    store.db
      .select({ place, id: books.bookId, title: books.title })
      .from(books)
      .where(and(gt(place, from), sql`${books.undoId} is null`))
      .orderBy(asc(place))
      .limit(limit)
      .all()
      .map(({ place: at, ...row }) => ({ place: at, row })),
  of: (ids) =>
    store.db
      .select({ id: books.bookId, title: books.title })
      .from(books)
      .where(and(inList(books.bookId, ids), sql`${books.undoId} is null`))
      .all(),
};

function add(db: Store, from: number, to: number): void {
  const rows = Array.from({ length: to - from }, (_, at) => ({
    bookId: `b${from + at}`,
    importId: 'imp',
    title: `Book ${from + at}`,
    batch: '',
    quantity: 1,
    pairing: { key: 'x' },
    stage: 'ready' as const,
    verdict: 'accepted' as const,
    findings: [],
    addedAtMs: 1,
  }));
  db.insert(books).values(rows).run();
}

/** Everything from a mark on, as a window reads it. */
function readAll(mark: string | null): {
  readonly mark: string;
  readonly pages: ListPage<Row>[];
  readonly ids: string[];
  readonly gone: string[];
} {
  const pages: ListPage<Row>[] = [];
  let at = mark;
  do {
    const page = changes.since(list, at);
    pages.push(page);
    at = page.mark;
  } while (pages.at(-1)?.hasMore === true);
  return {
    mark: at,
    pages,
    ids: pages.flatMap(({ rows }) => rows.map(({ id }) => id)),
    gone: pages.flatMap(({ gone }) => gone),
  };
}

describe('what changed in a list', () => {
  it('is the whole list at first, in pages that no frame of the window is lost over', () => {
    add(store.db, 0, 2 * LIST_PAGE + 1);
    const { pages, ids } = readAll(null);
    expect(pages.map(({ isFresh, rows }) => [isFresh, rows.length])).toEqual([
      [true, LIST_PAGE],
      [false, LIST_PAGE],
      [false, 1],
    ]);
    expect(new Set(ids).size).toBe(2 * LIST_PAGE + 1);
  });

  it('is one row when one row changed, and nothing when none did', () => {
    add(store.db, 0, 50);
    const { mark } = readAll(null);
    store.db.update(books).set({ title: 'New' }).where(eq(books.bookId, 'b7')).run();
    const second = readAll(mark);
    expect(second.pages).toMatchObject([{ isFresh: false, rows: [{ id: 'b7', title: 'New' }], gone: [] }]);
    expect(readAll(second.mark).pages).toMatchObject([{ isFresh: false, rows: [], gone: [] }]);
  });

  it('tells what is gone, and tells it again when it is back', () => {
    add(store.db, 0, 5);
    const { mark } = readAll(null);
    store.db.update(books).set({ undoId: 'undo' }).where(eq(books.bookId, 'b1')).run();
    store.db.delete(books).where(eq(books.bookId, 'b2')).run();
    const second = readAll(mark);
    expect([second.ids, second.gone.sort()]).toEqual([[], ['b1', 'b2']]);
    store.db.update(books).set({ undoId: null }).where(eq(books.bookId, 'b1')).run();
    expect(readAll(second.mark)).toMatchObject({ ids: ['b1'], gone: [] });
  });

  it('is told behind the pages when it happens while they are read', () => {
    add(store.db, 0, LIST_PAGE + 10);
    const first = changes.since(list, null);
    store.db.update(books).set({ title: 'New' }).where(eq(books.bookId, 'b0')).run();
    store.db.delete(books).where(eq(books.bookId, 'b1')).run();
    const second = changes.since(list, first.mark);
    expect([second.isFresh, second.rows.length, second.hasMore]).toEqual([false, 10, false]);
    expect(changes.since(list, second.mark)).toMatchObject({ rows: [{ id: 'b0', title: 'New' }], gone: ['b1'] });
  });

  it('is the whole list for a window with another mark: of another run, another connection, or none that was given', () => {
    add(store.db, 0, 3);
    const { mark } = readAll(null);
    for (const strange of ['', 'x', '1', `${mark} 7`, mark.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))])
      expect(changes.since(list, strange)).toMatchObject({ isFresh: true, rows: [{}, {}, {}] });
    context = 'live';
    expect(changes.since(list, mark)).toMatchObject({ isFresh: true, rows: [{}, {}, {}] });
  });

  it('is nothing that was rolled back, and nothing that was written again as it was', () => {
    add(store.db, 0, 3);
    const { mark } = readAll(null);
    expect(() =>
      store.db.transaction(() => {
        store.db.update(books).set({ title: 'Never' }).run();
        throw new Error('stop');
      }),
    ).toThrow('stop');
    store.db.update(books).set({ title: 'Book 1', findings: [] }).where(eq(books.bookId, 'b1')).run();
    expect(readAll(mark)).toMatchObject({ ids: [], gone: [] });
  });

  it('stays as short as the list is, however often its rows change', () => {
    add(store.db, 0, 3);
    for (let round = 0; round < 50; round += 1)
      store.db
        .update(books)
        .set({ quantity: 2 + round })
        .run();
    expect(store.db.get<{ n: number }>(sql`select count(*) as n from list_changes where list = 'library'`).n).toBe(3);
  });
});

/** A column that is named nowhere here is either to be watched or to be named. */
const UNLISTED = {
  books: {
    table: books,
    list: 'library',
    columns: ['bookId', 'importId', 'findings', 'pairing', 'addedAtMs', 'layoutFolder', 'layoutSteps', 'externalRef'],
  },
  deliveries: { table: deliveries, list: 'library', columns: ['connectionId', 'bookId', 'orderedAtMs', 'anewAtMs'] },
  jobs: {
    table: jobs,
    list: 'queue',
    columns: [
      'jobId',
      'connectionId',
      'bookId',
      'bookUid',
      'print',
      'createdAtMs',
      'status',
      'totalBytes',
      'sentFiles',
      'sentBytes',
    ],
  },
  orders: { table: orders, list: 'orders', columns: ['connectionId', 'orderUid', 'orderedAtMs'] },
} as const satisfies Record<
  string,
  { readonly table: object; readonly list: ListName; readonly columns: readonly string[] }
>;

describe.each(Object.entries(UNLISTED))('a row of %s', (name, { table, list: listName, columns: unlisted }) => {
  const shown = Object.entries(getTableColumns(table)).filter(
    ([column]) => !(unlisted as readonly string[]).includes(column),
  );

  it.each(shown.map(([column]) => column))('that has another %s is told', (column) => {
    const { db } = store;
    const file = { fileId: 'f', name: 'f', path: 'f', sizeBytes: 1, modifiedAtMs: 1 };
    add(db, 0, 1);
    db.insert(deliveries).values({ connectionId: 'c', bookId: 'b0' }).run();
    db.insert(jobs)
      .values({
        jobId: 'j',
        connectionId: 'c',
        bookId: 'b0',
        state: { status: 'waiting', step: 'create' },
        cover: file,
        contents: file,
        receipts: [],
        attempts: 0,
        createdAtMs: 1,
      })
      .run();
    db.run(
      sql`insert into orders (connection_id, order_uid, item, status, status_since_ms, ordered_at_ms) values ('c', 'o', '{}', 'PAID', 1, 1)`,
    );
    db.run(sql`delete from list_changes`);
    const stored = shown.find(([one]) => one === column)?.[1];
    // Any other value that SQLite can hold and the generated columns can read.
    const sqlName = column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const value =
      stored?.columnType === 'SQLiteTextJson'
        ? `'{"status":"done","sizeBytes":2}'`
        : stored?.dataType === 'number'
          ? '77'
          : `'another'`;
    db.run(sql.raw(`update ${name} set ${sqlName} = ${value}`));
    expect(db.all<{ list: string }>(sql`select list from list_changes`).map((row) => row.list)).toContain(listName);
  });
});

it('a store of an earlier version, with jobs in it, opens with the columns that the queue is asked by', () => {
  const earlier = join(folder, 'migrations');
  cpSync(MIGRATIONS, earlier, { recursive: true });
  const journal = JSON.parse(readFileSync(join(earlier, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const before = journal.entries.findIndex(({ tag }) => tag.endsWith('lists_at_scale'));
  writeFileSync(
    join(earlier, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, before) }),
  );
  const ofOld = join(folder, 'old');
  const old = openStore(ofOld, plainStore(earlier));
  old.db.run(sql`insert into jobs (job_id, connection_id, book_id, state, cover, contents, receipts, attempts, created_at_ms) values
    ('j', 'c', 'b', '{"status":"failed","step":"cover","code":"X"}', '{"sizeBytes":3}', '{"sizeBytes":4}', '[{"kind":"cover","sizeBytes":3}]', 1, 1)`);
  old.close(Date.now());
  const now = openStore(ofOld, plainStore(MIGRATIONS));
  expect(
    now.db
      .select({
        status: jobs.status,
        totalBytes: jobs.totalBytes,
        sentBytes: jobs.sentBytes,
        sentFiles: jobs.sentFiles,
      })
      .from(jobs)
      .all(),
  ).toEqual([{ status: 'failed', totalBytes: 7, sentBytes: 3, sentFiles: 1 }]);
  now.close(Date.now());
});
