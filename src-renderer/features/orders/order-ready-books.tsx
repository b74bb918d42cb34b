import { useMemo } from 'react';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { useList } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { usePrintGate } from '../print-gate/print-gate.ts';
import { openOrderReview } from './order-review-store.ts';

/** Books that are uploaded and not ordered, of a layout its newest version: what the next order run would take. */
export function useReadyBooks(): readonly LibraryRow[] {
  const library = useList('library.changes').data;
  return useMemo(
    () => (library ?? []).filter(({ stage, layout }) => stage === 'uploaded' && layout !== 'former'),
    [library],
  );
}

/** The next step on the board, with its count: nothing when there is nothing to order. */
export function OrderReadyBooks() {
  const { t } = useText();
  const books = useReadyBooks();
  const gate = usePrintGate();
  const review = () => gate('order', books, openOrderReview);
  useCommand('screen.main', books.length === 0 ? null : review, t('ui.whyNot.nothingToOrder'));
  if (books.length === 0) return null;
  return (
    <Button variant="primary" command="screen.main" onPress={review}>
      {t('library.order', { count: books.length })}
    </Button>
  );
}
