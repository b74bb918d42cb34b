import { inArray } from 'drizzle-orm';
import { BOOK_STATUS } from '../../src-core/contract/books.ts';
import type { OrderLine } from '../../src-core/contract/orders.ts';
import type { Minor } from '../../src-core/contract/money.ts';
import { priceOrder, type OrderPrice, type PricedLine } from '../../src-core/orders/order-price.ts';
import { unitPriceMinor } from '../../src-core/specs/price.ts';
import type { CatalogueSpec } from '../../src-core/specs/catalogue.ts';
import { type BookRow, specOf } from '../books/find-book.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ServiceError } from '../service-error.ts';
import { books } from '../store/schema.ts';

export interface BookLine extends PricedLine {
  readonly book: BookRow;
  readonly spec: CatalogueSpec;
  readonly itemMinor: Minor;
}

const refused = (text: string) => new ServiceError('ERR_VALIDATION_FAILED', [text], { keep: true });

export const notFinalized = ({ bookUid, status }: Pick<BookRow, 'bookUid' | 'status'>) =>
  refused(`최종화된 책만 주문할 수 있습니다: ${bookUid} (현재 상태: ${status})`);

/** Every book that is asked for and there is, whoever's it is. */
export const booksOfLines = async (db: Db, lines: readonly OrderLine[]): Promise<readonly BookRow[]> =>
  db
    .select()
    .from(books)
    .where(
      inArray(
        books.bookUid,
        lines.map((line) => line.bookUid),
      ),
    );

/**
 * Prices an order of books that were found. Throws 400 ERR_VALIDATION_FAILED for a book that is missing, another
 * partner's, of the other environment, deleted or not finalized (specification, POST /orders).
 */
export function priceLines(
  context: ServiceContext,
  caller: Caller,
  lines: readonly OrderLine[],
  found: readonly BookRow[],
): { readonly lines: readonly BookLine[]; readonly price: OrderPrice } {
  const bookOf = new Map(found.map((book) => [book.bookUid, book]));
  const priced = lines.map((line) => {
    const book = bookOf.get(line.bookUid);
    if (!book || book.accountUid !== caller.accountUid) throw refused(`책을 찾을 수 없습니다: ${line.bookUid}`);
    if (book.environment !== caller.environment) throw refused(`다른 환경의 책은 주문할 수 없습니다: ${line.bookUid}`);
    if (book.status !== BOOK_STATUS.finalized) throw notFinalized(book);
    const spec = specOf(context, book);
    const unit = unitPriceMinor(spec, book.pageCount, caller.environment, context.contract);
    if (unit === null) throw new Error(`the catalogue has no price for ${spec.bookSpecUid}`);
    return { book, spec, unitPriceMinor: unit, quantity: line.quantity, booksPerBox: spec.booksPerBox };
  });
  const price = priceOrder(priced, context.contract);
  return { price, lines: priced.map((line, index) => ({ ...line, itemMinor: price.itemMinor[index] ?? 0n })) };
}
