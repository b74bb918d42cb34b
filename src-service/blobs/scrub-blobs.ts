import { sql } from 'drizzle-orm';
import type { BackgroundTask } from '../jobs/background.ts';
import type { Db } from '../store/db.ts';
import type { Blobs } from './blobs.ts';
import { isSound } from './sound-blobs.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const HOUR_MS = 60 * 60 * 1_000;
/** A terabyte in a day and a half, and a twentieth of what one disk reads. */
const BYTES_PER_SECOND = 8 * 1024 * 1024;

/** Reads every blob once, at most so fast, and reports those that are not what their names say. Answers how many are not. */
export async function scrubBlobs(blobs: Blobs, bytesPerSecond: number, ending: AbortSignal): Promise<number> {
  let damaged = 0;
  for await (const { key } of blobs.list()) {
    if (ending.aborted) break;
    if (!(await isSound(blobs, key, bytesPerSecond, ending))) damaged += 1;
  }
  return damaged;
}

/** Whether this process is the one that scrubs today; by the database's clock, which all share and nobody moves. */
export async function claimScrub(db: Pick<Db, 'execute'>, everyMs: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into service_state (name, value, updated_at) values ('blob-scrub', '{}', now())
    on conflict (name) do update set updated_at = now()
    where service_state.updated_at <= now() - make_interval(secs => ${everyMs / 1_000}) returning name`);
  return rows.length > 0;
}

/** A round that its process did not live to end is taken up with the next day's. */
export const blobScrubTask = ({ db, blobs }: { readonly db: Db; readonly blobs: Blobs }): BackgroundTask => ({
  name: 'blob-scrub',
  everyMs: HOUR_MS,
  run: async (ending) => {
    if (await claimScrub(db, DAY_MS)) await scrubBlobs(blobs, BYTES_PER_SECOND, ending);
    return false;
  },
});
