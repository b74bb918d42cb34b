import { setTimeout } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import { finding } from '../../../src-core/preflight/check.ts';
import type { Finding } from '../../../src-core/preflight/finding.ts';
import { shelfFile } from '../../../src-node/shelf-file.ts';
import { LOOK_MS } from '../../../src-node/disks/disks.ts';
import type { DeskContext } from '../desk-context.ts';
import { CacheFolder } from '../files/cache-folder.ts';
import type { Answers, Failure, Measures } from '../preflight/tasks.ts';
import type { FileHashes } from '../preflight/file-hashes.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import { UNFORESEEN_REST_MS } from '../runner/durable-runner.ts';
import { deeperChecks, type FileRow } from '../store/schema.ts';
import { isSameStamp, stampOf } from '../files/file-stamp.ts';
import { AwaitedDisks } from './awaited-disks.ts';
import { contextKeyOf, measureKeyOf, type Order } from './order-key.ts';
import { foundOfSameBytes, mayBeCopy, type Found } from './same-bytes.ts';

export type DeeperRow = typeof deeperChecks.$inferSelect;

interface Wanted {
  readonly file: FileRow;
  readonly order: Order;
  readonly contextKey: string;
  readonly level: 2 | 3;
}

/** A page weighs less than a kilobyte: those of ten thousand books. */
const MEASURES_BUDGET_BYTES = 500_000_000;

/** What is not hashed by then is looked at. */
const HASH_PATIENCE_MS = 2_000;

export interface DeeperMeans {
  readonly pool: WorkerPool;
  /** Looks at once. */
  readonly seats: number;
  readonly hashes: Pick<FileHashes, 'isChecked'>;
  /** The folder in which the measurements of rendered pages are kept. */
  readonly measures: string;
}

/** What level 2 of all files goes before: looking into every file tells more than looking at one of them closely. */
const LEVELS = [2, 3] as const;
const PDF_KINDS: readonly PdfKind[] = ['cover', 'contents'];

/**
 * Levels 2 and 3 in the background: level 2 of every file first, then level 3, the book on screen before the others.
 * What was found is kept until the bytes, the order or the thresholds change, and taken over by files of the same bytes. What was
 * measured of rendered pages is kept beside it: other thresholds judge it anew, and no page is rendered for them.
 */
export class DeeperChecks {
  readonly #context: DeskContext;
  readonly #pool: WorkerPool;
  readonly #seats: number;
  readonly #hashes: DeeperMeans['hashes'];
  readonly #measures: CacheFolder;
  /** By level, each in the order it was asked for: what goes next is found without looking through twenty thousand. */
  readonly #waiting: Readonly<Record<Wanted['level'], Map<string, Wanted>>> = { 2: new Map(), 3: new Map() };
  readonly #running = new Map<string, string>();
  readonly #heldBack = new Set<ReadonlySet<string>>();
  /** What was asked for of files that are held back. */
  readonly #later = new Map<string, Wanted>();
  readonly #silent: AwaitedDisks<Wanted>;
  /** How often somebody wanted a file looked at again: then for itself, whatever was found of another one of the same bytes. */
  readonly #anew = new Map<string, number>();
  /** Which of those wishes the measurements that are kept of a file's pages answer. */
  readonly #measuredAnew = new Map<string, number>();
  /** Files to look at first. */
  #inFront: ReadonlySet<string> = new Set();
  #isClosed = false;
  /** The findings of a file are there, or deeper than before. */
  onFound: (fileId: string) => void = () => undefined;
  /** A file was read to its last byte: whatever else wants all of them does not wait for the disk now. */
  onRead: (fileId: string) => void = () => undefined;
  /** Other bytes lie there than those that were asked about, or none. */
  onRewritten: (fileId: string) => void = () => undefined;

  constructor(context: DeskContext, { pool, seats, hashes, measures }: DeeperMeans) {
    this.#context = context;
    this.#pool = pool;
    this.#seats = seats;
    this.#hashes = hashes;
    this.#silent = new AwaitedDisks(context.disks, (wanted) => this.#want(wanted));
    // Those of the book on screen are made again in a moment.
    this.#measures = new CacheFolder(measures, { ...context, inUse: () => new Set() }, MEASURES_BUDGET_BYTES);
  }

  /** What is known of the file for this order, or null; what is missing is asked for. */
  of(file: FileRow, order: Order): DeeperRow | null {
    const contextKey = contextKeyOf(file, order);
    const known = this.#row(file.fileId, order);
    const current = known?.contextKey === contextKey ? known : null;
    const next = LEVELS.find((level) => current === null || level > current.level);
    if (next !== undefined && current?.level !== 1) this.#want({ file, order, contextKey, level: next });
    return current;
  }

  isUnderWay(fileIds: readonly string[]): boolean {
    return (
      keysOf(fileIds).some((key) => this.#later.has(key)) ||
      this.#waitingOf(fileIds).length > 0 ||
      [...this.#running.values()].some((fileId) => fileIds.includes(fileId))
    );
  }

  /** The files of the book that somebody looks at. */
  bringToFront(fileIds: readonly string[]): void {
    this.#inFront = new Set(fileIds);
    this.#wantLater(fileIds);
  }

  /**
   * Looks into none of these files until the answer is called, but for the book on screen: while the structure of a whole import is
   * being read, looking closely at its first books would keep the others waiting.
   */
  holdBack(fileIds: ReadonlySet<string>): () => void {
    this.#heldBack.add(fileIds);
    return () => {
      this.#heldBack.delete(fileIds);
      this.#wantLater([...fileIds]);
    };
  }

  /** Looks into the file again when it is asked about next. */
  forget(fileId: string): void {
    this.#anew.set(fileId, (this.#anew.get(fileId) ?? 0) + 1);
    this.#context.db.delete(deeperChecks).where(eq(deeperChecks.fileId, fileId)).run();
  }

  close(): void {
    this.#isClosed = true;
    for (const level of LEVELS) this.#waiting[level].clear();
    this.#later.clear();
    this.#silent.close();
  }

  #row(fileId: string, { kind }: Order): DeeperRow | undefined {
    return this.#context.db
      .select()
      .from(deeperChecks)
      .where(and(eq(deeperChecks.fileId, fileId), eq(deeperChecks.kind, kind)))
      .get();
  }

  #isHeldBack(fileId: string): boolean {
    return !this.#inFront.has(fileId) && [...this.#heldBack].some((held) => held.has(fileId));
  }

  #wantLater(fileIds: readonly string[]): void {
    for (const key of keysOf(fileIds)) {
      const wanted = this.#later.get(key);
      if (this.#later.delete(key) && wanted !== undefined) this.#want(wanted);
    }
  }

  #want(wanted: Wanted): void {
    const key = keyOf(wanted.file.fileId, wanted.order.kind);
    if (this.#isClosed || this.#running.has(`${key}:${wanted.contextKey}:${wanted.level}`)) return;
    if (this.#isHeldBack(wanted.file.fileId)) return void this.#later.set(key, wanted);
    if (this.#silent.has(key)) return this.#silent.add(key, wanted);
    for (const level of LEVELS) if (level !== wanted.level) this.#waiting[level].delete(key);
    this.#waiting[wanted.level].set(key, wanted);
    // A whole import asks at once; what is to go first is known only when all have asked.
    queueMicrotask(() => this.#fill());
  }

  #fill(): void {
    while (!this.#isClosed && this.#running.size < this.#seats) {
      const next = this.#next();
      if (next === undefined) return;
      const [key, wanted] = next;
      this.#waiting[wanted.level].delete(key);
      const run = `${key}:${wanted.contextKey}:${wanted.level}`;
      this.#running.set(run, wanted.file.fileId);
      const goOn = () => {
        this.#running.delete(run);
        if (this.#isClosed) return;
        this.onFound(wanted.file.fileId);
        this.#fill();
      };
      const awaitDisk = () => {
        this.#running.delete(run);
        if (this.#isClosed) return;
        // Unless it is wanted otherwise by now.
        if (!LEVELS.some((level) => this.#waiting[level].has(key))) this.#silent.add(key, wanted);
        // Nobody is told any longer that it is looked at.
        this.#context.changed('library');
        this.#fill();
      };
      void this.#check(wanted).then(
        // Whatever came of it, the window gets its turn before the next file.
        (came) => setImmediate(came === 'silent' ? awaitDisk : goOn),
        (error: unknown) => {
          // A store that takes nothing (a full disk) would be offered the same at once, and again.
          this.#context.log.write('error', 'what was found of a file was not kept', { error });
          void setTimeout(UNFORESEEN_REST_MS, null, { ref: false }).then(goOn);
        },
      );
    }
  }

  /** The book on screen before all others, level 2 before level 3. */
  #next(): readonly [string, Wanted] | undefined {
    const [inFront] = this.#waitingOf([...this.#inFront]);
    if (inFront !== undefined) return inFront;
    for (const level of LEVELS) for (const entry of this.#waiting[level]) return entry;
    return undefined;
  }

  #waitingOf(fileIds: readonly string[]): (readonly [string, Wanted])[] {
    const keys = keysOf(fileIds);
    return LEVELS.flatMap((level) =>
      keys.flatMap((key) => {
        const wanted = this.#waiting[level].get(key);
        return wanted === undefined ? [] : [[key, wanted] as const];
      }),
    );
  }

  async #check(wanted: Wanted): Promise<'silent' | void> {
    const { file, order, level } = wanted;
    const { disks } = this.#context;
    if (!(await disks.answers(file.path, LOOK_MS))) return 'silent';
    if (this.#isClosed) return;
    const wish = this.#anew.get(file.fileId);
    if (wish === undefined && mayBeCopy(this.#context.db, file, order.kind)) await this.#hashSoon(file);
    if (this.#isClosed) return;
    const same = wish === undefined ? foundOfSameBytes(this.#context.db, file, order, level) : null;
    if (same !== null) return this.#keep(wanted, same);
    const measures = this.#measuresOf(wanted, wish);
    const request = { ...order, path: file.path, level };
    const outcome = await this.#pool.run<'deeper'>({ task: 'deeper', request, measures });
    if (outcome.ok) this.#noteMeasured(wanted, wish, measures.path, outcome.answer);
    if (this.#isClosed) return;
    const found = !outcome.ok && outcome.isOfDisk ? 'silent' : await disks.stat(file.path, LOOK_MS);
    if (found === 'silent') return found;
    // Who wanted another look meanwhile gets one that began after it.
    if (this.#isClosed || this.#anew.get(file.fileId) !== wish) return;
    // Findings of other bytes must not stand beside the structure of these.
    if (found === null || !isSameStamp(file, stampOf(found))) {
      this.onRewritten(file.fileId);
      return;
    }
    const known = this.#row(file.fileId, order);
    const before = known?.contextKey === wanted.contextKey ? known : null;
    this.#keep(
      wanted,
      outcome.ok
        ? { level: outcome.answer.level, findings: [...outcome.answer.findings], summary: outcome.answer.summary }
        : // What a milder level found stays true; that the deeper one is missing is told, and it is not tried for ever.
          {
            level,
            findings: [...(before?.findings ?? []), stopped(order, outcome.reason)],
            summary: before?.summary ?? null,
          },
    );
    if (level === 3 && file.sha256 === null) this.onRead(file.fileId);
  }

  /** The store says what came of it. A disk that is slow, or silent, costs the other files no more than this. */
  async #hashSoon(file: FileRow): Promise<void> {
    const patience = new AbortController();
    await Promise.race([
      this.#hashes.isChecked(file),
      setTimeout(HASH_PATIENCE_MS, null, { signal: patience.signal, ref: false }).catch(() => undefined),
    ]);
    patience.abort();
  }

  #measuresOf({ file, order }: Wanted, wish: number | undefined): Measures {
    const { fileId, sizeBytes, modifiedAtMs, changedAtMs } = file;
    return {
      path: shelfFile(this.#measures.folder, measureKeyOf(file, order), 'pages'),
      stamp: { sizeBytes, modifiedAtMs, changedAtMs },
      isAnew: this.#measuredAnew.get(keyOf(fileId, order.kind)) !== wish,
    };
  }

  #noteMeasured({ file, order }: Wanted, wish: number | undefined, path: string, answer: Answers['deeper']): void {
    if (answer.keptBytes > 0) this.#measures.grown(answer.keptBytes);
    else if (answer.level === 3) void this.#measures.used(path);
    if (answer.level === 3 && wish !== undefined) this.#measuredAnew.set(keyOf(file.fileId, order.kind), wish);
  }

  #keep({ file, order, contextKey }: Wanted, found: Found): void {
    this.#context.db
      .insert(deeperChecks)
      .values({ fileId: file.fileId, kind: order.kind, contextKey, ...found })
      .onConflictDoUpdate({ target: [deeperChecks.fileId, deeperChecks.kind], set: { contextKey, ...found } })
      .run();
  }
}

const keyOf = (fileId: string, kind: PdfKind): string => `${fileId}:${kind}`;

const keysOf = (fileIds: readonly string[]): string[] =>
  fileIds.flatMap((fileId) => PDF_KINDS.map((kind) => keyOf(fileId, kind)));

function stopped({ kind }: Order, reason: Failure): Finding {
  return finding(kind, {
    ruleId: 'check.stopped',
    severity: 'notChecked',
    params: { reason },
    source: { key: 'findings.source.self' },
  });
}
