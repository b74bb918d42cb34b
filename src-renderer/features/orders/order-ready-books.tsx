import { useList } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { openOrderReview } from './order-review-store.ts';

/** Books that are uploaded and not ordered: what the next order run would take. */
export function useReadyBooks(): number {
  const library = useList('library.changes');
  return (library.data ?? []).filter((row) => row.stage === 'uploaded').length;
}

/** The next step on the board, with its count: nothing when there is nothing to order. */
export function OrderReadyBooks() {
  const { t } = useText();
  const count = useReadyBooks();
  const review = () => openOrderReview([]);
  useCommand('screen.main', count === 0 ? null : review);
  if (count === 0) return null;
  return (
    <Button variant="primary" shortcut="Mod+Enter" onPress={review}>
      {t('orders.reviewReady', { count })}
    </Button>
  );
}
