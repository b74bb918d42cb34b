import { goTo } from '../../route.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** No order yet: says how many books could be one. The button for them stands at its place in the foot; without any, the way is to the library. */
export function OrdersEmpty({ readyBooks }: { readonly readyBooks: number }) {
  const { t } = useText();
  return (
    <EmptyState title={t('orders.empty.title')} text={t('orders.empty.ready', { count: readyBooks })}>
      {readyBooks === 0 && <Button onPress={() => goTo('library')}>{t('orders.empty.action')}</Button>}
    </EmptyState>
  );
}
