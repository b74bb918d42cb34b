import { endOf } from './end-of-name.ts';
import styles from './end-kept.module.css';

interface EndKeptProps {
  readonly text: string;
  /** What it ends with, where that is more than a part of a name. */
  readonly end?: string | undefined;
}

/** A name of which both ends are seen where it is too long for its place: those of a series begin alike, and differ at their end. */
export function EndKept({ text, end = endOf(text) }: EndKeptProps) {
  if (end === '') return <span className={styles.begin}>{text}</span>;
  return (
    <span className={styles.name}>
      <span className={styles.begin}>{text.slice(0, -end.length)}</span>
      <span className={styles.end}>{end}</span>
    </span>
  );
}
