import { Pause } from 'lucide-react';
import { useState } from 'react';
import type { Command } from '../../../src-core/commands.ts';
import type { Input } from '../../../src-core/ipc/contract.ts';
import { useAction } from '../../bridge.ts';
import { runCommand } from '../../commands/run-command.ts';
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
const COMMAND_OF = {
  afterThisFile: 'queue.pauseOrResume',
  now: 'queue.stopNow',
  '15': 'queue.pause15',
  '60': 'queue.pause60',
  until: 'queue.pauseUntil',
} as const satisfies Readonly<Record<Chosen, Command>>;

/** The two pauses, each saying what becomes of the file that is being sent, and those that end by themselves. */
export function PauseMenu() {
  const { t, format } = useText();
  // As of when it was drawn: good to the minute that is written.
  const nowMs = useNow(10_000);
  return (
    <MenuButton<Chosen>
      label={t('queue.pause')}
      icon={Pause}
      choices={[
        ...WAYS.map((how) => ({
          value: how,
          name: t(`queue.pause.${how}`),
          hint: t(`queue.pause.${how}Hint`),
          command: COMMAND_OF[how],
        })),
        ...MINUTES.map((minutes) => ({
          value: minutes,
          name: t('queue.pause.minutes', { minutes }),
          hint: t('queue.pause.minutesHint', { time: format.moment(nowMs + Number(minutes) * 60_000, nowMs) }),
          command: COMMAND_OF[minutes],
        })),
        {
          value: 'until',
          name: t('queue.pause.until'),
          hint: t('queue.pause.untilHint'),
          command: COMMAND_OF.until,
        },
      ]}
      onChoose={(chosen) => runCommand(COMMAND_OF[chosen])}
    />
  );
}

/** Until when, and what becomes of the file that is being sent. */
export function PauseSheet({ onClose }: { readonly onClose: () => void }) {
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
