import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lineChecker } from '../../../src-core/manifests/check-lines.ts';
import { readManifest } from '../../../src-core/manifests/read-manifest.ts';
import { openMessages } from '../../../src-node/report/messages.ts';
import { readKnownBooks } from '../manifests/known-books.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books, files, orderIntentItems, orderIntents } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { runResult } from './run-result.ts';

const LOCALES = join(import.meta.dirname, '../../../resources/locales');

let folder: string;
let store: OpenStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-result-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

function keepFile(
  fileId: string,
  inFolder: readonly string[],
  name: string,
  repairedFromId: string | null = null,
): string {
  store.db
    .insert(files)
    .values({
      ...{ fileId, importId: 'i', path: `/${fileId}/${name}`, folder: [...inFolder], name, repairedFromId },
      ...{ sizeBytes: 1, modifiedAtMs: 1, presence: 'present' as const },
    })
    .run();
  return fileId;
}

function keepBook(title: string, coverFileId: string, contentsFileId: string): string {
  const bookId = `b_${title}`;
  store.db
    .insert(books)
    .values({
      ...{ bookId, importId: 'i', title, batch: 'drop', quantity: 1, coverFileId, contentsFileId, findings: [] },
      ...{ pairing: { key: 'library.pairing.folder' }, stage: 'ready', verdict: 'accepted', addedAtMs: 1 },
    })
    .run();
  return bookId;
}

it('leads back to the very books of its run, in folders whose files are called alike and repaired ones with them', async () => {
  const { db } = store;
  const [kim, lee] = [
    ['drop', 'Kim'],
    ['drop', 'Lee'],
  ];
  const repaired = keepFile('repaired', lee, 'cover.fixed.pdf', keepFile('lc', lee, 'cover.pdf'));
  const ordered = [
    keepBook('Kim', keepFile('kc', kim, 'cover.pdf'), keepFile('ki', kim, 'contents.pdf')),
    keepBook('Lee', repaired, keepFile('li', lee, 'contents.pdf')),
  ];
  // A book that is in the library no more has no files either.
  for (const [position, bookId] of [...ordered, 'b_gone'].entries()) {
    const intentId = `intent ${position}`;
    db.insert(orderIntents)
      .values({ intentId, connectionId: 'here', runId: 'run', position, attempts: 1, state: 'held' })
      .run();
    db.insert(orderIntentItems)
      .values({ intentId, position: 0, bookId, bookUid: `bk_${position}`, quantity: 1 })
      .run();
  }
  const { table } = await runResult(db, 'run', openMessages(LOCALES, 'en'));
  const manifest = readManifest(table);
  const known = await readKnownBooks(db, 'here', { path: '/elsewhere/list.csv', importId: null });
  const { check } = lineChecker(manifest ?? expect.fail(), { books: known, specs: [], atService: null });
  expect(manifest?.books.map(check)).toMatchObject([
    ...ordered.map((bookId) => ({ bookId, state: 'ready', changes: [], reasons: [] })),
    { key: 'b_gone', bookId: null, state: 'noFiles' },
  ]);
});
