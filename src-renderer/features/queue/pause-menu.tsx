import { Pause } from 'lucide-react';
import { useState } from 'react';
import type { Input } from '../../../src-core/ipc/contract.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useTimeAhead } from '../../ui/use-time-ahead.tsx';
import styles from './queue.module.css';

type How = Input<'queue.pause'>['how'];
const WAYS = ['afterThisFile', 'now'] as const satisfies readonly How[];
const MINUTES = ['15', '60'] as const;
type Chosen = How | (typeof MINUTES)[number] | 'until';

/** The two pauses, each saying what becomes of the file that is being sent, and those that end by themselves. */
export function PauseMenu() {
  const { t, format } = useText();
  const { mutate: pause } = useAction('queue.pause');
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  // As of when it was drawn: good to the minute that is written.
  const nowMs = useNow(10_000);
  const choose = (chosen: Chosen): void => {
    if (chosen === 'until') setIsSheetOpen(true);
    else if (chosen === 'afterThisFile' || chosen === 'now') pause({ how: chosen });
    else pause({ how: 'afterThisFile', until: { by: 'minutes', minutes: Number(chosen) } });
  };
  return (
    <>
      <MenuButton<Chosen>
        label={t('queue.pause')}
        icon={Pause}
        choices={[
          ...WAYS.map((how) => ({ value: how, name: t(`queue.pause.${how}`), hint: t(`queue.pause.${how}Hint`) })),
          ...MINUTES.map((minutes) => ({
            value: minutes,
            name: t('queue.pause.minutes', { minutes }),
            hint: t('queue.pause.minutesHint', { time: format.moment(nowMs + Number(minutes) * 60_000, nowMs) }),
          })),
          { value: 'until', name: t('queue.pause.until'), hint: t('queue.pause.untilHint') },
        ]}
        onChoose={choose}
      />
      {isSheetOpen && <PauseSheet onClose={() => setIsSheetOpen(false)} />}
    </>
  );
}

/** Until when, and what becomes of the file that is being sent. */
function PauseSheet({ onClose }: { readonly onClose: () => void }) {
  const { t, format } = useText();
  const { field, atMs: untilMs, nowMs } = useTimeAhead(t('queue.pause.sheet.time'));
  const [how, setHow] = useState<How>('afterThisFile');
  const pause = useAction('queue.pause', { onDone: onClose });
  const send = (): void => {
    if (untilMs !== null && !pause.isPending) pause.mutate({ how, until: { by: 'clock', atMs: untilMs } });
  };
  return (
    <Sheet
      title={t('queue.pause.sheet')}
      size="small"
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button onPress={onClose}>{t('queue.pause.sheet.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={pause.isPending} isDisabled={untilMs === null}>
            {t('queue.pause.sheet.confirm', { time: untilMs === null ? '' : format.moment(untilMs, nowMs) })}
          </Button>
        </>
      }
    >
      <div className={styles.sheet}>
        {field}
        {untilMs !== null && (
          <p className={styles.figure} role="status">
            {t('queue.pause.sheet.goesOn', {
              time: format.moment(untilMs, nowMs),
              in: format.duration(Math.max(0, untilMs - nowMs)),
            })}
          </p>
        )}
        <Choice
          legend={t('queue.pause.sheet.how')}
          name="pause-how"
          value={how}
          options={WAYS.map((value) => ({
            value,
            label: t(`queue.pause.sheet.${value}`),
            note: t(`queue.pause.${value}Hint`),
          }))}
          onChange={setHow}
        />
      </div>
    </Sheet>
  );
}
