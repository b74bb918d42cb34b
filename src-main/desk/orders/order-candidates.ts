import { and, eq, isNull } from 'drizzle-orm';
import { knownPrint } from '../../../src-core/desk/print-gate.ts';
import { canBook, type BookStage } from '../../../src-core/desk/book-machine.ts';
import type { PrintVerdict } from '../../../src-core/preflight/verdicts.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { DeskContext } from '../desk-context.ts';
import { savedSinceSent } from '../library/saved-since-sent.ts';
import { replacedNote } from '../layouts/layout-versions.ts';
import { stageOf } from '../store/book-stages.ts';
import { inList } from '../store/in-list.ts';
import { isNewest } from '../store/newest-version.ts';
import { books, deliveries } from '../store/schema.ts';

/** What is read of a book that may be ordered. */
const CANDIDATE = {
  bookId: books.bookId,
  title: books.title,
  specUid: books.specUid,
  pageCount: books.pageCount,
  quantity: books.quantity,
  stage: books.stage,
  print: books.print,
  checkedLevel: books.checkedLevel,
};

/** A book that may be ordered. */
export interface Candidate {
  readonly bookId: string;
  readonly bookUid: string;
  readonly title: string;
  readonly specUid: string | null;
  readonly pageCount: number | null;
  readonly quantity: number;
  readonly print: PrintVerdict;
  readonly stage: BookStage;
  readonly orderUid: string | null;
  readonly orderedAtMs: number | null;
  /** The files were saved since the service got them: what the library knows of the pages is not what is priced. */
  readonly isSavedSince: boolean;
  /** That a newer version of its layout has replaced it. Null: none has. */
  readonly replaced: TextRef | null;
}

/**
 * In the order of the selection; for an empty one all uploaded and unordered books, of a layout its newest version alone. `isAgain`: of orders that are
 * placed once more, whose books may be in the library no longer.
 */
export function candidatesOf(
  { db }: Pick<DeskContext, 'db'>,
  connectionId: string,
  bookIds: readonly string[],
  isAgain = false,
): Candidate[] {
  const { layoutFolder, layoutState, version } = books;
  const rows = db
    .select({
      book: CANDIDATE,
      made: { layoutFolder, layoutState, version },
      delivery: deliveries,
    })
    .from(books)
    .innerJoin(deliveries, and(eq(deliveries.bookId, books.bookId), eq(deliveries.connectionId, connectionId)))
    .where(
      and(
        isAgain && bookIds.length > 0 ? undefined : isNull(books.undoId),
        bookIds.length === 0 ? isNewest : inList(books.bookId, bookIds),
      ),
    )
    .orderBy(books.addedAtMs, books.title)
    .all();
  const saved = savedSinceSent(
    db,
    connectionId,
    rows.map(({ book }) => book.bookId),
  );
  const candidates = rows.flatMap(({ book, made, delivery }) => {
    const stage = stageOf(book, delivery);
    const mayOrder = bookIds.length === 0 ? stage === 'uploaded' : canBook(stage, 'order');
    if (!mayOrder || delivery.bookUid === null) return [];
    const { bookId, title, specUid, pageCount, quantity } = book;
    return [
      {
        bookId,
        title,
        specUid,
        pageCount,
        quantity,
        print: knownPrint(book),
        bookUid: delivery.bookUid,
        stage,
        orderUid: delivery.orderUid,
        orderedAtMs: delivery.orderedAtMs,
        isSavedSince: saved.has(bookId),
        replaced: replacedNote(db, { title, ...made }),
      },
    ];
  });
  if (bookIds.length === 0) return candidates;
  const place = new Map(bookIds.map((bookId, index) => [bookId, index]));
  return candidates.sort((a, b) => (place.get(a.bookId) ?? 0) - (place.get(b.bookId) ?? 0));
}
