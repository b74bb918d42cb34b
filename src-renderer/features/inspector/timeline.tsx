import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import { useText } from '../../i18n/use-text.ts';
import styles from './timeline.module.css';

/** What happened to the book, newest first. */
export function Timeline({ entries }: { readonly entries: BookDetail['timeline'] }) {
  const { ref, format } = useText();
  return (
    <ol className={styles.timeline}>
      {[...entries]
        .sort((a, b) => b.atMs - a.atMs)
        .map((entry, index) => (
          <li key={`${entry.atMs}-${index}`} data-tone={entry.tone}>
            <time className={styles.time} dateTime={new Date(entry.atMs).toISOString()}>
              {format.dateTime(entry.atMs)}
            </time>
            <span>{ref(entry.text)}</span>
          </li>
        ))}
    </ol>
  );
}
