import { and, eq } from 'drizzle-orm';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { bookEntries, books } from '../store/schema.ts';
import { admitEditing } from './admit-entry.ts';

/** DELETE contents: a draft template book loses every entry but its cover. Answers how many pages it had. */
export async function resetContents(db: Db, context: ServiceContext, caller: Caller, bookUid: string): Promise<number> {
  const book = await admitEditing(db, caller, bookUid, 'contents', { lock: true });
  await db.delete(bookEntries).where(and(eq(bookEntries.bookUid, bookUid), eq(bookEntries.part, 'contents')));
  await db
    .update(books)
    .set({ pageCount: 0, flowCursor: null, updatedAt: new Date(context.clock.nowMs()) })
    .where(eq(books.bookUid, bookUid));
  return book.pageCount;
}
