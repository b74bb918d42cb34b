import { basename, dirname, extname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FilesByFolder } from '../../../src-core/imports/files-by-folder.ts';
import { pairByNames } from '../../../src-core/imports/pair-files.ts';
import type { OpenPairing, PairedBook, ReadName } from '../../../src-core/imports/paired-book.ts';
import type { ImportReport } from '../../../src-core/ipc/subjects/imports.ts';
import { WALKED_WITHIN_MS } from '../../../src-node/disks/disks.ts';
import {
  PDFS,
  PICTURES,
  TABLE_ENDINGS,
  walkPaths,
  type WalkedFile,
  type Wanted,
} from '../../../src-node/walk-folder.ts';
import type { Checks } from '../checks/checks.ts';
import type { DeskContext } from '../desk-context.ts';
import type { FileWatch } from '../library/file-watch.ts';
import { inSlices } from '../slices.ts';
import { isPair, type Dropped, type ImportedBooks } from './imported-books.ts';
import type { KeptFiles } from './kept-files.ts';
import { namesOf } from '../naming/naming-rules.ts';
import { pagesIn } from './pdf-pages.ts';

/** Names listed of the files left out; of an 800-photo folder the first ones tell enough. */
const LISTED_IGNORED = 200;
/** PDFs are imported; of the pictures that lie among them a book can be laid out, and lists tell of the books. */
const PDFS_BESIDE_OTHERS: Wanted = { ...PDFS, besides: new Set([...PICTURES.endings, ...TABLE_ENDINGS]) };
/** Of tables in a dropped folder: it is for books, and has few lists of them. */
const MOST_TABLES = 20;
/** Rows that came meanwhile are written together, since each commit waits for the disk. */
const WRITE_EVERY_MS = 50;
/** Books that are kept by a few statements for all of them; so many, known to the library and changed, take some milliseconds. */
export const BOOKS_AT_ONCE = 8;
/** Files that are read before their books gain what was found. */
const READ_AT_ONCE = 64;

type Counts = Omit<ImportReport, 'importId' | 'folderName' | 'state'>;

export interface ImportRunParts {
  readonly context: DeskContext;
  readonly checks: Checks;
  readonly watch: FileWatch;
  readonly files: KeptFiles;
  readonly books: ImportedBooks;
  /** Keeps what was found so far. */
  readonly onFound: (counts: Counts) => void;
  readonly readTables: (
    tables: readonly string[],
    ignored: ImportReport['ignored'],
  ) => Promise<ImportReport['manifests']>;
  /** Stops the walk: what it has found is kept. */
  readonly stop: AbortSignal;
  /** The desk is being closed: nothing more is begun. */
  readonly isClosing: () => boolean;
}

/** Books that became rows together, and their files. */
interface Listed {
  readonly bookIds: readonly string[];
  readonly fileIds: readonly string[];
}

/**
 * One import. Books are rows as soon as the walk has left their folder, by what names alone tell; then come those of which page
 * counts tell the cover, then what was read of all files (docs/decisions/0048).
 */
export class ImportRun {
  readonly #dropped: Dropped;
  readonly #parts: ImportRunParts;
  readonly #walked = new Map<string, WalkedFile>();
  readonly #named: PairedBook[] = [];
  readonly #open: OpenPairing[] = [];
  readonly #listed: Listed[] = [];
  readonly #doubtful = new Set<string>();
  /** Paths of files whose bytes a cloud keeps. */
  readonly #elsewhere = new Set<string>();
  readonly #tables: string[] = [];
  readonly #counts = {
    pdfsFound: 0,
    paired: 0,
    guessed: 0,
    alone: 0,
    pictures: 0,
    manifests: [] as ImportReport['manifests'],
    ignored: [] as ImportReport['ignored'],
    conflicts: [] as ImportReport['conflicts'],
    updated: 0,
    leftOut: 0,
  } satisfies Counts;

  constructor(dropped: Dropped, parts: ImportRunParts) {
    this.#dropped = dropped;
    this.#parts = parts;
  }

  async run(): Promise<Counts> {
    const { watch, readTables } = this.#parts;
    await this.#listNamed();
    await this.#listOpen();
    this.#counts.manifests = await readTables(this.#tables, this.#counts.ignored);
    await watch.lookAtFiles([...this.#doubtful]);
    await this.#readAndJudge();
    return this.#counts;
  }

  async #listNamed(): Promise<void> {
    let isWalked = false;
    const walk = this.#walk().finally(() => (isWalked = true));
    do {
      await Promise.race([walk, delay(WRITE_EVERY_MS)]);
      await this.#list(this.#named.splice(0));
    } while (!isWalked || this.#named.length > 0);
    await walk;
  }

  async #walk(): Promise<void> {
    const { paths } = this.#dropped;
    const names = namesOf(this.#parts.context.db);
    const gathered = new FilesByFolder<ReadName>(rootsOf(paths), names);
    const pair = (files: readonly ReadName[]) => {
      if (files.length === 0) return;
      const { books, open } = pairByNames(files, names);
      this.#named.push(...books);
      this.#open.push(...open);
    };
    const { ignored } = this.#counts;
    const take = (file: WalkedFile): void => {
      this.#counts.pdfsFound += 1;
      this.#walked.set(file.path, file);
      // Until they are kept, files go by their paths.
      gathered.add(names.read({ fileId: file.path, folder: file.folder, name: file.name }));
    };
    await walkPaths(paths, {
      disk: this.#parts.context.disks.walked(WALKED_WITHIN_MS),
      signal: this.#parts.stop,
      wanted: PDFS_BESIDE_OTHERS,
      onFolder: (_, folder, inside) => gathered.listed(folder, inside),
      onLeft: (folder) => pair(gathered.left(folder)),
      onFile: take,
      onElsewhere: (file) => {
        this.#elsewhere.add(file.path);
        take(file);
      },
      onBeside: (path) => {
        if (!TABLE_ENDINGS.has(extname(path).toLowerCase())) this.#counts.pictures += 1;
        else if (this.#tables.length < MOST_TABLES) this.#tables.push(path);
      },
      onIgnored: (file) => {
        if (ignored.length < LISTED_IGNORED) ignored.push({ name: file.name.normalize('NFC'), reason: file.reason });
      },
    });
    for (const files of gathered.rest()) pair(files);
  }

  /** Makes rows of books, each with its files in one transaction. */
  async #list(paired: readonly PairedBook[]): Promise<void> {
    if (paired.length === 0) return;
    const { context, onFound } = this.#parts;
    const left = await this.#leftPlaces(paired.flatMap(pathsOf));
    await inSlices(
      inBatches(paired, BOOKS_AT_ONCE, () => 1),
      (batch) => this.#listSome(batch, left),
      (slice) => {
        context.db.transaction(slice);
        context.changed('library', 'status');
      },
    );
    onFound(this.#counts);
  }

  #listSome(paired: readonly PairedBook[], left: ReadonlySet<string>): void {
    const kept = this.#keepFiles(paired.flatMap(pathsOf), left);
    const idOf = (path: string | null) => (path === null ? null : (kept.ids.get(path) ?? null));
    const placed = paired.map((book) => ({
      ...book,
      coverFileId: idOf(book.coverFileId),
      contentsFileId: idOf(book.contentsFileId),
    }));
    const { bookIds, updated, leftOut } = this.#parts.books.keepSome(this.#dropped, placed, kept.fresh);
    this.#listed.push({ bookIds, fileIds: [...kept.ids.values()] });
    this.#counts.updated += updated;
    this.#counts.leftOut += leftOut;
    for (const book of paired) this.#count(book);
  }

  #leftPlaces(paths: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#parts.files.leftPlaces(this.#walkedOf(paths));
  }

  #walkedOf(paths: readonly string[]): WalkedFile[] {
    return paths.flatMap((path) => this.#walked.get(path) ?? []);
  }

  #keepFiles(paths: readonly string[], left: ReadonlySet<string>) {
    const kept = this.#parts.files.keep(this.#dropped.importId, this.#walkedOf(paths), left, this.#elsewhere);
    for (const { fileId, isDoubtful } of kept) if (isDoubtful) this.#doubtful.add(fileId);
    return {
      ids: new Map(kept.map(({ path, fileId }) => [path, fileId])),
      fresh: new Set(kept.filter(({ isNew }) => isNew).map(({ fileId }) => fileId)),
    };
  }

  #count(book: PairedBook): void {
    if (isPair(book)) this.#counts.paired += 1;
    if (isPair(book) && book.guessed) this.#counts.guessed += 1;
    if (book.rule === 'alone') this.#counts.alone += 1;
    const [path = ''] = pathsOf(book);
    if (book.rule === 'conflict')
      this.#counts.conflicts.push({ name: basename(path).normalize('NFC'), reason: book.reason });
  }

  /** Books of which names do not tell which file is the cover. */
  async #listOpen(): Promise<void> {
    const { context, watch, isClosing } = this.#parts;
    for (const some of inBatches(this.#open, READ_AT_ONCE, ({ fileIds }) => fileIds.length)) {
      if (isClosing()) return;
      const ids = new Map<string, string>();
      const left = await this.#leftPlaces(some.flatMap(({ fileIds }) => fileIds));
      await inSlices(
        inBatches(some, 2 * BOOKS_AT_ONCE, ({ fileIds }) => fileIds.length),
        (batch) => {
          const kept = this.#keepFiles(
            batch.flatMap(({ fileIds }) => fileIds),
            left,
          );
          for (const [path, fileId] of kept.ids) ids.set(path, fileId);
        },
        (slice) => context.db.transaction(slice),
      );
      const fileIds = [...ids.values()];
      await watch.lookAtFiles(fileIds.filter((fileId) => this.#doubtful.has(fileId)));
      await watch.readUnread(fileIds);
      if (isClosing()) return;
      const pages = pagesIn(context.db, fileIds);
      const decided = some.flatMap(({ decide }) => decide((path) => pages.get(ids.get(path) ?? '') ?? null));
      await this.#list(decided);
    }
  }

  /** Rows gain what is read of their files, some at a time, the next ones being read meanwhile. */
  async #readAndJudge(): Promise<void> {
    const { checks, watch, isClosing } = this.#parts;
    const release = checks.holdDeeper(new Set(this.#listed.flatMap(({ fileIds }) => fileIds)));
    try {
      let reading: Promise<unknown> = Promise.resolve();
      let judging: Promise<unknown> = Promise.resolve();
      for (const some of inBatches(this.#listed, READ_AT_ONCE, ({ fileIds }) => fileIds.length)) {
        if (isClosing()) break;
        reading = watch.readUnread(some.flatMap(({ fileIds }) => fileIds));
        await Promise.all([reading, judging]);
        judging = checks.judgeMany(some.flatMap(({ bookIds }) => bookIds));
      }
      await judging;
    } finally {
      release();
    }
  }
}

const pathsOf = ({ coverFileId, contentsFileId }: Pick<PairedBook, 'coverFileId' | 'contentsFileId'>): string[] =>
  [coverFileId, contentsFileId].filter((path) => path !== null);

/** What was dropped may be folders or files: those lie in a folder that pairing takes for a dropped one. */
function rootsOf(paths: readonly string[]): string[] {
  if (paths.length < 2) return [];
  return [...paths.map((path) => basename(path)), ...new Set(paths.map((path) => basename(dirname(path))))];
}

/** Cuts a list into parts of at most so much each, by the size of its items. */
function inBatches<T>(items: readonly T[], most: number, sizeOf: (item: T) => number): T[][] {
  const batches: T[][] = [];
  let left = 0;
  for (const item of items) {
    const size = sizeOf(item);
    if (batches.length === 0 || size > left) {
      batches.push([]);
      left = most;
    }
    batches.at(-1)?.push(item);
    left -= size;
  }
  return batches;
}
