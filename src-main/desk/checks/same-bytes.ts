import { and, eq, gte, isNotNull, ne } from 'drizzle-orm';
import { isSameStamp } from '../files/file-stamp.ts';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { deeperChecks, files, type FileRow } from '../store/schema.ts';
import { contextKeyOf, type Order } from './order-key.ts';

type DeeperRow = typeof deeperChecks.$inferSelect;
/** What looking into a file found, whatever file it is. */
export type Found = Pick<DeeperRow, 'level' | 'findings' | 'summary'>;

/** Whoever has thousands of the same file has looked into one of the first for this order as well. */
const COPIES_AT_MOST = 50;

/**
 * What was found for this order, at least as deep, of another file of the very bytes (SHA-256) of this one; null where nothing was,
 * and where the bytes of either were not hashed yet. Asks the store alone: no disk is waited for, and files of the same size are hashed
 * all the same, to tell of those that lie in two books.
 */
export function foundOfSameBytes(db: Store, file: FileRow, order: Order, level: Found['level']): Found | null {
  const now = db.select().from(files).where(eq(files.fileId, file.fileId)).get();
  // The hash is that of the bytes whose stamp stands beside it.
  if (now === undefined || now.sha256 === null || !isSameStamp(file, now)) return null;
  const alike = db
    .select({
      fileId: files.fileId,
      sizeBytes: files.sizeBytes,
      modifiedAtMs: files.modifiedAtMs,
      contextKey: deeperChecks.contextKey,
    })
    .from(files)
    .innerJoin(deeperChecks, eq(deeperChecks.fileId, files.fileId))
    .where(
      and(
        eq(files.sizeBytes, now.sizeBytes),
        eq(files.sha256, now.sha256),
        ne(files.fileId, now.fileId),
        eq(deeperChecks.kind, order.kind),
        gte(deeperChecks.level, level),
      ),
    )
    .limit(COPIES_AT_MOST)
    .all();
  for (const other of alike) {
    if (other.contextKey !== contextKeyOf(other, order)) continue;
    const found = db
      .select()
      .from(deeperChecks)
      .where(and(eq(deeperChecks.fileId, other.fileId), eq(deeperChecks.kind, order.kind)))
      .get();
    if (found !== undefined && isWhole(found))
      return { level: found.level, findings: found.findings, summary: found.summary };
  }
  return null;
}

/**
 * Whether hashing the file may spare a look: its bytes are not known yet, and one of its size was looked into. Reading a file is
 * little beside drawing its pages.
 */
export function mayBeCopy(db: Store, { fileId }: Pick<FileRow, 'fileId'>, kind: Order['kind']): boolean {
  const now = db
    .select({ sizeBytes: files.sizeBytes, sha256: files.sha256 })
    .from(files)
    .where(eq(files.fileId, fileId))
    .get();
  if (now === undefined || now.sha256 !== null) return false;
  const alike = db
    .select({ fileId: files.fileId })
    .from(files)
    .where(and(eq(files.sizeBytes, now.sizeBytes), isNotNull(files.sha256), ne(files.fileId, fileId)))
    .limit(COPIES_AT_MOST)
    .all()
    .map((other) => other.fileId);
  if (alike.length === 0) return false;
  const looked = and(inList(deeperChecks.fileId, alike), eq(deeperChecks.kind, kind));
  return db.select({ fileId: deeperChecks.fileId }).from(deeperChecks).where(looked).limit(1).get() !== undefined;
}

/** What could not be looked at, or not be shown, is tried again with each file. */
const isWhole = ({ findings, summary }: DeeperRow): boolean =>
  !findings.some(({ severity }) => severity === 'notChecked') && (summary?.notSimulatedPages ?? []).length === 0;
