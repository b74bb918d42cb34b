import { inArray } from 'drizzle-orm';
import type { OrderLine } from '../../src-core/contract/orders.ts';
import { isFoundSound } from '../blobs/sound-blobs.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ServiceError } from '../service-error.ts';
import { bookPdfs } from '../store/schema.ts';
import { booksOfLines, priceLines } from './price-lines.ts';

type BookPdf = typeof bookPdfs.$inferSelect;

/** Files that are read at the same time. */
const AT_ONCE = 4;

export const pdfsOfBooks = async (db: Db, bookUids: readonly string[]): Promise<readonly BookPdf[]> =>
  db
    .select()
    .from(bookPdfs)
    .where(inArray(bookPdfs.bookUid, [...new Set(bookUids)]));

/**
 * Nobody pays for a book whose PDF is gone or is no longer the bytes that were checked: 500 ERR_PDF_FILE_MISSING, and it
 * is reported. Every file is read whole and hashed, once an order however many lines it has; `read` were read already.
 */
export async function refuseDamaged(
  { blobs }: Pick<ServiceContext, 'blobs'>,
  pdfs: readonly BookPdf[],
  read: ReadonlySet<string> = new Set(),
): Promise<void> {
  const bookOfBlob = [...new Map(pdfs.map(({ blobKey, bookUid }) => [blobKey, bookUid]))].filter(
    ([blobKey]) => !read.has(blobKey),
  );
  for (let from = 0; from < bookOfBlob.length; from += AT_ONCE) {
    await Promise.all(
      bookOfBlob.slice(from, from + AT_ONCE).map(async ([blobKey, bookUid]) => {
        if (await isFoundSound(blobs, blobKey)) return;
        throw new ServiceError('ERR_PDF_FILE_MISSING', [
          `책의 PDF 파일이 손상되어 주문할 수 없습니다: ${bookUid}. 결제되지 않았습니다. 같은 파일을 새 책에 업로드하면 복구되며, 그 뒤 다시 주문하세요`,
        ]);
      }),
    );
  }
}

/**
 * Reads the files of what is to be ordered before the order takes a connection to the database: reading takes minutes for a
 * library of large books, and connections are few. Answers the blobs that are sound. Throws what `placeOrder` throws of the books.
 */
export async function readFilesOf(
  context: ServiceContext,
  caller: Caller,
  lines: readonly OrderLine[],
): Promise<ReadonlySet<string>> {
  const { db } = context;
  // Nobody has the files of others read.
  priceLines(context, caller, lines, await booksOfLines(db, lines));
  const pdfs = await pdfsOfBooks(
    db,
    lines.map((line) => line.bookUid),
  );
  await refuseDamaged(context, pdfs);
  return new Set(pdfs.map(({ blobKey }) => blobKey));
}
