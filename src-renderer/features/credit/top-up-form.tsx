import { useRef, useState } from 'react';
import type { ActionState } from '../../../src-core/ipc/subjects/library.ts';
import { useAction } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { parseAmount, TOP_UP_PRESETS } from './top-up.ts';
import styles from './credit.module.css';

export interface TopUpProps {
  readonly currency: string;
  readonly canCharge: ActionState;
}

/** More test credit: one of the usual amounts, or any other. */
export function TopUp({ currency, canCharge }: TopUpProps) {
  const { t, ref, format } = useText();
  const [typed, setTyped] = useState('');
  const charge = useAction('credit.charge', {
    onDone: (answer, { amount }) => {
      if (!answer.ok) return;
      setTyped('');
      showToast({ text: t('credit.topUp.done', { sum: format.money(amount, currency) }), tone: 'good' });
    },
  });
  const amountField = useRef<HTMLFormElement>(null);
  const amount = parseAmount(typed);
  const isOff = !canCharge.allowed || charge.isPending;
  const whyNot = canCharge.reason === null ? null : ref(canCharge.reason);
  useCommand('credit.topUp', isOff ? null : () => amountField.current?.querySelector('input')?.focus(), whyNot);
  const refusal = charge.data?.ok === false ? charge.data : null;
  return (
    <section className={styles.topUp} aria-label={t('credit.topUp.title')}>
      <h2>{t('credit.topUp.title')}</h2>
      <div className={styles.presets} role="group" aria-label={t('credit.topUp.presets')}>
        {TOP_UP_PRESETS.map((preset) => (
          <Button key={preset} isDisabled={isOff} whyNot={whyNot} onPress={() => charge.mutate({ amount: preset })}>
            {format.money(preset, currency)}
          </Button>
        ))}
      </div>
      <form
        ref={amountField}
        className={styles.other}
        onSubmit={(event) => {
          event.preventDefault();
          if (amount !== null && !isOff) charge.mutate({ amount });
        }}
      >
        <TextField
          label={t('credit.topUp.amount')}
          value={typed}
          onChange={setTyped}
          inputMode="numeric"
          fault={typed !== '' && amount === null ? t('credit.topUp.bad') : null}
        />
        <Button type="submit" isDisabled={isOff || amount === null}>
          {amount === null
            ? t('credit.topUp.confirmNone')
            : t('credit.topUp.confirm', { sum: format.money(amount, currency) })}
        </Button>
      </form>
      {refusal !== null && (
        <p role="alert" className={styles.refusal}>
          ■ {t('credit.topUp.failed')}: {ref(refusal.problem)} {refusal.serviceText}
        </p>
      )}
    </section>
  );
}
