import { eq } from 'drizzle-orm';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import type { Store } from '../store/open-store.ts';
import { deeperChecks } from '../store/schema.ts';

/** Files whose pages are looked at are few at a time; each takes what its pages' operators take. */
const KEPT = 4;

/** PDF pages, from 1, that are shown with their overprint simulated; none before level 2 has looked at the file. */
export function overprintPagesOf(db: Store, fileId: string): readonly number[] {
  const rows = db
    .select({ summary: deeperChecks.summary })
    .from(deeperChecks)
    .where(eq(deeperChecks.fileId, fileId))
    .all();
  // What an earlier version of the studio has kept does not tell.
  const pages = rows.flatMap(({ summary }) => (summary as Partial<typeof summary> | null)?.overprintPages ?? []);
  return [...new Set(pages)].sort((a, b) => a - b);
}

/** What stands behind files of the library when the window draws them as they print (docs/decisions/0038). In memory alone. */
export class OverprintBytes {
  readonly #pool: WorkerPool;
  /** By the name of the bytes; asked for last, last. */
  readonly #known = new Map<string, Promise<Uint8Array | null>>();

  /** `pool`: somebody waits for it. */
  constructor(pool: WorkerPool) {
    this.#pool = pool;
  }

  /** Null for a file that is drawn as it is. Rejects when that cannot be found out. */
  async of(bytesId: string, path: string): Promise<Uint8Array | null> {
    const known = this.#known.get(bytesId) ?? this.#make(bytesId, path);
    this.#known.delete(bytesId);
    this.#known.set(bytesId, known);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(oldest);
    }
    return known;
  }

  async #make(bytesId: string, path: string): Promise<Uint8Array | null> {
    const outcome = await this.#pool.run<'overprint'>({ task: 'overprint', path });
    if (outcome.ok) return outcome.answer;
    // Asked again it may be found.
    this.#known.delete(bytesId);
    throw new Error(`the overprint of a file was not simulated: ${outcome.reason}`);
  }
}
