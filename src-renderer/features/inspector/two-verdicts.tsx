import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import { useText } from '../../i18n/use-text.ts';
import { PrintMark } from '../../ui/print-mark.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import { headlineWords } from '../library/headline-words.ts';
import { serviceVerdict } from '../library/verdicts.ts';
import { sortGroups } from './finding-groups.ts';
import styles from './two-verdicts.module.css';

/** Two questions that are never mixed: will the service take it, and will it print well. */
export function TwoVerdicts({ book }: { readonly book: BookDetail }) {
  const { t, ref } = useText();
  const verdict = serviceVerdict(book.verdict);
  const toDecide = sortGroups(book.groups).decisions.length;
  return (
    <dl className={styles.verdicts}>
      <dt>{t('preflight.verdict.service')}</dt>
      <dd>
        <StateMark verdict={verdict} isNamed={false} size={12} />
        <span className={styles.word} data-tone={verdict}>
          {t(`ui.verdict.${verdict}`)}
        </span>
        {book.headline === null && <span className={styles.more}>{t(`library.stage.${book.stage}`)}</span>}
      </dd>
      <dt>{t('preflight.verdict.print')}</dt>
      <dd>
        <PrintMark print={book.print} isNamed={false} />
        <span className={styles.word} data-tone={book.print}>
          {t(`ui.print.${book.print}`)}
        </span>
        {toDecide > 0 && <span className={styles.more}>{t('preflight.toDecide', { count: toDecide })}</span>}
      </dd>
      {book.headline !== null && (
        <>
          <dt>{t('library.column.state')}</dt>
          <dd className={styles.state}>{headlineWords(book, { t, ref })}</dd>
        </>
      )}
    </dl>
  );
}
