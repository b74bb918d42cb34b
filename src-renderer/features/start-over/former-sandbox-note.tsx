import { FolderOpen } from 'lucide-react';
import type { FormerSandbox } from '../../../src-core/ipc/subjects/start-over.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import styles from './start-over.module.css';

/** Where lies what was there before the Sandbox was started over, and until when. */
export function FormerSandboxNote({ former }: { readonly former: FormerSandbox }) {
  const { t, format } = useText();
  const reveal = useAction('startOver.reveal');
  return (
    <div className={styles.former}>
      <p>
        {t('settings.startOver.former', {
          at: format.dateTime(former.madeAtMs),
          until: format.dateTime(former.untilMs),
        })}
      </p>
      <code>{former.name}</code>
      <Button icon={FolderOpen} onPress={() => reveal.mutate({ name: former.name })}>
        {t('settings.startOver.reveal')}
      </Button>
    </div>
  );
}
