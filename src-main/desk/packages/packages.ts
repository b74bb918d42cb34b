import { existsSync, readdirSync, rmSync } from 'node:fs';
import { link, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import {
  filesOfJob,
  PACKAGE_FORMAT,
  PACKAGE_VERSION,
  type Opened,
  type Packed,
  type PackedBook,
  type PackedFile,
} from '../../../src-core/desk/job-package.ts';
import { PackageError } from '../../../src-node/job-package/package-error.ts';
import { openPackage, type OpenPackage } from '../../../src-node/job-package/read-package.ts';
import { partOf, writePackage } from '../../../src-node/job-package/write-package.ts';
import { sweepBeingWritten, whileBeingWritten } from '../being-written.ts';
import type { Checks } from '../checks/checks.ts';
import type { DeskContext } from '../desk-context.ts';
import { notedOf, type NotedFile } from '../files/file-stamp.ts';
import { mustNotBeOfLibrary } from '../documents/write-document.ts';
import type { FileWatch } from '../library/file-watch.ts';
import type { Library } from '../library/library.ts';
import type { FileHashes } from '../preflight/file-hashes.ts';
import type { Recipients } from '../recipients/recipients.ts';
import type { Step, Steps } from '../steps/steps.ts';
import { inList } from '../store/in-list.ts';
import { insertMany } from '../store/insert-many.ts';
import { books, files, signOffs, type BookRow, type FileRow } from '../store/schema.ts';
import { PackageWorks, type Progress } from './package-works.ts';

interface Parts {
  readonly checks: Checks;
  readonly hashes: FileHashes;
  readonly library: Library;
  readonly recipients: Recipients;
  readonly steps: Steps;
  readonly watch: FileWatch;
  /** Where the files of opened packages lie. */
  readonly folder: string;
}

/** A folder that is being filled; what a crash leaves is swept away. */
const OPENING = '.opening-';

/** A file of a book, and what it is called in the desk's folder. */
interface Placed {
  readonly file: PackedFile;
  readonly name: string;
}
type PlacedBook = PackedBook & { readonly places: Readonly<Record<'cover' | 'contents', Placed>> };

/** Books that go to another computer in one file, and those that came so (docs/decisions/0049). */
export class Packages {
  readonly #context: DeskContext;
  readonly #parts: Parts;
  readonly works: PackageWorks;
  /** One after the other: the same package twice at once is opened once. */
  #underWay: Promise<unknown> = Promise.resolve();
  /** Files came to the library. */
  onFiled: () => void = () => undefined;

  constructor(context: DeskContext, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
    this.works = new PackageWorks(context);
  }

  /** Takes away what a crash left half written and half unpacked. */
  sweep(): void {
    sweepBeingWritten(this.#context);
    const { folder } = this.#parts;
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder))
      if (name.startsWith(OPENING)) rmSync(join(folder, name), { recursive: true, force: true });
  }

  /**
   * Writes those of the books to `place` that have both files, as they were checked. Throws PACKAGE_EMPTY, FILE_CHANGED for a file
   * that was written to meanwhile, DOCUMENT_OF_LIBRARY, PACKAGE_NO_ROOM, PACKAGE_NOT_WRITTEN. Null: it was stopped, and what lay at `place`
   * lies there.
   */
  async write(bookIds: readonly string[], place: string): Promise<Packed | null> {
    await mustNotBeOfLibrary(this.#context, place);
    return this.works.run('save', nameAt(place), (progress) => this.#write(bookIds, place, progress));
  }

  async #write(bookIds: readonly string[], place: string, progress: Progress): Promise<Packed> {
    const pathOf = new Map<string, string>();
    const packed: PackedBook[] = [];
    const chosen = this.#chosen(bookIds);
    progress.begin(
      'checking',
      chosen.reduce((sum, book) => sum + this.#bytesOf(book), 0),
    );
    for (const book of chosen) {
      progress.signal.throwIfAborted();
      const one = await this.#pack(book, pathOf).catch((error: unknown) => {
        if (error instanceof AppError) return null;
        throw error;
      });
      if (one !== null) packed.push(one);
      progress.did(this.#bytesOf(book));
    }
    if (packed.length === 0) throw new AppError('PACKAGE_EMPTY');
    const job = {
      format: PACKAGE_FORMAT,
      version: PACKAGE_VERSION,
      madeAtMs: this.#context.clock.nowMs(),
      books: packed,
    } as const;
    progress.begin('copying', bytesIn(filesOfJob(packed)));
    const how = { signal: progress.signal, onBytes: progress.did };
    await whileBeingWritten(this.#context, [partOf(place)], () =>
      told(
        place,
        writePackage(place, job, ({ sha256 }) => pathOf.get(sha256) ?? '', how),
      ),
    );
    return { books: packed.length, left: bookIds.length - packed.length };
  }

  /**
   * Makes the books of a package that are not here yet, with their files in a folder of the desk's own: all of them or none, after every
   * file was held against its hash. Books that are here stay as they are. Throws PACKAGE_FOREIGN, PACKAGE_NEWER, PACKAGE_DAMAGED,
   * PACKAGE_NO_ROOM, PACKAGE_NOT_WRITTEN. Null: it was stopped, and nothing of it is here.
   */
  open(path: string): Promise<Opened | null> {
    return this.works.run('open', nameAt(path), (progress) => {
      const before = this.#underWay;
      const run = Promise.race([before, stopped(progress.signal)]).then(() => this.#open(path, progress));
      this.#underWay = Promise.allSettled([before, run]);
      return run;
    });
  }

  #chosen(bookIds: readonly string[]): BookRow[] {
    return this.#context.db
      .select()
      .from(books)
      .where(and(inList(books.bookId, bookIds), isNull(books.undoId)))
      .orderBy(asc(books.addedAtMs), asc(books.title), asc(books.bookId))
      .all();
  }

  #bytesOf(book: BookRow): number {
    const { cover, contents } = this.#parts.checks.filesOf(book);
    return (cover?.sizeBytes ?? 0) + (contents?.sizeBytes ?? 0);
  }

  /** Null without both files. Throws what `FileHashes` throws. */
  async #pack(book: BookRow, pathOf: Map<string, string>): Promise<PackedBook | null> {
    const { db } = this.#context;
    const { checks, hashes, recipients } = this.#parts;
    const { cover, contents } = checks.filesOf(book);
    if (cover === null || contents === null) return null;
    const packFile = async (file: FileRow): Promise<PackedFile> => {
      const sha256 = await hashes.ofChecked(file);
      pathOf.set(sha256, file.path);
      return { sha256, sizeBytes: file.sizeBytes, name: file.name };
    };
    const { bookId, title, batch, specUid, specOrigin, quantity, externalRef } = book;
    return {
      ...{ bookId, title, batch, specUid, specOrigin, quantity, externalRef },
      recipients: recipients
        .ofBook(bookId)
        .map(({ address, kind, quantity: copies }) => ({ address, kind, quantity: copies })),
      signOffs: db
        .select()
        .from(signOffs)
        .where(and(eq(signOffs.bookId, bookId), isNull(signOffs.withdrawnAtMs)))
        .orderBy(signOffs.atMs)
        .all()
        .map(({ id: _, bookId: _book, withdrawnAtMs: _at, ...signOff }) => signOff),
      cover: await packFile(cover),
      contents: await packFile(contents),
    };
  }

  async #open(path: string, progress: Progress): Promise<Opened> {
    progress.begin('checking');
    const pack = await told(path, openPackage(path));
    try {
      const { fresh, aside, differing } = await this.#sorted(pack.job.books, progress.signal);
      const known = pack.job.books.length - fresh.length - aside.length - differing;
      const bookIds = [...fresh, ...aside].map(({ bookId }) => bookId);
      if (fresh.length > 0) await this.#take(path, pack, fresh, progress);
      else progress.begin('filing');
      this.#context.db
        .update(books)
        .set({ undoId: null })
        .where(
          inList(
            books.bookId,
            aside.map(({ bookId }) => bookId),
          ),
        )
        .run();
      await this.#parts.checks.judgeMany(bookIds);
      this.#context.changed('library', 'recipients', 'status');
      this.onFiled();
      return { added: bookIds.length, known, differing, ...this.#parts.steps.keepChange(this.#step(bookIds)) };
    } finally {
      pack.close();
    }
  }

  #step(bookIds: readonly string[]): Step {
    return { size: bookIds.length, takeBack: () => ({ again: this.#parts.library.takeOut(bookIds), left: 0 }) };
  }

  /** Those that are new here, those that were taken out of the library, and how many are here with other files. */
  async #sorted(packed: readonly PackedBook[], signal: AbortSignal) {
    const rows = this.#context.db
      .select()
      .from(books)
      .where(
        inList(
          books.bookId,
          packed.map(({ bookId }) => bookId),
        ),
      )
      .all();
    const rowOf = new Map(rows.map((row) => [row.bookId, row]));
    const fresh: PackedBook[] = [];
    const aside: PackedBook[] = [];
    let differing = 0;
    for (const book of packed) {
      signal.throwIfAborted();
      const row = rowOf.get(book.bookId);
      if (row === undefined) fresh.push(book);
      else if (!(await this.#hasFilesOf(row, book))) differing += 1;
      else if (row.undoId !== null) aside.push(book);
    }
    return { fresh, aside, differing };
  }

  async #hasFilesOf(row: BookRow, { cover, contents }: PackedBook): Promise<boolean> {
    const { checks, hashes } = this.#parts;
    const own = checks.filesOf(row);
    const isSame = async (file: FileRow | null, packed: PackedFile) =>
      file !== null &&
      file.sizeBytes === packed.sizeBytes &&
      (file.sha256 ?? (await hashes.ofChecked(file).catch(() => null))) === packed.sha256;
    return (await isSame(own.cover, cover)) && isSame(own.contents, contents);
  }

  async #take(path: string, pack: OpenPackage, fresh: readonly PackedBook[], progress: Progress): Promise<void> {
    const { ids } = this.#context;
    const { folder } = this.#parts;
    const wanted = filesOfJob(fresh);
    const placed = placedApart(fresh);
    const places = placed.flatMap(({ places: { cover, contents } }) => [cover, contents]);
    const openingId = `pkg_${ids.base62(12)}`;
    const stage = join(folder, `${OPENING}${openingId}`);
    const place = join(folder, openingId);
    try {
      progress.begin('copying', bytesIn(wanted));
      const how = { signal: progress.signal, onBytes: progress.did };
      await told(path, makeRoom(stage, wanted));
      for (const file of wanted) await told(path, pack.extract(file, join(stage, nameOf(file)), how));
      for (const { file, name } of places) {
        if (name === nameOf(file)) continue;
        const to = join(stage, name);
        // Not every drive can have one file under two names.
        const again = () => told(path, pack.extract(file, to, { signal: progress.signal }));
        await link(join(stage, nameOf(file)), to).catch(again);
      }
      await syncFolder(stage);
      // From here on it is all or none by itself.
      progress.begin('filing');
      await rename(stage, place);
      await syncFolder(folder);
      const rows = await Promise.all(
        places.map(async (one) => ({ placed: one, noted: notedOf(await stat(join(place, one.name))) })),
      );
      const fileIds = this.#keep(nameAt(path), openingId, place, rows, placed);
      await this.#parts.watch.readUnread(fileIds);
    } catch (error) {
      await rm(stage, { recursive: true, force: true, maxRetries: 3 });
      const isKept = this.#context.db.select().from(files).where(eq(files.importId, openingId)).limit(1).get();
      if (isKept === undefined) await rm(place, { recursive: true, force: true });
      throw error;
    }
  }

  /** All in one transaction. Answers the ids of the files. */
  #keep(
    name: string,
    openingId: string,
    place: string,
    rows: readonly { readonly placed: Placed; readonly noted: NotedFile }[],
    fresh: readonly PlacedBook[],
  ): string[] {
    const { db, ids, clock } = this.#context;
    return db.transaction(() => {
      const idOf = new Map(rows.map(({ placed }) => [placed, `f_${ids.base62(12)}`]));
      const fileId = (placed: Placed) => idOf.get(placed) ?? '';
      // Their times have parts of a millisecond, which a list of values in JSON would not keep.
      for (const { placed, noted } of rows)
        db.insert(files)
          .values({
            fileId: fileId(placed),
            importId: openingId,
            path: join(place, placed.name),
            folder: [name],
            name: placed.file.name,
            sha256: placed.file.sha256,
            presence: 'present',
            ...noted,
          })
          .run();
      const addedAtMs = clock.nowMs();
      insertMany(
        db,
        books,
        fresh.map(({ recipients: _, signOffs: _signed, cover: _cover, contents: _contents, places, ...book }) => ({
          ...book,
          importId: openingId,
          coverFileId: fileId(places.cover),
          contentsFileId: fileId(places.contents),
          pairing: { key: 'desk.pairing.package', params: { name } },
          stage: 'checking' as const,
          verdict: 'notChecked' as const,
          findings: [],
          addedAtMs,
        })),
      );
      insertMany(
        db,
        signOffs,
        fresh.flatMap(({ bookId, signOffs: signed }) => signed.map((signOff) => ({ bookId, ...signOff }))),
      );
      this.#give(fresh);
      return [...idOf.values()];
    });
  }

  /** Addresses that the book of addresses has stand in it once. */
  #give(fresh: readonly PackedBook[]): void {
    const { recipients } = this.#parts;
    const all = fresh.flatMap(({ bookId, recipients: goesTo }) => goesTo.map((one) => ({ bookId, ...one })));
    const idOf = new Map<object, string>();
    for (const kind of new Set(all.map((one) => one.kind))) {
      const ofKind = all.filter((one) => one.kind === kind);
      const kept = recipients.keepMany(
        ofKind.map(({ address }) => address),
        kind,
      );
      for (const [at, one] of ofKind.entries()) idOf.set(one, kept.recipientIds[at] ?? '');
    }
    const given = new Map<string, { recipientId: string; quantity: number }[]>();
    for (const one of all) {
      const consignment = { recipientId: idOf.get(one) ?? '', quantity: one.quantity };
      given.set(one.bookId, [...(given.get(one.bookId) ?? []), consignment]);
    }
    recipients.give(given);
  }
}

/** A name that is the same on every drive: what the customer called it is shown, and no place. */
const nameOf = ({ sha256 }: PackedFile): string => `${sha256}.pdf`;

/** Every book has files of its own: what is found of a file follows from the spec and the pages of its book too. */
function placedApart(fresh: readonly PackedBook[]): PlacedBook[] {
  const uses = new Map<string, number>();
  const placed = (file: PackedFile): Placed => {
    const use = (uses.get(file.sha256) ?? 0) + 1;
    uses.set(file.sha256, use);
    return { file, name: use === 1 ? nameOf(file) : `${file.sha256}-${use}.pdf` };
  };
  return fresh.map((book) => ({ ...book, places: { cover: placed(book.cover), contents: placed(book.contents) } }));
}

const bytesIn = (wanted: readonly PackedFile[]): number => wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** As people are told. */
const nameAt = (place: string): string => basename(place).normalize('NFC');

/** Rejects as soon as somebody wants it to stop, with the reason. */
const stopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
  });

async function makeRoom(stage: string, wanted: readonly PackedFile[]): Promise<void> {
  try {
    await mkdir(stage, { recursive: true });
  } catch (error) {
    throw new PackageError('notWritten', String(error), null, error);
  }
  const { bavail, bsize } = await statfs(stage);
  const bytes = bytesIn(wanted);
  if (bytes > bavail * bsize) throw new PackageError('noRoom', `${bytes} bytes are wanted`);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

const CODES = {
  foreign: 'PACKAGE_FOREIGN',
  newer: 'PACKAGE_NEWER',
  damaged: 'PACKAGE_DAMAGED',
  changed: 'FILE_CHANGED',
  noRoom: 'PACKAGE_NO_ROOM',
  notWritten: 'PACKAGE_NOT_WRITTEN',
} as const satisfies Record<PackageError['kind'], AppError['code']>;

/** What went wrong with a package, as people are told. */
function told<T>(path: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof PackageError)) throw error;
    const name = (error.kind === 'changed' ? error.entry : null) ?? nameAt(path);
    throw new AppError(CODES[error.kind], { params: { name: name.normalize('NFC') }, cause: error });
  });
}
