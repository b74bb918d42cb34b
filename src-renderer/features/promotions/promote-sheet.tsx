import { useState } from 'react';
import type { PrintTaken } from '../../../src-core/ipc/subjects/checks.ts';
import type { PromotionLook } from '../../../src-core/ipc/subjects/promotions.ts';
import { useAction, useAnswer, useList } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { goTo } from '../../route.ts';
import { Button } from '../../ui/button.tsx';
import { EnvironmentChip } from '../../ui/chip.tsx';
import { AnswerError } from '../../ui/error-note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { usePrintGate } from '../print-gate/print-gate.ts';
import { heldText } from '../service/held-text.ts';
import { SwitchToLive } from '../service/switch-to-live.tsx';
import { OrderedBefore } from './ordered-before.tsx';
import { batchOf, NOTHING_CHOSEN, type PromotionChoices } from './promotion-choices.ts';
import { PromotedAddresses } from './promoted-addresses.tsx';
import { PromotedFiles } from './promoted-files.tsx';
import styles from './promotions.module.css';

export interface PromoteSheetProps {
  readonly orderUids: readonly string[];
  readonly onClose: () => void;
}

/** Before Sandbox orders are repeated in Live: which books, whether they are the proved ones, and where they go. */
export function PromoteSheet({ orderUids, onClose }: PromoteSheetProps) {
  const { t } = useText();
  const look = useAnswer('promotions.look', { orderUids: [...orderUids] });
  if (look.data !== undefined)
    return <Promotion look={look.data} orderUids={orderUids} onClose={onClose} onLook={() => void look.refetch()} />;
  return (
    <Sheet
      title={t('promotions.title')}
      onClose={onClose}
      footer={<Button onPress={onClose}>{t('promotions.close')}</Button>}
    >
      {look.isError ? (
        <AnswerError error={look.error} onRetry={() => void look.refetch()} />
      ) : (
        <p role="status">{t('promotions.looking', { count: orderUids.length })}</p>
      )}
    </Sheet>
  );
}

interface PromotionProps extends PromoteSheetProps {
  readonly look: PromotionLook;
  readonly onLook: () => void;
}

function Promotion({ look, orderUids, onClose, onLook }: PromotionProps) {
  const { t } = useText();
  const gate = usePrintGate();
  const library = useList('library.changes').data ?? [];
  const connections = useAnswer('connections.list', {}).data ?? [];
  const [choices, setChoices] = useState<PromotionChoices>({
    ...NOTHING_CHOSEN,
    connectionId: look.targets[0]?.connectionId ?? null,
  });
  /** What goes, once everything but the switch is decided. */
  const [going, setGoing] = useState<{ readonly bookIds: readonly string[]; readonly print: PrintTaken } | null>(null);
  const start = useAction('promotions.start', {
    onDone: () => {
      onClose();
      showToast({ text: t('promotions.started'), tone: 'good' });
      goTo('orders');
    },
  });
  const { connectionId, files, addresses, again } = choices;
  const batch = batchOf(look, choices);
  const target = connections.find((one) => one.connectionId === connectionId) ?? null;
  const inUse = connections.find(({ active }) => active) ?? null;
  const held = inUse === null ? null : heldText(t, inUse.holds);
  const wanted = new Set(batch.bookIds);
  const doors = new Set(batch.orders.map(({ addressKey }) => addressKey));
  const goOn = () =>
    gate(
      'upload',
      library.filter(({ bookId }) => wanted.has(bookId)),
      (bookIds, print) => setGoing({ bookIds, print }),
    );
  const send = () => {
    if (going === null || connectionId === null) return;
    const kept = new Set(going.bookIds);
    start.mutate(
      {
        connectionId,
        orderUids: [...orderUids],
        leaveOut: look.books.map(({ bookId }) => bookId).filter((bookId) => !kept.has(bookId)),
        take: look.books.flatMap(({ bookId, bytes }) =>
          files.get(bookId) === 'take' && bytes !== null ? [{ bookId, bytes }] : [],
        ),
        addresses: [...addresses].map(([key, address]) => ({ key, address })),
        again,
        print: going.print,
      },
      {
        onError: () => {
          setGoing(null);
          onLook();
        },
      },
    );
  };
  const whyNot = (): string | null => {
    if (look.targets.length === 0) return t('promotions.why.noLive');
    if (batch.orders.length === 0) return t('promotions.why.nothing');
    if (batch.undecidedFiles > 0) return t('promotions.why.files', { count: batch.undecidedFiles });
    if (batch.undecidedAddresses > 0) return t('promotions.why.addresses', { count: batch.undecidedAddresses });
    return null;
  };
  const why = whyNot();
  return (
    <Sheet
      title={t('promotions.title')}
      size="large"
      onClose={onClose}
      footer={
        <>
          <p className={styles.foot} data-off={why !== null}>
            {why ?? t('promotions.nothingYet')}
          </p>
          <Button onPress={onClose}>{t('promotions.close')}</Button>
          <Button variant="primary" isDisabled={why !== null} whyNot={why} isBusy={start.isPending} onPress={goOn}>
            {t('promotions.goOn', { count: batch.orders.length })}
          </Button>
        </>
      }
    >
      <div className={styles.sheet}>
        <p>{t('promotions.text')}</p>
        <p className={styles.sum}>
          {t('promotions.sum', { orders: batch.orders.length, books: batch.bookIds.length, copies: batch.copies })}
        </p>
        {look.others > 0 && <p className={styles.why}>▲ {t('promotions.others', { count: look.others })}</p>}
        <fieldset className={styles.targets}>
          <legend>{t('promotions.target')}</legend>
          {look.targets.length === 0 && (
            <p>
              {t('promotions.noLive')}{' '}
              <Button
                variant="quiet"
                onPress={() => {
                  onClose();
                  goTo('settings');
                }}
              >
                {t('promotions.toSettings')}
              </Button>
            </p>
          )}
          {look.targets.map((one) => (
            <label key={one.connectionId} className={styles.target}>
              <input
                type="radio"
                name="promotion-target"
                checked={connectionId === one.connectionId}
                onChange={() => setChoices({ ...choices, connectionId: one.connectionId, again: false })}
              />
              <EnvironmentChip environment="live">{t('settings.environment.live')}</EnvironmentChip>
              <strong>{one.name}</strong>
              <span className={styles.quiet}>{one.host}</span>
            </label>
          ))}
        </fieldset>
        <OrderedBefore
          look={look}
          connectionId={connectionId}
          again={again}
          onAgain={(next) => setChoices({ ...choices, again: next })}
        />
        <PromotedFiles
          books={look.books.filter(({ bookId }) => batch.wanted.has(bookId))}
          choices={files}
          onChoices={(next) => setChoices({ ...choices, files: next })}
        />
        <PromotedAddresses
          addresses={look.addresses.filter(({ key }) => doors.has(key))}
          confirmed={addresses}
          onConfirmed={(next) => setChoices({ ...choices, addresses: next })}
        />
      </div>
      {going !== null && target !== null && (
        <SwitchToLive
          name={target.name}
          isBuiltIn={target.kind === 'builtIn'}
          held={heldText(t, target.holds)}
          left={inUse === null || held === null ? null : t('settings.held.left', { name: inUse.name, held })}
          isBusy={start.isPending}
          onKeep={() => setGoing(null)}
          onSwitch={send}
        />
      )}
    </Sheet>
  );
}
