import type { PrintCounts } from '../../../src-core/desk/print-gate.ts';
import type { PrintVerdict } from '../../../src-core/preflight/verdicts.ts';
import { useText } from '../../i18n/use-text.ts';
import { PrintMark } from '../../ui/print-mark.tsx';
import styles from './print-gate.module.css';

const ORDER: readonly PrintVerdict[] = ['good', 'look', 'bad', 'notChecked'];

/** How many of the books print how: one line, without those that there are none of. */
export function PrintLine({ counts }: { readonly counts: PrintCounts }) {
  const { t } = useText();
  const total = ORDER.reduce((sum, print) => sum + counts[print], 0);
  return (
    <p className={styles.line} data-print-line="">
      <strong>{t('preflight.gate.total', { count: total })}</strong>
      {ORDER.filter((print) => counts[print] > 0).map((print) => (
        <span key={print} className={styles.part} data-print={print}>
          <PrintMark print={print} isNamed={false} />
          {t(`preflight.gate.count.${print}`, { count: counts[print] })}
        </span>
      ))}
    </p>
  );
}
