import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { type FileRow, files } from '../store/schema.ts';

/** PDF pages, where they could be counted. */
export const pagesOf = (file: Pick<FileRow, 'facts'>): number | null =>
  file.facts?.status === 'read' ? file.facts.pageGeometry.length : null;

/** The same of some files, by their ids. */
export const pagesIn = (db: Store, fileIds: readonly string[]): ReadonlyMap<string, number | null> =>
  new Map(
    db
      .select({ fileId: files.fileId, facts: files.facts })
      .from(files)
      .where(inList(files.fileId, fileIds))
      .all()
      .map((file) => [file.fileId, pagesOf(file)]),
  );
