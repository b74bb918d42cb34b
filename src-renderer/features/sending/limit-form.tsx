import { useState, type ReactNode } from 'react';
import { sendLimitSchema, type SendLimit } from '../../../src-core/desk/send-limit.ts';
import { useText } from '../../i18n/use-text.ts';
import { Choice } from '../../ui/choice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './sending.module.css';

const WHENS = ['never', 'always', 'hours'] as const;
type When = (typeof WHENS)[number];

/** What the fields begin with where nothing was set: half of a usual line, in a studio's opening hours. */
const SUGGESTED = { mbitPerSecond: 20, hours: { from: '09:00', to: '18:00' } } as const satisfies SendLimit;

const MOST_MBIT = 10_000;

/** The fields of a limit as they are filled in; `limit` is null while that is none. */
export function useLimitForm(
  kept: SendLimit,
  name: string,
): { readonly limit: SendLimit | null; readonly fields: ReactNode } {
  const { t } = useText();
  const [when, setWhen] = useState<When>(
    kept.mbitPerSecond === null ? 'never' : kept.hours === null ? 'always' : 'hours',
  );
  const [mbitPerSecond, setMbit] = useState(kept.mbitPerSecond ?? SUGGESTED.mbitPerSecond);
  const [hours, setHours] = useState(kept.hours ?? SUGGESTED.hours);
  const filled = sendLimitSchema.safeParse({
    mbitPerSecond: when === 'never' ? null : mbitPerSecond,
    hours: when === 'hours' ? hours : null,
  });
  const fields = (
    <>
      <Choice
        legend={t('queue.limit.when')}
        name={name}
        value={when}
        options={WHENS.map((value) => ({
          value,
          label: t(`queue.limit.when.${value}`),
          note: value === 'hours' ? t('queue.limit.when.hoursNote') : null,
        }))}
        onChange={setWhen}
      />
      {when !== 'never' && (
        <NumberField label={t('queue.limit.mbit')} value={mbitPerSecond} min={1} max={MOST_MBIT} onChange={setMbit} />
      )}
      {when === 'hours' && (
        <div className={styles.times}>
          <TextField
            type="time"
            label={t('queue.limit.from')}
            value={hours.from}
            onChange={(from) => setHours({ ...hours, from })}
          />
          <TextField
            type="time"
            label={t('queue.limit.to')}
            value={hours.to}
            onChange={(to) => setHours({ ...hours, to })}
            fault={hours.from === hours.to ? t('queue.limit.sameTimes') : null}
          />
        </div>
      )}
    </>
  );
  return { limit: filled.success ? filled.data : null, fields };
}
