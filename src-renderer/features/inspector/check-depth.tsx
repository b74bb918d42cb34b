import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import { useText } from '../../i18n/use-text.ts';
import styles from './check-depth.module.css';

const LEVELS = [1, 2, 3] as const;

/** How deep the book was looked at, by name; and quietly, that a deeper look is under way. */
export function CheckDepth({ book }: { readonly book: Pick<BookDetail, 'checkedLevel' | 'isCheckingDeeper'> }) {
  const { t } = useText();
  const { checkedLevel, isCheckingDeeper } = book;
  const reached = checkedLevel ?? 0;
  return (
    <span className={styles.depth} title={t('preflight.depth.text')}>
      <svg width="20" height="10" viewBox="0 0 20 10" aria-hidden="true" className={styles.steps}>
        {LEVELS.map((level) => (
          <rect
            key={level}
            x={(level - 1) * 7 + 0.5}
            y={(3 - level) * 2.5 + 0.5}
            width="5"
            height={level * 2.5 + 1.5}
            rx="1"
            data-state={level <= reached ? 'done' : isCheckingDeeper && level === reached + 1 ? 'running' : 'open'}
          />
        ))}
      </svg>
      {checkedLevel === null ? t('preflight.depth.none') : t(`preflight.depth.${checkedLevel}`)}
      {isCheckingDeeper && <span className={styles.running}>{t('preflight.depth.running')}</span>}
    </span>
  );
}
