import { useState } from 'react';
import type { Finding } from '../../../src-core/preflight/finding.ts';
import { useText } from '../../i18n/use-text.ts';
import { stopOnPage, type Stop } from './finding-steps.ts';
import styles from './check-list.module.css';

/** So many fit beside each other in the panel; the rest is one press away. */
const PAGES_SHOWN = 8;

export interface PageButtonsProps {
  readonly finding: Finding;
  readonly current: Stop;
  readonly onStop: (stop: Stop) => void;
}

/** The pages that a finding is about, each a way there. */
export function PageButtons({ finding, current, onStop }: PageButtonsProps) {
  const { t } = useText();
  const [areAllShown, setAreAllShown] = useState(false);
  const { pages, kind } = finding;
  // A cover has one page, which opening the finding has brought on screen.
  if (pages === null || kind !== 'contents') return null;
  const shown = areAllShown ? pages : pages.slice(0, PAGES_SHOWN);
  return (
    <div className={styles.pages} role="group" aria-label={t('preflight.pages', { count: pages.length })}>
      {shown.map((page) => (
        <button
          key={page}
          type="button"
          className={styles.page}
          aria-label={t('library.check.goToPage', { page })}
          {...(page === current.page ? { 'aria-current': 'page' as const } : {})}
          onClick={() => onStop(stopOnPage(current, finding, page))}
        >
          {t('library.check.pages', { pages: page })}
        </button>
      ))}
      {shown.length < pages.length && (
        <button type="button" className={styles.morePages} onClick={() => setAreAllShown(true)}>
          {t('library.check.morePages', { count: pages.length - shown.length })}
        </button>
      )}
    </div>
  );
}
