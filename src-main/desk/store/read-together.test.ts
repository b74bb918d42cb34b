import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { inGiven } from './in-list.ts';
import { openStore, type OpenStore } from './open-store.ts';
import { jsonOf, readTogether } from './read-together.ts';
import { books, connections, deliveries, files } from './schema.ts';
import { plainStore } from './testing/plain-store.ts';

const TITLES = [
  '김민수 ♥ 이서연 "최종"',
  '박지훈'.normalize('NFD'),
  '\u{1F468}‍\u{1F469}‍\u{1F467}',
  'a\\b\n\t\u0001',
  '{"not":"read"}',
  '[1]',
  'null',
  '',
];
const HEADLINES: readonly (TextRef | null)[] = [
  null,
  { key: 'a.b' },
  { key: 'c', params: { text: '따옴표 " \\ 끝', count: 3, share: 0.1 + 0.2 } },
];

let folder: string;
let store: OpenStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-together-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, 'migrations')));
  const row = (title: string, at: number): typeof books.$inferInsert => ({
    bookId: `b${at}`,
    importId: 'i',
    title,
    batch: '',
    quantity: at,
    pairing: { key: 'x' },
    stage: 'ready',
    verdict: 'accepted',
    findings: [],
    headline: HEADLINES[at % HEADLINES.length] ?? null,
    addedAtMs: Number.MAX_SAFE_INTEGER - at,
  });
  store.db.insert(books).values(TITLES.map(row)).run();
  store.db.insert(deliveries).values({ connectionId: 'here', bookId: 'b1', stage: 'queued' }).run();
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

describe('rows that are read together', () => {
  it('are those of the query one by one: texts, whole numbers, nothing, and what JSON says', () => {
    const fields = {
      bookId: books.bookId,
      title: books.title,
      specUid: books.specUid,
      quantity: books.quantity,
      headline: books.headline,
      addedAtMs: books.addedAtMs,
      sent: deliveries.stage,
    };
    const here = () => eq(deliveries.connectionId, 'here');
    const read = readTogether(store.db, fields, (select) =>
      select
        .from(books)
        .leftJoin(deliveries, sql`${eq(deliveries.bookId, books.bookId)} and ${here()}`)
        .orderBy(asc(books.title)),
    );
    const oneByOne = store.db
      .select(fields)
      .from(books)
      .leftJoin(deliveries, sql`${eq(deliveries.bookId, books.bookId)} and ${here()}`)
      .orderBy(asc(books.title))
      .all();
    expect(oneByOne).toHaveLength(TITLES.length);
    expect(read({})).toEqual(oneByOne);
  });

  it('are asked for with other values each time, and none is none', () => {
    const read = readTogether(
      store.db,
      { bookId: books.bookId, says: jsonOf<TextRef | null>(sql`${books.headline}`) },
      (select) => select.from(books).where(inGiven(books.bookId, 'ids')).orderBy(asc(books.bookId)),
    );
    expect(read({ ids: JSON.stringify(['b1', 'b2', 'gone']) })).toEqual([
      { bookId: 'b1', says: HEADLINES[1] },
      { bookId: 'b2', says: HEADLINES[2] },
    ]);
    expect(read({ ids: JSON.stringify(['b0']) })).toEqual([{ bookId: 'b0', says: null }]);
    expect(read({ ids: '[]' })).toEqual([]);
  });

  it('have no columns that JSON would bring in another form', () => {
    const of = (field: typeof files.modifiedAtMs | typeof connections.isActive) => () =>
      readTogether(store.db, { field }, (select) => select.from(files));
    expect(of(files.modifiedAtMs)).toThrow('field is neither text nor a whole number');
    expect(of(connections.isActive)).toThrow('field is neither text nor a whole number');
  });
});
