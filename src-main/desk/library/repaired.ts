import { eq, isNotNull } from 'drizzle-orm';
import { bytesIdOf } from '../store/bytes-id.ts';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { files, type FileRow } from '../store/schema.ts';

/** All that was repaired from a file, and from that. */
export function repairsOf(db: Store, fileId: string): string[] {
  const repaired = db.select({ fileId: files.fileId }).from(files).where(eq(files.repairedFromId, fileId)).all();
  return repaired.flatMap((file) => [file.fileId, ...repairsOf(db, file.fileId)]);
}

/** Whether a repaired file was made of the bytes that its original has now. */
export function isOfTheseBytes({ fixes }: Pick<FileRow, 'fixes'>, original: FileRow): boolean {
  const made = fixes.at(-1);
  // Of repairs of earlier versions only the time is known.
  if (made?.ofBytesId === undefined) return made !== undefined && original.modifiedAtMs <= made.atMs;
  return made.ofBytesId === bytesIdOf(original, false);
}

/** What repaired files are called in lists of books: by the name of the customer's own. */
export function namesBeforeRepair(db: Store): ReadonlyMap<string, string> {
  const repaired = db
    .select({ fileId: files.fileId, from: files.repairedFromId })
    .from(files)
    .where(isNotNull(files.repairedFromId))
    .all();
  const fromOf = new Map(repaired.map(({ fileId, from }) => [fileId, from]));
  const firstOf = (fileId: string): string => {
    const from = fromOf.get(fileId);
    return typeof from === 'string' ? firstOf(from) : fileId;
  };
  const firsts = repaired.map(({ fileId }) => firstOf(fileId));
  const names = new Map(
    db
      .select({ fileId: files.fileId, name: files.name })
      .from(files)
      .where(inList(files.fileId, firsts))
      .all()
      .map(({ fileId, name }) => [fileId, name]),
  );
  return new Map(repaired.map(({ fileId }) => [fileId, names.get(firstOf(fileId)) ?? '']));
}
