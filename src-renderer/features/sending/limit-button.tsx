import { Gauge } from 'lucide-react';
import { useState } from 'react';
import type { SendLimit } from '../../../src-core/desk/send-limit.ts';
import { useAction, useAnswer } from '../../bridge.ts';
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
  const kept = useAnswer('queue.limit', {}).data;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={Gauge} isDisabled={kept === undefined} onPress={() => setIsOpen(true)}>
        {t('queue.limit')}
      </Button>
      {isOpen && kept !== undefined && <LimitSheet kept={kept} onClose={() => setIsOpen(false)} />}
    </>
  );
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
