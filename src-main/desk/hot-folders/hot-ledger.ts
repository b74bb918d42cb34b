import { createHash } from 'node:crypto';
import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { BookStage } from '../../../src-core/desk/book-machine.ts';
import type { FoundFile } from '../../../src-core/imports/paired-book.ts';
import { comparableName } from '../../../src-core/imports/comparable-name.ts';
import type { NamingRules } from '../../../src-core/imports/naming-rules.ts';
import type { CheckLevel, PrintVerdict, Verdict } from '../../../src-core/preflight/verdicts.ts';
import type { WalkedFile } from '../../../src-node/walk-folder.ts';
import { looksSame, type FileStamp, type NotedFile } from '../files/file-stamp.ts';
import { namesOf } from '../naming/naming-rules.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { books, files, hotFiles, type HotFileRow } from '../store/schema.ts';
import { updateMany } from '../store/update-many.ts';
import { inChunks } from '../slices.ts';

/** A book of a hot folder's files that are not put away, once for each of them. */
export interface HotBook {
  readonly path: string;
  readonly fileId: string;
  readonly bookId: string;
  readonly coverFileId: string | null;
  readonly contentsFileId: string | null;
  readonly pairing: string;
  readonly stage: BookStage;
  readonly verdict: Verdict;
  readonly print: PrintVerdict;
  readonly checkedLevel: CheckLevel | null;
}

/** What was taken from one hot folder, as the store knows it. */
export class HotLedger {
  readonly #db: Store;
  readonly #hotFolderId: string;
  /** By place. A look compares thousands of files every few seconds. */
  readonly #stamps = new Map<string, Pick<FileStamp, 'sizeBytes' | 'modifiedAtMs'>>();

  constructor(db: Store, hotFolderId: string) {
    this.#db = db;
    this.#hotFolderId = hotFolderId;
    // What was put away left its place: a file that comes to lie there is a new one, even with its old time.
    for (const { path, sizeBytes, modifiedAtMs, movingTo, state } of db
      .select()
      .from(hotFiles)
      .where(eq(hotFiles.hotFolderId, hotFolderId))
      .all())
      if (state !== 'processed' || movingTo === null) this.#stamps.set(path, { sizeBytes, modifiedAtMs });
  }

  isTaken(file: FileStamp & { readonly path: string }): boolean {
    const known = this.#stamps.get(file.path);
    return known !== undefined && looksSame({ ...known, changedAtMs: null }, file);
  }

  /**
   * Files that books of the library have as they are now, or had before they were taken out of it. `isOurs`: an earlier life took them and ended
   * before it could note it; of others whoever brought them decides.
   */
  heldAlready(
    found: readonly WalkedFile[],
  ): readonly { readonly file: WalkedFile; readonly fileId: string; readonly isOurs: boolean }[] {
    const byPath = new Map(found.map((file) => [file.path, file]));
    const known = this.#db
      .select({
        fileId: files.fileId,
        path: files.path,
        importId: files.importId,
        sizeBytes: files.sizeBytes,
        modifiedAtMs: files.modifiedAtMs,
        changedAtMs: files.changedAtMs,
      })
      .from(files)
      .where(
        and(
          inList(files.path, [...byPath.keys()]),
          sql`exists (select 1 from ${books} where ${books.coverFileId} = ${files.fileId} or ${books.contentsFileId} = ${files.fileId})`,
        ),
      )
      .all();
    return known.flatMap((one) => {
      const file = byPath.get(one.path);
      // What was noted lay there with other bytes.
      if (file === undefined || this.#stamps.has(one.path) || !looksSame(one, file)) return [];
      return [{ file, fileId: one.fileId, isOurs: one.importId === this.#hotFolderId }];
    });
  }

  /** What was put away is the same document when it comes again under its name: its row turns, and what lies away is no file of the library any more. */
  bringBack(arrived: readonly WalkedFile[]): void {
    const paths = arrived.map(({ path }) => path);
    const away = this.#db
      .select({ path: hotFiles.path, fileId: hotFiles.fileId })
      .from(hotFiles)
      .innerJoin(files, eq(files.fileId, hotFiles.fileId))
      .where(
        and(
          eq(hotFiles.hotFolderId, this.#hotFolderId),
          eq(hotFiles.state, 'processed'),
          inList(hotFiles.path, paths),
          sql`${files.path} <> ${hotFiles.path}`,
          sql`not exists (select 1 from ${files} as there where there.path = ${hotFiles.path})`,
        ),
      )
      .all();
    this.#db.transaction(() => {
      for (const { path, fileId } of away) this.#db.update(files).set({ path }).where(eq(files.fileId, fileId)).run();
    });
  }

  /** Files that may make a book with some that came: of the same name, or in the same folder below the hot one. */
  beside(arrived: readonly FoundFile[]): FoundFile[] {
    const names = namesOf(this.#db);
    const stems = [...new Set(arrived.map(({ name }) => names.bookKeyOf(name)))];
    const folders = [...new Set(arrived.map(({ folder }) => folderKeyOf(folder)))].filter((key) => key !== '');
    const fresh = new Set(arrived.map(({ fileId }) => fileId));
    return this.#db
      .select({
        fileId: hotFiles.fileId,
        folder: hotFiles.folder,
        name: hotFiles.name,
        pdfPages: hotFiles.pdfPages,
      })
      .from(hotFiles)
      .where(
        and(
          eq(hotFiles.hotFolderId, this.#hotFolderId),
          or(inList(hotFiles.stem, stems), inList(hotFiles.folderKey, folders)),
        ),
      )
      .all()
      .filter(({ fileId }) => !fresh.has(fileId));
  }

  async keep(
    state: 'known' | 'taken',
    taken: readonly { readonly file: WalkedFile; readonly fileId: string; readonly pdfPages: number | null }[],
  ): Promise<void> {
    await inChunks(taken, (chunk) =>
      this.#db.transaction(() => {
        this.#db
          .delete(hotFiles)
          .where(
            inList(
              hotFiles.path,
              chunk.map(({ file }) => file.path),
            ),
          )
          .run();
        for (const { file, fileId, pdfPages } of chunk) {
          const { path, folder, name, sizeBytes, modifiedAtMs } = file;
          this.#db
            .insert(hotFiles)
            .values({
              path,
              hotFolderId: this.#hotFolderId,
              folder: [...folder],
              name,
              folderKey: folderKeyOf(folder),
              stem: namesOf(this.#db).bookKeyOf(name),
              fileId,
              pdfPages,
              sizeBytes,
              modifiedAtMs,
              state,
            })
            .run();
          this.#stamps.set(path, { sizeBytes, modifiedAtMs });
        }
      }),
    );
  }

  /**
   * Living books of files that are taken and not put away, repaired ones among them, as a connection sees them. Each file is looked up in
   * either index: an `or` of both, or another order of the tables, reads all books for each file.
   */
  books(connectionId: string | null): HotBook[] {
    return this.#db.all<HotBook>(sql`
      with recursive own(path, root, file_id) as (
        select path, file_id, file_id from hot_files where hot_folder_id = ${this.#hotFolderId} and state = 'taken'
        union all
        select own.path, own.root, files.file_id from files join own on files.repaired_from_id = own.file_id
      ),
      held(path, root, book_id) as (
        select own.path, own.root, books.book_id from own cross join books on books.cover_file_id = own.file_id
        union
        select own.path, own.root, books.book_id from own cross join books on books.contents_file_id = own.file_id
      )
      select own.path as path, own.root as "fileId", books.book_id as "bookId", books.cover_file_id as "coverFileId",
        books.contents_file_id as "contentsFileId", json_extract(books.pairing, '$.key') as pairing,
        coalesce(deliveries.stage, books.stage) as stage, books.verdict as verdict, books.print as print,
        books.checked_level as "checkedLevel"
      from held as own cross join books on books.book_id = own.book_id
      left join deliveries on deliveries.book_id = books.book_id and deliveries.connection_id = ${connectionId ?? ''}
      where books.undo_id is null
      order by books.added_at_ms, books.title`);
  }

  /** Books of files that were put away. */
  sent(): number {
    const found = this.#db.get<{ sent: number }>(sql`
      with away as (select file_id from hot_files where hot_folder_id = ${this.#hotFolderId} and state = 'processed')
      select count(*) as sent from (
        select books.book_id from away cross join books on books.cover_file_id = away.file_id where books.undo_id is null
        union
        select books.book_id from away cross join books on books.contents_file_id = away.file_id where books.undo_id is null
      )`);
    return found.sent;
  }

  /** Files that were about to be put away when the desk ended. */
  moving(): HotFileRow[] {
    return this.#db
      .select()
      .from(hotFiles)
      .where(
        and(eq(hotFiles.hotFolderId, this.#hotFolderId), eq(hotFiles.state, 'taken'), isNotNull(hotFiles.movingTo)),
      )
      .all();
  }

  one(path: string): HotFileRow | null {
    return this.#db.select().from(hotFiles).where(eq(hotFiles.path, path)).get() ?? null;
  }

  isMoving(path: string, movingTo: string | null): void {
    this.#db.update(hotFiles).set({ movingTo }).where(eq(hotFiles.path, path)).run();
  }

  /** `at`: where it lies now, with what is noted of it there; null where it stayed. */
  isProcessed(
    row: HotFileRow,
    at: ({ readonly path: string } & Pick<NotedFile, 'changedAtMs' | 'identity'>) | null,
  ): void {
    this.#db.transaction(() => {
      if (at !== null) this.#db.update(files).set(at).where(eq(files.fileId, row.fileId)).run();
      this.#db
        .update(hotFiles)
        .set({ state: 'processed', movingTo: at?.path ?? null })
        .where(eq(hotFiles.path, row.path))
        .run();
    });
    if (at !== null) this.#stamps.delete(row.path);
  }
}

/** A hash of the rules that all stems were made with; of none while they are made anew. */
const STEMS_MADE_WITH = 'hotFolders.stemsMadeWith';

const hashOf = (rules: NamingRules): string => createHash('sha256').update(JSON.stringify(rules)).digest('hex');

/** Names are read otherwise from now on: what waits in hot folders is found by them too. */
export async function nameAnew(db: Store): Promise<void> {
  const names = namesOf(db);
  writeDeskValue(db, STEMS_MADE_WITH, '');
  const known = db.select({ path: hotFiles.path, name: hotFiles.name }).from(hotFiles).all();
  await inChunks(known, (chunk) =>
    updateMany(
      db,
      hotFiles,
      'path',
      chunk.map(({ path, name }) => [path, { stem: names.bookKeyOf(name) }]),
    ),
  );
  // Rules that changed meanwhile have a run of their own, which may not be through.
  if (namesOf(db) === names) writeDeskValue(db, STEMS_MADE_WITH, hashOf(names.rules));
}

/** What an earlier desk did not come to before it ended. */
export async function nameWhatIsLeft(db: Store): Promise<void> {
  if (readDeskValue(db, STEMS_MADE_WITH) !== hashOf(namesOf(db).rules)) await nameAnew(db);
}

const folderKeyOf = (folder: readonly string[]): string => folder.map(comparableName).join('/');
