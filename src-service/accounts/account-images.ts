import { and, desc, eq } from 'drizzle-orm';
import type { Readable } from 'node:stream';
import type { AccountImage } from '../../src-core/contract/accounts.ts';
import { openSound } from '../blobs/sound-blobs.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import type { TakenPicture } from '../../src-node/pictures/take-picture.ts';
import { ServiceError } from '../service-error.ts';
import { accountImages } from '../store/schema.ts';

type ImageRow = typeof accountImages.$inferSelect;

/** Pictures of an account, newest first, the same on both hosts. */
export async function listAccountImages(db: Db, caller: Caller, baseUrl: string): Promise<AccountImage[]> {
  const rows = await db
    .select()
    .from(accountImages)
    .where(eq(accountImages.accountUid, caller.accountUid))
    .orderBy(desc(accountImages.createdAt), desc(accountImages.imageUid));
  return rows.map((row) => viewOf(row, baseUrl));
}

export async function addAccountImage(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  picture: TakenPicture,
  originalName: string,
  baseUrl: string,
): Promise<AccountImage> {
  const now = new Date(context.clock.nowMs());
  const [row] = await db
    .insert(accountImages)
    .values({
      imageUid: `ai_${context.ids.base62(12)}`,
      accountUid: caller.accountUid,
      name: originalName,
      originalName,
      mimeType: picture.mimeType,
      sizeBytes: picture.sizeBytes,
      blobKey: picture.blobKey,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  return viewOf(found(row, ''), baseUrl);
}

export async function renameAccountImage(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  imageUid: string,
  name: string,
  baseUrl: string,
): Promise<AccountImage> {
  const [row] = await db
    .update(accountImages)
    .set({ name, updatedAt: new Date(context.clock.nowMs()) })
    .where(ofCaller(caller, imageUid))
    .returning();
  return viewOf(found(row, imageUid), baseUrl);
}

/** The record goes; its bytes are nobody's then. */
export async function deleteAccountImage(db: Db, caller: Caller, imageUid: string): Promise<void> {
  const [row] = await db.delete(accountImages).where(ofCaller(caller, imageUid)).returning();
  found(row, imageUid);
}

/** The picture itself. Throws 404 when the account has none of this uid. */
export async function openAccountImage(
  context: ServiceContext,
  caller: Caller,
  imageUid: string,
): Promise<{ mimeType: string; name: string; sizeBytes: number; content: Readable }> {
  const [row] = await context.db.select().from(accountImages).where(ofCaller(caller, imageUid));
  const image = found(row, imageUid);
  const blob = await openSound(context.blobs, image.blobKey, image.sizeBytes);
  if (blob === null) throw new Error(`the bytes of account image ${imageUid} are gone or damaged`);
  return { mimeType: image.mimeType, name: image.name, ...blob };
}

const ofCaller = (caller: Caller, imageUid: string) =>
  and(eq(accountImages.imageUid, imageUid), eq(accountImages.accountUid, caller.accountUid));

function found(row: ImageRow | undefined, imageUid: string): ImageRow {
  if (!row) throw new ServiceError('ERR_NOT_FOUND', [`이미지를 찾을 수 없습니다: ${imageUid}`]);
  return row;
}

const viewOf = (row: ImageRow, baseUrl: string): AccountImage => ({
  imageUid: row.imageUid,
  name: row.name,
  originalName: row.originalName,
  mimeType: row.mimeType,
  size: row.sizeBytes,
  url: `${baseUrl}/accounts/images/${row.imageUid}`,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
