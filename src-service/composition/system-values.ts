import type { SystemValues } from '../../src-core/composition/sketch.ts';
import type { BookRow } from '../books/find-book.ts';

/** The print house's days are Korea's. */
const KOREA_OFFSET_MS = 9 * 60 * 60 * 1000;

/** What texts of a template say of the book itself, on the day of `when`. */
export function systemValuesOf({ title }: Pick<BookRow, 'title'>, when: Date): SystemValues {
  const at = new Date(when.getTime() + KOREA_OFFSET_MS);
  return { bookTitle: title, year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
}
