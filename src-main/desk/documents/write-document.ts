import { constants } from 'node:fs';
import { copyFile, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { eq, or } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { isDiskFull } from '../../../src-node/disk-full.ts';
import { partOf, syncFolder } from '../../../src-node/job-package/write-package.ts';
import { statOf } from '../../../src-node/stat-of.ts';
import { whileBeingWritten } from '../being-written.ts';
import type { DeskContext } from '../desk-context.ts';
import { files } from '../store/schema.ts';

/** What a document holds: text, bytes, or those of a file. */
export type DocumentContent = string | Uint8Array | { readonly copyOf: string };

/**
 * Writes a document to where the operator wants it, whole or not at all. A file of the library is nobody's to write over: it is a
 * customer's, or what a book is printed from. Throws DOCUMENT_OF_LIBRARY, DOCUMENT_NO_ROOM, DOCUMENT_NOT_WRITTEN; what lay at `place`
 * lies there then.
 */
export async function writeDocument(
  context: Pick<DeskContext, 'db' | 'log'>,
  place: string,
  content: DocumentContent,
): Promise<void> {
  const name = basename(place).normalize('NFC');
  if (await isOfLibrary(context, place)) throw new AppError('DOCUMENT_OF_LIBRARY', { params: { name } });
  const part = partOf(place);
  try {
    await whileBeingWritten(context, [part], async () => {
      await writeContent(part, content);
      await flush(part);
      await rename(part, place);
      await syncFolder(dirname(place));
    });
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined);
    const code = isDiskFull(cause) ? 'DOCUMENT_NO_ROOM' : 'DOCUMENT_NOT_WRITTEN';
    throw new AppError(code, { params: { name }, cause });
  }
}

/** Where the drive can, a copy shares its bytes with the file until one of them is written to. */
export const writeContent = (place: string, content: DocumentContent): Promise<void> =>
  typeof content === 'string' || content instanceof Uint8Array
    ? writeFile(place, content)
    : copyFile(content.copyOf, place, constants.COPYFILE_FICLONE);

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** By whatever name it is reached: another spelling, a link. */
async function isOfLibrary({ db }: Pick<DeskContext, 'db'>, place: string): Promise<boolean> {
  const found = await statOf(place);
  if (found === null) return false;
  const known = db
    .select({ path: files.path })
    .from(files)
    .where(or(eq(files.path, place), eq(files.sizeBytes, found.size)))
    .all();
  for (const { path } of known) {
    if (path === place) return true;
    const other = await stat(path).catch(() => null);
    if (other !== null && other.ino === found.ino && other.dev === found.dev) return true;
  }
  return false;
}
