import { useState } from 'react';
import {
  DEFAULT_LATE_RULE,
  MOST_NORMAL_DAYS,
  WAITING_STATUSES,
  type LateRule,
} from '../../../src-core/orders/late-orders.ts';
import { readHolidays } from '../../../src-core/orders/read-holidays.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { AnswerError } from '../../ui/error-note.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import styles from './late-rule.module.css';

/** From when on an order that stands still is late; each change takes effect at once. */
export function LateRuleForm() {
  const { t } = useText();
  const answer = useAnswer('orders.lateRule', {});
  const set = useAction('orders.setLateRule');
  if (answer.isError) return <AnswerError error={answer.error} onRetry={() => void answer.refetch()} />;
  const rule = answer.data;
  if (rule === undefined) return null;
  const isBuiltIn = JSON.stringify(rule) === JSON.stringify(DEFAULT_LATE_RULE);
  return (
    <>
      <ul className={styles.statuses}>
        {WAITING_STATUSES.map((status) => {
          const normal = rule.days[status];
          const setDays = (days: number | null): void =>
            set.mutate({ ...rule, days: { ...rule.days, [status]: days } });
          return (
            <li key={status} className={styles.status}>
              <span>{t(`orders.status.${status}`)}</span>
              <NumberField
                label={t('settings.late.days', { status: t(`orders.status.${status}`) })}
                isLabelHidden
                value={normal ?? DEFAULT_LATE_RULE.days[status] ?? 1}
                min={1}
                max={MOST_NORMAL_DAYS}
                isDisabled={normal === null}
                onChange={setDays}
              />
              <span className={styles.quiet}>{t('settings.late.unit')}</span>
              <label className={styles.never}>
                <input
                  type="checkbox"
                  aria-label={`${t(`orders.status.${status}`)}: ${t('settings.late.never')}`}
                  checked={normal === null}
                  onChange={() => setDays(normal === null ? DEFAULT_LATE_RULE.days[status] : null)}
                />
                {t('settings.late.never')}
              </label>
            </li>
          );
        })}
      </ul>
      <Holidays key={rule.holidays.join()} rule={rule} onSet={(holidays) => set.mutate({ ...rule, holidays })} />
      {!isBuiltIn && (
        <div>
          <Button onPress={() => set.mutate(DEFAULT_LATE_RULE)}>{t('settings.late.reset')}</Button>
        </div>
      )}
    </>
  );
}

interface HolidaysProps {
  readonly rule: LateRule;
  readonly onSet: (holidays: string[]) => void;
}

function Holidays({ rule, onSet }: HolidaysProps) {
  const { t } = useText();
  const kept = rule.holidays.join(', ');
  const [typed, setTyped] = useState(kept);
  const read = readHolidays(typed);
  const fault =
    'fault' in read
      ? t('settings.late.fault', { word: read.fault })
      : 'most' in read
        ? t('settings.late.tooMany', { most: read.most })
        : null;
  return (
    <TextArea
      label={t('settings.late.holidays')}
      hint={t('settings.late.holidaysHint')}
      rows={2}
      value={typed}
      fault={typed === kept ? null : fault}
      onChange={setTyped}
      onBlur={() => {
        if ('holidays' in read && read.holidays.join(', ') !== kept) onSet([...read.holidays]);
      }}
    />
  );
}
