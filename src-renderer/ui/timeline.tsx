import type { TimelineEntry } from '../../src-core/ipc/subjects/library.ts';
import { useText } from '../i18n/use-text.ts';
import { Money } from './money.tsx';
import styles from './timeline.module.css';

export interface TimelineProps {
  readonly entries: readonly TimelineEntry[];
  readonly isNewestFirst?: boolean;
}

/** What happened, and whose clock says when. What happens at the same moment stays in its order. */
export function Timeline({ entries, isNewestFirst = false }: TimelineProps) {
  const { t, ref, format } = useText();
  const shown = isNewestFirst ? entries.toReversed() : entries;
  return (
    <ol className={styles.timeline}>
      {shown.map((entry, index) => (
        <li key={`${entry.atMs}-${index}`} data-tone={entry.tone}>
          <time className={styles.time} dateTime={new Date(entry.atMs).toISOString()}>
            {format.dateTime(entry.atMs)}
          </time>
          <span>
            {ref(entry.text)}
            {entry.money !== undefined && (
              <>
                {' · '}
                <Money {...entry.money} />
              </>
            )}
            <small className={styles.source}>{t(`ui.timeline.source.${entry.source}`)}</small>
          </span>
        </li>
      ))}
    </ol>
  );
}
