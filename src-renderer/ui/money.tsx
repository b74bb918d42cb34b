import { useText } from '../i18n/use-text.ts';
import styles from './figure.module.css';

export interface MoneyProps {
  readonly amount: number;
  readonly currency: string;
}

/** An amount in tabular figures with its currency. */
export function Money({ amount, currency }: MoneyProps) {
  const { format } = useText();
  return <span className={styles.figure}>{format.money(amount, currency)}</span>;
}
