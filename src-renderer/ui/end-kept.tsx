import { endOf } from './end-of-name.ts';
import styles from './end-kept.module.css';

/** A name of which both ends are seen where it is too long for its place: those of a series begin alike, and differ at their end. */
export function EndKept({ text }: { readonly text: string }) {
  const end = endOf(text);
  if (end === '') return <span className={styles.begin}>{text}</span>;
  return (
    <span className={styles.name}>
      <span className={styles.begin}>{text.slice(0, -end.length)}</span>
      <span className={styles.end}>{end}</span>
    </span>
  );
}
