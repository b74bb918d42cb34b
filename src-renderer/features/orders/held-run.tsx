import { useEffect, useEffectEvent } from 'react';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './order-review.module.css';

export interface HeldRunProps {
  readonly runId: string;
  readonly heldUntilMs: number;
  /** The time is over, or it was too late to take it back. */
  readonly onSent: () => void;
  readonly onTakenBack: () => void;
}

/** A run that was confirmed and is not sent yet: how long it can be taken back, and the button for it. */
export function HeldRun({ runId, heldUntilMs, onSent, onTakenBack }: HeldRunProps) {
  const { t } = useText();
  const leftS = Math.ceil((heldUntilMs - useNow(250)) / 1_000);
  const undo = useAction('orders.undoRun', { onDone: ({ undone }) => (undone ? onTakenBack() : onSent()) });
  const isOver = leftS <= 0 && !undo.isPending;
  const sent = useEffectEvent(onSent);
  useEffect(() => {
    if (isOver) sent();
  }, [isOver]);
  return (
    <p className={styles.held}>
      <span>{t('orders.run.held', { seconds: Math.max(0, leftS) })}</span>
      <Button variant="primary" autoFocus isDisabled={undo.isPending} onPress={() => undo.mutate({ runId })}>
        {t('orders.run.undo')}
      </Button>
    </p>
  );
}
