import { CalendarClock, Send } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { SendAtSheet } from '../sending/send-at-sheet.tsx';

export interface TimeToolsProps {
  /** Chosen ones that wait. */
  readonly jobIds: readonly string[];
  /** Those of them that wait for their time. */
  readonly laterIds: readonly string[];
}

/** Lets chosen books that wait begin at a time, and takes that back. */
export function TimeTools({ jobIds, laterIds }: TimeToolsProps) {
  const { t } = useText();
  const { mutate: sendAt } = useAction('queue.sendAt');
  /** The books that a time is chosen for, whatever is selected meanwhile. */
  const [later, setLater] = useState<readonly string[] | null>(null);
  const open = (): void => setLater(jobIds);
  const sendNow = (): void => sendAt({ jobIds: [...laterIds], atMs: null });
  useCommand('queue.sendAt', jobIds.length === 0 ? null : open, t('queue.order.whyNot'));
  useCommand('queue.sendNow', laterIds.length === 0 ? null : sendNow, t('queue.sendNow.whyNot'));
  return (
    <Toolbar label={t('queue.times')}>
      <IconButton
        icon={CalendarClock}
        command="queue.sendAt"
        label={t('queue.sendAt')}
        isDisabled={jobIds.length === 0}
        whyNot={jobIds.length === 0 ? t('queue.order.whyNot') : null}
        onPress={open}
      />
      <IconButton
        icon={Send}
        command="queue.sendNow"
        label={t('queue.sendNow')}
        isDisabled={laterIds.length === 0}
        whyNot={laterIds.length === 0 ? t('queue.sendNow.whyNot') : null}
        onPress={sendNow}
      />
      {later !== null && (
        <SendAtSheet
          count={later.length}
          onClose={() => setLater(null)}
          onSend={(atMs) => sendAt({ jobIds: [...later], atMs })}
        />
      )}
    </Toolbar>
  );
}
