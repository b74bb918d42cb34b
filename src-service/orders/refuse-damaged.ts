import { inArray } from 'drizzle-orm';
import { isFoundSound } from '../blobs/sound-blobs.ts';
import type { ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ServiceError } from '../service-error.ts';
import { bookPdfs } from '../store/schema.ts';

type BookPdf = typeof bookPdfs.$inferSelect;

/** Files that are read at the same time. */
const AT_ONCE = 4;

export const pdfsOfBooks = async (db: Db, bookUids: readonly string[]): Promise<readonly BookPdf[]> =>
  db
    .select()
    .from(bookPdfs)
    .where(inArray(bookPdfs.bookUid, [...new Set(bookUids)]));

/** Read within a transaction: some hundredths of a second, while the ways to the database and back for reading it ahead would take as long. */
const READ_WITHIN_BYTES = 8 * 1024 * 1024;

/** So much is to be read that no connection to the database may be held meanwhile: connections are few. */
class FilesUnread extends Error {
  constructor(readonly pdfs: readonly BookPdf[]) {
    super('the files of an order are to be read first');
    this.name = 'FilesUnread';
  }
}

/**
 * Nobody pays for a book whose PDF is gone or is no longer the bytes that were checked: 500 ERR_PDF_FILE_MISSING, and it
 * is reported. Every file is read whole and hashed, once an order however many lines it has; `read` were read already. What is large is
 * asked for by `readingFilesFirst`.
 */
export async function refuseDamaged(
  { blobs }: Pick<ServiceContext, 'blobs'>,
  pdfs: readonly BookPdf[],
  read: ReadonlySet<string>,
): Promise<void> {
  const unread = [...new Map(pdfs.map((pdf) => [pdf.blobKey, pdf])).values()].filter(
    ({ blobKey }) => !read.has(blobKey),
  );
  if (unread.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > READ_WITHIN_BYTES) throw new FilesUnread(unread);
  await mustBeSound(blobs, unread);
}

/**
 * Runs an order, in a transaction of its own each time: where its files are large they are read between two of them, and the next one
 * knows which are sound. What was rendered meanwhile is read before the one after that. Throws what `order` and `refuseDamaged` throw.
 */
export async function readingFilesFirst<T>(
  { blobs }: Pick<ServiceContext, 'blobs'>,
  order: (read: ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  const read = new Set<string>();
  for (;;) {
    try {
      return await order(read);
    } catch (error) {
      if (!(error instanceof FilesUnread)) throw error;
      await mustBeSound(blobs, error.pdfs);
      for (const { blobKey } of error.pdfs) read.add(blobKey);
    }
  }
}

async function mustBeSound(blobs: ServiceContext['blobs'], pdfs: readonly BookPdf[]): Promise<void> {
  for (let from = 0; from < pdfs.length; from += AT_ONCE) {
    await Promise.all(
      pdfs.slice(from, from + AT_ONCE).map(async ({ blobKey, bookUid }) => {
        if (await isFoundSound(blobs, blobKey)) return;
        throw new ServiceError('ERR_PDF_FILE_MISSING', [
          `책의 PDF 파일이 손상되어 주문할 수 없습니다: ${bookUid}. 결제되지 않았습니다. 같은 파일을 새 책에 업로드하면 복구되며, 그 뒤 다시 주문하세요`,
        ]);
      }),
    );
  }
}
