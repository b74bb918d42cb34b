import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useText } from '../../i18n/use-text.ts';
import { StateMark } from '../../ui/state-mark.tsx';
import type { LibraryFilter, VerdictCounts } from './library-filter.ts';
import { VERDICTS } from './verdicts.ts';
import styles from './library.module.css';

export interface VerdictFilterProps {
  readonly counts: VerdictCounts;
  readonly value: LibraryFilter['verdict'];
  readonly onChange: (verdict: LibraryFilter['verdict']) => void;
}

/** How many books stand in each state; a press shows only those. */
export function VerdictFilter({ counts, value, onChange }: VerdictFilterProps) {
  const { t, format } = useText();
  return (
    <ToggleButtonGroup
      aria-label={t('library.verdictFilter')}
      className={styles.counters ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        onChange(key as LibraryFilter['verdict']);
      }}
    >
      <ToggleButton id="all" className={styles.counter ?? ''}>
        {t('library.all')} {format.number(counts.all)}
      </ToggleButton>
      {VERDICTS.map((verdict) => (
        <ToggleButton
          key={verdict}
          id={verdict}
          className={styles.counter ?? ''}
          data-empty={counts[verdict] === 0 || undefined}
          aria-label={t('ui.verdictCount', { verdict: t(`ui.verdict.${verdict}`), count: counts[verdict] })}
        >
          <StateMark verdict={verdict} isNamed={false} size={12} />
          {format.number(counts[verdict])}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
