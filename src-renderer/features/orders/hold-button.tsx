import { useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import styles from './hold-button.module.css';

/** How long a Live order has to be held: long enough not to happen by accident. */
export const HOLD_MS = 2_000;

export interface HoldButtonProps {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly describedBy: string;
  readonly onHeld: () => void;
}

/** Acts only after it has been pressed without a break, by pointer or by key; letting go earlier does nothing. */
export function HoldButton({ label, isDisabled, describedBy, onHeld }: HoldButtonProps) {
  const [isHolding, setIsHolding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const stop = () => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    setIsHolding(false);
  };
  useEffect(() => stop, []);
  return (
    <AriaButton
      className={styles.button ?? ''}
      data-holding={isHolding}
      isDisabled={isDisabled}
      aria-describedby={describedBy}
      onPressStart={() => {
        setIsHolding(true);
        timer.current = setTimeout(() => {
          stop();
          onHeld();
        }, HOLD_MS);
      }}
      onPressEnd={stop}
    >
      <span
        className={styles.fill}
        style={{ transitionDuration: `${isHolding ? HOLD_MS : 120}ms` }}
        aria-hidden="true"
      />
      <span className={styles.label}>{label}</span>
    </AriaButton>
  );
}
