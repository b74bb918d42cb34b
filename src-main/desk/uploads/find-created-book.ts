import { and, eq, isNotNull } from 'drizzle-orm';
import { bookListItemSchema, type BookListItem, type CreateBookBody } from '../../../src-core/contract/books.ts';
import { pageOf } from '../../../src-core/contract/envelope.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Store } from '../store/open-store.ts';
import { jobs } from '../store/schema.ts';

export interface LostCreation {
  readonly connectionId: string;
  readonly bookId: string;
  /** What was sent. */
  readonly body: CreateBookBody;
  /** From when on it may have been made; null: nobody knows. */
  readonly createdFrom: string | null;
}

/**
 * The draft that an old request made although its answer was lost, by the reference that it was sent with; null when there is
 * none. A reference of a manifest may stand on several books: then title, spec and pages are the same too. Drafts that
 * a job knows already are that job's. Throws what the client throws.
 */
export async function findCreatedBook(
  { db, client, signal }: { readonly db: Store; readonly client: ApiClient; readonly signal: AbortSignal },
  { connectionId, bookId, body, createdFrom }: LostCreation,
): Promise<string | null> {
  const knownBooks = db
    .select({ bookUid: jobs.bookUid })
    .from(jobs)
    .where(and(eq(jobs.connectionId, connectionId), isNotNull(jobs.bookUid)))
    .all();
  const known = new Set(knownBooks.map(({ bookUid }) => bookUid));
  for (let offset = 0; ; offset += LIMITS.pageMaxLimit) {
    const query = new URLSearchParams({
      ...(createdFrom === null ? {} : { createdFrom }),
      status: 'draft',
      limit: String(LIMITS.pageMaxLimit),
      offset: String(offset),
    });
    const { data, pagination } = await client.call({
      method: 'GET',
      path: `/books?${query}`,
      answer: pageOf(bookListItemSchema),
      bookId,
      signal,
    });
    const found = data.find((book) => isMadeOf(book, body, bookId) && !known.has(book.bookUid));
    if (found !== undefined) return found.bookUid;
    if (!pagination.hasNext) return null;
  }
}

/** Our own reference stands on one book alone. */
const isMadeOf = (book: BookListItem, body: CreateBookBody, bookId: string): boolean =>
  book.externalRef === body.externalRef &&
  (body.externalRef === bookId ||
    (book.title === body.title && book.bookSpecUid === body.bookSpecUid && book.pageCount === body.pageCount));
