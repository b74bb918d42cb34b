import { useEffect, useState } from 'react';
import styles from './skeleton.module.css';

/** A short wait is better left empty than flickering. */
const AFTER_MS = 300;

export interface SkeletonRowsProps {
  readonly count: number;
  readonly label: string;
}

/** Grey rows in place of a table that is on its way; only after 300 ms. */
export function SkeletonRows({ count, label }: SkeletonRowsProps) {
  const isDue = useIsDue();
  if (!isDue) return null;
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.row}>
          <span className={styles.bar} style={{ width: `${40 - ((index * 7) % 18)}%` }} />
          <span className={styles.bar} style={{ width: `${14 + ((index * 5) % 9)}%` }} />
        </div>
      ))}
    </div>
  );
}

export function useIsDue(afterMs = AFTER_MS): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isDue;
}
