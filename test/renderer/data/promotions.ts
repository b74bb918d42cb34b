import { recipientKey } from '../../../src-core/desk/recipients.ts';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import type { PromotionLook, PromotionView } from '../../../src-core/ipc/subjects/promotions.ts';
import { recipients } from './orders.ts';

const HOUR_MS = 3_600_000;
const LIVE = {
  connectionId: 'c2',
  name: 'Print house Seoul',
  host: 'https://api.example.com',
  kind: 'remote',
} as const;

/** Three orders of five books; `before`: the first was ordered in Live already. */
export function promotionLook(nowMs: number, rows: readonly LibraryRow[], before: boolean): PromotionLook {
  const [a = '', b = '', c = '', d = '', e = ''] = rows.map(({ bookId }) => bookId);
  const doors = recipients.slice(0, 3).map(({ address }) => ({ key: recipientKey(address), address, orders: 1 }));
  const batches = [[a, b], [c], [d, e]];
  return {
    orders: batches.map((items, index) => ({
      orderUid: `or_${1000 + index}aB3kQ9`,
      addressKey: doors[index]?.key ?? '',
      items: items.map((bookId) => ({ bookId, quantity: index + 1 })),
      before:
        before && index === 0
          ? [{ connectionId: LIVE.connectionId, orderUid: 'or_7731xK2mPq', atMs: nowMs - 26 * HOUR_MS }]
          : [],
    })),
    books: [a, b, c, d, e].map((bookId, index) => ({
      bookId,
      title: rows[index]?.title ?? '',
      file: index === 2 ? 'changed' : index === 4 ? 'gone' : 'same',
      bytes: index === 4 ? null : `bytes-${index}`,
    })),
    addresses: doors,
    others: 1,
    targets: [LIVE],
  };
}

export function promotions(nowMs: number, rows: readonly LibraryRow[], state: string | null): PromotionView[] {
  if (state === null) return [];
  const books = rows.slice(0, 5).map(({ bookId }) => bookId);
  const asked = state === 'ready' || state === 'needsYou' ? state : 'uploading';
  return [
    {
      promotionId: 'p1',
      createdAtMs: nowMs - HOUR_MS,
      connection: { connectionId: LIVE.connectionId, name: LIVE.name, isInUse: state !== 'elsewhere' },
      orders: 3,
      books,
      uploaded: state === 'ready' ? books.length : 2,
      state: asked,
      troubles:
        state === 'needsYou'
          ? [
              {
                bookId: books[2] ?? '',
                title: rows[2]?.title ?? '',
                why: { key: 'desk.promotion.changed' },
                canTake: true,
              },
              {
                bookId: books[4] ?? '',
                title: rows[4]?.title ?? '',
                why: { key: 'desk.promotion.gone' },
                canTake: false,
              },
            ]
          : [],
    },
  ];
}
