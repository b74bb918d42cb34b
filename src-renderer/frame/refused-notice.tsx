import { useState } from 'react';
import type { ConnectionView } from '../../src-core/ipc/subjects/connections.ts';
import { useText } from '../i18n/use-text.ts';
import { isMendedByKey } from '../features/settings/key-problems.ts';
import { ReplaceKey } from '../features/settings/replace-key.tsx';
import { goTo } from '../route.ts';
import { Button } from '../ui/button.tsx';
import styles from './service-notice.module.css';

/** That the service in use lets nobody in with the key there is: what follows, and the way to another key (operator-desk 3.6). */
export function RefusedNotice({ connection }: { readonly connection: ConnectionView }) {
  const { t, ref } = useText();
  const [isReplacing, setReplacing] = useState(false);
  const { refused, host } = connection;
  const hasKey = isMendedByKey(connection, refused);
  return (
    <>
      {refused !== null && (
        <div role="alert" className={styles.notice} data-broken>
          <p className={styles.words}>
            <strong>{ref(refused)}</strong>
            <br />
            {t('ui.service.refused', { host })}
          </p>
          <Button variant={hasKey ? 'quiet' : 'primary'} onPress={() => goTo('settings')}>
            {t('queue.held.openSettings')}
          </Button>
          {hasKey && (
            <Button variant="primary" onPress={() => setReplacing(true)}>
              {t('settings.connections.replaceKey')}
            </Button>
          )}
        </div>
      )}
      {/* What is typed stays although the service has let the former key in meanwhile. */}
      {isReplacing && <ReplaceKey connection={connection} onClose={() => setReplacing(false)} />}
    </>
  );
}
