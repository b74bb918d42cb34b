import { inArray } from 'drizzle-orm';
import type { Db, ServiceContext } from '../context.ts';
import { ServiceError } from '../service-error.ts';
import { bookPdfs } from '../store/schema.ts';

/** Files that are asked for at the same time. */
const AT_ONCE = 16;

/**
 * Nobody pays for a book whose PDF is gone or has another size: 500 ERR_PDF_FILE_MISSING, and it is reported. Whether the
 * bytes are the right ones was asked when the book was finalized, and is asked again every day.
 */
export async function refuseDamaged(db: Db, { blobs }: Pick<ServiceContext, 'blobs'>, bookUids: readonly string[]): Promise<void> {
  const pdfs = await db.select().from(bookPdfs).where(inArray(bookPdfs.bookUid, [...new Set(bookUids)]));
  for (let from = 0; from < pdfs.length; from += AT_ONCE) {
    await Promise.all(
      pdfs.slice(from, from + AT_ONCE).map(async ({ bookUid, blobKey, sizeBytes }) => {
        const present = await blobs.sizeOf(blobKey);
        if (present === sizeBytes) return;
        blobs.damaged({ key: blobKey, damage: present === null ? 'missing' : 'size' });
        throw new ServiceError('ERR_PDF_FILE_MISSING', [`책의 PDF 파일이 손상되어 주문할 수 없습니다: ${bookUid}. 결제되지 않았습니다. 같은 파일을 새 책에 업로드하면 복구되며, 그 뒤 다시 주문하세요`]);
      }),
    );
  }
}
