import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useTimeAhead } from '../../ui/use-time-ahead.tsx';
import styles from './sending.module.css';

export interface SendAtSheetProps {
  readonly count: number;
  readonly onClose: () => void;
  readonly onSend: (atMs: number) => void;
}

/** When some books begin to be sent. */
export function SendAtSheet({ count, onClose, onSend }: SendAtSheetProps) {
  const { t, format } = useText();
  const { field, atMs, nowMs } = useTimeAhead(t('queue.sendAt.time'));
  const send = (): void => {
    if (atMs === null) return;
    onSend(atMs);
    onClose();
  };
  return (
    <Sheet
      title={t('queue.sendAt.title', { count })}
      size="small"
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button onPress={onClose}>{t('queue.sendAt.cancel')}</Button>
          <Button type="submit" variant="primary" isDisabled={atMs === null}>
            {t('queue.sendAt.confirm', { time: atMs === null ? '' : format.moment(atMs, nowMs) })}
          </Button>
        </>
      }
    >
      <div className={styles.sheet}>
        {field}
        {atMs !== null && (
          <p className={styles.quiet} role="status">
            {t('queue.sendAt.text', {
              time: format.moment(atMs, nowMs),
              in: format.duration(Math.max(0, atMs - nowMs)),
            })}
          </p>
        )}
      </div>
    </Sheet>
  );
}
