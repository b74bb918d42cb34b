import { eq } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { isSent } from '../../../src-core/desk/book-machine.ts';
import type { Consignment } from '../../../src-core/desk/recipients.ts';
import type { CheckedLine } from '../../../src-core/manifests/check-lines.ts';
import type { Checks } from '../checks/checks.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import type { OpenBooks } from '../library/open-books.ts';
import type { Recipients } from '../recipients/recipients.ts';
import { moveBooks, stagesOf } from '../store/book-stages.ts';
import { inList } from '../store/in-list.ts';
import { updateMany } from '../store/update-many.ts';
import { books, manifests, type BookRow } from '../store/schema.ts';
import { isSame, type Step } from '../steps/steps.ts';
import { liesAsRefiled, refile, undoRefile, type RefiledStep } from './refile.ts';
import type { TakenRow } from '../store/stored-manifest.ts';
import { takenBooks, takenRowsIn, type TakenBooks } from './taken-rows.ts';

const SET = {
  bookId: books.bookId,
  title: books.title,
  specUid: books.specUid,
  specOrigin: books.specOrigin,
  quantity: books.quantity,
  externalRef: books.externalRef,
};
type Values = Pick<BookRow, keyof typeof SET>;

type Consignments = ReadonlyMap<string, readonly Consignment[]>;

/** What taking a manifest over changed, so that it is one step to take it back. */
interface Taken {
  readonly manifestId: string;
  readonly before: readonly Values[];
  readonly after: readonly Values[];
  readonly consignments: { readonly before: Consignments; readonly after: Consignments };
  readonly refiled: RefiledStep;
  /** Books whose files or spec were others. */
  readonly judged: readonly string[];
  /** Entries of the address book that came with it. */
  readonly fresh: readonly string[];
  /** Which books it was taken over into before. */
  readonly taken: TakenBooks;
}

interface Parts {
  readonly connections: Connections;
  readonly checks: Checks;
  readonly open: OpenBooks;
  readonly recipients: Recipients;
}

/** Sets in the library what lines of a manifest say: all of it in one transaction, or nothing. */
export class TakenManifests {
  readonly #context: DeskContext;
  readonly #parts: Parts;

  constructor(context: DeskContext, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Of `lines`, as they were just checked, those that `isWanted`. Throws MANIFEST_EMPTY,
   * BOOK_NOT_ALLOWED.
   */
  async take(
    manifestId: string,
    lines: readonly CheckedLine[],
    isWanted: (line: CheckedLine) => boolean,
  ): Promise<{ step: Step; books: number }> {
    const { db } = this.#context;
    const { checks, connections, recipients, open } = this.#parts;
    const changed = lines.filter((line) => line.changes.length > 0 && isWanted(line));
    if (changed.length === 0) throw new AppError('MANIFEST_EMPTY');
    const bookIds = changed.flatMap(({ bookId }) => bookId ?? []);
    const judged = changed.flatMap(({ bookId, changes }) =>
      bookId !== null && (changes.includes('files') || changes.includes('spec')) ? [bookId] : [],
    );
    open.needOpen([
      ...judged,
      ...changed.flatMap(({ pair }) => (pair === null ? [] : [pair.cover.bookId, pair.contents.bookId])),
    ]);
    // What was sent of a book since its line was checked is not called otherwise any more.
    const called = changed.filter(({ changes }) => changes.includes('title') || changes.includes('externalRef'));
    open.needStage(
      called.flatMap(({ bookId }) => bookId ?? []),
      (stage) => !isSent(stage),
    );
    const connectionId = connections.active()?.connectionId ?? null;
    const step = db.transaction((): Taken => {
      const before = this.#valuesOf(bookIds);
      const consignments = recipients.ofBooks(bookIds);
      const refiled = refile(
        this.#context,
        changed.flatMap(({ bookId, pair, rows }) =>
          bookId === null || pair === null
            ? []
            : [{ bookId, coverFileId: pair.cover.fileId, contentsFileId: pair.contents.fileId, row: rows[0] ?? 0 }],
        ),
      );
      // What was set of a half that gave its file away came with it.
      this.#setValues(changed, this.#valuesOf(bookIds));
      const fresh = this.#give(changed, recipients.ofBooks(bookIds));
      const touched = [...new Set([...judged, ...refiled.before.map(({ bookId }) => bookId), ...refiled.made])];
      moveBooks(db, connectionId, touched, 'filesChanged');
      const former = this.#listOf(manifestId);
      db.update(manifests)
        .set({ taken: takenRows(lines) })
        .where(eq(manifests.manifestId, manifestId))
        .run();
      return {
        manifestId,
        before,
        after: this.#valuesOf(bookIds),
        consignments: { before: consignments, after: recipients.ofBooks(bookIds) },
        refiled,
        judged: touched,
        fresh,
        taken: former === undefined ? new Map() : takenBooks(former.content, former.taken),
      };
    });
    this.#context.changed('library', 'recipients', 'manifests', 'status');
    await checks.judgeMany(step.judged);
    return {
      step: { size: bookIds.length, takeBack: async () => ({ again: null, left: await this.#undo(step) }) },
      books: changed.length,
    };
  }

  /**
   * What was set of its books since stays set, and of one that is on its way to the service by now what was sent of it; answers of
   * how many books. Throws PAIRING_CHANGED when its files lie elsewhere by now, BOOK_NOT_ALLOWED when a book whose files or spec it set was
   * sent off since.
   */
  async #undo(step: Taken): Promise<number> {
    const { db } = this.#context;
    const { checks, connections, recipients, open } = this.#parts;
    if (!liesAsRefiled(this.#context, step.refiled)) throw new AppError('PAIRING_CHANGED');
    const judged = this.#stillThere(step.judged);
    open.needOpen(judged);
    const connectionId = connections.active()?.connectionId ?? null;
    const left = db.transaction(() => {
      undoRefile(this.#context, step.refiled);
      const kept = this.#putBack(step, connectionId);
      recipients.removeUnused(step.fresh);
      moveBooks(db, connectionId, judged, 'filesChanged');
      const list = this.#listOf(step.manifestId);
      if (list !== undefined)
        db.update(manifests)
          .set({ taken: takenRowsIn(list.content, step.taken) })
          .where(eq(manifests.manifestId, step.manifestId))
          .run();
      return kept;
    });
    this.#context.changed('library', 'recipients', 'manifests', 'status');
    await checks.judgeMany(step.judged);
    return left;
  }

  #listOf(manifestId: string) {
    return this.#context.db
      .select({ content: manifests.content, taken: manifests.taken })
      .from(manifests)
      .where(eq(manifests.manifestId, manifestId))
      .get();
  }

  #valuesOf(bookIds: readonly string[]): Values[] {
    return this.#context.db.select(SET).from(books).where(inList(books.bookId, bookIds)).all();
  }

  /** What the step set, as far as nobody set it otherwise since. Answers of how many books something stays. */
  #putBack({ before, after, consignments }: Taken, connectionId: string | null): number {
    let left = 0;
    const { db } = this.#context;
    const bookIds = before.map(({ bookId }) => bookId);
    const stages = stagesOf(db, connectionId, bookIds);
    const afterOf = new Map(after.map((values) => [values.bookId, values]));
    const nowOf = new Map(this.#valuesOf(bookIds).map((values) => [values.bookId, values]));
    const goesToNow = this.#parts.recipients.ofBooks(bookIds);
    const given = new Map<string, readonly Consignment[]>();
    const set: [string, Omit<Values, 'bookId'>][] = [];
    for (const former of before) {
      const { bookId } = former;
      const [then, now] = [afterOf.get(bookId), nowOf.get(bookId)];
      if (then === undefined || now === undefined) continue;
      const goesTo = consignments.before.get(bookId) ?? [];
      const goesToThen = consignments.after.get(bookId);
      const isCopies = then.quantity === now.quantity && isSame(goesToThen, goesToNow.get(bookId));
      if (isCopies && !isSame(goesTo, goesToThen ?? [])) given.set(bookId, goesTo);
      const isOpen = !isSent(stages.get(bookId) ?? 'ordered');
      const isSpec = isOpen && then.specUid === now.specUid && then.specOrigin === now.specOrigin;
      if (!isCopies || !isSpec || then.title !== now.title || then.externalRef !== now.externalRef) left += 1;
      set.push([
        bookId,
        {
          title: isOpen && then.title === now.title ? former.title : now.title,
          externalRef: isOpen && then.externalRef === now.externalRef ? former.externalRef : now.externalRef,
          specUid: isSpec ? former.specUid : now.specUid,
          specOrigin: isSpec ? former.specOrigin : now.specOrigin,
          quantity: isCopies ? former.quantity : now.quantity,
        },
      ]);
    }
    this.#parts.recipients.give(given);
    updateMany(db, books, 'bookId', set);
    return left;
  }

  #setValues(changed: readonly CheckedLine[], before: readonly Values[]): void {
    const valuesOf = new Map(before.map((values) => [values.bookId, values]));
    updateMany(
      this.#context.db,
      books,
      'bookId',
      changed.flatMap(({ bookId, changes, manifestBook, specUid }) => {
        const known = valuesOf.get(bookId ?? '');
        if (known === undefined || manifestBook === null) return [];
        const is = (change: CheckedLine['changes'][number]) => changes.includes(change);
        const values = {
          title: is('title') ? (manifestBook.title ?? known.title) : known.title,
          specUid: is('spec') ? specUid : known.specUid,
          specOrigin: is('spec') ? ('given' as const) : known.specOrigin,
          quantity: is('quantity') ? (manifestBook.quantity ?? known.quantity) : known.quantity,
          externalRef: is('externalRef') ? manifestBook.externalRef : known.externalRef,
        };
        return [[known.bookId, values] as const];
      }),
    );
  }

  /** Whom books go to, and of those that go to one already how many copies. Answers the entries that are new in the address book. */
  #give(changed: readonly CheckedLine[], consignments: Consignments): readonly string[] {
    const { recipients } = this.#parts;
    const ofBooks = new Map<string, readonly Consignment[]>();
    const sending = changed.filter(({ changes }) => changes.includes('recipients'));
    const said = sending.flatMap(({ bookId, manifestBook }) =>
      (manifestBook?.recipients ?? []).map((recipient) => ({ bookId: bookId ?? '', ...recipient })),
    );
    const { recipientIds, fresh } = recipients.keepMany(
      said.map(({ shipping }) => shipping),
      'customer',
    );
    for (const [at, { bookId, quantity }] of said.entries()) {
      const recipientId = recipientIds[at] ?? '';
      ofBooks.set(bookId, [...(ofBooks.get(bookId) ?? []), { recipientId, quantity }]);
    }
    for (const { bookId, changes, manifestBook } of changed) {
      const [only] = consignments.get(bookId ?? '') ?? [];
      const quantity = manifestBook?.quantity ?? null;
      if (bookId !== null && changes.includes('quantity') && only !== undefined && quantity !== null)
        ofBooks.set(bookId, [{ ...only, quantity }]);
    }
    recipients.give(ofBooks);
    return fresh;
  }

  #stillThere(bookIds: readonly string[]): string[] {
    return this.#context.db
      .select({ bookId: books.bookId })
      .from(books)
      .where(inList(books.bookId, bookIds))
      .all()
      .map(({ bookId }) => bookId);
  }
}

const takenRows = (lines: readonly CheckedLine[]): TakenRow[] =>
  lines.flatMap(({ bookId, rows }) => (bookId === null ? [] : rows.map((row) => ({ row, bookId }))));
