import { useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { openOrderReview } from './order-review-store.ts';

/** No order yet: says how many books could be one, and starts with them. */
export function OrdersEmpty() {
  const { t } = useText();
  const library = useAnswer('library.rows', {});
  const ready = (library.data ?? []).filter((row) => row.stage === 'uploaded').length;
  return (
    <EmptyState title={t('orders.empty.title')} text={t('orders.empty.ready', { count: ready })}>
      {ready > 0 && (
        <Button variant="primary" onPress={() => openOrderReview([])}>
          {t('orders.empty.order', { count: ready })}
        </Button>
      )}
    </EmptyState>
  );
}
