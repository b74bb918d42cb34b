import { RefreshCw } from 'lucide-react';
import { useAction, useAnswer } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './orders-screen.module.css';

/** When the service was last asked, when it will be again, and a button not to wait. */
export function CheckClock() {
  const { t, format } = useText();
  const nowMs = useNow(1_000);
  const status = useAnswer('app.status', {});
  const refresh = useAction('orders.refresh');
  const look = (): void => refresh.mutate({});
  useCommand('orders.refresh', look);
  const checkedAtMs = status.data?.orders.checkedAtMs ?? null;
  const nextAtMs = status.data?.orders.nextCheckAtMs ?? null;
  return (
    <span className={styles.clock}>
      {checkedAtMs === null
        ? t('orders.notChecked')
        : nextAtMs === null
          ? t('orders.checkedOnly', { time: format.time(checkedAtMs) })
          : t('orders.checked', {
              time: format.time(checkedAtMs),
              seconds: Math.max(0, Math.ceil((nextAtMs - nowMs) / 1_000)),
            })}
      <IconButton
        icon={RefreshCw}
        command="orders.refresh"
        label={t('orders.refresh')}
        isDisabled={refresh.isPending}
        onPress={look}
      />
    </span>
  );
}
