import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { ManifestCheck } from '../../../src-core/ipc/subjects/manifests.ts';
import { LINE_STATES, type LineState } from '../../../src-core/manifests/check-lines.ts';
import { useText } from '../../i18n/use-text.ts';
import { StateMark } from '../../ui/state-mark.tsx';
import { SHAPE_OF } from './line-states.ts';
import styles from './manifest-sheet.module.css';

export interface LineFilterProps {
  readonly counts: ManifestCheck['counts'];
  readonly value: LineState | null;
  readonly onChange: (state: LineState | null) => void;
}

/** How many lines stand how; a press shows only those. */
export function LineFilter({ counts, value, onChange }: LineFilterProps) {
  const { t, format } = useText();
  const all = LINE_STATES.reduce((sum, state) => sum + counts[state], 0);
  return (
    <ToggleButtonGroup
      aria-label={t('manifests.filter')}
      className={styles.filter ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value ?? 'all']}
      onSelectionChange={(keys) => {
        const [key] = keys;
        onChange(key === 'all' ? null : (key as LineState));
      }}
    >
      <ToggleButton id="all" className={styles.counter ?? ''}>
        {t('manifests.all')} {format.number(all)}
      </ToggleButton>
      {LINE_STATES.filter((state) => counts[state] > 0 || state === value).map((state) => (
        <ToggleButton key={state} id={state} className={styles.counter ?? ''}>
          <StateMark verdict={SHAPE_OF[state]} isNamed={false} size={12} />
          {t(`manifests.state.${state}`)} {format.number(counts[state])}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
