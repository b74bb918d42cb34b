import { eq } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { Checks } from '../checks/checks.ts';
import type { DeskContext } from '../desk-context.ts';
import type { Step } from '../steps/steps.ts';
import { inList } from '../store/in-list.ts';
import { books } from '../store/schema.ts';

/**
 * Puts books aside under `undoId`; the step brings back those that did not come back by themselves, with their folder. `again` puts
 * them aside once more.
 */
export function putAside(
  { db, changed }: DeskContext,
  checks: Checks,
  undoId: string,
  bookIds: readonly string[],
  again: (bookIds: readonly string[]) => Step,
): Step {
  db.update(books).set({ undoId }).where(inList(books.bookId, bookIds)).run();
  changed('library', 'status');
  return {
    size: bookIds.length,
    takeBack: async () => {
      const rows = db
        .update(books)
        .set({ undoId: null })
        .where(eq(books.undoId, undoId))
        .returning({ bookId: books.bookId })
        .all();
      if (rows.length === 0) throw new AppError('UNDO_CHANGED');
      const back = rows.map(({ bookId }) => bookId);
      await checks.judgeMany(back);
      return {
        left: bookIds.length - back.length,
        again: { size: back.length, takeBack: () => ({ again: again(back), left: 0 }) },
      };
    },
  };
}
