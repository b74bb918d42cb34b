import { inArray } from 'drizzle-orm';
import { isSound } from '../blobs/sound-blobs.ts';
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

/**
 * Nobody pays for a book whose PDF is gone or is no longer the bytes that were checked: 500 ERR_PDF_FILE_MISSING, and it
 * is reported. Every file is read whole and hashed, once an order however many lines it has.
 */
export async function refuseDamaged({ blobs }: Pick<ServiceContext, 'blobs'>, pdfs: readonly BookPdf[]): Promise<void> {
  const bookOfBlob = [...new Map(pdfs.map(({ blobKey, bookUid }) => [blobKey, bookUid]))];
  for (let from = 0; from < bookOfBlob.length; from += AT_ONCE) {
    await Promise.all(
      bookOfBlob.slice(from, from + AT_ONCE).map(async ([blobKey, bookUid]) => {
        if (await isSound(blobs, blobKey)) return;
        throw new ServiceError('ERR_PDF_FILE_MISSING', [
          `책의 PDF 파일이 손상되어 주문할 수 없습니다: ${bookUid}. 결제되지 않았습니다. 같은 파일을 새 책에 업로드하면 복구되며, 그 뒤 다시 주문하세요`,
        ]);
      }),
    );
  }
}
