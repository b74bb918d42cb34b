import { and, eq, isNotNull } from 'drizzle-orm';
import { bookListItemSchema } from '../../../src-core/contract/books.ts';
import { pageOf } from '../../../src-core/contract/envelope.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { CLOCK_SLACK_MS } from '../../../src-core/desk/order-intent.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Store } from '../store/open-store.ts';
import { jobs } from '../store/schema.ts';

export interface LostCreation {
  readonly connectionId: string;
  readonly bookId: string;
  readonly firstSentAtMs: number;
}

/**
 * The draft that an old request made although its answer was lost, by our reference; null when there is none. Drafts that
 * another job knows are an earlier upload of the same book. Throws what the client throws.
 */
export async function findCreatedBook(
  { db, client, signal }: { readonly db: Store; readonly client: ApiClient; readonly signal: AbortSignal },
  { connectionId, bookId, firstSentAtMs }: LostCreation,
): Promise<string | null> {
  const known = db
    .select({ bookUid: jobs.bookUid })
    .from(jobs)
    .where(and(eq(jobs.connectionId, connectionId), eq(jobs.bookId, bookId), isNotNull(jobs.bookUid)))
    .all()
    .map(({ bookUid }) => bookUid);
  const createdFrom = new Date(firstSentAtMs - CLOCK_SLACK_MS).toISOString();
  for (let offset = 0; ; offset += LIMITS.pageMaxLimit) {
    const query = new URLSearchParams({
      createdFrom,
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
    const found = data.find((book) => book.externalRef === bookId && !known.includes(book.bookUid));
    if (found !== undefined) return found.bookUid;
    if (!pagination.hasNext) return null;
  }
}
