import { and, eq, isNotNull } from 'drizzle-orm';
import { isSameStamp } from '../files/file-stamp.ts';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { books, deliveries, files, jobs } from '../store/schema.ts';

/**
 * When the bytes were sent that the service has of a book, for those of the books whose files were saved otherwise since, or are its own no more:
 * an order of them prints what was sent then.
 */
export function savedSinceSent(
  db: Store,
  connectionId: string | null,
  bookIds: readonly string[],
): ReadonlyMap<string, number> {
  const sent = db
    .select({
      bookId: books.bookId,
      coverFileId: books.coverFileId,
      contentsFileId: books.contentsFileId,
      cover: jobs.cover,
      contents: jobs.contents,
      receipts: jobs.receipts,
    })
    .from(books)
    .innerJoin(deliveries, and(eq(deliveries.bookId, books.bookId), eq(deliveries.connectionId, connectionId ?? '')))
    .innerJoin(jobs, and(eq(jobs.connectionId, deliveries.connectionId), eq(jobs.bookUid, deliveries.bookUid)))
    .where(and(inList(books.bookId, bookIds), isNotNull(deliveries.stage)))
    .all();
  const fileIds = sent.flatMap(({ coverFileId, contentsFileId }) => [coverFileId, contentsFileId]);
  const now = new Map(
    db
      .select({
        fileId: files.fileId,
        sizeBytes: files.sizeBytes,
        modifiedAtMs: files.modifiedAtMs,
        changedAtMs: files.changedAtMs,
        sha256: files.sha256,
      })
      .from(files)
      .where(
        inList(
          files.fileId,
          fileIds.filter((fileId) => fileId !== null),
        ),
      )
      .all()
      .map((file) => [file.fileId, file]),
  );
  const found = new Map<string, number>();
  for (const { bookId, coverFileId, contentsFileId, receipts, ...was } of sent)
    for (const receipt of receipts) {
      const file = now.get((receipt.kind === 'cover' ? coverFileId : contentsFileId) ?? '');
      // Bytes that were not read to their end yet are told by their stamp.
      const { changedAtMs = null, ...stamp } = was[receipt.kind];
      const isSame =
        file !== undefined &&
        (file.sha256 === null ? isSameStamp({ ...stamp, changedAtMs }, file) : file.sha256 === receipt.sha256);
      if (!isSame) found.set(bookId, receipt.atMs);
    }
  return found;
}
