import { existsSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { awaited } from '../../../src-core/imports/left-over-files.ts';
import { pairFiles } from '../../../src-core/imports/pair-files.ts';
import type { FoundFile } from '../../../src-core/imports/paired-book.ts';
import type { ImportReport } from '../../../src-core/ipc/subjects/imports.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import type { Checks } from '../checks/checks.ts';
import { type FileRow, books, files, imports } from '../store/schema.ts';
import type { FileWatch } from '../library/file-watch.ts';
import { isSameStamp, looksSame } from '../files/file-stamp.ts';
import { noteRewritten } from '../library/rewritten.ts';
import { stagesOf } from '../store/book-stages.ts';
import { ImportedBooks, isPair } from './imported-books.ts';
import { inList } from '../store/in-list.ts';
import { inSlices } from '../slices.ts';
import {
  PDFS,
  PICTURES,
  TABLE_ENDINGS,
  walkPaths,
  type Wanted,
  type WalkedFile,
} from '../../../src-node/walk-folder.ts';

/** Names listed of the files left out; of an 800-photo folder the first ones tell enough. */
const LISTED_IGNORED = 200;

/** PDFs are imported; of the pictures that lie among them a book can be laid out, and lists tell of the books. */
const PDFS_BESIDE_OTHERS: Wanted = { ...PDFS, besides: new Set([...PICTURES.endings, ...TABLE_ENDINGS]) };
/** Of tables in a dropped folder: it is for books, and has few lists of them. */
const MOST_TABLES = 20;

type Counts = Omit<ImportReport, 'importId' | 'folderName' | 'state'>;
const NOTHING: Counts = {
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

/** Brings dropped files into the library: walk, read, pair, judge. Files are never moved or written. */
export class Importer {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #checks: Checks;
  readonly #watch: FileWatch;
  readonly #booksOf: ImportedBooks;
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
    this.#booksOf = new ImportedBooks(context, connections);
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

  /**
   * Takes files that came by themselves into the library: paired are the books that one of them belongs to, among them and `beside`, whose
   * files came before. `importId` stands for all that comes from there.
   */
  async takeArrived(
    { importId, batch, name }: { readonly importId: string; readonly batch: string; readonly name: string },
    arrived: readonly WalkedFile[],
    beside: (taken: readonly FoundFile[]) => readonly FoundFile[],
  ): Promise<{ readonly taken: readonly FileRow[]; readonly bookIds: readonly string[] }> {
    const { rows, doubtful } = await this.#keepFiles(
      importId,
      // As if the folder had been dropped.
      arrived.map((file) => ({ ...file, folder: [name, ...file.folder] })),
    );
    await this.#watch.lookAtFiles(doubtful);
    await this.#watch.readUnread(rows.map(({ fileId }) => fileId));
    const taken = await this.#asRead(rows);
    const found = taken.map((file): FoundFile => ({ ...foundFile(file), folder: file.folder.slice(1) }));
    const fresh = new Set(found.map(({ fileId }) => fileId));
    const isFresh = (fileId: string | null) => fileId !== null && fresh.has(fileId);
    const paired = pairFiles([...found, ...beside(found)])
      .filter(({ coverFileId, contentsFileId }) => isFresh(coverFileId) || isFresh(contentsFileId))
      .map(awaited);
    const { bookIds } = await this.#booksOf.keep({ importId, batch, paths: arrived.map(({ path }) => path) }, paired);
    await this.#checks.judgeMany(bookIds);
    this.#context.changed('library', 'status');
    this.onFiled();
    return { taken, bookIds };
  }

  async #run(start: ImportReport, paths: readonly string[], signal: AbortSignal): Promise<void> {
    const { importId } = start;
    const walked: WalkedFile[] = [];
    const ignored: ImportReport['ignored'] = [];
    let pictures = 0;
    const tables: string[] = [];
    await walkPaths(paths, {
      signal,
      wanted: PDFS_BESIDE_OTHERS,
      onFile: (file) => {
        walked.push(file);
        if (walked.length % 50 === 0) this.#write(importId, { ...start, pdfsFound: walked.length, pictures, ignored });
      },
      onBeside: (path) => {
        if (!TABLE_ENDINGS.has(extname(path).toLowerCase())) pictures += 1;
        else if (tables.length < MOST_TABLES) tables.push(path);
      },
      onIgnored: (file) => {
        if (ignored.length < LISTED_IGNORED) ignored.push({ name: file.name.normalize('NFC'), reason: file.reason });
      },
    });
    const lists = await this.#readTables(importId, tables, paths, ignored);
    const { rows, doubtful } = await this.#keepFiles(importId, walked);
    await this.#watch.lookAtFiles(doubtful);
    this.#write(importId, { ...start, pdfsFound: rows.length, pictures, ignored });
    await this.#watch.readUnread(rows.map(({ fileId }) => fileId));
    const known = await this.#asRead(rows);
    const paired = pairFiles(known.map(foundFile));
    const { bookIds, updated, leftOut } = await this.#booksOf.keep(
      { importId, batch: start.folderName, paths },
      paired,
    );
    await this.#checks.judgeMany(bookIds);
    const names = new Map(known.map((file) => [file.fileId, file.name.normalize('NFC')]));
    const nameOf = (fileId: string | null) => names.get(fileId ?? '') ?? '';
    this.#write(importId, {
      ...start,
      state: signal.aborted ? 'cancelled' : 'done',
      pdfsFound: rows.length,
      paired: paired.filter(isPair).length,
      guessed: paired.filter((book) => isPair(book) && book.guessed).length,
      alone: paired.filter(({ rule }) => rule === 'alone').length,
      pictures,
      ignored,
      conflicts: paired
        .filter(({ rule }) => rule === 'conflict')
        .map(({ coverFileId, contentsFileId, reason }) => ({ name: nameOf(coverFileId ?? contentsFileId), reason })),
      updated,
      leftOut,
      manifests: lists,
    });
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

  async #asRead(rows: readonly FileRow[]): Promise<FileRow[]> {
    const known: FileRow[] = [];
    await inSlices(rows, ({ fileId }) =>
      known.push(...this.#context.db.select().from(files).where(eq(files.fileId, fileId)).all()),
    );
    return known;
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
}

const foundFile = (file: FileRow): FoundFile => ({
  fileId: file.fileId,
  folder: file.folder,
  name: file.name,
  pdfPages: pagesOf(file),
});

/** PDF pages, where they could be counted. */
export const pagesOf = (file: Pick<FileRow, 'facts'>): number | null =>
  file.facts?.status === 'read' ? file.facts.pageGeometry.length : null;
