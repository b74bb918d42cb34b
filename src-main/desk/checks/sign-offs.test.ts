import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DeskContext } from '../desk-context.ts';
import type { FileHashes } from '../preflight/file-hashes.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { signOffs, type FileRow } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { carrySignOffs, SignOffs } from './sign-offs.ts';

let folder: string;
let store: OpenStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sign-offs-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

const book = (bookId: string) => ({ bookId, specUid: 'SQUAREBOOK_HC', pageCount: 24 });
const files = (cover: string, contents: string) => ({
  cover: { sha256: cover } as FileRow,
  contents: { sha256: contents } as FileRow,
});
const give = (groupKey: string, hashes: string[], more: { withdrawnAtMs?: number; atMs?: number } = {}) =>
  store.db
    .insert(signOffs)
    .values({ ...book('first'), groupKey, name: 'Han', reason: 'as wished', atMs: 1, hashes, ...more })
    .run();

it('what goes over to another book holds of the same bytes, is reopened over others, and stays where it was given', () => {
  give('cover:a', ['c1'], { atMs: 2 });
  give('contents:b', ['i1']);
  give('cover:withdrawn', ['c1'], { withdrawnAtMs: 3 });
  carrySignOffs(store.db, 'first', 'second');
  const all = new SignOffs({ db: store.db } as DeskContext, {} as FileHashes);
  const by = { name: 'Han', reason: 'as wished' };
  expect([...all.holding(book('second'), files('c1', 'i2'))]).toEqual([['cover:a', { ...by, atMs: 2 }]]);
  expect([...all.lapsed(book('second'), files('c1', 'i2'))]).toEqual([['contents:b', { ...by, atMs: 1 }]]);
  expect([...all.holding(book('first'), files('c1', 'i1')).keys()]).toEqual(['contents:b', 'cover:a']);
});
