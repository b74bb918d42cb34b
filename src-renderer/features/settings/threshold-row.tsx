import { RotateCcw } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { queryClient, useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Chip } from '../../ui/chip.tsx';
import { cx } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { isComposing } from '../../ui/key-events.ts';
import type { ThresholdLayer } from './print-checks.tsx';
import type { NamedThreshold } from './threshold-list.ts';
import { readThreshold, shownThreshold } from './threshold-value.ts';
import styles from './print-checks.module.css';

export interface ThresholdRowProps {
  readonly threshold: NamedThreshold;
  /** Whose limit is being set. */
  readonly layer: ThresholdLayer;
}

/** One limit: its value with the unit, whose it is, what is built in and after which standard. */
export function ThresholdRow({ threshold, layer }: ThresholdRowProps) {
  const { t, format } = useText();
  const noteId = useId();
  const { name, title, value, unit, origin, builtIn, standard } = threshold;
  const [draft, setDraft] = useState<string | null>(null);
  const set = useAction('checks.setThreshold', {
    onDone: (all) => queryClient.setQueryData(['checks.thresholds', {}], all),
  });
  // The print house comes before the studio: what it has set, the studio's value would not change.
  const isOverruled = layer === 'studio' && origin === 'printHouse';
  const entry = draft === null ? null : readThreshold(draft, unit);
  const fault = entry !== null && 'fault' in entry ? entry : null;
  const save = (): void => {
    if (entry === null || fault !== null) return;
    if ('value' in entry && entry.value !== value) set.mutate({ name, value: entry.value, layer });
    setDraft(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') save();
    else if (event.key === 'Escape' && draft !== null) {
      event.stopPropagation();
      setDraft(null);
    }
  };
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span>{title}</span>
        <span
          id={noteId}
          className={fault === null ? styles.builtIn : styles.fault}
          {...(fault === null ? {} : { role: 'alert' })}
        >
          {fault === null
            ? t('settings.checks.builtIn', { value: format.limit({ value: builtIn, unit }), standard })
            : t(`settings.checks.fault.${fault.fault}`, {
                most: `${format.number(fault.most)} ${format.unitName(unit)}`.trim(),
              })}
        </span>
      </div>
      <Chip tone={origin === 'builtIn' ? 'plain' : 'accent'}>{t(`settings.checks.origin.${origin}`)}</Chip>
      <label
        className={cx(styles.value, isOverruled && styles.overruled)}
        title={isOverruled ? t('settings.checks.overruled') : ''}
      >
        <input
          inputMode="decimal"
          autoComplete="off"
          aria-label={title}
          aria-describedby={noteId}
          aria-invalid={fault !== null}
          value={draft ?? shownThreshold(value, unit)}
          disabled={isOverruled}
          onChange={(event) => setDraft(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={save}
          onKeyDown={onKeyDown}
        />
        <span aria-hidden="true">{format.unitName(unit)}</span>
      </label>
      <span className={styles.reset}>
        {origin === layer && (
          <IconButton
            label={t('settings.checks.reset', { name: title })}
            icon={RotateCcw}
            onPress={() => set.mutate({ name, value: null, layer })}
          />
        )}
      </span>
    </li>
  );
}
