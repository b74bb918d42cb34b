import { useState } from 'react';
import type { StatusView } from '../../../src-core/ipc/subjects/app.ts';
import type { ConnectionView } from '../../../src-core/ipc/subjects/connections.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { isMendedByKey } from '../settings/key-problems.ts';
import { ReplaceKey } from '../settings/replace-key.tsx';
import styles from './queue.module.css';

export interface HeldBannerProps {
  readonly queue: StatusView['queue'];
  readonly inUse: ConnectionView | null;
  readonly nowMs: number;
  readonly onOpenSettings: () => void;
}

/** Why nothing is being sent: with a countdown when it goes on by itself, with the way to mend it when it does not. */
export function HeldBanner({ queue, inUse, nowMs, onOpenSettings }: HeldBannerProps) {
  const { t, ref, format } = useText();
  const [isReplacing, setReplacing] = useState(false);
  // The frame says it above every screen while the whole service lets nobody in.
  const refused = inUse?.refused ?? null;
  const isToldAbove = refused !== null && refused.key === queue.heldReason?.key;
  if (queue.state !== 'held' || isToldAbove) return null;
  const isOfKey = inUse !== null && isMendedByKey(inUse, queue.heldReason);
  return (
    <div className={styles.held} data-notice="">
      <span className={styles.heldMark} aria-hidden="true">
        ▲
      </span>
      {/* A countdown within it would be read out each second. */}
      <p role="alert">
        <strong>{t('queue.held.title')}</strong>
        {queue.heldReason !== null && <span>{ref(queue.heldReason)}</span>}
      </p>
      {queue.resumesAtMs === null ? (
        <>
          {isOfKey && <Button onPress={() => setReplacing(true)}>{t('settings.connections.replaceKey')}</Button>}
          <Button variant={isOfKey ? 'quiet' : 'plain'} onPress={onOpenSettings}>
            {t('queue.held.openSettings')}
          </Button>
        </>
      ) : (
        <span className={styles.countdown}>
          {t('queue.held.resumesIn', { time: format.duration(Math.max(0, queue.resumesAtMs - nowMs)) })}
        </span>
      )}
      {isReplacing && inUse !== null && <ReplaceKey connection={inUse} onClose={() => setReplacing(false)} />}
    </div>
  );
}
