import { isNull, ne, or } from 'drizzle-orm';
import { books } from './schema.ts';

/** What is done to all books is not done to one that a newer version of the same layout has replaced. */
export const isNewest = or(isNull(books.layoutState), ne(books.layoutState, 'former'));
