import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { and, eq, isNull, or } from 'drizzle-orm';
import { isDoneFolder, isMarked, isPassingName, putAwayPlace } from '../../../src-core/desk/hot-folders.ts';
import type { LaneWork } from '../../../src-core/desk/work-left.ts';
import type { HotFolderView } from '../../../src-core/ipc/subjects/hot-folders.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { Arrivals } from '../../../src-node/arrivals.ts';
import { walkPaths, type Wanted, type WalkedFile } from '../../../src-node/walk-folder.ts';
import { LOOK_MS, WALKED_WITHIN_MS } from '../../../src-node/disks/disks.ts';
import type { Found } from '../../../src-node/disks/found.ts';
import type { PrintGate } from '../checks/print-gate.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { type FileStamp, looksSame, notedOf, stampOf } from '../files/file-stamp.ts';
import type { Importer } from '../imports/importer.ts';
import { pagesOf } from '../imports/pdf-pages.ts';
import type { FileWatch } from '../library/file-watch.ts';
import { isOpen, type OpenBooks } from '../library/open-books.ts';
import { WatchedFolders } from '../library/watched-folders.ts';
import type { OrderReviews } from '../orders/order-review.ts';
import type { OrderRuns } from '../orders/order-runs.ts';
import type { FileHashes } from '../preflight/file-hashes.ts';
import type { Recipients } from '../recipients/recipients.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import { stagesOf } from '../store/book-stages.ts';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { books, files, hotFolders, type HotFileRow, type HotFolderRow } from '../store/schema.ts';
import type { UploadQueue } from '../uploads/upload-queue.ts';
import { isGreen, stateOf, type HotBookState } from './green-books.ts';
import { HotLedger, type HotBook } from './hot-ledger.ts';
import { HotOrders } from './hot-orders.ts';
import { moveTo } from './put-away.ts';
import { jobOfTheseBytes } from './sent-bytes.ts';

/** A share may tell nothing of what comes to lie in it: it is walked through so often, */
const WALK_MS = 5_000;
/** and less often where that takes long: a twentieth of the time at most. What was heard is not looked at more than once a second. */
const WORK_SHARE = 20;
const LEAST_MS = 1_000;
const HEARD_MS = 300;
const AWAY_MS = 1_000;
const TAKE_AT_ONCE = 200;
/** A file that could not be put away is tried again. */
const STUCK_MS = 30_000;
const FINALIZED: ReadonlySet<string> = new Set(['uploaded', 'ordering', 'ordered']);
const PASSED_BY = { key: 'desk.ignored.notPdf' };
const HOT_PDFS: Wanted = { endings: new Set(['.pdf']), otherwise: PASSED_BY };

export interface HotPorts {
  readonly context: DeskContext;
  readonly connections: Connections;
  readonly importer: Importer;
  readonly open: OpenBooks;
  readonly watch: FileWatch;
  readonly hashes: FileHashes;
  readonly pool: WorkerPool;
  readonly gate: PrintGate;
  readonly queue: UploadQueue;
  readonly recipients: Recipients;
  readonly reviews: OrderReviews;
  readonly runs: OrderRuns;
  readonly onChanged: () => void;
}

/** What is to be seen of a hot folder at work. */
export interface IntakeState {
  readonly offlineSinceMs: number | null;
  readonly copying: readonly string[];
  readonly problem: TextRef | null;
}

/** One hot folder at work: looks, takes what settled, sends what is green, puts away what was sent. One round after the other. */
export class HotIntake {
  readonly #ports: HotPorts;
  readonly #ledger: HotLedger;
  readonly #orders: HotOrders;
  readonly #arrivals = new Arrivals();
  readonly #watched: WatchedFolders;
  readonly #stuck = new Map<string, number>();
  #folder: HotFolderRow;
  #offlineSinceMs: number | null = null;
  #problem: TextRef | null = null;
  #isHeard = true;
  #nextWalkMs = 0;
  #earliestWalkMs = 0;
  #isBooksDue = true;
  #earliestBooksMs = 0;
  #timer: NodeJS.Timeout | null = null;
  #timerAtMs = Number.POSITIVE_INFINITY;
  #round: Promise<void> | null = null;
  #isClosed = false;
  readonly #leaving = new AbortController();

  constructor(ports: HotPorts, folder: HotFolderRow) {
    this.#ports = ports;
    this.#folder = folder;
    this.#orders = new HotOrders(ports);
    this.#ledger = new HotLedger(ports.context.db, folder.hotFolderId);
    this.#watched = new WatchedFolders(
      ports.context.disks,
      () => this.#heard(),
      (path, error) => ports.context.log.write('warn', 'a hot folder tells nothing of its files', { path, error }),
    );
  }

  open(): void {
    this.#due(0);
  }

  /** It was set up anew. */
  update(folder: HotFolderRow): void {
    this.#folder = folder;
    this.#orders.forgetWaiting();
    this.#stuck.clear();
    this.#isHeard = true;
    this.#isBooksDue = true;
    if (folder.isPaused) this.#arrivals.forgetAll();
    this.#due(0);
  }

  /** Books may have turned green, or been finalized. */
  booksChanged(): void {
    this.#isBooksDue = true;
    this.#due(Math.max(HEARD_MS, this.#earliestBooksMs - performance.now()));
  }

  state(): IntakeState {
    return {
      offlineSinceMs: this.#offlineSinceMs,
      copying: this.#arrivals.names(),
      problem: this.#problem ?? this.#orders.problem,
    };
  }

  /** Orders that it is about to place. Of a folder that is away nothing goes on, nor is it missed. */
  ordersLeft(): LaneWork {
    return this.#offlineSinceMs === null && !this.#isClosed
      ? this.#orders.left(this.#folder)
      : { moving: 0, waiting: 0, why: null };
  }

  orders(): HotFolderView['orders'] {
    return this.#orders.view(this.#folder);
  }

  counts(): Readonly<Record<HotBookState | 'sent', number>> {
    const counts = { waiting: 0, checking: 0, needYou: 0, green: 0, onTheirWay: 0, sent: this.#ledger.sent() };
    const connectionId = this.#connectionId();
    const isSent = (book: HotBook) => connectionId !== null && this.#isSent(connectionId, book);
    for (const book of distinct(this.#ledger.books(connectionId))) counts[stateOf(book, isSent)] += 1;
    return counts;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#leaving.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#watched.close();
    await this.#round;
  }

  #connectionId(): string | null {
    return this.#folder.connectionId ?? this.#ports.connections.active()?.connectionId ?? null;
  }

  #heard(): void {
    this.#isHeard = true;
    this.#due(Math.max(HEARD_MS, this.#earliestWalkMs - performance.now()));
  }

  #due(inMs: number): void {
    const atMs = performance.now() + Math.max(0, inMs);
    if (this.#isClosed || this.#round !== null || atMs >= this.#timerAtMs) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timerAtMs = atMs;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#timerAtMs = Number.POSITIVE_INFINITY;
      this.#round = this.#goRound()
        .catch((error: unknown) => {
          if (!this.#isClosed) this.#ports.context.log.write('error', 'a round of a hot folder failed', { error });
        })
        .finally(() => {
          this.#round = null;
          this.#due(this.#pauseMs());
        });
    }, inMs);
    this.#timer.unref();
  }

  #pauseMs(): number {
    if (this.#offlineSinceMs !== null) return AWAY_MS;
    const nowMs = performance.now();
    const waits = [
      this.#isHeard ? this.#earliestWalkMs - nowMs : this.#nextWalkMs - nowMs,
      ...(this.#isBooksDue ? [this.#earliestBooksMs - nowMs] : []),
      ...(this.#arrivals.isWaiting ? [LEAST_MS] : []),
      ...(this.#stuck.size > 0 ? [STUCK_MS] : []),
    ];
    return Math.max(HEARD_MS, Math.min(...waits));
  }

  async #goRound(): Promise<void> {
    const root = await this.#ports.context.disks.stat(this.#folder.path, LOOK_MS);
    if (this.#isClosed) return;
    if (root === null || root === 'silent' || !root.isFolder || (await this.#isUnmounted(root)))
      return this.#goOffline();
    if (this.#isClosed) return;
    if (this.#offlineSinceMs !== null) {
      this.#offlineSinceMs = null;
      this.#isHeard = true;
      this.#ports.onChanged();
    }
    if (this.#folder.isPaused) {
      this.#nextWalkMs = performance.now() + WALK_MS;
      this.#isHeard = false;
      this.#isBooksDue = false;
      return;
    }
    const before = JSON.stringify(this.state());
    await this.#look();
    await this.#takeSettled();
    await this.#workOnBooks();
    if (!this.#isClosed && JSON.stringify(this.state()) !== before) this.#ports.onChanged();
  }

  /** An empty folder of the drive below it is left where a drive was mounted: it says nothing of what lies on that one. */
  async #isUnmounted(root: Found): Promise<boolean> {
    const { path, hotFolderId, isMountPoint } = this.#folder;
    const { db, disks } = this.#ports.context;
    const around = await disks.stat(dirname(path), LOOK_MS);
    if (around === 'silent') return true;
    const isMounted = around !== null && around.dev !== root.dev;
    if (isMounted === isMountPoint) return false;
    if (!isMounted) {
      const inside = await disks.list(path, LOOK_MS);
      if (inside === 'silent' || inside === null || inside.length === 0) return true;
    }
    if (this.#isClosed) return false;
    this.#folder = { ...this.#folder, isMountPoint: isMounted };
    db.update(hotFolders).set({ isMountPoint: isMounted }).where(eq(hotFolders.hotFolderId, hotFolderId)).run();
    return false;
  }

  #goOffline(): void {
    if (this.#offlineSinceMs !== null) return;
    this.#offlineSinceMs = this.#ports.context.clock.nowMs();
    this.#arrivals.forgetAll();
    this.#ports.onChanged();
  }

  async #look(): Promise<void> {
    const fromMs = performance.now();
    if (fromMs < this.#earliestWalkMs || !(this.#isHeard || fromMs >= this.#nextWalkMs))
      return this.#arrivals.lookAgain(this.#ports.context.disks.walked(LOOK_MS), () => performance.now());
    this.#isHeard = false;
    const fresh: WalkedFile[] = [];
    const passing: string[] = [];
    const folders: string[] = [];
    await walkPaths([this.#folder.path], {
      disk: this.#ports.context.disks.walked(WALKED_WITHIN_MS),
      wanted: HOT_PDFS,
      signal: this.#leaving.signal,
      onFolder: (path) => folders.push(path),
      isPassedBy: (folder, name) => (folder.length === 1 && isDoneFolder(name)) || isMarked(name),
      onFile: (file) => {
        // Names of folders count from below the hot one, which is nobody's book.
        if (!this.#ledger.isTaken(file)) fresh.push({ ...file, folder: file.folder.slice(1) });
      },
      onIgnored: ({ name }) => {
        if (isPassingName(name)) passing.push(name);
      },
    });
    if (this.#isClosed) return;
    // Of two names that only differ in their Unicode form one file may answer to both.
    this.#arrivals.see(fresh, passing, performance.now());
    if ((await this.#watched.follow(new Set(folders))).length > 1) this.#isHeard = true;
    const nowMs = performance.now();
    const share = WORK_SHARE * (nowMs - fromMs);
    this.#nextWalkMs = nowMs + Math.max(WALK_MS, share);
    this.#earliestWalkMs = nowMs + Math.max(LEAST_MS, share);
  }

  async #takeSettled(): Promise<void> {
    const settled = await this.#arrivals.settled(performance.now(), (path) => this.#isWhole(path));
    if (settled.length === 0 || this.#isClosed) return;
    this.#ports.onChanged();
    const held = this.#ledger.heldAlready(settled);
    await this.#setSpec(
      booksWith(
        this.#ports.context.db,
        held.filter(({ isOurs }) => isOurs).map(({ fileId }) => fileId),
      ),
    );
    for (const isOurs of [true, false])
      await this.#ledger.keep(
        isOurs ? 'taken' : 'known',
        held.filter((one) => one.isOurs === isOurs).map((one) => ({ ...one, pdfPages: null })),
      );
    const known = new Set(held.map(({ file }) => file.path));
    this.#arrivals.forget([...known]);
    const arrived = settled.filter(({ path }) => !known.has(path));
    for (let at = 0; at < arrived.length && !this.#isClosed; at += TAKE_AT_ONCE)
      await this.#take(arrived.slice(at, at + TAKE_AT_ONCE));
  }

  async #isWhole(path: string): Promise<boolean> {
    const outcome = await this.#ports.pool.run<'facts'>({ task: 'facts', path });
    return outcome.ok && outcome.answer.status === 'read' && outcome.answer.damage.length === 0;
  }

  async #take(arrived: readonly WalkedFile[]): Promise<void> {
    const { importer, onChanged } = this.#ports;
    const { hotFolderId, path } = this.#folder;
    const name = basename(path).normalize('NFC');
    this.#ledger.bringBack(arrived);
    const { taken, bookIds } = await importer.takeArrived(
      { importId: hotFolderId, batch: name, name },
      arrived,
      (found) => this.#ledger.beside(found),
    );
    if (this.#isClosed) return;
    await this.#setSpec(bookIds);
    const byPath = new Map(taken.map((file) => [file.path, file]));
    const kept = arrived.flatMap((file) => {
      const row = byPath.get(file.path);
      return row === undefined ? [] : [{ file, fileId: row.fileId, pdfPages: pagesOf(row) }];
    });
    await this.#ledger.keep('taken', kept);
    this.#arrivals.forget(arrived.map((file) => file.path));
    this.#isBooksDue = true;
    onChanged();
  }

  /** The folder's spec, for books of which nobody has said another one. */
  async #setSpec(bookIds: readonly string[]): Promise<void> {
    const { context, connections, open: openBooks } = this.#ports;
    const { specUid } = this.#folder;
    if (specUid === null || connections.spec(specUid) === null || bookIds.length === 0) return;
    const stages = stagesOf(context.db, connections.active()?.connectionId ?? null, bookIds);
    const open = context.db
      .select({ bookId: books.bookId, specOrigin: books.specOrigin })
      .from(books)
      .where(inList(books.bookId, bookIds))
      .all()
      .filter(({ bookId, specOrigin }) => specOrigin !== 'given' && isOpen(stages.get(bookId) ?? 'ordered'));
    if (open.length > 0)
      await openBooks.change(
        open.map(({ bookId }) => bookId),
        { specUid, specOrigin: 'given' },
      );
  }

  async #workOnBooks(): Promise<void> {
    const fromMs = performance.now();
    const isDue = this.#isBooksDue || this.#stuck.size > 0 || this.#orders.isDue;
    if (this.#isClosed || !isDue || fromMs < this.#earliestBooksMs) return;
    this.#isBooksDue = false;
    const found = this.#ledger.books(this.#connectionId());
    this.#earliestBooksMs = performance.now() + Math.max(LEAST_MS, WORK_SHARE * (performance.now() - fromMs));
    await this.#sendGreen(found);
    await this.#putAway(found);
    if (await this.#orders.place(this.#folder, () => this.#isClosed)) {
      this.#isBooksDue = true;
      this.#ports.onChanged();
    }
  }

  async #sendGreen(found: readonly HotBook[]): Promise<void> {
    const { context, connections, gate, queue } = this.#ports;
    const { connectionId, whenGreen } = this.#folder;
    const here = connections.active()?.connectionId;
    if (whenGreen === 'nothing' || connectionId === null || here !== connectionId) return;
    const changing = new Set(found.filter(({ path }) => this.#arrivals.has(path)).map(({ bookId }) => bookId));
    const seen = distinct(found)
      .filter((book) => isGreen(book) && !changing.has(book.bookId))
      .filter((book) => jobOfTheseBytes(context.db, connectionId, book) === null)
      .map(({ bookId }) => ({ bookId, print: 'good' as const }));
    const passed = gate.receipts(
      seen.map(({ bookId }) => bookId),
      { seen, by: null },
    );
    const bookIds = seen.map(({ bookId }) => bookId).filter((bookId) => passed.has(bookId));
    if (bookIds.length > 0) await queue.upload(bookIds, { seen, by: null });
  }

  /** Files all of whose books are finalized at the service with the bytes that lie there. */
  async #putAway(found: readonly HotBook[]): Promise<void> {
    const connectionId = this.#connectionId();
    if (connectionId === null) return;
    const byFile = new Map<string, HotBook[]>();
    for (const book of found) byFile.set(book.path, [...(byFile.get(book.path) ?? []), book]);
    const moved: string[] = [];
    for (const row of this.#ledger.moving()) if (await this.#finishMove(row)) moved.push(row.fileId);
    for (const [path, held] of byFile) {
      if (this.#isClosed) return;
      if (this.#arrivals.has(path) || (this.#stuck.get(path) ?? 0) > performance.now()) continue;
      // What it is now is told anew: somebody may have put it away, or written it anew.
      this.#stuck.delete(path);
      const isFinal = held.every((book) => FINALIZED.has(book.stage) && this.#isSent(connectionId, book));
      const row = isFinal ? this.#ledger.one(path) : null;
      if (row?.state === 'taken' && (await this.#putAwayOne(row))) moved.push(row.fileId);
    }
    for (const path of this.#stuck.keys()) if (!byFile.has(path)) this.#stuck.delete(path);
    if (this.#stuck.size === 0) this.#problem = null;
    if (moved.length > 0 && !this.#isClosed) await this.#ports.watch.lookAtFiles(moved);
  }

  /** Whether the service has the book's bytes as they are now. */
  #isSent(connectionId: string, book: HotBook): boolean {
    return jobOfTheseBytes(this.#ports.context.db, connectionId, book)?.isDone === true;
  }

  async #putAwayOne(row: HotFileRow): Promise<boolean> {
    const { context, hashes } = this.#ports;
    const { afterwards, language, path: root } = this.#folder;
    if (afterwards === 'leave') {
      this.#ledger.isProcessed(row, null);
      return false;
    }
    const file = context.db.select().from(files).where(eq(files.fileId, row.fileId)).get();
    // Its hash is asked for at the disk: what moves is what was checked and sent.
    if (file === undefined || file.path !== row.path || !(await hashes.isChecked(file)) || this.#isClosed) return false;
    try {
      for (let nth = 1; ; nth += 1) {
        const to = join(root, ...putAwayPlace(afterwards, language, row, nth));
        if (this.#isKnownPlace(to)) continue;
        this.#ledger.isMoving(row.path, to);
        if (await moveTo(row.path, to, false)) return await this.#noteMoved(row, to);
      }
    } catch (error) {
      this.#ledger.isMoving(row.path, null);
      this.#isStuck(row, error);
      return false;
    }
  }

  /** What an earlier life was about to put away: there already, or tried again. */
  async #finishMove(row: HotFileRow): Promise<boolean> {
    const { movingTo } = row;
    if (movingTo === null) return false;
    const [here, there] = await Promise.all([this.#stampAt(row.path), this.#stampAt(movingTo)]);
    if (here === 'silent' || there === 'silent') return false;
    if (here === null) {
      // Both may be away with their drive.
      return there !== null && there.sizeBytes === row.sizeBytes && this.#noteMoved(row, movingTo);
    }
    const isBegun = there !== null && looksSame({ ...row, changedAtMs: null }, here);
    if (isBegun && (await moveTo(row.path, movingTo, true).catch(() => false))) return this.#noteMoved(row, movingTo);
    this.#ledger.isMoving(row.path, null);
    return false;
  }

  async #stampAt(path: string): Promise<FileStamp | null | 'silent'> {
    const found = await this.#ports.context.disks.stat(path, LOOK_MS);
    return found === null || found === 'silent' ? found : stampOf(found);
  }

  async #noteMoved(row: HotFileRow, to: string): Promise<boolean> {
    const { changedAtMs, identity } = notedOf(await stat(to));
    this.#ledger.isProcessed(row, { path: to, changedAtMs, identity });
    return true;
  }

  #isKnownPlace(path: string): boolean {
    return (
      this.#ports.context.db.select({ at: files.fileId }).from(files).where(eq(files.path, path)).get() !== undefined
    );
  }

  #isStuck(row: HotFileRow, error: unknown): void {
    const { code } = error as NodeJS.ErrnoException;
    if (this.#problem === null)
      this.#ports.context.log.write('warn', 'a processed file could not be put away', { error });
    this.#stuck.set(row.path, performance.now() + STUCK_MS);
    this.#problem = {
      key: 'desk.hotFolder.notMoved',
      params: { name: row.name.normalize('NFC'), reason: code ?? 'unknown' },
    };
  }
}

const booksWith = (db: Store, fileIds: readonly string[]): string[] =>
  db
    .select({ bookId: books.bookId })
    .from(books)
    .where(and(or(inList(books.coverFileId, fileIds), inList(books.contentsFileId, fileIds)), isNull(books.undoId)))
    .all()
    .map(({ bookId }) => bookId);

/** Once for each book. */
const distinct = (found: readonly HotBook[]): HotBook[] => [
  ...new Map(found.map((book) => [book.bookId, book])).values(),
];
