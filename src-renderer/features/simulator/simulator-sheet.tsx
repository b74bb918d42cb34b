import { useId, useState, type ReactNode } from 'react';
import { MISFORTUNE_NAMES, type Misfortune } from '../../../src-core/desk/misfortunes.ts';
import type { Input, Output } from '../../../src-core/ipc/contract.ts';
import type { PrintHouseView } from '../../../src-core/ipc/subjects/print-house.ts';
import { useAction, useAnswer, useList } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { StartOverSheet } from '../start-over/start-over-sheet.tsx';
import { nextStepOf } from './house-moves.ts';
import { usePrintHouse } from './use-print-house.ts';
import styles from './simulator.module.css';

/** In the account's currency. */
const CREDIT_AMOUNTS = [100_000, 1_000_000, 10_000_000] as const;
const HOUR_MS = 3_600_000;
const AHEAD = [
  ['hour', HOUR_MS],
  ['day', 24 * HOUR_MS],
  ['week', 7 * 24 * HOUR_MS],
] as const;
/** Minutes a step. */
const PACES = [
  ['off', null],
  ['seconds', 1 / 6],
  ['minute', 1],
  ['hour', 60],
] as const;
type PaceName = (typeof PACES)[number][0];
const ENDS: readonly Input<'printHouse.endPayment'>['end'][] = ['approve', 'decline', 'time-out'];

/** The whole of the print house's side, for learning and showing. It closes when another service comes into use. */
export function SimulatorSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const house = usePrintHouse();
  return (
    <Sheet title={t('simulator.title')} onClose={onClose} size="medium">
      {house === null ? (
        <p>{t('simulator.none')}</p>
      ) : (
        <div className={styles.parts}>
          <p className={styles.quiet}>{t('simulator.intro')}</p>
          <Orders house={house} />
          {house.environment === 'live' && <LiveCredit />}
          {house.environment === 'live' && <Production house={house} />}
          <HouseClock house={house} />
          <Misfortunes house={house} />
          <Payments house={house} />
          {house.environment === 'sandbox' && <StartOver />}
        </div>
      )}
    </Sheet>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/** Why it was refused, in the service's words. */
function Refusal({ answer }: { readonly answer: Output<'printHouse.topUp'> | undefined }) {
  const { ref } = useText();
  if (answer === undefined || answer.ok) return null;
  return (
    <p role="alert" className={styles.refusal}>
      ■ {ref(answer.problem)} {answer.serviceText}
    </p>
  );
}

/** Every order of the board at once. */
function Orders({ house: { environment } }: { readonly house: PrintHouseView }) {
  const { t } = useText();
  const rows = useList('orders.changes').data ?? [];
  const move = useAction('printHouse.move');
  const orderUids = rows
    .filter(({ orderStatus }) => nextStepOf(orderStatus, environment) !== null)
    .map(({ orderUid }) => orderUid);
  const tell = (name: 'next' | 'delivered') =>
    move.mutate({ orderUids, move: name, trackingNumber: null, reason: null });
  const moved = move.data?.filter(({ ok }) => ok).length ?? 0;
  return (
    <Part title={t('simulator.orders')}>
      {orderUids.length === 0 ? (
        <p className={styles.quiet}>{t(environment === 'live' ? 'simulator.noneMoves' : 'simulator.sandboxStops')}</p>
      ) : (
        <div className={styles.row}>
          <Button isDisabled={move.isPending} onPress={() => tell('next')}>
            {t('simulator.allNext', { count: orderUids.length })}
          </Button>
          <Button isDisabled={move.isPending} onPress={() => tell('delivered')}>
            {t('simulator.allDelivered', { count: orderUids.length })}
          </Button>
        </div>
      )}
      <p role="status" className={styles.quiet}>
        {move.isPending
          ? t('simulator.moving')
          : move.data === undefined
            ? ''
            : t('simulator.moved', { count: moved, all: move.data.length })}
      </p>
    </Part>
  );
}

function StartOver() {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Part title={t('simulator.startOver')}>
      <p className={styles.quiet}>{t('simulator.startOverText')}</p>
      <div className={styles.row}>
        <Button onPress={() => setOpen(true)}>{t('settings.startOver.open')}</Button>
      </div>
      {isOpen && <StartOverSheet onClose={() => setOpen(false)} />}
    </Part>
  );
}

function LiveCredit() {
  const { t, format } = useText();
  const currency = useAnswer('app.status', {}).data?.credit?.currency ?? 'KRW';
  const topUp = useAction('printHouse.topUp');
  return (
    <Part title={t('simulator.credit')}>
      <p className={styles.quiet}>{t('simulator.creditText')}</p>
      <div className={styles.row}>
        {CREDIT_AMOUNTS.map((amount) => (
          <Button key={amount} isDisabled={topUp.isPending} onPress={() => topUp.mutate({ amount })}>
            {t('simulator.creditAdd', { sum: format.money(amount, currency) })}
          </Button>
        ))}
      </div>
      <Refusal answer={topUp.data} />
    </Part>
  );
}

function Production({ house: { production } }: { readonly house: PrintHouseView }) {
  const { t } = useText();
  const produce = useAction('printHouse.produce');
  const current: PaceName | null = production.enabled
    ? (PACES.find(([, minutes]) => minutes !== null && Math.abs(minutes - production.minutesAStep) < 0.01)?.[0] ?? null)
    : 'off';
  const choose = (name: PaceName) => {
    const minutes = PACES.find(([pace]) => pace === name)?.[1] ?? null;
    produce.mutate({ enabled: minutes !== null, minutesAStep: minutes ?? production.minutesAStep });
  };
  return (
    <Part title={t('simulator.production')}>
      <SelectField
        label={t('simulator.productionPace')}
        options={PACES.map(([value]) => ({ value, label: t(`simulator.pace.${value}`) }))}
        value={current}
        onChange={choose}
        placeholder={t('simulator.pace.other', { minutes: production.minutesAStep })}
        isDisabled={produce.isPending}
      />
      <Refusal answer={produce.data} />
    </Part>
  );
}

function HouseClock({ house: { clock } }: { readonly house: PrintHouseView }) {
  const { t, format } = useText();
  const move = useAction('printHouse.moveClock');
  return (
    <Part title={t('simulator.clock')}>
      <p className={styles.figure}>
        {format.dateTime(clock.nowMs)} ·{' '}
        {clock.offsetMs === 0
          ? t('simulator.clockReal')
          : t('simulator.clockAhead', { time: format.duration(clock.offsetMs) })}
      </p>
      <div className={styles.row}>
        {AHEAD.map(([name, byMs]) => (
          <Button key={name} isDisabled={move.isPending} onPress={() => move.mutate({ byMs })}>
            {t(`simulator.ahead.${name}`)}
          </Button>
        ))}
        <Button
          variant="quiet"
          isDisabled={move.isPending || clock.offsetMs === 0}
          onPress={() => move.mutate({ byMs: null })}
        >
          {t('simulator.clockBack')}
        </Button>
      </div>
      <Refusal answer={move.data} />
    </Part>
  );
}

function Misfortunes({ house: { misfortunes } }: { readonly house: PrintHouseView }) {
  const { t, ref } = useText();
  const [chosen, setChosen] = useState<Misfortune>('orderAnswerLost');
  const bring = useAction('printHouse.misfortune');
  const clear = useAction('printHouse.clearMisfortunes');
  return (
    <Part title={t('simulator.misfortunes')}>
      <div className={styles.row}>
        <div className={styles.grow}>
          <SelectField
            label={t('simulator.misfortuneNext')}
            options={MISFORTUNE_NAMES.map((value) => ({ value, label: t(`simulator.misfortune.${value}`) }))}
            value={chosen}
            onChange={setChosen}
          />
        </div>
        <Button isDisabled={bring.isPending} onPress={() => bring.mutate({ misfortune: chosen })}>
          {t('simulator.misfortuneBring')}
        </Button>
      </div>
      {misfortunes.length > 0 && (
        <>
          <ul className={styles.list} aria-label={t('simulator.misfortunesToCome')}>
            {misfortunes.map(({ text, left }, at) => (
              // Alike ones wait in a row: their place is all that tells them apart.
              <li key={`${at} ${text.key}`}>
                <span>{ref(text)}</span>
                <span className={styles.quiet}>{t('simulator.misfortuneLeft', { count: left })}</span>
              </li>
            ))}
          </ul>
          <div className={styles.row}>
            <Button variant="quiet" isDisabled={clear.isPending} onPress={() => clear.mutate({})}>
              {t('simulator.misfortunesClear')}
            </Button>
          </div>
        </>
      )}
      <Refusal answer={bring.data} />
    </Part>
  );
}

/** The simulated gateway's page, for payments that a partner's own client opened. */
function Payments({ house: { payments } }: { readonly house: PrintHouseView }) {
  const { t, format } = useText();
  const [orderId, setOrderId] = useState('');
  const end = useAction('printHouse.endPayment', { onDone: ({ ok }) => ok && setOrderId('') });
  const isOff = orderId.trim() === '' || end.isPending;
  return (
    <Part title={t('simulator.payments')}>
      <div className={styles.row}>
        <div className={styles.grow}>
          <TextField label={t('simulator.paymentId')} value={orderId} onChange={setOrderId} maxLength={200} />
        </div>
        {ENDS.map((name) => (
          <Button key={name} isDisabled={isOff} onPress={() => end.mutate({ orderId: orderId.trim(), end: name })}>
            {t(`simulator.payment.${name}`)}
          </Button>
        ))}
      </div>
      <Refusal answer={end.data} />
      {payments.length > 0 && (
        <ul className={styles.list} aria-label={t('simulator.paymentsEnded')}>
          {payments.map((payment, at) => (
            <li key={`${at} ${payment.orderId}`}>
              <span>{payment.orderId}</span>
              <span className={styles.figure}>
                {format.money(payment.amount, 'KRW')} · {t(`simulator.outcome.${payment.outcome}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
