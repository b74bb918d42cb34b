import { useState } from 'react';
import { queueTurn } from '../../src-core/desk/queue-turn.ts';
import { useAction, useAnswer } from '../bridge.ts';
import { useCommand } from '../commands/run-command.ts';
import { PauseSheet } from '../features/queue/pause-menu.tsx';
import { LimitQuestion } from '../features/sending/limit-button.tsx';
import { useText } from '../i18n/use-text.ts';

/** What can be asked of the queue from every screen: the pauses, and how fast it may send. */
export function QueueCommands() {
  const { t } = useText();
  const [open, setOpen] = useState<'limit' | 'pause' | null>(null);
  const { mutate: pause } = useAction('queue.pause');
  const { mutate: resume } = useAction('queue.resume');
  const queue = useAnswer('app.status', {}).data?.queue;
  const state = queue?.state ?? 'idle';
  const mayPause = state === 'running' || state === 'pausing' || state === 'away' || state === 'later';
  const turn = queueTurn({ state, resumesAtMs: queue?.resumesAtMs ?? null });
  const run = () => (turn === 'resume' ? resume({}) : pause({ how: 'afterThisFile' }));
  const whyNot = state === 'held' ? t('queue.held.byItself') : t('queue.state.idle');
  useCommand('queue.pauseOrResume', turn === null ? null : run, whyNot);
  const whyNoPause = state === 'idle' ? t('queue.state.idle') : t('ui.whyNot.rests');
  const forMinutes = (minutes: number) => () => pause({ how: 'afterThisFile', until: { by: 'minutes', minutes } });
  useCommand('queue.stopNow', mayPause ? () => pause({ how: 'now' }) : null, whyNoPause);
  useCommand('queue.pause15', mayPause ? forMinutes(15) : null, whyNoPause);
  useCommand('queue.pause60', mayPause ? forMinutes(60) : null, whyNoPause);
  useCommand('queue.pauseUntil', mayPause ? () => setOpen('pause') : null, whyNoPause);
  useCommand('queue.limit', () => setOpen('limit'));
  const close = (): void => setOpen(null);
  return (
    <>
      {open === 'pause' && <PauseSheet onClose={close} />}
      {open === 'limit' && <LimitQuestion onClose={close} />}
    </>
  );
}
