import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import { useText } from '../../i18n/use-text.ts';
import { Facts, InspectorSection } from '../../ui/inspector.tsx';
import styles from './book-inspector.module.css';

/** A book that has no files yet: nothing is missing, it is being made. */
export function InLayout({ book }: { readonly book: BookDetail }) {
  const { t, format } = useText();
  const { made, pageCount } = book;
  return (
    <InspectorSection title={t('library.book.inLayout')}>
      <p className={styles.pairing}>{t('library.book.inLayoutText')}</p>
      <Facts
        facts={[
          ...(pageCount === null ? [] : [{ name: t('library.book.pageCount'), value: format.number(pageCount) }]),
          ...(made === null
            ? []
            : [
                { name: t('library.book.pictures'), value: format.number(made.pictures) },
                { name: t('library.book.lastChange'), value: format.dateTime(made.changedAtMs) },
              ]),
        ]}
      />
    </InspectorSection>
  );
}
