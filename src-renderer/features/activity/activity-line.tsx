import { ChevronDown, ChevronRight, Copy } from 'lucide-react';
import type { ActivityEntry } from '../../../src-core/ipc/subjects/activity.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { hasFailed } from './activity-filter.ts';
import styles from './activity.module.css';

export interface ActivityLineProps {
  readonly entry: ActivityEntry;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One request in one line; open, it shows the command that repeats it. */
export function ActivityLine({ entry, isOpen, onToggle }: ActivityLineProps) {
  const { t, format } = useText();
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  const detailId = `activity-${entry.id}`;
  return (
    <li>
      <button
        type="button"
        className={styles.line}
        data-failed={hasFailed(entry)}
        aria-expanded={isOpen}
        aria-controls={detailId}
        onClick={onToggle}
      >
        <Arrow size={14} aria-hidden="true" />
        <time>{format.time(entry.atMs)}</time>
        <span className={styles.status}>
          {hasFailed(entry) ? '■ ' : ''}
          {entry.status ?? t('activity.noAnswer')}
        </span>
        <span className={styles.method}>{entry.method}</span>
        <span className={styles.path}>{entry.path}</span>
        <span className={styles.code}>{entry.errorCode}</span>
        <span className={styles.took}>{t('activity.took', { ms: Math.round(entry.tookMs) })}</span>
      </button>
      {isOpen && (
        <div id={detailId} className={styles.detail}>
          <pre>{entry.curl}</pre>
          <div className={styles.detailActions}>
            <Button icon={Copy} onPress={() => copyText(entry.curl, t('activity.curlCopied'))}>
              {t('activity.copyCurl')}
            </Button>
            <span className={styles.quiet}>{t('activity.curlHint')}</span>
          </div>
        </div>
      )}
    </li>
  );
}
