import type { AwayView } from '../../../src-core/ipc/subjects/connections.ts';
import { useText } from '../../i18n/use-text.ts';
import { NextLook } from '../service/next-look.tsx';
import styles from './queue.module.css';

/** Since when the service is away, when it is looked for next, and that nobody has to do anything. */
export function AwayBanner({ away }: { readonly away: AwayView }) {
  const { t, format } = useText();
  return (
    <div className={styles.held} data-notice="">
      <span className={styles.heldMark} aria-hidden="true">
        ▲
      </span>
      <p role="status">
        <strong>{t('ui.service.awaySince', { time: format.time(away.sinceMs) })}</strong>
        <span>{t('queue.away.byItself')}</span>
      </p>
      <span className={styles.countdown}>
        <NextLook away={away} />
      </span>
    </div>
  );
}
