import { constants } from 'node:fs';
import { access, chmod, copyFile, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { isDiskFull } from '../../../src-node/disk-full.ts';
import { partOf, syncFolder } from '../../../src-node/job-package/write-package.ts';
import { ONLOOKER_MS } from '../../../src-node/disks/disks.ts';
import { statOf } from '../../../src-node/stat-of.ts';
import { whileBeingWritten } from '../being-written.ts';
import type { DeskContext } from '../desk-context.ts';
import { files } from '../store/schema.ts';

/** What a document holds: text, bytes, or those of a file. */
export type DocumentContent = string | Uint8Array | { readonly copyOf: string };

/**
 * Writes a document to where the operator wants it, whole or not at all. A file of the library is nobody's to write over: it is a
 * customer's, or what a book is printed from. Throws DOCUMENT_OF_LIBRARY, FILE_UNREADABLE, DOCUMENT_NO_ROOM, DOCUMENT_NOT_WRITTEN; what lay at `place`
 * lies there then.
 */
export async function writeDocument(
  context: Pick<DeskContext, 'db' | 'disks' | 'log'>,
  place: string,
  content: DocumentContent,
): Promise<void> {
  const name = basename(place).normalize('NFC');
  await mustNotBeOfLibrary(context, place);
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
    if (cause instanceof AppError) throw cause;
    const code = isDiskFull(cause) ? 'DOCUMENT_NO_ROOM' : 'DOCUMENT_NOT_WRITTEN';
    throw new AppError(code, { params: { name }, cause });
  }
}

/**
 * Where the drive can, a copy shares its bytes with the file until one of them is written to; it can be written to itself, as what comes from a
 * disc cannot. Throws FILE_UNREADABLE, and what the file system throws.
 */
export async function writeContent(place: string, content: DocumentContent): Promise<void> {
  if (typeof content === 'string' || content instanceof Uint8Array) return writeFile(place, content);
  const { copyOf } = content;
  await access(copyOf, constants.R_OK).catch((cause: unknown) => {
    throw new AppError('FILE_UNREADABLE', { params: { name: basename(copyOf).normalize('NFC') }, cause });
  });
  await copyFile(copyOf, place, constants.COPYFILE_FICLONE);
  await chmod(place, 0o644);
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Throws DOCUMENT_OF_LIBRARY where a file of the library lies at `place`. */
export async function mustNotBeOfLibrary(context: Pick<DeskContext, 'db' | 'disks'>, place: string): Promise<void> {
  if (await isOfLibrary(context, place))
    throw new AppError('DOCUMENT_OF_LIBRARY', { params: { name: basename(place).normalize('NFC') } });
}

/** By whatever name it is reached: another spelling, a link, another way to the same share. */
async function isOfLibrary({ db, disks }: Pick<DeskContext, 'db' | 'disks'>, place: string): Promise<boolean> {
  const found = await statOf(place);
  if (found === null) return false;
  const name = comparable(place);
  for (const file of db.select({ path: files.path, sizeBytes: files.sizeBytes }).from(files).all()) {
    if (file.path === place) return true;
    // A file that was written anew since has another size than is noted of it.
    if (file.sizeBytes !== found.size && comparable(file.path) !== name) continue;
    const other = await disks.stat(file.path, ONLOOKER_MS);
    if (other !== null && other !== 'silent' && other.ino === found.ino && other.dev === found.dev) return true;
  }
  return false;
}

const comparable = (path: string): string => basename(path).normalize('NFC').toLowerCase();
