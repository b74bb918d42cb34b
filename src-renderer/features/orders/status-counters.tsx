import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { Text } from '../../i18n/text.ts';
import { useText } from '../../i18n/use-text.ts';
import type { OrderCounts, OrderFold } from './order-rows.ts';
import { STATUS_FILTERS } from './order-status.ts';
import styles from './orders-screen.module.css';

export interface StatusCountersProps {
  readonly counts: OrderCounts;
  readonly all: number;
  readonly selected: OrderFold | null;
  readonly onSelect: (fold: OrderFold | null) => void;
}

const FOLDS: readonly OrderFold[] = ['late', 'changed', ...STATUS_FILTERS];

export const nameOfFold = (fold: OrderFold, t: Text['t']): string =>
  fold === 'late' || fold === 'changed' ? t(`orders.fold.${fold}`) : t(`orders.status.${fold}`);

/** How many orders stand where; a press shows only those. What has no orders is left out. */
export function StatusCounters({ counts, all, selected, onSelect }: StatusCountersProps) {
  const { t, format } = useText();
  const shown = FOLDS.filter((fold) => (counts[fold] ?? 0) > 0);
  return (
    <ToggleButtonGroup
      className={styles.counters ?? ''}
      aria-label={t('orders.counters')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[selected ?? 'all']}
      onSelectionChange={(keys) => {
        const [key] = keys;
        onSelect(shown.find((fold) => fold === key) ?? null);
      }}
    >
      <ToggleButton id="all" className={styles.counter ?? ''}>
        {t('orders.all')} <strong>{format.number(all)}</strong>
      </ToggleButton>
      {shown.map((fold) => (
        <ToggleButton key={fold} id={fold} className={styles.counter ?? ''} data-fold={fold}>
          {fold === 'late' && <span aria-hidden="true">▲ </span>}
          {nameOfFold(fold, t)} <strong>{format.number(counts[fold] ?? 0)}</strong>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
