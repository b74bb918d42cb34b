import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { OrderStatus } from '../../../src-core/contract/orders.ts';
import { useText } from '../../i18n/use-text.ts';
import { STATUS_FILTERS } from './order-status.ts';
import styles from './orders-screen.module.css';

export interface StatusCountersProps {
  readonly counts: Readonly<Partial<Record<OrderStatus, number>>>;
  readonly all: number;
  readonly selected: OrderStatus | null;
  readonly onSelect: (status: OrderStatus | null) => void;
}

/** How many orders stand where; a press shows only those. Statuses without orders are left out. */
export function StatusCounters({ counts, all, selected, onSelect }: StatusCountersProps) {
  const { t, format } = useText();
  const shown = STATUS_FILTERS.filter((status) => (counts[status] ?? 0) > 0 || status === selected);
  return (
    <ToggleButtonGroup
      className={styles.counters ?? ''}
      aria-label={t('orders.counters')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[selected ?? 'all']}
      onSelectionChange={(keys) => {
        const [key] = keys;
        onSelect(shown.find((status) => status === key) ?? null);
      }}
    >
      <ToggleButton id="all" className={styles.counter ?? ''}>
        {t('orders.all')} <strong>{format.number(all)}</strong>
      </ToggleButton>
      {shown.map((status) => (
        <ToggleButton key={status} id={status} className={styles.counter ?? ''}>
          {t(`orders.status.${status}`)} <strong>{format.number(counts[status] ?? 0)}</strong>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
