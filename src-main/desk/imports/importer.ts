import { basename, dirname } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { awaited } from '../../../src-core/imports/left-over-files.ts';
import { pairFiles } from '../../../src-core/imports/pair-files.ts';
import type { FoundFile } from '../../../src-core/imports/paired-book.ts';
import type { ImportReport } from '../../../src-core/ipc/subjects/imports.ts';
import type { WalkedFile } from '../../../src-node/walk-folder.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import type { Checks } from '../checks/checks.ts';
import { type FileRow, books, files, imports } from '../store/schema.ts';
import type { FileWatch } from '../library/file-watch.ts';
import { stagesOf } from '../store/book-stages.ts';
import { ImportRun } from './import-run.ts';
import { ImportedBooks } from './imported-books.ts';
import { KeptFiles, type KeptFile } from './kept-files.ts';
import { namesOf } from '../naming/naming-rules.ts';
import { pagesOf } from './pdf-pages.ts';
import { inList } from '../store/in-list.ts';
import { inSlices } from '../slices.ts';

const NOTHING: Omit<ImportReport, 'importId' | 'folderName' | 'state'> = {
  pdfsFound: 0,
  paired: 0,
  guessed: 0,
  alone: 0,
  pictures: 0,
  manifests: [],
  ignored: [],
  conflicts: [],
  updated: 0,
  leftOut: 0,
};
const IN_USE: ReadonlySet<string> = new Set(['queued', 'uploading', 'ordering']);

/** Brings dropped files into the library: walk, pair, read, judge. Files are never moved or written. */
export class Importer {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #checks: Checks;
  readonly #watch: FileWatch;
  readonly #files: KeptFiles;
  readonly #books: ImportedBooks;
  #isClosing = false;
  readonly #running = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>();
  /** What was dropped in this life: the window never sees a path. */
  readonly #dropped = new Map<string, readonly string[]>();

  /** Files came to the library, and were read. */
  onFiled: () => void = () => undefined;
  /** Reads a list of books that lay among the files. Throws MANIFEST_…. */
  readTable: (path: string, importId: string) => Promise<{ readonly manifestId: string }> = () =>
    Promise.reject(new AppError('MANIFEST_UNREADABLE'));

  constructor(context: DeskContext, connections: Connections, checks: Checks, watch: FileWatch) {
    this.#context = context;
    this.#connections = connections;
    this.#checks = checks;
    this.#watch = watch;
    this.#files = new KeptFiles(context, connections);
    this.#books = new ImportedBooks(context, connections);
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
    const atMs = this.#context.clock.nowMs();
    this.#context.db.insert(imports).values({ importId, folderName, report, createdAtMs: atMs }).run();
    this.#dropped.set(importId, paths);
    const abort = new AbortController();
    const done = this.#run(report, { paths, atMs, stop: abort.signal })
      .catch((error: unknown) => {
        abort.abort();
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
    // One of an earlier version counted fewer things.
    return { ...NOTHING, ...row.report };
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

  /** Takes the import's books out again, once it is over. Throws IMPORT_IN_USE while one of them is on its way to the service. */
  async undo(importId: string): Promise<{ removed: number }> {
    await this.cancel(importId);
    return this.#takeOut(importId);
  }

  #takeOut(importId: string): { removed: number } {
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
    this.#isClosing = true;
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #write(importId: string, report: ImportReport): void {
    this.#context.db.update(imports).set({ report }).where(eq(imports.importId, importId)).run();
    this.#context.changed('imports');
  }

  /**
   * Takes files that came by themselves into the library: paired are the books that one of them belongs to, among them and `beside`, whose
   * files came before. `importId` stands for all that comes from there.
   */
  async takeArrived(
    { importId, batch, name }: { readonly importId: string; readonly batch: string; readonly name: string },
    arrived: readonly WalkedFile[],
    beside: (taken: readonly FoundFile[]) => readonly FoundFile[],
  ): Promise<{ readonly taken: readonly FileRow[]; readonly bookIds: readonly string[] }> {
    const kept: KeptFile[] = [];
    const { db, clock } = this.#context;
    const left = await this.#files.leftPlaces(arrived);
    await inSlices(
      // As if the folder had been dropped.
      arrived.map((file) => ({ ...file, folder: [name, ...file.folder] })),
      (file) => kept.push(...this.#files.keep(importId, [file], left)),
      (slice) => db.transaction(slice),
    );
    const fileIds = kept.map(({ fileId }) => fileId);
    await this.#watch.lookAtFiles(kept.filter(({ isDoubtful }) => isDoubtful).map(({ fileId }) => fileId));
    await this.#watch.readUnread(fileIds);
    const taken = await this.#asRead(fileIds);
    const found = taken.map(
      (file): FoundFile => ({
        fileId: file.fileId,
        folder: file.folder.slice(1),
        name: file.name,
        pdfPages: pagesOf(file),
      }),
    );
    const fresh = new Set(fileIds);
    const isFresh = (fileId: string | null) => fileId !== null && fresh.has(fileId);
    const paired = pairFiles([...found, ...beside(found)], namesOf(db))
      .filter(({ coverFileId, contentsFileId }) => isFresh(coverFileId) || isFresh(contentsFileId))
      .map(awaited);
    const paths = arrived.map(({ path }) => path);
    const bookIds = await this.#books.keep({ importId, batch, paths, atMs: clock.nowMs() }, paired);
    await this.#checks.judgeMany(bookIds);
    this.#context.changed('library', 'status');
    this.onFiled();
    return { taken, bookIds };
  }

  async #run(
    start: ImportReport,
    { paths, atMs, stop }: { readonly paths: readonly string[]; readonly atMs: number; readonly stop: AbortSignal },
  ): Promise<void> {
    const { importId } = start;
    const dropped = { importId, batch: start.folderName, paths, atMs };
    const found = await new ImportRun(dropped, {
      context: this.#context,
      checks: this.#checks,
      watch: this.#watch,
      files: this.#files,
      books: this.#books,
      onFound: (counts) => this.#write(importId, { ...start, ...counts }),
      readTables: (tables, ignored) => this.#readTables(importId, tables, paths, ignored),
      stop,
      isClosing: () => this.#isClosing,
    }).run();
    this.#write(importId, { ...start, ...found, state: stop.aborted ? 'cancelled' : 'done' });
    this.#context.changed('library', 'status');
    this.onFiled();
  }

  /** A table that was dropped itself says why it is no list of books; of those in a folder it is enough that they are left out. */
  async #readTables(
    importId: string,
    tables: readonly string[],
    dropped: readonly string[],
    ignored: ImportReport['ignored'],
  ): Promise<ImportReport['manifests']> {
    const lists: ImportReport['manifests'] = [];
    for (const path of tables) {
      const name = basename(path).normalize('NFC');
      try {
        lists.push({ manifestId: (await this.readTable(path, importId)).manifestId, name });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const reason = dropped.includes(path) ? error.text : { key: 'desk.ignored.notAList' };
        ignored.push({ name, reason });
      }
    }
    return lists;
  }

  async #asRead(fileIds: readonly string[]): Promise<FileRow[]> {
    const known: FileRow[] = [];
    await inSlices(fileIds, (fileId) =>
      known.push(...this.#context.db.select().from(files).where(eq(files.fileId, fileId)).all()),
    );
    return known;
  }
}
