import { Send } from 'lucide-react';
import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { InspectorSection } from '../../ui/inspector.tsx';
import styles from './left-over-part.module.css';

/** The service has other bytes of the book than the disk: says so, and sends the newer ones when that is wanted. */
export function SavedSincePart({ book }: { readonly book: BookDetail }) {
  const { t, format } = useText();
  const send = useAction('library.sendAnew');
  if (book.savedSinceSentAtMs === null) return null;
  return (
    <InspectorSection>
      <p className={styles.reason}>
        {t('library.book.savedSince', { time: format.dateTime(book.savedSinceSentAtMs) })}
      </p>
      <div className={styles.remedies}>
        <Button icon={Send} isBusy={send.isPending} onPress={() => send.mutate({ bookId: book.bookId })}>
          {t('library.book.sendAnew')}
        </Button>
      </div>
      <p className={styles.note}>{t('library.book.sendAnewText')}</p>
    </InspectorSection>
  );
}
