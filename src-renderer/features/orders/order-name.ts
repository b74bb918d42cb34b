import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';

type Translate = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** What an order is called: its album, its first album and how many more, or its number when no album is known. */
export function albumOf(row: Pick<OrderRow, 'bookTitles' | 'orderUid'>, t: Translate): string {
  const [first, ...others] = row.bookTitles;
  if (first === undefined) return t('orders.untitled', { orderUid: row.orderUid });
  return others.length === 0 ? first : t('orders.moreItems', { title: first, count: others.length });
}

/** How many books there are beside the first, as the name ends with it; undefined: it is one book's name. */
export function endOfAlbum(
  { bookTitles: [first = '', ...others] }: Pick<OrderRow, 'bookTitles'>,
  album: string,
): string | undefined {
  return others.length > 0 && album.startsWith(first) ? album.slice(first.length) : undefined;
}
