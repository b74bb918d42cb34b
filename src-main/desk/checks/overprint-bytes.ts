import { and, eq } from 'drizzle-orm';
import { type Disks, LOOK_MS } from '../../../src-node/disks/disks.ts';
import type { OverprintAnswer } from '../preflight/tasks.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import { readBytesId } from '../store/bytes-id.ts';
import type { Store } from '../store/open-store.ts';
import { deeperChecks } from '../store/schema.ts';

/** Files whose pages are looked at are few at a time; each takes what its pages' operators take. */
const KEPT = 4;

/** PDF pages, from 1, that are shown with their overprint simulated, and those that should be and are drawn as they are. */
export type OverprintOfFile = Pick<OverprintAnswer, 'simulated' | 'notSimulated'>;

/** Nothing before level 2 has looked at the file. */
export function overprintOf(db: Store, fileId: string): OverprintOfFile {
  const rows = db
    .select({ summary: deeperChecks.summary })
    .from(deeperChecks)
    .where(eq(deeperChecks.fileId, fileId))
    .all();
  // What an earlier version of the studio has kept does not tell.
  const told = rows.flatMap(({ summary }) => (summary === null ? [] : [summary as Partial<typeof summary>]));
  return {
    simulated: inOrder(told.flatMap(({ overprintPages }) => overprintPages ?? [])),
    notSimulated: inOrder(told.flatMap(({ notSimulatedPages }) => notSimulatedPages ?? [])),
  };
}

const inOrder = (pages: readonly number[]): number[] => [...new Set(pages)].sort((a, b) => a - b);

/** What stands behind files of the library when the window draws them as they print (docs/decisions/0038). In memory alone. */
export class OverprintBytes {
  readonly #db: Store;
  readonly #disks: Disks;
  readonly #pool: Pick<WorkerPool, 'run'>;
  readonly #changed: () => void;
  /** By the name of the bytes; asked for last, last. */
  readonly #known = new Map<string, Promise<OverprintAnswer>>();
  #isClosed = false;

  /** `pool`: somebody waits for it. `changed` when files are drawn from other bytes than the library had said. */
  constructor(db: Store, disks: Disks, pool: Pick<WorkerPool, 'run'>, changed: () => void) {
    this.#db = db;
    this.#disks = disks;
    this.#pool = pool;
    this.#changed = changed;
  }

  /** Rejects when it cannot be found out. */
  async of(bytesId: string, path: string): Promise<OverprintAnswer> {
    const known = this.#known.get(bytesId) ?? this.#make(bytesId, path);
    this.#known.delete(bytesId);
    this.#known.set(bytesId, known);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(oldest);
    }
    return known;
  }

  /**
   * What the window is handed for a file of which the library says that it is drawn as it prints. `'notAsSaid'` where that is not so: the
   * library says from now on that its pages are not simulated, and names the file's own bytes, until level 2 looks at it again.
   */
  async toShow(bytesId: string, path: string): Promise<Uint8Array | null | 'notAsSaid'> {
    const named = readBytesId(bytesId);
    const answer = await this.of(bytesId, path).catch(() => null);
    if (named === null || this.#isClosed) return 'notAsSaid';
    const said = overprintOf(this.#db, named.fileId).simulated;
    if (answer !== null && said.every((page) => answer.simulated.includes(page))) return answer.behind;
    const found = await this.#disks.stat(path, LOOK_MS);
    // Gone or written to meanwhile, which says nothing of its overprint.
    if (found !== null && found !== 'silent' && named.isAt(found) && !this.#isClosed)
      this.#tellNotSimulated(named.fileId);
    return 'notAsSaid';
  }

  close(): void {
    this.#isClosed = true;
  }

  #tellNotSimulated(fileId: string): void {
    const of = eq(deeperChecks.fileId, fileId);
    for (const { kind, summary } of this.#db.select().from(deeperChecks).where(of).all()) {
      if (summary === null) continue;
      const { overprintPages = [], notSimulatedPages = [] } = summary as Partial<typeof summary>;
      const told = {
        ...summary,
        overprintPages: [],
        notSimulatedPages: inOrder([...overprintPages, ...notSimulatedPages]),
      };
      this.#db
        .update(deeperChecks)
        .set({ summary: told })
        .where(and(of, eq(deeperChecks.kind, kind)))
        .run();
    }
    this.#changed();
  }

  async #make(bytesId: string, path: string): Promise<OverprintAnswer> {
    const outcome = await this.#pool.run<'overprint'>({ task: 'overprint', path });
    if (outcome.ok) return outcome.answer;
    // Asked again it may be found.
    this.#known.delete(bytesId);
    throw new Error(`the overprint of a file was not simulated: ${outcome.reason}`);
  }
}
