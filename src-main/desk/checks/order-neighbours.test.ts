import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resolveThresholds } from '../../../src-core/preflight/thresholds.ts';
import { openStore, STATEMENT_CHANNEL, type OpenStore } from '../store/open-store.ts';
import { books, deliveries, files } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { OrderNeighbours } from './order-neighbours.ts';

let folder: string;
let store: OpenStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'order-neighbours-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

/** Books of one cover, each with a copy of it. */
function lay(from: number, to: number): void {
  store.db.transaction(() => {
    for (let at = from; at < to; at++) {
      const place = { fileId: `f${at}`, importId: 'imp', path: `/${at}`, folder: [], name: `${at}_cover.pdf` };
      const bytes = { sizeBytes: 7, modifiedAtMs: 1, sha256: 'same', presence: 'present' } as const;
      store.db
        .insert(files)
        .values({ ...place, ...bytes })
        .run();
      const book = { bookId: `b${at}`, importId: 'imp', title: `Class ${at}`, batch: '', quantity: 1, addedAtMs: 1 };
      const judged = { pairing: { key: 'x' }, stage: 'ready', verdict: 'accepted' } as const;
      store.db
        .insert(books)
        .values({ ...book, ...judged, findings: [], coverFileId: `f${at}` })
        .run();
    }
  });
}

function sameAs(bookId: string) {
  const { db } = store;
  const book = db.select().from(books).where(eq(books.bookId, bookId)).get() ?? expect.fail('no book');
  const cover =
    db
      .select()
      .from(files)
      .where(eq(files.fileId, book.coverFileId ?? ''))
      .get() ?? null;
  let statements = 0;
  const note = () => (statements += 1);
  subscribe(STATEMENT_CHANNEL, note);
  const { sameBytes } = new OrderNeighbours({ db } as never).caseOf(
    book,
    { cover, contents: null },
    resolveThresholds(),
  );
  unsubscribe(STATEMENT_CHANNEL, note);
  return { sameBytes, statements };
}

it('the books of one cover are counted by as many statements as there are for a few of them', () => {
  lay(0, 5);
  const few = sameAs('b3');
  expect(few.sameBytes).toEqual([{ kind: 'cover', count: 4, title: 'Class 0', orderUid: null }]);
  lay(5, 300);
  const many = sameAs('b3');
  expect(many.sameBytes).toEqual([{ kind: 'cover', count: 299, title: 'Class 0', orderUid: null }]);
  expect(many.statements).toBe(few.statements);
});

it('one that was ordered is told before the others, each book counts once, and removed ones do not', () => {
  lay(0, 5);
  const { db } = store;
  for (const connectionId of ['one', 'two'])
    db.insert(deliveries)
      .values([
        { connectionId, bookId: 'b2' },
        { connectionId, bookId: 'b3', orderUid: `or_${connectionId}` },
      ])
      .run();
  db.update(books).set({ undoId: 'undo-1' }).where(eq(books.bookId, 'b1')).run();
  expect(sameAs('b0').sameBytes).toEqual([{ kind: 'cover', count: 3, title: 'Class 3', orderUid: 'or_one' }]);
  expect(sameAs('b3').sameBytes).toEqual([{ kind: 'cover', count: 3, title: 'Class 0', orderUid: null }]);
});
