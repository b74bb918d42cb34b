import type { ReactNode } from 'react';
import styles from './choice-line.module.css';

interface ChoiceLineProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** A line of a list beside what it shows: what is chosen there is seen. */
export function ChoiceLine({ isChosen, onChoose, children }: ChoiceLineProps) {
  return (
    <button type="button" className={styles.line} aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </button>
  );
}
