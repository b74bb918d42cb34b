import { asc, eq } from 'drizzle-orm';
import type { Consignment } from '../../../src-core/desk/recipients.ts';
import { insertMany } from '../store/insert-many.ts';
import type { Store } from '../store/open-store.ts';
import { bookRecipients } from '../store/schema.ts';

/** Whom a book goes to and how many copies each gets, in their order. */
export const consignmentsOf = (db: Store, bookId: string): Consignment[] =>
  db
    .select({ recipientId: bookRecipients.recipientId, quantity: bookRecipients.quantity })
    .from(bookRecipients)
    .where(eq(bookRecipients.bookId, bookId))
    .orderBy(asc(bookRecipients.position))
    .all();

/** Has a book go to these and nobody else. The book's own copies are its caller's matter, as is the transaction. */
export function setConsignments(db: Store, bookId: string, consignments: readonly Consignment[]): void {
  db.delete(bookRecipients).where(eq(bookRecipients.bookId, bookId)).run();
  insertMany(
    db,
    bookRecipients,
    consignments.map(({ recipientId, quantity }, position) => ({ bookId, recipientId, position, quantity })),
  );
}
