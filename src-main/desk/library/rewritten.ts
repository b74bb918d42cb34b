import { eq, or, sql } from 'drizzle-orm';
import type { Store } from '../store/open-store.ts';
import { books, deeperChecks, files } from '../store/schema.ts';
import type { NotedFile } from '../files/file-stamp.ts';
import { inList } from '../store/in-list.ts';
import { moveBooks } from '../store/book-stages.ts';
import { giveUpOutdated } from '../store/given-up-jobs.ts';
import { isOfHalf } from '../fixes/taken-apart.ts';
import { repairsOf } from './repaired.ts';

/**
 * Other bytes lie in a file: nothing that was found of the old ones stands, and its books are other books now. Those that hold a
 * repair of the old ones go back to the file itself. To be called in a transaction: a file without its findings whose book still
 * counts as uploaded would be ordered as it was.
 */
export function noteRewritten(db: Store, connectionId: string | null, fileId: string, noted: NotedFile): void {
  db.update(files)
    .set({
      ...noted,
      rewrites: sql`${files.rewrites} + 1`,
      presence: 'changed',
      facts: null,
      sha256: null,
    })
    .where(eq(files.fileId, fileId))
    .run();
  db.delete(deeperChecks).where(eq(deeperChecks.fileId, fileId)).run();
  const held = [fileId, ...repairsOf(db, fileId)].map((heldId) => ({ heldId, holders: holdersOf(db, heldId) }));
  const bookIds = held.flatMap(({ holders }) => holders);
  const repairs = held.flatMap(({ heldId, holders }) => (heldId === fileId || holders.length === 0 ? [] : [heldId]));
  if (repairs.length > 0) {
    // A cover that was taken out of it is none of the new bytes.
    const halves = db
      .select({ fileId: files.fileId, fixes: files.fixes })
      .from(files)
      .where(inList(files.fileId, repairs))
      .all()
      .filter(isOfHalf)
      .map((half) => half.fileId);
    db.update(books).set({ coverFileId: null }).where(inList(books.coverFileId, halves)).run();
    db.update(books).set({ coverFileId: fileId }).where(inList(books.coverFileId, repairs)).run();
    db.update(books).set({ contentsFileId: fileId }).where(inList(books.contentsFileId, repairs)).run();
  }
  // What is sent or paid for goes by what is known of these bytes.
  db.update(books)
    .set({ verdict: 'notChecked', print: 'notChecked', checkedLevel: null })
    .where(inList(books.bookId, bookIds))
    .run();
  if (connectionId !== null) for (const { heldId, holders } of held) giveUpOutdated(db, connectionId, holders, heldId);
  moveBooks(db, connectionId, bookIds, 'filesChanged');
}

const holdersOf = (db: Store, fileId: string): string[] =>
  db
    .select({ bookId: books.bookId })
    .from(books)
    .where(or(eq(books.coverFileId, fileId), eq(books.contentsFileId, fileId)))
    .all()
    .map(({ bookId }) => bookId);
