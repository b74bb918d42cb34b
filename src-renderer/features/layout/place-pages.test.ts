import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenLayout } from '../../../src-core/ipc/subjects/layouts.ts';
import { addPictures } from '../../../src-core/layout/operations/pictures.ts';
import { unplacedPages } from '../../../src-core/layout/operations/placed-pages.ts';
import { done, keyOf, pdfPage, sampleBook } from '../../../src-core/layout/testing/sample-book.ts';
import { currentToasts, dismissToast } from '../../ui/toast-store.ts';
import { LayoutSession } from './layout-session.ts';
import { placedFrom, placePagesFrom, surfaceAt } from './place-pages.ts';

beforeEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});
afterEach(() => vi.unstubAllGlobals());

/** A book with so many unplaced pages of a PDF, whose missing ones are told as the test says. */
function bookOf(pages: number, missing: () => Promise<{ keys: readonly string[] }>) {
  const empty = sampleBook({ pageCount: 24, pictures: 0 });
  const { innerTrimWidthMm: widthMm, innerTrimHeightMm: heightMm } = empty.spec;
  const keys = Array.from({ length: pages }, (_, index) => keyOf(900 + index));
  const pictures = keys.map((key, index) => ({
    ...pdfPage({ key, widthMm, heightMm, bleedMm: 3 }),
    name: `Kim p${index + 1}.pdf`,
  }));
  const document = done(addPictures(empty, { pictures }));
  vi.stubGlobal('window', {
    studio: { call: (channel: string) => (channel === 'layouts.missing' ? missing() : Promise.resolve({ steps: 1 })) },
  });
  const opened: OpenLayout = { bookId: 'book-1', document, readOnly: null, notes: [], done: [], undone: [] };
  return { keys, session: new LayoutSession('book-1', opened, { nowMs: () => 0 }) };
}
const told = () => currentToasts().map(({ text }) => text);

it('a page whose file is gone is not placed, and told by its name; the others are', async () => {
  const { keys, session } = bookOf(3, async () => ({ keys: [keyOf(901)] }));
  expect(await placePagesFrom(session, { keys, from: 2 })).toBe(1);
  expect(unplacedPages(session.document)).toEqual([keyOf(901)]);
  expect(told()).toEqual([{ key: 'layout.placePagesMissing', params: { count: 1, names: 'Kim p2.pdf', more: 0 } }]);
});

it('nothing is placed where all are gone, and the first of them are named', async () => {
  const { keys, session } = bookOf(5, async () => ({ keys: [0, 1, 2, 3, 4].map((index) => keyOf(900 + index)) }));
  const before = session.document;
  expect(await placePagesFrom(session, { keys, from: 0 })).toBeNull();
  expect(session.document).toBe(before);
  const names = 'Kim p1.pdf, Kim p2.pdf, Kim p3.pdf';
  expect(told()).toEqual([{ key: 'layout.placePagesMissing', params: { count: 5, names, more: 2 } }]);
});

it('pages that cannot be looked for are placed; those that find no empty page are counted', async () => {
  const { keys, session } = bookOf(26, () => Promise.reject(new Error('the share is gone')));
  expect(await placePagesFrom(session, { keys, from: 0 })).toBe(2);
  expect(told()).toEqual([{ key: 'layout.placePagesLeft', params: { placed: 24, left: 2 } }]);
});

const placedOn = ({ document }: LayoutSession) =>
  document.order
    .map((id, index) => (document.pages[id]?.order.length === 1 ? index + 1 : 0))
    .filter((page) => page > 0);

it('pages that are dropped on a spread of the strip are placed from there on, and it is gone to', async () => {
  const { keys, session } = bookOf(3, async () => ({ keys: [] }));
  const [, , , , fifth = ''] = session.document.order;
  await placedFrom(session, keys, surfaceAt(session, { surfaceId: fifth }) ?? '');
  // The first page of a book is a right one: the fifth lies beside the fourth.
  expect([placedOn(session), session.view.get().place]).toEqual([[4, 5, 6], 2]);
});

it('those that are dropped on the stage are placed from what lies there on; beside the stage and on the cover they wait in the tray', async () => {
  const { keys, session } = bookOf(2, async () => ({ keys: [] }));
  expect([surfaceAt(session, 'stage'), surfaceAt(session, null)]).toEqual([null, null]);
  session.goTo(3);
  await placedFrom(session, keys, surfaceAt(session, 'stage') ?? '');
  expect(placedOn(session)).toEqual([6, 7]);
});

it('those that the book shows already are not placed again, nor any where their spread is gone', async () => {
  const { keys, session } = bookOf(2, async () => ({ keys: [] }));
  await placedFrom(session, keys.slice(0, 1), session.document.order[1] ?? '');
  await placedFrom(session, keys, session.document.order[7] ?? '');
  expect(placedOn(session)).toEqual([2, 8]);
  await placedFrom(session, keys, 'gone');
  expect(placedOn(session)).toEqual([2, 8]);
});

it('pages that arrive while a hand is on the stage are placed, counted and gone to as soon as it is lifted', async () => {
  const { keys, session } = bookOf(2, async () => ({ keys: [] }));
  const { widthMm, heightMm } = session.document.pictures[keyOf(900)]?.page ?? { widthMm: 1, heightMm: 1 };
  const late = {
    ...pdfPage({ key: keyOf(950), widthMm: widthMm - 6, heightMm: heightMm - 6, bleedMm: 3 }),
    name: 'late',
  };
  session.hold();
  session.addPictures([late]);
  const placing = placedFrom(session, [...keys, late.key], session.document.order[21] ?? '');
  await new Promise((next) => setTimeout(next));
  expect(placedOn(session)).toEqual([]);
  session.release();
  await placing;
  // The spread of the last but two, and the last page.
  expect(placedOn(session)).toEqual([22, 23, 24]);
  expect([unplacedPages(session.document), session.view.get().place]).toEqual([[], 11]);
});
