import type { PromotionLook } from '../../../src-core/ipc/subjects/promotions.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import type { PromotionChoices } from './promotion-choices.ts';
import styles from './promotions.module.css';

export interface PromotedFilesProps {
  readonly books: PromotionLook['books'];
  readonly choices: PromotionChoices['files'];
  readonly onChoices: (choices: PromotionChoices['files']) => void;
}

/** Whether the files here are the very bytes that were ordered, and what becomes of those that are not. */
export function PromotedFiles({ books, choices, onChoices }: PromotedFilesProps) {
  const { t } = useText();
  const others = books.filter(({ file }) => file !== 'same');
  const changed = others.filter(({ file }) => file === 'changed');
  const set = (which: typeof books, choice: 'take' | 'leave') =>
    onChoices(new Map([...choices, ...which.map(({ bookId }) => [bookId, choice] as const)]));
  return (
    <section className={styles.part}>
      <h3>{t('promotions.files.title')}</h3>
      <p className={styles.same}>
        {others.length === 0
          ? t('promotions.files.allSame', { count: books.length })
          : t('promotions.files.same', { same: books.length - others.length, count: books.length })}
      </p>
      {others.length > 0 && (
        <ul className={styles.lines}>
          {others.map(({ bookId, title, file }) => (
            <li key={bookId} className={styles.line}>
              <div>
                <strong>{title}</strong>
                <span className={styles.why}>▲ {t(`promotions.files.${file}`)}</span>
              </div>
              <fieldset className={styles.choice} aria-label={t('promotions.files.choiceOf', { title })}>
                {file === 'changed' && (
                  <label>
                    <input
                      type="radio"
                      name={`file-${bookId}`}
                      checked={choices.get(bookId) === 'take'}
                      onChange={() => set([{ bookId, title, file, bytes: null }], 'take')}
                    />
                    {t('promotions.files.take')}
                  </label>
                )}
                <label>
                  <input
                    type="radio"
                    name={`file-${bookId}`}
                    checked={choices.get(bookId) === 'leave'}
                    onChange={() => set([{ bookId, title, file, bytes: null }], 'leave')}
                  />
                  {t('promotions.files.leave')}
                </label>
              </fieldset>
            </li>
          ))}
        </ul>
      )}
      {others.length > 1 && (
        <div className={styles.all}>
          {changed.length > 1 && (
            <Button variant="quiet" onPress={() => set(changed, 'take')}>
              {t('promotions.files.takeAll', { count: changed.length })}
            </Button>
          )}
          <Button variant="quiet" onPress={() => set(others, 'leave')}>
            {t('promotions.files.leaveAll', { count: others.length })}
          </Button>
        </div>
      )}
    </section>
  );
}
