import { isSent } from '../../../src-core/desk/book-machine.ts';
import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { InspectorSection } from '../../ui/inspector.tsx';
import { selectOne } from '../../ui/table-selection.ts';
import { librarySelection } from '../library/library-state.ts';
import styles from './book-versions.module.css';

/** The books that were made of one layout, newest first, and the way from one to another. */
export function BookVersions({ book }: { readonly book: BookDetail }) {
  const { t } = useText();
  if (book.versions.length === 0) return null;
  // One that was taken out of the library again replaces nothing.
  const isReplaced = book.layout === 'former' && book.versions.at(-1)?.bookId !== book.bookId;
  return (
    <InspectorSection title={t('library.book.versions')}>
      {isReplaced && (
        <p className={styles.note}>{t(isSent(book.stage) ? 'library.book.former' : 'library.book.formerUnsent')}</p>
      )}
      <ol className={styles.versions}>
        {book.versions.toReversed().map(({ bookId, version, stage }) => (
          <li key={bookId} aria-current={bookId === book.bookId || undefined}>
            <span>{t('library.book.versionOf', { version })}</span>
            <span className={styles.stage}>{t(`library.stage.${stage}`)}</span>
            {bookId === book.bookId ? (
              <span className={styles.stage}>{t('library.book.versionHere')}</span>
            ) : (
              <Button variant="quiet" onPress={() => librarySelection.set(selectOne(bookId))}>
                {t('library.book.showVersion', { version })}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </InspectorSection>
  );
}
