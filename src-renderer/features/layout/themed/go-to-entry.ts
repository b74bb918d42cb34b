import type { TextMeasure } from '../../../../src-core/composition/sketch.ts';
import type { EntryId } from '../../../../src-core/layout/themed/uses.ts';
import { laidEntries } from '../../../../src-core/layout/themed/surface.ts';
import { spreadOf } from '../../../../src-core/layout/spreads.ts';
import type { LayoutSession } from '../layout-session.ts';

/** Shows the spread of a page, by its number from 1. */
export function goToPage(session: LayoutSession, page: number): void {
  const spread = spreadOf(session.document, session.document.order[page - 1] ?? '');
  if (spread !== undefined) session.goTo(spread.index);
}

/** Shows an entry where it begins, and what its template is given. */
export function goToEntry(session: LayoutSession, entryId: EntryId, measure: TextMeasure): void {
  if (entryId === 'cover') session.goTo('cover');
  else {
    const laid = laidEntries(session.document, measure).find((one) => one.entryId === entryId);
    if (laid !== undefined) goToPage(session, laid.firstPage);
  }
  session.chooseEntry(entryId);
}
