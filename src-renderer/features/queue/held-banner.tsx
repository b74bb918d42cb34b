import type { StatusView } from '../../../src-core/ipc/subjects/app.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import styles from './queue.module.css';

export interface HeldBannerProps {
  readonly queue: StatusView['queue'];
  readonly nowMs: number;
  readonly onOpenSettings: () => void;
}

/** Why nothing is being sent: with a countdown when it goes on by itself, with the way to mend it when it does not. */
export function HeldBanner({ queue, nowMs, onOpenSettings }: HeldBannerProps) {
  const { t, ref, format } = useText();
  if (queue.state !== 'held') return null;
  return (
    <div className={styles.held} role="alert">
      <span className={styles.heldMark} aria-hidden="true">
        ▲
      </span>
      <p>
        <strong>{t('queue.held.title')}</strong>
        {queue.heldReason !== null && <span>{ref(queue.heldReason)}</span>}
      </p>
      {queue.resumesAtMs === null ? (
        <Button onPress={onOpenSettings}>{t('queue.held.openSettings')}</Button>
      ) : (
        <span className={styles.countdown}>
          {t('queue.held.resumesIn', { time: format.duration(Math.max(0, queue.resumesAtMs - nowMs)) })}
        </span>
      )}
    </div>
  );
}
