import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ApiClient } from '../client/api-client.ts';
import { setDelivery } from '../store/book-stages.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books } from '../store/schema.ts';
import { SENT_ALONE } from '../store/sent-alone.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { booksByReference } from './service-references.ts';

let folder: string;
let store: OpenStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'references-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['before', ['own', 'theirs']],
  ['behind', ['theirs', 'own']],
])('a book of ours %s one that somebody else made by the same reference does not hide it', async (_, listed) => {
  setDelivery(store.db, 'here', 'b_1', { stage: 'uploaded', bookUid: 'own' });
  const client = {
    call: () =>
      Promise.resolve({
        data: listed.map((bookUid) => ({ bookUid, externalRef: 'R-1', status: 'finalized' })),
        pagination: { hasNext: false },
      }),
  } as unknown as ApiClient;
  const found = await booksByReference(store.db, client, 'here', new Set(['R-1']));
  expect([...found]).toEqual([['R-1', 'theirs']]);
});

it('a book that is known from an order alone is another’s', async () => {
  const book = {
    importId: 'or_1',
    title: 'x',
    batch: 'x',
    quantity: 1,
    pairing: { key: 'x' },
    undoId: `${SENT_ALONE}1`,
  };
  store.db
    .insert(books)
    .values({ ...book, bookId: 'b_1', stage: 'incomplete', verdict: 'notChecked', findings: [], addedAtMs: 1 })
    .run();
  setDelivery(store.db, 'here', 'b_1', { stage: 'ordered', bookUid: 'theirs' });
  const client = {
    call: () =>
      Promise.resolve({
        data: [{ bookUid: 'theirs', externalRef: 'R-1', status: 'finalized' }],
        pagination: { hasNext: false },
      }),
  } as unknown as ApiClient;
  expect([...(await booksByReference(store.db, client, 'here', new Set(['R-1'])))]).toEqual([['R-1', 'theirs']]);
});
