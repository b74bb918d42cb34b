import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { canBook, type BookStage } from '../../../src-core/desk/book-machine.ts';
import type { Checks } from '../checks/checks.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { inChunks } from '../slices.ts';
import { moveBooks, stagesOf } from '../store/book-stages.ts';
import { inList } from '../store/in-list.ts';
import { books, type BookRow } from '../store/schema.ts';

/** Books whose files and spec may still be exchanged: they are not on their way to the service, and not made here. */
export class OpenBooks {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #checks: Checks;

  constructor(context: DeskContext, connections: Connections, checks: Checks) {
    this.#context = context;
    this.#connections = connections;
    this.#checks = checks;
  }

  /** A book of the library, sent or not. Throws BOOK_UNKNOWN. */
  need(bookId: string): BookRow {
    const book = this.#context.db
      .select()
      .from(books)
      .where(and(eq(books.bookId, bookId), isNull(books.undoId)))
      .get();
    if (book === undefined) throw new AppError('BOOK_UNKNOWN');
    return book;
  }

  /** Throws BOOK_UNKNOWN, BOOK_NOT_ALLOWED. */
  needOpen(bookIds: readonly string[]): void {
    this.needStage(bookIds, isOpen);
    const made = this.#context.db
      .select({ stage: books.stage })
      .from(books)
      .where(and(inList(books.bookId, bookIds), isNotNull(books.layoutState)))
      .get();
    if (made !== undefined) throw new AppError('BOOK_NOT_ALLOWED', { params: made });
  }

  /** Throws BOOK_UNKNOWN, BOOK_NOT_ALLOWED. */
  needStage(bookIds: readonly string[], isRight: (stage: BookStage) => boolean): void {
    const stages = stagesOf(this.#context.db, this.#connections.active()?.connectionId ?? null, bookIds);
    for (const bookId of bookIds) {
      const stage = stages.get(bookId);
      if (stage === undefined) throw new AppError('BOOK_UNKNOWN');
      if (!isRight(stage)) throw new AppError('BOOK_NOT_ALLOWED', { params: { stage } });
    }
  }

  /** Throws as `needOpen`. */
  async change(bookIds: readonly string[], set: Partial<BookRow>): Promise<void> {
    this.needOpen(bookIds);
    await inChunks(bookIds, (chunk) => {
      this.#context.db.transaction(() => this.set(chunk, set));
    });
    await this.#checks.judgeMany(bookIds);
  }

  /**
   * Between two chunks a book may have been sent on its way: it stays as it is. Answers those that did not; nothing is set of them
   * without `set`, but that they are checked anew. To be called in a transaction.
   */
  set(bookIds: readonly string[], set?: Partial<BookRow>): string[] {
    const { db } = this.#context;
    const connectionId = this.#connections.active()?.connectionId ?? null;
    const open = [...stagesOf(db, connectionId, bookIds)]
      .filter(([, stage]) => isOpen(stage))
      .map(([bookId]) => bookId);
    if (set !== undefined) db.update(books).set(set).where(inList(books.bookId, open)).run();
    moveBooks(db, connectionId, open, 'filesChanged');
    return open;
  }
}

export const isOpen = (stage: BookStage): boolean => stage !== 'queued' && canBook(stage, 'filesChanged');
