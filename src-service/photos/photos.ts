import { and, asc, eq } from 'drizzle-orm';
import { BOOK_STATUS } from '../../src-core/contract/books.ts';
import { LIMITS } from '../../src-core/contract/limits.ts';
import type { Photo, StoredMimeType, UploadedPhoto } from '../../src-core/contract/photos.ts';
import { readSound } from '../blobs/sound-blobs.ts';
import { findBook, type BookRow } from '../books/find-book.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import type { TakenPicture } from '../../src-node/pictures/take-picture.ts';
import { ServiceError } from '../service-error.ts';
import { photos } from '../store/schema.ts';
import { pageOfRows } from '../store/page-of-rows.ts';
import { photoFileName } from './photo-file-name.ts';

export type PhotoRow = typeof photos.$inferSelect;

/** A book of the caller's that has photos. Throws what `findBook` throws, and 400 for a PDF_UPLOAD book. */
async function findPhotoBook(db: Db, caller: Caller, bookUid: string, { lock = false } = {}): Promise<BookRow> {
  const book = await findBook(db, caller, bookUid, { lock });
  if (book.creationType === 'PDF_UPLOAD')
    throw new ServiceError('ERR_CREATION_TYPE_UNSUPPORTED', ['PDF_UPLOAD 책에는 사진을 사용할 수 없습니다']);
  return book;
}

/** What speaks against an upload before its bytes are read. Throws 400 for a book that is no draft. */
export async function admitPhoto(db: Db, caller: Caller, bookUid: string, { lock = false } = {}): Promise<void> {
  const book = await findPhotoBook(db, caller, bookUid, { lock });
  if (book.status !== BOOK_STATUS.draft) {
    const state = book.status === BOOK_STATUS.deleted ? '삭제된' : '최종화된';
    throw new ServiceError('ERR_VALIDATION_FAILED', [`${state} 책에는 사진을 추가할 수 없습니다`]);
  }
}

/**
 * Makes a picture one of the book's photos, or answers the one that it has of the same content. Throws 400 for the 201st.
 * The lock on the book orders simultaneous uploads: the same bytes sent twice are one photo.
 */
export async function addPhoto(
  context: ServiceContext,
  caller: Caller,
  bookUid: string,
  picture: TakenPicture,
  originalName: string,
): Promise<UploadedPhoto> {
  return context.db.transaction(async (db) => {
    await admitPhoto(db, caller, bookUid, { lock: true });
    const present = await db.select().from(photos).where(eq(photos.bookUid, bookUid));
    const same = present.find((photo) => photo.md5 === picture.md5);
    if (same) return { ...onWire(same), isDuplicate: true };
    if (present.length >= LIMITS.photosPerBook) {
      throw new ServiceError('ERR_VALIDATION_FAILED', [
        `책 한 권에는 사진을 ${LIMITS.photosPerBook}장까지 등록할 수 있습니다`,
      ]);
    }
    const nowMs = context.clock.nowMs();
    const photo: PhotoRow = {
      bookUid,
      fileName: photoFileName(nowMs, picture.mimeType, new Set(present.map(({ fileName }) => fileName))),
      originalName,
      sizeBytes: picture.sizeBytes,
      mimeType: picture.mimeType,
      md5: picture.md5,
      widthPx: picture.widthPx,
      heightPx: picture.heightPx,
      blobKey: picture.blobKey,
      thumbnailBlobKey: picture.thumbnailBlobKey,
      subject: picture.subject,
      uploadedAt: new Date(nowMs),
    };
    await db.insert(photos).values(photo);
    return { ...onWire(photo), isDuplicate: false };
  });
}

/** In the order of uploading. */
export async function listPhotos(
  db: Db,
  caller: Caller,
  bookUid: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ items: Photo[]; total: number }> {
  await findPhotoBook(db, caller, bookUid);
  const { rows, total } = await pageOfRows(db, photos, {
    where: eq(photos.bookUid, bookUid),
    orderBy: [asc(photos.uploadedAt), asc(photos.fileName)],
    limit,
    offset,
  });
  return { total, items: rows.map(onWire) };
}

export interface Thumbnail {
  readonly mimeType: StoredMimeType;
  readonly content: Buffer;
}

export async function openThumbnail(
  context: ServiceContext,
  caller: Caller,
  bookUid: string,
  fileName: string,
): Promise<Thumbnail> {
  await findPhotoBook(context.db, caller, bookUid);
  const photo = await findPhoto(context.db, bookUid, fileName);
  if (photo === null) throw absent(fileName);
  const content = await readSound(context.blobs, photo.thumbnailBlobKey);
  if (content === null) throw new Error(`the thumbnail of ${fileName} of book ${bookUid} is gone or damaged`);
  return { mimeType: photo.mimeType, content };
}

/** A cover or contents entry that shows the photo keeps its picture: it refers to the bytes. Throws 409 for a finalized book, 400 for a deleted one. */
export async function deletePhoto(db: Db, caller: Caller, bookUid: string, fileName: string): Promise<void> {
  const book = await findPhotoBook(db, caller, bookUid, { lock: true });
  if (book.status === BOOK_STATUS.finalized)
    throw new ServiceError('ERR_CONFLICT', ['최종화된 책의 사진은 삭제할 수 없습니다']);
  if (book.status === BOOK_STATUS.deleted)
    throw new ServiceError('ERR_VALIDATION_FAILED', ['삭제된 책의 사진은 삭제할 수 없습니다']);
  const gone = await db.delete(photos).where(isPhoto(bookUid, fileName)).returning({ fileName: photos.fileName });
  if (gone.length === 0) throw absent(fileName);
}

async function findPhoto(db: Db, bookUid: string, fileName: string): Promise<PhotoRow | null> {
  const [photo] = await db.select().from(photos).where(isPhoto(bookUid, fileName));
  return photo ?? null;
}

const isPhoto = (bookUid: string, fileName: string) => and(eq(photos.bookUid, bookUid), eq(photos.fileName, fileName));

const absent = (fileName: string) => new ServiceError('ERR_NOT_FOUND', [`사진을 찾을 수 없습니다: ${fileName}`]);

const onWire = (photo: PhotoRow): Photo => ({
  fileName: photo.fileName,
  originalName: photo.originalName,
  size: photo.sizeBytes,
  mimeType: photo.mimeType,
  uploadedAt: photo.uploadedAt.toISOString(),
  hash: photo.md5,
});
