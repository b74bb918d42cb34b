import { join } from 'node:path';
import { setDelivery } from '../../store/book-stages.ts';
import type { Store } from '../../store/open-store.ts';
import { books, files, hotFiles, jobs } from '../../store/schema.ts';

interface Uploaded {
  readonly bookId: string;
  readonly quantity?: number;
  readonly connectionId: string;
  /** The one hot folder that it came by, and where its files lie. */
  readonly hotFolderId: string;
  readonly dir: string;
  /** When its job was queued, by this computer's clock. */
  readonly queuedAtMs: number;
}

/** A green book of a hot folder that the service has. */
export function keepUploaded(db: Store, uploaded: Uploaded): void {
  const { bookId, quantity = 1, connectionId, hotFolderId, dir, queuedAtMs } = uploaded;
  const file = { fileId: '', name: '', path: '', sizeBytes: 1, modifiedAtMs: 1, changedAtMs: null, sha256: null };
  for (const kind of ['cover', 'contents']) {
    const fileId = `${bookId} ${kind}`;
    const place = { path: join(dir, fileId), folder: [], name: `${kind}.pdf`, sizeBytes: 1, modifiedAtMs: 1 };
    db.insert(files)
      .values({ fileId, ...place, importId: 'hot', presence: 'present' } as typeof files.$inferInsert)
      .run();
    db.insert(hotFiles)
      .values({ fileId, ...place, hotFolderId, folderKey: '', stem: bookId, state: 'taken' })
      .run();
  }
  db.insert(books)
    .values({
      bookId,
      importId: 'hot',
      title: bookId,
      batch: '',
      quantity,
      pairing: { key: 'x' },
      stage: 'ready',
      verdict: 'accepted',
      findings: [],
      print: 'good',
      checkedLevel: 3,
      addedAtMs: 1,
      coverFileId: `${bookId} cover`,
      contentsFileId: `${bookId} contents`,
    })
    .run();
  const bookUid = `uid ${bookId}`;
  setDelivery(db, connectionId, bookId, { stage: 'uploaded', bookUid });
  db.insert(jobs)
    .values({
      jobId: `job ${bookId}`,
      connectionId,
      bookId,
      bookUid,
      state: { status: 'done' },
      cover: file,
      contents: file,
      receipts: [],
      attempts: 0,
      createdAtMs: queuedAtMs,
    })
    .run();
}
