import { useAnswer, useList } from '../bridge.ts';
import { OrdersScreen } from '../features/orders/orders-screen.tsx';
import { useText } from '../i18n/use-text.ts';
import { AnswerError } from '../ui/error-note.tsx';
import { Screen } from '../ui/screen.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { ScreenHeader } from '../ui/toolbar.tsx';

export function OrdersRoute() {
  const { t } = useText();
  const orders = useList('orders.changes');
  const seenAtMs = useAnswer('orders.seenAt', {}).data ?? null;
  if (orders.data !== undefined) return <OrdersScreen rows={orders.data} seenAtMs={seenAtMs} />;
  return (
    <Screen>
      <ScreenHeader title={t('orders.title')} />
      {orders.isError ? (
        <AnswerError error={orders.error} onRetry={() => void orders.refetch()} />
      ) : (
        <SkeletonRows count={12} label={t('orders.title')} />
      )}
    </Screen>
  );
}
