import type { HeldWork } from '../../../src-core/ipc/subjects/connections.ts';
import type { Text } from '../../i18n/text.ts';

/** `12 books and 3 orders`; null where nothing waits. */
export function heldText(t: Text['t'], { books, orders }: HeldWork): string | null {
  if (books > 0 && orders > 0) return t('settings.held.both', { books, orders });
  if (books > 0) return t('settings.held.books', { books });
  return orders > 0 ? t('settings.held.orders', { orders }) : null;
}
