import { and, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { halfTitle } from '../../../src-core/imports/left-over-files.ts';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { Consignment } from '../../../src-core/desk/recipients.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { Checks } from '../checks/checks.ts';
import type { DeskContext } from '../desk-context.ts';
import { consignmentsOf, setConsignments } from '../recipients/book-recipients.ts';
import { isSame, type Step, type Steps } from '../steps/steps.ts';
import { books, files, signOffs, type BookRow } from '../store/schema.ts';
import { putAside } from './aside-books.ts';
import { leftOutId } from './left-over.ts';
import { namesOf } from '../naming/naming-rules.ts';
import { heirOf, mergeInto } from './merged-books.ts';
import type { OpenBooks } from './open-books.ts';

/** Of a book what a step may change. */
type Placed = Pick<
  BookRow,
  'bookId' | 'title' | 'specUid' | 'specOrigin' | 'quantity' | 'coverFileId' | 'contentsFileId' | 'pairing' | 'undoId'
> & { readonly goesTo: readonly Consignment[] };

/** How books were before a step and after it, those that it made being among the latter alone. */
interface Repaired {
  readonly before: readonly Placed[];
  readonly after: readonly Placed[];
  readonly signOffIds: readonly number[];
}

/** What a step did to books: those that it made, and what was taken on of one and holds for another by now. */
interface Done {
  readonly made?: readonly string[];
  readonly signOffIds?: readonly number[];
}

/**
 * What an operator says of which files make a book. Files never leave the library by it: one that loses its place becomes
 * a book of its own. Every call is one step.
 */
export class Pairings {
  readonly #context: DeskContext;
  readonly #checks: Checks;
  readonly #open: OpenBooks;
  readonly #steps: Steps;

  constructor(context: DeskContext, checks: Checks, open: OpenBooks, steps: Steps) {
    this.#context = context;
    this.#checks = checks;
    this.#open = open;
    this.#steps = steps;
  }

  /** Throws BOOK_UNKNOWN, BOOK_NOT_ALLOWED. */
  async swapRoles(bookId: string): Promise<{ undoId: string }> {
    return this.#steps.keep(await this.#swapRoles(bookId));
  }

  #swapRoles(bookId: string): Promise<Step> {
    const { coverFileId, contentsFileId } = this.#open.need(bookId);
    return this.#step(
      [bookId],
      () => {
        this.#open.set([bookId], {
          coverFileId: contentsFileId,
          contentsFileId: coverFileId,
          pairing: { key: 'desk.pairing.swapped' },
        });
        return {};
      },
      () => this.#swapRoles(bookId),
    );
  }

  /**
   * Makes one book of the cover of one and the contents of the other. The one that is whole stays, with its new file; of two
   * halves the one that more is known of, and what was set of the other goes with its file. Throws BOOK_PAIR_IMPOSSIBLE, BOOK_UNKNOWN, BOOK_NOT_ALLOWED.
   */
  async pair(coverBookId: string, contentsBookId: string): Promise<{ undoId: string; bookId: string }> {
    const { step, bookId } = await this.#pair(coverBookId, contentsBookId);
    return { ...this.#steps.keep(step), bookId };
  }

  async #pair(coverBookId: string, contentsBookId: string): Promise<{ step: Step; bookId: string }> {
    const coverBook = this.#open.need(coverBookId);
    const contentsBook = this.#open.need(contentsBookId);
    // A lone file lies where its page count put it; the operator says what it is.
    const coverFileId = coverBook.coverFileId ?? coverBook.contentsFileId;
    const contentsFileId = contentsBook.contentsFileId ?? contentsBook.coverFileId;
    if (coverBookId === contentsBookId || coverFileId === null || contentsFileId === null)
      throw new AppError('BOOK_PAIR_IMPOSSIBLE');
    const { db, ids } = this.#context;
    const isHalves = !isWhole(coverBook) && !isWhole(contentsBook);
    const stays = isHalves ? heirOf(db, [contentsBook, coverBook]) : isWhole(contentsBook) ? contentsBook : coverBook;
    const gives = stays === coverBook ? contentsBook : coverBook;
    const step = await this.#step(
      [coverBookId, contentsBookId],
      () => {
        const left = {
          coverFileId: without(gives.coverFileId, coverFileId, contentsFileId),
          contentsFileId: without(gives.contentsFileId, coverFileId, contentsFileId),
        };
        this.#open.set([gives.bookId], left);
        const isMerged = left.coverFileId === null && left.contentsFileId === null;
        const signOffIds = isMerged ? mergeInto(db, ids, gives, stays) : [];
        this.#open.set([stays.bookId], { coverFileId, contentsFileId, pairing: { key: 'desk.pairing.byHand' } });
        const made = (['cover', 'contents'] as const).flatMap((role) => {
          const displaced = without(fileOf(stays, role), coverFileId, contentsFileId);
          return displaced === null
            ? []
            : [
                this.#addHalf(stays, role, displaced, {
                  key: 'desk.pairing.displaced',
                  params: { title: stays.title },
                }),
              ];
        });
        return { made, signOffIds };
      },
      async () => (await this.#pair(coverBookId, contentsBookId)).step,
    );
    return { step, bookId: stays.bookId };
  }

  /** Says of a file without a partner what it is: of a book whose other half is still to come. Throws BOOK_PAIR_IMPOSSIBLE, BOOK_UNKNOWN, BOOK_NOT_ALLOWED. */
  async setRole(bookId: string, role: PdfKind): Promise<{ undoId: string }> {
    return this.#steps.keep(await this.#setRole(bookId, role));
  }

  async #setRole(bookId: string, role: PdfKind): Promise<Step> {
    const book = this.#open.need(bookId);
    const fileId = book.coverFileId ?? book.contentsFileId;
    if (isWhole(book) || fileId === null) throw new AppError('BOOK_PAIR_IMPOSSIBLE');
    return this.#step(
      [bookId],
      () => {
        this.#open.set([bookId], { ...inRole(role, fileId), pairing: { key: 'desk.pairing.role', params: { role } } });
        return {};
      },
      () => this.#setRole(bookId, role),
    );
  }

  /** Makes two books of the files of one. Throws BOOK_PAIR_IMPOSSIBLE, BOOK_UNKNOWN, BOOK_NOT_ALLOWED. */
  async takeApart(bookId: string): Promise<{ undoId: string }> {
    return this.#steps.keep(await this.#takeApart(bookId));
  }

  async #takeApart(bookId: string): Promise<Step> {
    const book = this.#open.need(bookId);
    const { contentsFileId, title } = book;
    if (contentsFileId === null || !isWhole(book)) throw new AppError('BOOK_PAIR_IMPOSSIBLE');
    const pairing = { key: 'desk.pairing.apart', params: { title } };
    return this.#step(
      [bookId],
      () => {
        this.#open.set([bookId], { contentsFileId: null, pairing });
        return { made: [this.#addHalf(book, 'contents', contentsFileId, pairing)] };
      },
      () => this.#takeApart(bookId),
    );
  }

  /** Takes files without a partner out until they are restored: they do not come back with their folder. Throws BOOK_PAIR_IMPOSSIBLE, BOOK_UNKNOWN, BOOK_NOT_ALLOWED. */
  leaveOut(bookIds: readonly string[]): { undoId: string } {
    return this.#steps.keep(this.#leaveOut(bookIds));
  }

  #leaveOut(bookIds: readonly string[]): Step {
    this.#open.needOpen(bookIds);
    if (bookIds.some((bookId) => isWhole(this.#open.need(bookId)))) throw new AppError('BOOK_PAIR_IMPOSSIBLE');
    const undoId = leftOutId(this.#context.ids.base62(12));
    return putAside(this.#context, this.#checks, undoId, bookIds, (back) => this.#leaveOut(back));
  }

  /**
   * What was set of its books since stays set. Throws PAIRING_CHANGED when its files lie elsewhere by now, as after a later step;
   * BOOK_NOT_ALLOWED when one of its books was sent off since.
   */
  async #undo(step: Repaired): Promise<void> {
    const { db, clock } = this.#context;
    const bookIds = step.after.map(({ bookId }) => bookId);
    const now = byId(this.#placed(bookIds));
    this.#mustLieAs(step.after);
    this.#open.needOpen(bookIds);
    const before = byId(step.before);
    db.transaction(() => {
      for (const after of step.after) this.#putBack(before.get(after.bookId), after, now.get(after.bookId));
      for (const bookId of bookIds) if (!before.has(bookId)) this.#mergeBack(bookId, step.before);
      db.update(signOffs)
        .set({ withdrawnAtMs: clock.nowMs() })
        .where(and(inArray(signOffs.id, [...step.signOffIds]), isNull(signOffs.withdrawnAtMs)))
        .run();
    });
    await this.#checks.judgeMany(bookIds);
  }

  /** `act` changes the books and answers what it did; `again` does all of it once more, of files that lie as they lay. */
  async #step(bookIds: readonly string[], act: () => Done, again: () => Promise<Step>): Promise<Step> {
    this.#open.needOpen(bookIds);
    const step = this.#context.db.transaction((): Repaired => {
      const before = this.#placed(bookIds);
      const { made = [], signOffIds = [] } = act();
      return { before, after: this.#placed([...bookIds, ...made]), signOffIds };
    });
    const size = step.after.length;
    const redo: Step = {
      size,
      takeBack: async () => {
        this.#mustLieAs(step.before);
        return { again: await again(), left: 0 };
      },
    };
    await this.#checks.judgeMany(step.after.map(({ bookId }) => bookId));
    return { size, takeBack: async () => this.#undo(step).then(() => ({ again: redo, left: 0 })) };
  }

  #mustLieAs(placed: readonly Placed[]): void {
    const now = byId(this.#placed(placed.map(({ bookId }) => bookId)));
    if (!placed.every((then) => liesAs(then, now.get(then.bookId)))) throw new AppError('PAIRING_CHANGED');
  }

  /** In the order of the ids. */
  #placed(bookIds: readonly string[]): Placed[] {
    const { db } = this.#context;
    return bookIds.flatMap((bookId) => {
      const row = db.select(PLACED).from(books).where(eq(books.bookId, bookId)).get();
      return row === undefined ? [] : [{ ...row, goesTo: consignmentsOf(db, bookId) }];
    });
  }

  /** Gives a book its files back, and what the step set of it as far as nobody set it otherwise since. */
  #putBack(before: Placed | undefined, after: Placed, now: Placed | undefined): void {
    if (before === undefined || now === undefined) return;
    const mayPutBack = (of: (book: Placed) => unknown) => isSame(of(after), of(now)) && !isSame(of(before), of(after));
    const { bookId, coverFileId, contentsFileId, pairing, undoId, title, specUid, specOrigin, quantity, goesTo } =
      before;
    const isCopies = mayPutBack((book) => [book.quantity, book.goesTo]);
    this.#open.set([bookId], {
      ...{ coverFileId, contentsFileId, pairing, undoId },
      ...(mayPutBack((book) => book.title) ? { title } : {}),
      ...(mayPutBack((book) => [book.specUid, book.specOrigin]) ? { specUid, specOrigin } : {}),
      ...(isCopies ? { quantity } : {}),
    });
    if (isCopies) setConsignments(this.#context.db, bookId, goesTo);
  }

  /** A book that the step made gives its file back, and with it what was set of it meanwhile. */
  #mergeBack(bookId: string, allBefore: readonly Placed[]): void {
    const made = this.#open.need(bookId);
    const fileId = made.coverFileId ?? made.contentsFileId;
    const owner = allBefore.find((one) => one.coverFileId === fileId || one.contentsFileId === fileId);
    if (owner === undefined) throw new Error('a step made a book of a file that it did not know');
    mergeInto(this.#context.db, this.#context.ids, made, this.#open.need(owner.bookId));
  }

  /** A book of its own of one file of another. */
  #addHalf(of: BookRow, role: PdfKind, fileId: string, pairing: TextRef): string {
    const { db, ids, clock } = this.#context;
    const file = db
      .select({ name: files.name, folder: files.folder })
      .from(files)
      .where(eq(files.fileId, fileId))
      .get();
    const bookId = `b_${ids.base62(12)}`;
    db.insert(books)
      .values({
        bookId,
        importId: of.importId,
        title: file === undefined ? of.title : halfTitle(file, namesOf(db)),
        batch: of.batch,
        quantity: 1,
        ...inRole(role, fileId),
        pairing,
        stage: 'checking',
        verdict: 'notChecked',
        findings: [],
        addedAtMs: clock.nowMs(),
      })
      .run();
    return bookId;
  }
}

const byId = (placed: readonly Placed[]): ReadonlyMap<string, Placed> =>
  new Map(placed.map((book) => [book.bookId, book]));

const { bookId, title, specUid, specOrigin, quantity, coverFileId, contentsFileId, pairing, undoId } =
  getTableColumns(books);
const PLACED = { bookId, title, specUid, specOrigin, quantity, coverFileId, contentsFileId, pairing, undoId };

/** Whether the files of a book are where they were. */
const liesAs = (then: Placed, now: Placed | undefined): boolean =>
  isSame(then.coverFileId, now?.coverFileId) &&
  isSame(then.contentsFileId, now?.contentsFileId) &&
  isSame(then.undoId, now?.undoId);

const isWhole = ({ coverFileId, contentsFileId }: BookRow): boolean => coverFileId !== null && contentsFileId !== null;
const fileOf = (book: BookRow, role: PdfKind): string | null =>
  role === 'cover' ? book.coverFileId : book.contentsFileId;
const inRole = (role: PdfKind, fileId: string) => ({
  coverFileId: role === 'cover' ? fileId : null,
  contentsFileId: role === 'contents' ? fileId : null,
});
const without = (fileId: string | null, ...taken: readonly string[]): string | null =>
  fileId === null || taken.includes(fileId) ? null : fileId;
