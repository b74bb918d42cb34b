import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { announce } from '../store/announcements.ts';
import { books, renderJobs } from '../store/schema.ts';

/**
 * Asks for the PDFs of a finalized book, or of a deleted one that is to be printed, in the caller's transaction: pdfStatus becomes 1
 * and a job waits for a process that claims it. The caller holds the book's row.
 */
export async function requestRendering(db: Db, context: Pick<ServiceContext, 'clock'>, bookUid: string): Promise<void> {
  const requestedAt = new Date(context.clock.nowMs());
  await db.insert(renderJobs).values({ bookUid, status: 'waiting', attempts: 0, requestedAt });
  await db
    .update(books)
    .set({ pdfStatus: 1, thumbnailStatus: 1, pdfRequestedAt: requestedAt, updatedAt: requestedAt })
    .where(eq(books.bookUid, bookUid));
  await announce(db, 'renderings');
}
