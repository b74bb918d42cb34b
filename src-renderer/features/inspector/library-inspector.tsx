import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { useEffect } from 'react';
import { askAhead, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AnswerError } from '../../ui/error-note.tsx';
import { useBulkGiving } from '../recipients/bulk-recipient.tsx';
import { booksBeside } from '../library/books-beside.ts';
import { BookInspector } from './book-inspector.tsx';
import { BulkPanel } from './bulk-panel.tsx';

/** Nothing chosen, one book, or several. */
export function LibraryInspector({ rows }: { readonly rows: readonly LibraryRow[] }) {
  const { t } = useText();
  const giving = useBulkGiving();
  const [only, second] = rows;
  return (
    <>
      {only === undefined ? (
        <EmptyState title={t('library.view.none')} />
      ) : second === undefined ? (
        <OneBook bookId={only.bookId} />
      ) : (
        <BulkPanel rows={rows} giving={giving} />
      )}
      {giving.sheet}
    </>
  );
}

function OneBook({ bookId }: { readonly bookId: string }) {
  const book = useAnswer('library.book', { bookId });
  const isThere = book.isSuccess;
  useEffect(() => {
    if (!isThere) return undefined;
    const waiting = requestIdleCallback(() => {
      for (const beside of booksBeside.get()) askAhead('library.book', { bookId: beside.bookId });
    });
    return () => cancelIdleCallback(waiting);
  }, [bookId, isThere]);
  if (book.isError) return <AnswerError error={book.error} onRetry={() => void book.refetch()} />;
  return book.data === undefined || book.data === null ? null : (
    <BookInspector key={book.data.bookId} book={book.data} />
  );
}
