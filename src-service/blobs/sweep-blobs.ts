import { getTableColumns, sql, type AnyColumn } from 'drizzle-orm';
import type { BackgroundTask } from '../jobs/background.ts';
import type { Db } from '../store/db.ts';
import { accountImages, bookEntries, bookPdfs, bookThumbnails, photos } from '../store/schema.ts';
import { realNowMs } from '../system-clock.ts';
import type { Blobs } from './blobs.ts';

/** Every column that refers to a blob by its key. */
export const BLOB_COLUMNS: readonly AnyColumn[] = [
  bookPdfs.blobKey,
  bookThumbnails.blobKey,
  photos.blobKey,
  photos.thumbnailBlobKey,
  accountImages.blobKey,
];
/** Every column whose JSON holds keys, each as a member `blobKey`. */
export const BLOB_JSON_COLUMNS: readonly AnyColumn[] = [getTableColumns(bookEntries).values];

/** What is kept, and who refers to it. */
interface Kept {
  readonly db: Db;
  readonly blobs: Blobs;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const BATCH = 500;

/**
 * Takes away blobs that nobody refers to any more: of PDFs that were replaced, photos that were deleted, calls that ended
 * between keeping their file and writing it down. Books that are deleted keep their rows (specification, "Book status"),
 * and with them their blobs. Answers how many went.
 *
 * A blob may get its first reference, or a new one, at any time; it is safe all the same. Whoever refers to bytes keeps
 * them first, which makes the blob young, also when it was there before; it then has a day, real time, to commit the
 * reference, of which a call takes seconds. Whether a blob is old is asked once more under the lock of its key right
 * before it goes (`Blobs.remove`). Processes may sweep side by side.
 */
export async function sweepBlobs({ db, blobs }: Kept, keptBeforeMs: number, ending: AbortSignal): Promise<number> {
  let removed = 0;
  const sweep = async (keys: readonly string[]) => {
    const needed = await referredTo(db, keys);
    for (const key of keys) {
      if (!ending.aborted && !needed.has(key) && (await blobs.remove(key, keptBeforeMs))) removed += 1;
    }
  };
  let batch: string[] = [];
  for await (const { key, keptAtMs } of blobs.list()) {
    if (ending.aborted) return removed;
    if (keptAtMs < keptBeforeMs) batch.push(key);
    if (batch.length < BATCH) continue;
    await sweep(batch);
    batch = [];
  }
  await sweep(batch);
  return removed;
}

/** Those of `keys` that somebody refers to, seen in one statement: a reference that moves is in one of its places. */
async function referredTo(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const wanted = sql`any(${sql.param(keys)}::text[])`;
  const plain = BLOB_COLUMNS.map(
    (column) => sql`select ${column} as key from ${column.table} where ${column} = ${wanted}`,
  );
  const inJson = BLOB_JSON_COLUMNS.map(
    (column) =>
      sql`select found #>> '{}' as key from ${column.table}, jsonb_path_query(${column}, '$.**.blobKey') as found where found #>> '{}' = ${wanted}`,
  );
  const { rows } = await db.execute<{ key: string }>(sql.join([...plain, ...inJson], sql` union `));
  return new Set(rows.map(({ key }) => key));
}

export const blobSweepTask = (context: Kept): BackgroundTask => ({
  name: 'blob-sweep',
  everyMs: DAY_MS,
  run: async (ending) => {
    await sweepBlobs(context, realNowMs() - DAY_MS, ending);
    return false;
  },
});
