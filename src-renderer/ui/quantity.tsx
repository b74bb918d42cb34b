import type { Quantity as QuantityValue } from '../../src-core/preflight/finding.ts';
import { useText } from '../i18n/use-text.ts';
import styles from './figure.module.css';

/** A measured or allowed value with its unit; a dash when there is none. */
export function Quantity({ value }: { readonly value: QuantityValue | null }) {
  const { format } = useText();
  return <span className={styles.figure}>{value === null ? '–' : format.quantity(value)}</span>;
}
