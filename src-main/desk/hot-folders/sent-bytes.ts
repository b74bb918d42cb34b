import { and, desc, eq } from 'drizzle-orm';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { files, jobs, type JobFile } from '../store/schema.ts';
import { jobPlace } from '../uploads/upload-jobs.ts';
import type { HotBook } from './hot-ledger.ts';

/** The newest job of a book on a connection that is about the bytes as they are now; null: nobody has queued these. */
export function jobOfTheseBytes(
  db: Store,
  connectionId: string,
  { bookId, coverFileId, contentsFileId }: Pick<HotBook, 'bookId' | 'coverFileId' | 'contentsFileId'>,
): { readonly isDone: boolean } | null {
  const ids = [coverFileId, contentsFileId].filter((id) => id !== null);
  const now = new Map(
    db
      .select({
        fileId: files.fileId,
        sizeBytes: files.sizeBytes,
        modifiedAtMs: files.modifiedAtMs,
        sha256: files.sha256,
      })
      .from(files)
      .where(inList(files.fileId, ids))
      .all()
      .map((file) => [file.fileId, file]),
  );
  // A time may be kept by whoever rewrites a file; a hash, where both are known, may not.
  const isNow = (sent: JobFile): boolean => {
    const file = now.get(sent.fileId);
    if (file === undefined) return false;
    if (typeof sent.sha256 === 'string' && file.sha256 !== null) return sent.sha256 === file.sha256;
    return sent.sizeBytes === file.sizeBytes && sent.modifiedAtMs === file.modifiedAtMs;
  };
  const found = db
    .select({ status: jobs.status, cover: jobs.cover, contents: jobs.contents })
    .from(jobs)
    .where(and(eq(jobs.connectionId, connectionId), eq(jobs.bookId, bookId)))
    .orderBy(desc(jobPlace))
    .all()
    .find(
      ({ cover, contents }) =>
        cover.fileId === coverFileId && contents.fileId === contentsFileId && isNow(cover) && isNow(contents),
    );
  return found === undefined ? null : { isDone: found.status === 'done' };
}
