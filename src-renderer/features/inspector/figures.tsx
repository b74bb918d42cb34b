import type { Finding, Quantity as QuantityValue } from '../../../src-core/preflight/finding.ts';
import { useText } from '../../i18n/use-text.ts';
import figure from '../../ui/figure.module.css';
import styles from './figures.module.css';

/** Measured, allowed, tolerance and how far off, in one aligned row. Nothing where nothing was measured against a limit. */
export function Figures({ finding: { measured, allowed, tolerance, severity } }: { readonly finding: Finding }) {
  const { t, format } = useText();
  if (measured === null || allowed === null) return null;
  const offBy: QuantityValue | null =
    measured.unit === allowed.unit ? { value: measured.value - allowed.value, unit: measured.unit } : null;
  return (
    <table className={styles.figures} data-severity={severity}>
      <thead>
        <tr>
          <th scope="col">{t('library.check.measured')}</th>
          <th scope="col">{t('library.check.allowed')}</th>
          {tolerance !== null && <th scope="col">{t('library.check.tolerance')}</th>}
          {offBy !== null && <th scope="col">{t('library.check.offBy')}</th>}
        </tr>
      </thead>
      <tbody>
        <tr>
          <td className={styles.measured}>
            <Quantity value={measured} />
          </td>
          <td>
            <Quantity value={allowed} />
          </td>
          {tolerance !== null && <td>± {format.quantity(tolerance)}</td>}
          {offBy !== null && (
            <td>
              {offBy.value > 0 ? '+' : '−'}
              {format.quantity({ ...offBy, value: Math.abs(offBy.value) })}
            </td>
          )}
        </tr>
      </tbody>
    </table>
  );
}

/** A measured or allowed value with its unit; a dash when there is none. */
function Quantity({ value }: { readonly value: QuantityValue | null }) {
  const { format } = useText();
  return <span className={figure.figure}>{value === null ? '–' : format.quantity(value)}</span>;
}
