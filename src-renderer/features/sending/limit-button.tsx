import { Gauge } from 'lucide-react';
import type { SendLimit } from '../../../src-core/desk/send-limit.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { runCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { AnswerError } from '../../ui/error-note.tsx';
import { Form } from '../../ui/form.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useLimitForm } from './limit-form.tsx';
import styles from './sending.module.css';

/** Sets the limit where what is being sent is seen. */
export function LimitButton() {
  const { t } = useText();
  return (
    <Button icon={Gauge} command="queue.limit" onPress={() => runCommand('queue.limit')}>
      {t('queue.limit')}
    </Button>
  );
}

/** The limit, asked for from anywhere. */
export function LimitQuestion({ onClose }: { readonly onClose: () => void }) {
  const kept = useAnswer('queue.limit', {}).data;
  return kept === undefined ? null : <LimitSheet kept={kept} onClose={onClose} />;
}

function LimitSheet({ kept, onClose }: { readonly kept: SendLimit; readonly onClose: () => void }) {
  const { t } = useText();
  const { limit, fields } = useLimitForm(kept, 'limit-sheet');
  const set = useAction('queue.setLimit', { onDone: onClose });
  return (
    <Sheet
      title={t('queue.limit.title')}
      size="small"
      onClose={onClose}
      onSubmit={() => limit !== null && !set.isPending && set.mutate(limit)}
      footer={
        <>
          <Button onPress={onClose}>{t('queue.limit.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={set.isPending} isDisabled={limit === null}>
            {t('queue.limit.apply')}
          </Button>
        </>
      }
    >
      <div className={styles.sheet}>
        <p className={styles.quiet}>{t('queue.limit.text')}</p>
        {fields}
      </div>
    </Sheet>
  );
}

/** The same among the settings. */
export function LimitSetting() {
  const answer = useAnswer('queue.limit', {});
  if (answer.isError) return <AnswerError error={answer.error} onRetry={() => void answer.refetch()} />;
  // Set in the queue meanwhile: the fields begin anew.
  return answer.data === undefined ? null : <LimitFields key={JSON.stringify(answer.data)} kept={answer.data} />;
}

function LimitFields({ kept }: { readonly kept: SendLimit }) {
  const { t } = useText();
  const { limit, fields } = useLimitForm(kept, 'limit-setting');
  const set = useAction('queue.setLimit');
  const isSame = JSON.stringify(limit) === JSON.stringify(kept);
  return (
    <Form onSubmit={() => limit !== null && !set.isPending && set.mutate(limit)}>
      <div className={styles.sheet}>
        {fields}
        <div>
          <Button type="submit" isBusy={set.isPending} isDisabled={limit === null || isSame}>
            {t('queue.limit.apply')}
          </Button>
        </div>
      </div>
    </Form>
  );
}
