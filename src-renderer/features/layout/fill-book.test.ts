import { afterEach, expect, it, vi } from 'vitest';
import { unplacedPictures } from '../../../src-core/layout/operations/pictures.ts';
import { sampleBook } from '../../../src-core/layout/testing/sample-book.ts';
import { fillBook } from './arrangement-bar.tsx';
import { BookFilling } from './book-filling.ts';
import type { FillOrder } from './fill-thread.ts';
import type { LayoutSession } from './layout-session.ts';

afterEach(() => vi.unstubAllGlobals());

/** *Fill* of a book whose missing pictures are told when the test says so. */
function filling() {
  const document = sampleBook({ pictures: 6 });
  const orders: FillOrder[] = [];
  const arrive = vi.fn();
  const thread = {
    addEventListener: (type: string, hear: (event: unknown) => void) => {
      if (type === 'message') queueMicrotask(() => hear({ data: { plan: { asked: {}, pages: [] } } }));
    },
    postMessage: (order: FillOrder) => void orders.push(order),
    terminate: () => undefined,
  };
  let missing = { resolve: (_: { keys: readonly string[] }) => {}, reject: (_: Error) => {} };
  const looking = new Promise<{ keys: readonly string[] }>((resolve, reject) => {
    missing = { resolve, reject };
  });
  const call = vi.fn(() => looking);
  vi.stubGlobal('window', { studio: { call } });
  const book = new BookFilling(() => thread as unknown as Worker);
  const session = { bookId: 'book-1', document, filling: book, arrive } as unknown as LayoutSession;
  const done = fillBook(session, {} as Parameters<typeof fillBook>[1], 'all');
  return { document, orders, arrive, missing, call, book, done };
}

it('fills a book when it is known which pictures are missing, and is under way until then', async () => {
  const { document, orders, arrive, missing, call, book, done } = filling();
  expect(call).toHaveBeenCalledWith('layouts.missing', { bookId: 'book-1' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([book.underWay.get(), orders]).toEqual([{ share: 0 }, []]);
  const keys = document.pictureOrder.slice(-2);
  missing.resolve({ keys });
  await done;
  expect(orders.map(({ pictures }) => pictures)).toEqual([{ keys: unplacedPictures(document), missing: keys }]);
  expect(arrive).toHaveBeenCalledOnce();
  expect(book.underWay.get()).toBeNull();
});

it('fills a book whose pictures cannot be looked for', async () => {
  const { orders, arrive, missing, done } = filling();
  missing.reject(new Error('the share is gone'));
  await done;
  expect(orders.map(({ pictures }) => pictures.missing)).toEqual([[]]);
  expect(arrive).toHaveBeenCalledOnce();
});

it('stops filling a book while its pictures are looked for', async () => {
  const { orders, arrive, missing, book, done } = filling();
  book.stop();
  await done;
  missing.resolve({ keys: [] });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect([book.underWay.get(), orders, arrive.mock.calls]).toEqual([null, [], []]);
});
