import { desc, eq } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { HowToRead } from '../../../src-node/manifests/read-manifest-file.ts';
import type { DeskContext } from '../desk-context.ts';
import { readTableIn, tableName } from '../preflight/read-tables.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import { manifests } from '../store/schema.ts';
import type { StoredManifest } from '../store/stored-manifest.ts';
import { takenBooks, takenRowsIn } from './taken-rows.ts';

export type ManifestRow = typeof manifests.$inferSelect;

/** Looked at once and again while its sheet is open: a few megabytes each. */
const KEPT_READ = 3;

/** Manifests as they were read. They are read anew only when somebody says so: what was shown is what is taken over. */
export class ManifestFiles {
  readonly #context: DeskContext;
  readonly #pool: WorkerPool;
  readonly #read = new Map<string, ManifestRow>();

  constructor(context: DeskContext, pool: WorkerPool) {
    this.#context = context;
    this.#pool = pool;
  }

  /** The same file again is the same manifest, with what it says now. Throws FILE_MISSING, FILE_SILENT, MANIFEST_…. */
  async read(path: string, importId: string | null, how: HowToRead): Promise<string> {
    const { db, ids, clock } = this.#context;
    const name = tableName(path);
    const { format, table, manifest } = await readTableIn(this.#pool, { task: 'manifest', path, how });
    const content: StoredManifest = { name, how, format, table, manifest };
    const known = db.select().from(manifests).where(eq(manifests.path, path)).get();
    const manifestId = known?.manifestId ?? `mf_${ids.base62(12)}`;
    const taken = known === undefined ? [] : takenRowsIn(content, takenBooks(known.content, known.taken));
    const set = { importId, content, taken, readAtMs: clock.nowMs() };
    db.insert(manifests)
      .values({ manifestId, path, ...set })
      .onConflictDoUpdate({ target: manifests.manifestId, set })
      .run();
    this.#read.delete(manifestId);
    return manifestId;
  }

  /** Throws MANIFEST_UNKNOWN. */
  need(manifestId: string): ManifestRow {
    const row = this.find(manifestId);
    if (row === null) throw new AppError('MANIFEST_UNKNOWN');
    return row;
  }

  /** The one that was read last; null when none was. */
  latest(): string | null {
    const { manifestId, readAtMs } = manifests;
    const found = this.#context.db.select({ manifestId }).from(manifests).orderBy(desc(readAtMs)).limit(1).get();
    return found?.manifestId ?? null;
  }

  find(manifestId: string): ManifestRow | null {
    const known = this.#read.get(manifestId);
    if (known !== undefined) return known;
    const row = this.#context.db.select().from(manifests).where(eq(manifests.manifestId, manifestId)).get();
    if (row === undefined) return null;
    const [oldest] = this.#read.keys();
    if (this.#read.size >= KEPT_READ && oldest !== undefined) this.#read.delete(oldest);
    this.#read.set(manifestId, row);
    return row;
  }

  /** What is kept of it in mind is not what the store has. */
  forget(manifestId: string): void {
    this.#read.delete(manifestId);
  }

  forgetAll(): void {
    this.#read.clear();
  }
}
