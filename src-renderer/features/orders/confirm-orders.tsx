import type { ConnectionView } from '../../../src-core/ipc/subjects/connections.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { HoldButton } from './hold-button.tsx';
import styles from './order-review.module.css';

export interface ConfirmOrdersProps {
  readonly environment: ConnectionView['environment'];
  readonly orders: number;
  readonly sum: string;
  /** Why the button is off, or null when it is on. */
  readonly whyNot: string | null;
  readonly isSending: boolean;
  /** It is too late to turn back. */
  readonly isConfirming: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/**
 * The button that spends, with count and sum in it. There is no form around it: an Enter in a field, or one that ends
 * a Hangul syllable, has nothing to submit. Live asks for a long press besides.
 */
export function ConfirmOrders({
  environment,
  orders,
  sum,
  whyNot,
  isSending,
  isConfirming,
  onCancel,
  onConfirm,
}: ConfirmOrdersProps) {
  const { t } = useText();
  const isOff = whyNot !== null || isSending;
  const hint = whyNot ?? t(environment === 'live' ? 'orders.confirm.holdHint' : 'orders.confirm.sandboxHint');
  return (
    <footer className={styles.footer}>
      <p id="confirm-hint" className={styles.footNote} data-off={whyNot !== null}>
        {hint}
      </p>
      <Button isDisabled={isConfirming} onPress={onCancel}>
        {t('orders.review.close')}
      </Button>
      {environment === 'live' ? (
        <HoldButton
          label={t('orders.confirm.hold', { count: orders, sum })}
          isDisabled={isOff}
          describedBy="confirm-hint"
          onHeld={onConfirm}
        />
      ) : (
        <Button variant="primary" isDisabled={isOff} aria-describedby="confirm-hint" onPress={onConfirm}>
          {t('orders.confirm', { count: orders, sum })}
        </Button>
      )}
    </footer>
  );
}
