import { and, eq, isNotNull, isNull, notLike, or } from 'drizzle-orm';
import { bookListItemSchema } from '../../../src-core/contract/books.ts';
import { pageOf } from '../../../src-core/contract/envelope.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Store } from '../store/open-store.ts';
import { books, deliveries, jobs } from '../store/schema.ts';
import { SENT_ALONE } from '../store/sent-alone.ts';

/** Rows that were made of an order alone hold another's book. */
const isSentFromHere = or(isNull(books.undoId), notLike(books.undoId, `${SENT_ALONE}%`));

/**
 * Books of the service that go by one of the references and that this desk did not send, by reference: a hundred a call.
 * Throws what the client throws.
 */
export async function booksByReference(
  db: Store,
  client: ApiClient,
  connectionId: string,
  references: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const own = ownBooks(db, connectionId);
  for (let offset = 0; ; offset += LIMITS.pageMaxLimit) {
    const query = new URLSearchParams({ limit: String(LIMITS.pageMaxLimit), offset: String(offset) });
    const { data, pagination } = await client.call({
      method: 'GET',
      path: `/books?${query}`,
      answer: pageOf(bookListItemSchema),
    });
    // One of ours by the same reference does not hide one that somebody else made.
    for (const { externalRef, bookUid, status } of data)
      if (externalRef !== null && status !== 'deleted' && references.has(externalRef) && !own.has(bookUid))
        found.set(externalRef, bookUid);
    if (!pagination.hasNext) break;
  }
  return found;
}

function ownBooks(db: Store, connectionId: string): ReadonlySet<string | null> {
  const delivered = db
    .select({ bookUid: deliveries.bookUid })
    .from(deliveries)
    .leftJoin(books, eq(books.bookId, deliveries.bookId))
    .where(and(eq(deliveries.connectionId, connectionId), isNotNull(deliveries.bookUid), isSentFromHere))
    .all();
  const sent = db
    .select({ bookUid: jobs.bookUid })
    .from(jobs)
    .where(and(eq(jobs.connectionId, connectionId), isNotNull(jobs.bookUid)))
    .all();
  return new Set([...delivered, ...sent].map(({ bookUid }) => bookUid));
}
