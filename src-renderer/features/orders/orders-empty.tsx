import { useText } from '../../i18n/use-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useReadyBooks } from './order-ready-books.tsx';

/** No order yet: says how many books could be one. The button for them stands at its place in the foot. */
export function OrdersEmpty() {
  const { t } = useText();
  return <EmptyState title={t('orders.empty.title')} text={t('orders.empty.ready', { count: useReadyBooks() })} />;
}
