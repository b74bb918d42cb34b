import { eq } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { Store } from '../store/open-store.ts';
import { files, type BookRow, type FileRow } from '../store/schema.ts';

export type BookFileIds = Pick<BookRow, 'coverFileId' | 'contentsFileId'>;

export const fileIdOf = (book: BookFileIds, kind: PdfKind): string | null =>
  kind === 'cover' ? book.coverFileId : book.contentsFileId;

export const filedAs = (kind: PdfKind, fileId: string): Partial<BookFileIds> =>
  kind === 'cover' ? { coverFileId: fileId } : { contentsFileId: fileId };

/** Whether a file is one of the two that were made of a book's only one. */
const isHalf = ({ fixes }: Pick<FileRow, 'fixes'>): boolean => fixes.at(-1)?.fix === 'takeCoverOut';

/** Whether it is that, or was repaired from it. */
export const isOfHalf = ({ fixes }: Pick<FileRow, 'fixes'>): boolean => fixes.some(({ fix }) => fix === 'takeCoverOut');

interface TakenBack {
  /** The book's files before the repair. */
  readonly files: Partial<BookFileIds>;
  /** Files of the repair, which nobody needs any more. */
  readonly made: readonly FileRow[];
}

/**
 * What becomes of a book when the last repair of one of its files is taken back. A cover that was taken out of the contents goes
 * back into them, whichever of the two is asked for. Throws FIX_NONE, and UNDO_CHANGED while the other half has a later repair.
 */
export function takenBack(db: Store, book: BookFileIds, kind: PdfKind): TakenBack & { readonly originalId: string } {
  const file = fileOf(db, fileIdOf(book, kind));
  const originalId = file?.repairedFromId ?? null;
  if (file === undefined || originalId === null) throw new AppError('FIX_NONE');
  if (!isHalf(file)) return { originalId, files: filedAs(kind, originalId), made: [file] };
  const other = fileOf(db, fileIdOf(book, kind === 'cover' ? 'contents' : 'cover'));
  const isTwin = other?.repairedFromId === originalId && isHalf(other);
  // A cover alone is no repair of a file of pages; and of a half that was repaired further both would be lost.
  if (!isTwin && (kind === 'cover' || (other !== undefined && cameFrom(db, other, originalId))))
    throw new AppError('UNDO_CHANGED');
  return {
    originalId,
    files: { contentsFileId: originalId, ...(isTwin ? { coverFileId: null } : {}) },
    made: isTwin ? [file, other] : [file],
  };
}

function cameFrom(db: Store, { repairedFromId }: FileRow, fileId: string): boolean {
  if (repairedFromId === null || repairedFromId === fileId) return repairedFromId !== null;
  const before = fileOf(db, repairedFromId);
  return before !== undefined && cameFrom(db, before, fileId);
}

const fileOf = (db: Store, fileId: string | null): FileRow | undefined =>
  db
    .select()
    .from(files)
    .where(eq(files.fileId, fileId ?? ''))
    .get();
