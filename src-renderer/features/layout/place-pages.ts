import { placePages, unplacedPages } from '../../../src-core/layout/operations/placed-pages.ts';
import type { SurfaceId } from '../../../src-core/layout/document.ts';
import { isRefusal } from '../../../src-core/layout/refusal.ts';
import { spreadAt, spreadOf } from '../../../src-core/layout/spreads.ts';
import { callStudio } from '../../bridge.ts';
import { showToast } from '../../ui/toast-store.ts';
import type { LayoutSession } from './layout-session.ts';
import type { PlaceAt } from './pictures-to-take.ts';

/** So many names are told; the tray shows the others. */
const MOST_NAMES = 3;

/**
 * Pages of PDFs on the empty pages from one of the book's on, as one step, and none whose file is gone or another one: of that no PDF can be
 * made. It stays in the tray, and is told by its name. What cannot be looked for is not left out. Answers how many pages of PDFs are unplaced
 * then; null: nothing was placed.
 */
export async function placePagesFrom(
  session: LayoutSession,
  { keys, from }: { readonly keys: readonly string[]; readonly from: number },
): Promise<number | null> {
  const missing = await callStudio('layouts.missing', { bookId: session.bookId }).then(
    (answer) => new Set(answer.keys),
    () => new Set<string>(),
  );
  const there = keys.filter((key) => !missing.has(key));
  tellMissing(
    session,
    keys.filter((key) => missing.has(key)),
  );
  if (there.length === 0) return null;
  let placed: number | null = null;
  session.arrive('placePages', (document) => {
    const outcome = placePages(document, { keys: there, from });
    if (!isRefusal(outcome)) placed = there.length - unplacedPages(outcome).filter((key) => there.includes(key)).length;
    return outcome;
  });
  // A hand is on the stage: they are placed when it is lifted.
  await session.untilFree();
  if (placed === null) return null;
  const left = there.length - placed;
  if (left > 0) showToast({ text: { key: 'layout.placePagesLeft', params: { placed, left } } });
  return unplacedPages(session.document).length;
}

/** The first page of what they were dropped on; null: the cover, or nothing of the book. */
export function surfaceAt(session: LayoutSession, at: PlaceAt): SurfaceId | null {
  if (at !== 'stage') return at?.surfaceId ?? null;
  const { document } = session;
  const { place } = session.view.get();
  if (place === 'cover') return null;
  const { left, right } = spreadAt(document, place);
  return left ?? right;
}

/** Pages that were dropped on a spread, from there on; those that the book shows already, or whose spread is gone, stay where they are. */
export async function placedFrom(session: LayoutSession, pages: readonly string[], at: SurfaceId): Promise<void> {
  // The last of them came while a hand was on the stage: until it is lifted the book does not have them.
  await session.untilFree();
  const { document } = session;
  const spread = spreadOf(document, at);
  const from = document.order.findIndex((id) => id === spread?.left || id === spread?.right);
  const unplaced = new Set(unplacedPages(document));
  const keys = pages.filter((key) => unplaced.has(key));
  if (spread === undefined || from < 0 || keys.length === 0) return;
  if ((await placePagesFrom(session, { keys, from })) !== null) session.goTo(spread.index);
}

function tellMissing({ document }: LayoutSession, keys: readonly string[]): void {
  if (keys.length === 0) return;
  const names = keys.slice(0, MOST_NAMES).map((key) => document.pictures[key]?.name ?? key);
  const params = { count: keys.length, names: names.join(', '), more: keys.length - names.length };
  showToast({ text: { key: 'layout.placePagesMissing', params }, tone: 'bad' });
}
