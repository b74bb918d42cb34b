import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { Consignment } from '../../../src-core/desk/recipients.ts';
import type { Checks } from '../checks/checks.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { isMadeHere, wasSent } from '../layouts/layout-versions.ts';
import type { Layouts } from '../layouts/layouts.ts';
import type { Recipients } from '../recipients/recipients.ts';
import { inChunks } from '../slices.ts';
import { valueStep, type Steps, type Values, type ValueStore } from '../steps/steps.ts';
import { inList } from '../store/in-list.ts';
import { books, type BookRow } from '../store/schema.ts';
import { updateMany } from '../store/update-many.ts';
import type { OpenBooks } from './open-books.ts';

type Spec = Pick<BookRow, 'specUid' | 'specOrigin'>;
interface Copies {
  readonly quantity: number;
  readonly goesTo: readonly Consignment[];
}

interface Parts {
  readonly connections: Connections;
  readonly checks: Checks;
  readonly open: OpenBooks;
  readonly layouts: Layouts;
  readonly recipients: Recipients;
  readonly steps: Steps;
}

/** What an operator sets of books. Every call is one step; null for one that sets what is set already. */
export class BookValues {
  readonly #context: DeskContext;
  readonly #parts: Parts;
  readonly #specs: ValueStore<Spec>;
  readonly #titles: ValueStore<string>;
  readonly #copies: ValueStore<Copies>;

  constructor(context: DeskContext, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
    this.#specs = { read: (bookIds) => this.#readSpecs(bookIds), write: (specs) => this.#writeSpecs(specs) };
    this.#titles = { read: (bookIds) => this.#readTitles(bookIds), write: (titles) => this.#writeTitles(titles) };
    this.#copies = { read: (bookIds) => this.#readCopies(bookIds), write: (copies) => this.#writeCopies(copies) };
  }

  /** Specs are part of what was judged, so other ones make another book of an uploaded one. Throws SPEC_UNKNOWN, BOOK_UNKNOWN, BOOK_NOT_ALLOWED. */
  setSpec(bookIds: readonly string[], specUid: string): Promise<{ undoId: string | null }> {
    const { connections, open } = this.#parts;
    if (connections.spec(specUid) === null) throw new AppError('SPEC_UNKNOWN');
    return this.#step(this.#specs, bookIds, () => open.change(bookIds, { specUid, specOrigin: 'given' }));
  }

  /** The title of a book that is made here is its layout's, until the book is sent off under it. Throws BOOK_UNKNOWN, and as `Layouts.rename`. */
  setTitle(bookId: string, title: string): Promise<{ undoId: string | null }> {
    return this.#step(this.#titles, [bookId], () => this.#setTitle(bookId, title));
  }

  setCopies(bookIds: readonly string[], quantity: number): Promise<{ undoId: string | null }> {
    return this.#step(this.#copies, bookIds, () => this.#parts.recipients.setCopies(bookIds, quantity));
  }

  /** Throws as `Recipients.setForBook`. */
  setRecipients(bookId: string, consignments: readonly Consignment[]): Promise<{ undoId: string | null }> {
    return this.#step(this.#copies, [bookId], () => this.#parts.recipients.setForBook(bookId, consignments));
  }

  /** Throws as `Recipients.assign`. */
  assign(bookIds: readonly string[], recipientId: string | null): Promise<{ undoId: string | null }> {
    return this.#step(this.#copies, bookIds, () => this.#parts.recipients.assign(bookIds, recipientId));
  }

  async #step<V>(
    store: ValueStore<V>,
    bookIds: readonly string[],
    act: () => Promise<void> | void,
  ): Promise<{ undoId: string | null }> {
    const before = store.read(bookIds);
    await act();
    return this.#parts.steps.keepChange(valueStep(store, before, store.read(bookIds)));
  }

  #readSpecs(bookIds: readonly string[]): Values<Spec> {
    const { bookId, specUid, specOrigin } = books;
    const rows = this.#context.db.select({ bookId, specUid, specOrigin }).from(books).where(isHere(bookIds)).all();
    return new Map(rows.map(({ bookId: of, ...spec }) => [of, spec]));
  }

  /** What was sent off since keeps the spec that it was sent with. */
  async #writeSpecs(specs: Values<Spec>): Promise<string[]> {
    const { checks, open } = this.#parts;
    const written: string[] = [];
    await inChunks([...specs], (chunk) => {
      this.#context.db.transaction(() => {
        const may = new Set(open.set(chunk.map(([bookId]) => bookId)));
        const taken = chunk.filter(([bookId]) => may.has(bookId));
        updateMany(this.#context.db, books, 'bookId', taken);
        written.push(...may);
      });
    });
    await checks.judgeMany(written);
    return written;
  }

  #readTitles(bookIds: readonly string[]): Values<string> {
    const { bookId, title } = books;
    const rows = this.#context.db.select({ bookId, title }).from(books).where(isHere(bookIds)).all();
    return new Map(rows.map((row) => [row.bookId, row.title]));
  }

  #writeTitles(titles: Values<string>): string[] {
    for (const [bookId, title] of titles) this.#setTitle(bookId, title);
    return [...titles.keys()];
  }

  #setTitle(bookId: string, title: string): void {
    const { open, layouts } = this.#parts;
    const book = open.need(bookId);
    if (isMadeHere(book) && !wasSent(this.#context.db, bookId)) return layouts.rename(bookId, title);
    this.#context.db.update(books).set({ title }).where(eq(books.bookId, bookId)).run();
    this.#context.changed('library');
  }

  #readCopies(bookIds: readonly string[]): Values<Copies> {
    const { bookId, quantity } = books;
    const rows = this.#context.db.select({ bookId, quantity }).from(books).where(isHere(bookIds)).all();
    const goesTo = this.#parts.recipients.ofBooks(bookIds);
    return new Map(rows.map((row) => [row.bookId, { quantity: row.quantity, goesTo: goesTo.get(row.bookId) ?? [] }]));
  }

  #writeCopies(copies: Values<Copies>): string[] {
    const { db } = this.#context;
    db.transaction(() => {
      this.#parts.recipients.give(new Map([...copies].map(([bookId, { goesTo }]) => [bookId, goesTo])));
      updateMany(
        db,
        books,
        'bookId',
        [...copies].map(([bookId, { quantity }]) => [bookId, { quantity }]),
      );
    });
    this.#context.changed('library', 'recipients');
    return [...copies.keys()];
  }
}

/** Of what was put aside nothing is set. */
const isHere = (bookIds: readonly string[]) => and(inList(books.bookId, bookIds), isNull(books.undoId));
