import { Play, Pause } from 'lucide-react';
import type { StatusView } from '../../../src-core/ipc/subjects/app.ts';
import type { UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { bytesOf } from './queue-rows.ts';
import type { Input } from '../../../src-core/ipc/contract.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import styles from './queue.module.css';

export interface QueueHeaderProps {
  readonly queue: StatusView['queue'];
  readonly jobs: readonly UploadJobView[];
}

/** The queue as a whole: how far, how fast, how long and what bounds it; the two pauses. */
export function QueueHeader({ queue, jobs }: QueueHeaderProps) {
  const { t, format } = useText();
  const pause = useAction('queue.pause');
  const resume = useAction('queue.resume');
  const { sentBytes, totalBytes } = bytesOf(jobs);
  const share = totalBytes > 0 ? sentBytes / totalBytes : queue.total === 0 ? 0 : queue.done / queue.total;
  const isMoving = queue.state === 'running' || queue.state === 'pausing';
  const whyNotResume =
    queue.state === 'idle' ? t('queue.state.idle') : queue.resumesAtMs !== null ? t('queue.held.byItself') : null;
  return (
    <div className={styles.header}>
      <div>
        <p className={styles.totals}>
          <span className={styles.stateWord}>{t(`queue.state.${queue.state}`)}</span>
          <span>{t('queue.progress', { done: queue.done, total: queue.total })}</span>
          <span className={styles.figure}>
            {t('queue.bytes', { sent: format.bytes(sentBytes), total: format.bytes(totalBytes) })}
          </span>
          {isMoving && queue.bytesPerSecond > 0 && (
            <span className={styles.figure}>{format.speed(queue.bytesPerSecond)}</span>
          )}
          {isMoving && queue.etaMs !== null && (
            <span>
              {t('queue.etaLeft', { time: format.duration(queue.etaMs) })}
              {queue.etaBound !== null && (
                <span className={styles.figure}>, {t(`queue.etaBound.${queue.etaBound}`)}</span>
              )}
            </span>
          )}
        </p>
        <ProgressBar label={t('queue.title')} share={share} />
      </div>
      {isMoving ? (
        <PauseMenu onPause={(how) => pause.mutate({ how })} />
      ) : (
        <Button
          icon={Play}
          variant="primary"
          isDisabled={whyNotResume !== null}
          whyNot={whyNotResume}
          onPress={() => resume.mutate({})}
        >
          {t('queue.resume')}
        </Button>
      )}
    </div>
  );
}

type How = Input<'queue.pause'>['how'];
const WAYS: readonly How[] = ['afterThisFile', 'now'];

/** Two pauses, each saying what becomes of the file that is being sent. */
function PauseMenu({ onPause }: { readonly onPause: (how: How) => void }) {
  const { t } = useText();
  return (
    <MenuButton
      label={t('queue.pause')}
      icon={Pause}
      choices={WAYS.map((how) => ({ value: how, name: t(`queue.pause.${how}`), hint: t(`queue.pause.${how}Hint`) }))}
      onChoose={onPause}
    />
  );
}
