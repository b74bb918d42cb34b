import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ApiClient } from '../client/api-client.ts';
import { setDelivery } from '../store/book-stages.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
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
