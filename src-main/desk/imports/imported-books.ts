import { eq, inArray, or } from 'drizzle-orm';
import { aloneAs, halfTitle } from '../../../src-core/imports/left-over-files.ts';
import { saidByName } from '../../../src-core/imports/name-tokens.ts';
import type { PairedBook } from '../../../src-core/imports/paired-book.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { isByHand, isLeftOut, isLone } from '../library/left-over.ts';
import { heirOf, mergeInto } from '../library/merged-books.ts';
import { isOfTheseBytes, repairsOf } from '../library/repaired.ts';
import { consignmentsOf } from '../recipients/book-recipients.ts';
import { inSlices } from '../slices.ts';
import { isCalledAsFile, namesOf } from '../naming/naming-rules.ts';
import { insertMany } from '../store/insert-many.ts';
import { moveBook } from '../store/book-stages.ts';
import { giveUpOutdated } from '../store/given-up-jobs.ts';
import { type BookRow, books, files } from '../store/schema.ts';

type Filed = Pick<BookRow, 'coverFileId' | 'contentsFileId'>;

/** What one import is about. */
export interface Dropped {
  readonly importId: string;
  readonly batch: string;
  readonly paths: readonly string[];
  /** The library shows books of one time by their titles, in whatever order they came. */
  readonly atMs: number;
}

export interface KeptBooks {
  readonly bookIds: readonly string[];
  /** Books that were there already. */
  readonly updated: number;
  /** Files that somebody left out before. */
  readonly leftOut: number;
}

export const isPair = ({ rule }: PairedBook): boolean => rule !== 'alone' && rule !== 'conflict';

/** Makes books of what was paired, or brings those up to date that hold its files already. */
export class ImportedBooks {
  readonly #context: DeskContext;
  readonly #connections: Connections;

  constructor(context: DeskContext, connections: Connections) {
    this.#context = context;
    this.#connections = connections;
  }

  /** As `keepSome`, for any number of them. */
  async keep(dropped: Dropped, paired: readonly PairedBook[]): Promise<readonly string[]> {
    const bookIds: string[] = [];
    await inSlices(
      paired,
      (book) => bookIds.push(...this.keepSome(dropped, [book]).bookIds),
      (slice) => this.#context.db.transaction(slice),
    );
    return bookIds;
  }

  /**
   * A book that is known is brought up to date. No book can hold `fresh` files: those are added without a look. To be called in a
   * transaction of the caller's.
   */
  keepSome(dropped: Dropped, paired: readonly PairedBook[], fresh: ReadonlySet<string> = new Set()): KeptBooks {
    const bookIds: string[] = [];
    const counts = { added: 0, updated: 0, leftOut: 0 };
    const added: (typeof books.$inferInsert)[] = [];
    const unplaced = new Set(fresh);
    const isUnplaced = (fileId: string | null) => fileId === null || unplaced.delete(fileId);
    for (const book of paired) {
      if (isUnplaced(book.coverFileId) && isUnplaced(book.contentsFileId)) {
        const row = this.#newBook(dropped, book);
        added.push(row);
        bookIds.push(row.bookId);
        continue;
      }
      insertMany(this.#context.db, books, added.splice(0));
      const kept = this.#keepBook(dropped, book);
      bookIds.push(...kept.bookIds);
      counts[kept.as] += 1;
    }
    insertMany(this.#context.db, books, added);
    return { bookIds, updated: counts.updated, leftOut: counts.leftOut };
  }

  #keepBook(
    dropped: Dropped,
    paired: PairedBook,
  ): { readonly bookIds: readonly string[]; readonly as: 'added' | 'updated' | 'leftOut' } {
    const { importId } = dropped;
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
      const alone = this.#keepUnheld(dropped, paired, living);
      return { bookIds: [...living.map(({ bookId }) => bookId), ...alone], as: 'updated' };
    }
    const [one, ...more] = living;
    const known = one === undefined ? holders[0] : heirOf(db, [one, ...more]);
    if (known === undefined) {
      const row = this.#newBook(dropped, paired);
      db.insert(books).values(row).run();
      return { bookIds: [row.bookId], as: 'added' };
    }
    if (isLeftOut(known) && !isPair(paired) && !this.#isDroppedItself(dropped, coverFileId ?? contentsFileId))
      return { bookIds: [], as: 'leftOut' };
    for (const book of holders) if (book !== known) this.#free(book, known, paired);
    if (isLone(known) && !isByHand(known)) {
      const said = this.#saidOf(paired);
      const set = { pairing: said.pairing, ...this.#unsetOf(known, paired, said) };
      db.update(books).set(set).where(eq(books.bookId, known.bookId)).run();
    }
    this.#refile(known, importId, {
      coverFileId: this.#kept(known.coverFileId, coverFileId),
      contentsFileId: this.#kept(known.contentsFileId, contentsFileId),
    });
    return { bookIds: [known.bookId], as: known.undoId === null ? 'updated' : 'added' };
  }

  /** A file whose partner by its name was put elsewhere by hand is a row of its own. */
  #keepUnheld(dropped: Dropped, paired: PairedBook, living: readonly BookRow[]): string[] {
    const held = new Set(living.flatMap(({ coverFileId, contentsFileId }) => [coverFileId, contentsFileId]));
    return (['cover', 'contents'] as const).flatMap((role) => {
      const fileId = role === 'cover' ? paired.coverFileId : paired.contentsFileId;
      if (fileId === null || this.#withRepairs(fileId).some((id) => held.has(id))) return [];
      const { db } = this.#context;
      const { name, folder } = files;
      const file = db.select({ name, folder }).from(files).where(eq(files.fileId, fileId)).get();
      return file === undefined ? [] : this.#keepBook(dropped, aloneAs(role, fileId, file, namesOf(db))).bookIds;
    });
  }

  /** What was left out comes back when it is dropped by itself, and not with the whole folder again. */
  #isDroppedItself({ paths }: Dropped, fileId: string | null): boolean {
    const file = this.#context.db
      .select({ path: files.path })
      .from(files)
      .where(eq(files.fileId, fileId ?? ''))
      .get();
    return file !== undefined && paths.includes(file.path);
  }

  /** What a pair's name says of the book. */
  #saidOf(paired: PairedBook): Pick<BookRow, 'title' | 'pairing'> & Partial<BookRow> {
    const said = saidByName(paired, this.#connections.specs(), namesOf(this.#context.db).rules);
    return {
      title: said?.title ?? paired.title,
      pairing: said?.reason ?? paired.reason,
      ...(said === null || said.quantity === null ? {} : { quantity: said.quantity }),
      ...(said === null || said.specUid === null ? {} : { specUid: said.specUid, specOrigin: 'given' as const }),
    };
  }

  /** Of a half that finds its partner, what nobody set of it yet. */
  #unsetOf(known: BookRow, { title: name }: PairedBook, { title, quantity, specUid, specOrigin }: Partial<BookRow>) {
    const { db } = this.#context;
    const fileId = known.coverFileId ?? known.contentsFileId ?? '';
    const file = db
      .select({ name: files.name, folder: files.folder })
      .from(files)
      .where(eq(files.fileId, fileId))
      .get();
    const isNamed = file !== undefined && !isCalledAsFile(db, file, known.title);
    // Its half was called so by former rules.
    const isCalledAnew = file !== undefined && halfTitle(file, namesOf(db)) !== known.title;
    const isGiven = known.quantity !== 1 || consignmentsOf(db, known.bookId).length > 0;
    return {
      ...(isNamed || title === undefined || (title === name && !isCalledAnew) ? {} : { title }),
      ...(quantity === undefined || isGiven ? {} : { quantity }),
      ...(specUid === undefined || specOrigin === undefined || known.specOrigin === 'given'
        ? {}
        : { specUid, specOrigin }),
    };
  }

  /** What a book takes over no other one holds, taken out of the library or not: it would bring the file back with it. */
  #free(book: BookRow, heir: BookRow, { coverFileId, contentsFileId }: PairedBook): void {
    const { db, ids } = this.#context;
    const taken = [coverFileId, contentsFileId].flatMap((id) => (id === null ? [] : this.#withRepairs(id)));
    const left = (fileId: string | null) => (fileId === null || taken.includes(fileId) ? null : fileId);
    const filed = { coverFileId: left(book.coverFileId), contentsFileId: left(book.contentsFileId) };
    // Halves that came alone are one book now.
    if (filed.coverFileId === null && filed.contentsFileId === null) return void mergeInto(db, ids, book, heir);
    db.update(books).set(filed).where(eq(books.bookId, book.bookId)).run();
    moveBook(db, this.#connections.active()?.connectionId ?? null, book.bookId, 'filesChanged');
  }

  #newBook({ importId, batch, atMs }: Dropped, paired: PairedBook): typeof books.$inferInsert {
    const { coverFileId, contentsFileId } = paired;
    return {
      bookId: `b_${this.#context.ids.base62(12)}`,
      importId,
      batch,
      quantity: 1,
      specUid: null,
      specOrigin: null,
      coverFileId,
      contentsFileId,
      ...this.#saidOf(paired),
      stage: 'checking',
      verdict: 'notChecked',
      findings: [],
      addedAtMs: atMs,
    };
  }

  #refile(known: BookRow, importId: string, filed: Filed): void {
    const { db } = this.#context;
    db.update(books)
      .set({ ...filed, undoId: null, ...(known.undoId === null ? {} : { importId }) })
      .where(eq(books.bookId, known.bookId))
      .run();
    const connectionId = this.#connections.active()?.connectionId ?? null;
    const isOtherCover = known.coverFileId !== filed.coverFileId;
    if (!isOtherCover && known.contentsFileId === filed.contentsFileId) return;
    const formerId = isOtherCover ? known.coverFileId : known.contentsFileId;
    if (connectionId !== null) giveUpOutdated(db, connectionId, [known.bookId], formerId);
    moveBook(db, connectionId, known.bookId, 'filesChanged');
  }

  /** The file itself, unless it is a repair and the customer's own is another one by now. */
  #newest(knownId: string | null, { coverFileId, contentsFileId }: PairedBook): string | null {
    if (knownId === null) return null;
    const dropped = [coverFileId, contentsFileId].find((id) => id !== null && this.#withRepairs(id).includes(knownId));
    return this.#kept(knownId, dropped ?? knownId);
  }

  /** A repaired file stays in its book when the customer's own is dropped again as it was repaired. */
  #kept(knownId: string | null, droppedId: string | null): string | null {
    if (droppedId === null || knownId === null || knownId === droppedId) return droppedId ?? knownId;
    const byId = (fileId: string) => this.#context.db.select().from(files).where(eq(files.fileId, fileId)).get();
    const dropped = byId(droppedId);
    let file = byId(knownId);
    while (typeof file?.repairedFromId === 'string' && file.repairedFromId !== droppedId)
      file = byId(file.repairedFromId);
    const isOfDropped = file?.repairedFromId === droppedId && dropped !== undefined && isOfTheseBytes(file, dropped);
    return isOfDropped ? knownId : droppedId;
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
    return [fileId, ...repairsOf(this.#context.db, fileId)];
  }
}
