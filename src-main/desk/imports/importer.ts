import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { pairFiles, type PairedBook } from '../../../src-core/imports/pair-files.ts';
import type { ImportReport } from '../../../src-core/ipc/subjects/imports.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import type { Checks } from '../checks/checks.ts';
import { type FileRow, type BookRow, books, files, imports } from '../store/schema.ts';
import type { FileWatch } from '../library/file-watch.ts';
import { isSameStamp, looksSame } from '../files/file-stamp.ts';
import { noteRewritten } from '../library/rewritten.ts';
import { moveBook, stagesOf } from '../store/book-stages.ts';
import { inList } from '../store/in-list.ts';
import { inSlices } from '../slices.ts';
import { PDFS, PICTURES, walkPaths, type Wanted, type WalkedFile } from '../../../src-node/walk-folder.ts';

/** Names listed of the files left out; of an 800-photo folder the first ones tell enough. */
const LISTED_IGNORED = 200;

/** PDFs are imported; of the pictures that lie among them a book can be laid out. */
const PDFS_BESIDE_PICTURES: Wanted = { ...PDFS, besides: PICTURES.endings };

type Filed = Pick<BookRow, 'coverFileId' | 'contentsFileId'>;
type Counts = Omit<ImportReport, 'importId' | 'folderName' | 'state'>;
const NOTHING: Counts = {
  pdfsFound: 0,
  paired: 0,
  guessed: 0,
  alone: 0,
  pictures: 0,
  ignored: [],
  conflicts: [],
  updated: 0,
};
const IN_USE: ReadonlySet<string> = new Set(['queued', 'uploading', 'ordering']);

/** Brings dropped files into the library: walk, read, pair, judge. Files are never moved or written. */
export class Importer {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #checks: Checks;
  readonly #watch: FileWatch;
  readonly #running = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>();
  /** What was dropped in this life: the window never sees a path. */
  readonly #dropped = new Map<string, readonly string[]>();

  /** Files came to the library, and were read. */
  onFiled: () => void = () => undefined;

  constructor(context: DeskContext, connections: Connections, checks: Checks, watch: FileWatch) {
    this.#context = context;
    this.#connections = connections;
    this.#checks = checks;
    this.#watch = watch;
  }

  /** An import that a crash cut short is over; what it had found stays. */
  open(): void {
    for (const { importId, report } of this.#context.db.select().from(imports).all()) {
      if (report.state === 'scanning') this.#write(importId, { ...report, state: 'cancelled' });
    }
  }

  start(paths: readonly string[]): { importId: string } {
    const importId = `imp_${this.#context.ids.base62(12)}`;
    const first = paths[0] ?? '';
    const folderName = basename(paths.length > 1 ? dirname(first) : first).normalize('NFC');
    const report: ImportReport = { importId, folderName, state: 'scanning', ...NOTHING };
    this.#context.db
      .insert(imports)
      .values({ importId, folderName, report, createdAtMs: this.#context.clock.nowMs() })
      .run();
    this.#dropped.set(importId, paths);
    const abort = new AbortController();
    const done = this.#run(report, paths, abort.signal)
      .catch((error: unknown) => {
        this.#context.log.write('error', 'an import failed', { error });
        this.#write(importId, { ...this.report(importId), state: 'cancelled' });
      })
      .finally(() => this.#running.delete(importId));
    this.#running.set(importId, { abort, done });
    return { importId };
  }

  /** Throws IMPORT_UNKNOWN. */
  report(importId: string): ImportReport {
    const row = this.#context.db.select().from(imports).where(eq(imports.importId, importId)).get();
    if (row === undefined) throw new AppError('IMPORT_UNKNOWN');
    return row.report;
  }

  /** The files and folders that were dropped. Throws IMPORT_UNKNOWN, of one of a former life too. */
  pathsOf(importId: string): readonly string[] {
    const paths = this.#dropped.get(importId);
    if (paths === undefined) throw new AppError('IMPORT_UNKNOWN');
    return paths;
  }

  /** Ends the scan; what it has found is kept. */
  async cancel(importId: string): Promise<void> {
    this.report(importId);
    const running = this.#running.get(importId);
    running?.abort.abort();
    await running?.done;
  }

  /** Takes the import's books out again. Throws IMPORT_IN_USE while one of them is on its way to the service. */
  undo(importId: string): { removed: number } {
    this.report(importId);
    const { db } = this.#context;
    const connectionId = this.#connections.active()?.connectionId ?? null;
    const own = db
      .select({ bookId: books.bookId })
      .from(books)
      .where(and(eq(books.importId, importId), isNull(books.undoId)))
      .all();
    const bookIds = own.map((book) => book.bookId);
    if ([...stagesOf(db, connectionId, bookIds).values()].some((stage) => IN_USE.has(stage)))
      throw new AppError('IMPORT_IN_USE');
    db.update(books)
      .set({ undoId: `undo-${importId}` })
      .where(inList(books.bookId, bookIds))
      .run();
    this.#context.changed('library', 'imports', 'status');
    return { removed: own.length };
  }

  async close(): Promise<void> {
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #write(importId: string, report: ImportReport): void {
    this.#context.db.update(imports).set({ report }).where(eq(imports.importId, importId)).run();
    this.#context.changed('imports');
  }

  async #run(start: ImportReport, paths: readonly string[], signal: AbortSignal): Promise<void> {
    const { importId } = start;
    const walked: WalkedFile[] = [];
    const ignored: ImportReport['ignored'] = [];
    let pictures = 0;
    await walkPaths(paths, {
      signal,
      wanted: PDFS_BESIDE_PICTURES,
      onFile: (file) => {
        walked.push(file);
        if (walked.length % 50 === 0) this.#write(importId, { ...start, pdfsFound: walked.length, pictures, ignored });
      },
      onBeside: () => {
        pictures += 1;
      },
      onIgnored: (file) => {
        if (ignored.length < LISTED_IGNORED) ignored.push({ name: file.name.normalize('NFC'), reason: file.reason });
      },
    });
    const { rows, doubtful } = await this.#keepFiles(importId, walked);
    await this.#watch.lookAtFiles(doubtful);
    this.#write(importId, { ...start, pdfsFound: rows.length, pictures, ignored });
    await this.#watch.readUnread(rows.map(({ fileId }) => fileId));
    const known: FileRow[] = [];
    await inSlices(rows, ({ fileId }) =>
      known.push(...this.#context.db.select().from(files).where(eq(files.fileId, fileId)).all()),
    );
    const { books: paired, conflicts } = pairFiles(
      known.map((file) => ({ fileId: file.fileId, folder: file.folder, name: file.name, pdfPages: pagesOf(file) })),
    );
    const { bookIds, updated } = await this.#keepBooks(importId, start.folderName, paired);
    await this.#checks.judgeMany(bookIds);
    const names = new Map(known.map((file) => [file.fileId, file.name.normalize('NFC')]));
    const nameOf = (fileId: string) => names.get(fileId) ?? fileId;
    this.#write(importId, {
      ...start,
      state: signal.aborted ? 'cancelled' : 'done',
      pdfsFound: rows.length,
      paired: paired.filter((book) => book.rule !== 'alone').length,
      guessed: paired.filter((book) => book.rule !== 'alone' && book.guessed).length,
      alone: paired.filter((book) => book.rule === 'alone').length,
      pictures,
      ignored,
      conflicts: conflicts.map(({ fileId, reason }) => ({ name: nameOf(fileId), reason })),
      updated,
    });
    this.#context.changed('library', 'status');
    this.onFiled();
  }

  /** A known path is the same file, read again only when it was rewritten; a file that was moved keeps its identity too. */
  async #keepFiles(
    importId: string,
    walked: readonly WalkedFile[],
  ): Promise<{ readonly rows: FileRow[]; readonly doubtful: string[] }> {
    const rows: FileRow[] = [];
    const doubtful: string[] = [];
    const keep = (found: WalkedFile) => {
      const row = this.#keepFile(importId, found);
      rows.push(row);
      if (!isSameStamp(row, found)) doubtful.push(row.fileId);
    };
    await inSlices(walked, keep, (slice) => this.#context.db.transaction(slice));
    return { rows, doubtful };
  }

  #keepFile(importId: string, found: WalkedFile): FileRow {
    const { db, ids } = this.#context;
    const known = db.select().from(files).where(eq(files.path, found.path)).get() ?? this.#movedFrom(found);
    const place = { path: found.path, folder: [...found.folder], name: found.name, presence: 'present' as const };
    const stamp = { sizeBytes: found.sizeBytes, modifiedAtMs: found.modifiedAtMs, changedAtMs: found.changedAtMs };
    if (known === undefined) {
      return db
        .insert(files)
        .values({ fileId: `f_${ids.base62(12)}`, importId, ...place, ...stamp })
        .returning()
        .get();
    }
    const kept = db.update(files).set(place).where(eq(files.fileId, known.fileId)).returning().get();
    if (looksSame(known, found)) return kept;
    noteRewritten(db, this.#connections.active()?.connectionId ?? null, kept.fileId, stamp);
    return db.update(files).set({ presence: 'present' }).where(eq(files.fileId, known.fileId)).returning().get();
  }

  #movedFrom(found: WalkedFile): FileRow | undefined {
    return this.#context.db
      .select()
      .from(files)
      .where(
        and(
          eq(files.name, found.name),
          eq(files.sizeBytes, found.sizeBytes),
          eq(files.modifiedAtMs, found.modifiedAtMs),
        ),
      )
      .all()
      .find((file) => !existsSync(file.path));
  }

  async #keepBooks(
    importId: string,
    batch: string,
    paired: readonly PairedBook[],
  ): Promise<{ readonly bookIds: string[]; readonly updated: number }> {
    const bookIds: string[] = [];
    let updated = 0;
    const keep = (book: PairedBook) => {
      const kept = this.#keepBook(importId, batch, book);
      bookIds.push(...kept.bookIds);
      if (kept.isUpdated) updated += 1;
    };
    await inSlices(paired, keep, (slice) => this.#context.db.transaction(slice));
    return { bookIds, updated };
  }

  #keepBook(
    importId: string,
    batch: string,
    paired: PairedBook,
  ): { readonly bookIds: readonly string[]; readonly isUpdated: boolean } {
    const { db } = this.#context;
    const { coverFileId, contentsFileId } = paired;
    const holders = this.#booksWith(coverFileId, contentsFileId);
    const living = holders.filter((book) => book.undoId === null);
    if (living.some(isByHand) || (living.length > 1 && !living.every(isLone))) {
      // What an operator put together is not taken apart by names.
      for (const book of living)
        this.#refile(book, importId, {
          coverFileId: this.#newest(book.coverFileId, paired),
          contentsFileId: this.#newest(book.contentsFileId, paired),
        });
      return { bookIds: living.map(({ bookId }) => bookId), isUpdated: true };
    }
    const known = living[0] ?? holders[0];
    if (known === undefined) return { bookIds: [this.#addBook(importId, batch, paired)], isUpdated: false };
    // Halves that came alone are one book now.
    for (const { bookId } of living.slice(1)) db.delete(books).where(eq(books.bookId, bookId)).run();
    if (living.length > 1) db.update(books).set({ pairing: paired.reason }).where(eq(books.bookId, known.bookId)).run();
    this.#refile(known, importId, {
      coverFileId: this.#kept(known.coverFileId, coverFileId),
      contentsFileId: this.#kept(known.contentsFileId, contentsFileId),
    });
    return { bookIds: [known.bookId], isUpdated: known.undoId === null };
  }

  #addBook(importId: string, batch: string, { title, coverFileId, contentsFileId, reason }: PairedBook): string {
    const { db, ids, clock } = this.#context;
    const bookId = `b_${ids.base62(12)}`;
    const start = { stage: 'checking', verdict: 'notChecked', findings: [] } satisfies Partial<BookRow>;
    db.insert(books)
      .values({
        bookId,
        importId,
        title,
        batch,
        quantity: 1,
        coverFileId,
        contentsFileId,
        pairing: reason,
        ...start,
        addedAtMs: clock.nowMs(),
      })
      .run();
    return bookId;
  }

  #refile(known: BookRow, importId: string, filed: Filed): void {
    const { db } = this.#context;
    db.update(books)
      .set({ ...filed, undoId: null, ...(known.undoId === null ? {} : { importId }) })
      .where(eq(books.bookId, known.bookId))
      .run();
    const connectionId = this.#connections.active()?.connectionId ?? null;
    const isOther = known.coverFileId !== filed.coverFileId || known.contentsFileId !== filed.contentsFileId;
    if (isOther) moveBook(db, connectionId, known.bookId, 'filesChanged');
  }

  /** The file itself, unless the customer's own is newer than its repair. */
  #newest(knownId: string | null, { coverFileId, contentsFileId }: PairedBook): string | null {
    if (knownId === null) return null;
    const dropped = [coverFileId, contentsFileId].find((id) => id !== null && this.#withRepairs(id).includes(knownId));
    return this.#kept(knownId, dropped ?? knownId);
  }

  /** A repaired file stays in its book when the customer's own, older than the repair, is dropped again. */
  #kept(knownId: string | null, droppedId: string | null): string | null {
    if (droppedId === null || knownId === null || knownId === droppedId) return droppedId ?? knownId;
    const byId = (fileId: string) => this.#context.db.select().from(files).where(eq(files.fileId, fileId)).get();
    const dropped = byId(droppedId);
    const known = byId(knownId);
    const repairedAtMs = known?.fixes[0]?.atMs;
    if (dropped === undefined || repairedAtMs === undefined || dropped.modifiedAtMs > repairedAtMs) return droppedId;
    let file = known;
    while (typeof file?.repairedFromId === 'string' && file.fileId !== droppedId) file = byId(file.repairedFromId);
    return file?.fileId === droppedId ? knownId : droppedId;
  }

  /** Books that hold one of the files, in whichever role an operator gave it. */
  #booksWith(coverFileId: string | null, contentsFileId: string | null): BookRow[] {
    const ids = [coverFileId, contentsFileId].flatMap((id) => (id === null ? [] : this.#withRepairs(id)));
    return this.#context.db
      .select()
      .from(books)
      .where(or(inArray(books.coverFileId, ids), inArray(books.contentsFileId, ids)))
      .all();
  }

  /** A customer's file and all that was repaired from it. */
  #withRepairs(fileId: string): string[] {
    const repaired = this.#context.db
      .select({ fileId: files.fileId })
      .from(files)
      .where(eq(files.repairedFromId, fileId))
      .all();
    return [fileId, ...repaired.flatMap((file) => this.#withRepairs(file.fileId))];
  }
}

const BY_HAND: ReadonlySet<string> = new Set(['desk.pairing.byHand', 'desk.pairing.swapped']);
const isByHand = ({ pairing }: BookRow) => BY_HAND.has(pairing.key);
const isLone = ({ coverFileId, contentsFileId }: BookRow) => coverFileId === null || contentsFileId === null;
const pagesOf = (file: FileRow): number | null =>
  file.facts?.status === 'read' ? file.facts.pageGeometry.length : null;
