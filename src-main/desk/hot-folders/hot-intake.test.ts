import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BookStage } from '../../../src-core/desk/book-machine.ts';
import { plainDisks } from '../../../src-node/disks/testing/plain-disks.ts';
import { noteRewritten } from '../library/rewritten.ts';
import { setDelivery } from '../store/book-stages.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books, files, hotFiles, hotFolders, jobs } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { HotIntake, type HotPorts } from './hot-intake.ts';

let dir: string;
let store: OpenStore;
let intake: HotIntake;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hot-intake-'));
  store = openStore(dir, plainStore(join(import.meta.dirname, '../store/migrations')));
  const folder = store.db
    .insert(hotFolders)
    .values({
      ...{ hotFolderId: 'hot', path: join(dir, 'hot'), connectionId: 'north', specUid: null, language: 'en' },
      ...{ whenGreen: 'order', afterwards: 'leave', createdAtMs: 1 },
    })
    .returning()
    .get();
  const ports = { context: { db: store.db, disks: plainDisks() }, connections: { active: () => null } };
  intake = new HotIntake(ports as unknown as HotPorts, folder);
});
afterEach(() => {
  store.close(Date.now());
  rmSync(dir, { recursive: true, force: true });
});

/** A book of the folder that was sent with the bytes that lie there. */
function sentBook(stage: BookStage): void {
  const { db } = store;
  const [cover, contents] = (['cover', 'contents'] as const).map((fileId) => {
    const place = { path: `/hot/${fileId}.pdf`, name: `${fileId}.pdf`, sizeBytes: 1, modifiedAtMs: 1 };
    db.insert(files)
      .values({ fileId, ...place, folder: [], importId: 'hot', presence: 'present' })
      .run();
    db.insert(hotFiles)
      .values({ fileId, ...place, hotFolderId: 'hot', folder: [], folderKey: '', stem: '', state: 'taken' })
      .run();
    return { fileId, ...place };
  });
  if (cover === undefined || contents === undefined) return expect.fail('no files');
  const book = { bookId: 'b', importId: 'hot', title: 'b', batch: '', quantity: 1, pairing: { key: 'x' } };
  const filed = { coverFileId: 'cover', contentsFileId: 'contents' };
  db.insert(books)
    .values({ ...book, ...filed, stage: 'ready', verdict: 'accepted', findings: [], addedAtMs: 1 })
    .run();
  setDelivery(db, 'north', 'b', { stage });
  const job = { jobId: 'j', connectionId: 'north', bookId: 'b', cover, contents, receipts: [], attempts: 0 };
  db.insert(jobs)
    .values({ ...job, state: { status: 'done' }, createdAtMs: 1 })
    .run();
}

it.each(['uploaded', 'ordering', 'ordered'] as const)(
  'a book that is %s with the bytes that lie there is on its way',
  (stage) => {
    sentBook(stage);
    expect(intake.counts()).toMatchObject({ onTheirWay: 1, needYou: 0 });
  },
);

it.each(['ordering', 'ordered'] as const)(
  'other bytes of a book that is %s go nowhere by themselves: it needs a person',
  (stage) => {
    sentBook(stage);
    noteRewritten(store.db, 'north', 'contents', { sizeBytes: 2, modifiedAtMs: 2, changedAtMs: 2, identity: null });
    expect(intake.counts()).toMatchObject({ onTheirWay: 0, needYou: 1 });
  },
);
