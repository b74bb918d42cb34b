import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import type { HouseMove } from '../../../src-core/ipc/subjects/print-house.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { InspectorSection } from '../../ui/inspector.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { HouseButton } from './house-button.tsx';
import { nextStepOf, otherMovesOf } from './house-moves.ts';
import { usePrintHouse } from './use-print-house.ts';
import styles from './simulator.module.css';

/** The print house's hand on one order of the built-in service. Nothing at all beside a real one. */
export function OrderInHouse({ row }: { readonly row: OrderRow }) {
  const { t, ref } = useText();
  const house = usePrintHouse();
  const [trackingNumber, setTrackingNumber] = useState('');
  const move = useAction('printHouse.move');
  if (house === null) return null;
  const { environment } = house;
  const next = nextStepOf(row.orderStatus, environment);
  const others = otherMovesOf(row.orderStatus, environment);
  const tell = (name: HouseMove) =>
    move.mutate({
      orderUids: [row.orderUid],
      move: name,
      trackingNumber: trackingNumber.trim() === '' ? null : trackingNumber.trim(),
      reason: t('simulator.reason'),
    });
  const refused = move.data?.find(({ ok }) => !ok) ?? null;
  return (
    <InspectorSection title={t('simulator.title')}>
      <div className={styles.order}>
        {next === null ? (
          <p className={styles.quiet}>{t(environment === 'live' ? 'simulator.noStep' : 'simulator.sandboxStops')}</p>
        ) : (
          <>
            {next === 'ship' && (
              <TextField
                label={t('simulator.tracking')}
                hint={t('simulator.trackingHint')}
                value={trackingNumber}
                onChange={setTrackingNumber}
                maxLength={100}
              />
            )}
            <div className={styles.row}>
              <Button isDisabled={move.isPending} onPress={() => tell('next')}>
                {t(`simulator.step.${next}`)}
              </Button>
              {next !== 'deliver' && (
                <Button variant="quiet" isDisabled={move.isPending} onPress={() => tell('delivered')}>
                  {t('simulator.toDelivered')}
                </Button>
              )}
            </div>
          </>
        )}
        <div className={styles.row}>
          {others.length > 0 && (
            <MenuButton
              label={t('simulator.more')}
              icon={MoreHorizontal}
              isDisabled={move.isPending}
              choices={others.map((name) => ({
                value: name,
                name: t(`simulator.move.${name}`),
                hint: t(`simulator.move.${name}Hint`),
              }))}
              onChoose={tell}
            />
          )}
          <HouseButton />
        </div>
        {refused !== null && (
          <p role="alert" className={styles.refusal}>
            ■ {refused.problem === null ? null : ref(refused.problem)} {refused.serviceText}
          </p>
        )}
      </div>
    </InspectorSection>
  );
}
