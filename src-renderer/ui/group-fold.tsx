import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './data-table.module.css';

interface GroupFoldProps {
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
  readonly children: ReactNode;
}

/** The head of a group that folds: by a press, and by left and right. Its keys are its own. */
export function GroupFold({ isFolded, onFold, children }: GroupFoldProps) {
  const Mark = isFolded ? ChevronRight : ChevronDown;
  return (
    <button
      type="button"
      className={styles.fold}
      aria-expanded={!isFolded}
      onClick={() => onFold(!isFolded)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') onFold(event.key === 'ArrowLeft');
        else if (event.key !== 'Enter' && event.key !== ' ') return;
        event.stopPropagation();
      }}
    >
      <Mark size={14} aria-hidden="true" />
      {children}
    </button>
  );
}
