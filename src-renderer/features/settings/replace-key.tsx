import { useState } from 'react';
import type { ConnectionView } from '../../../src-core/ipc/subjects/connections.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import styles from './settings.module.css';

export interface ReplaceKeyProps {
  readonly connection: ConnectionView;
  readonly onClose: () => void;
}

/** Another key for the same service: tried first, and only then in the place of the old one. */
export function ReplaceKey({ connection, onClose }: ReplaceKeyProps) {
  const { t, ref } = useText();
  const [key, setKey] = useState('');
  const replace = useAction('connections.replaceKey', {
    onDone: (answer) => {
      if (!answer.ok) return;
      showToast({ text: t('settings.connections.replaced'), tone: 'good' });
      onClose();
    },
  });
  const send = (): void => {
    if (key.trim() !== '' && !replace.isPending)
      replace.mutate({ connectionId: connection.connectionId, key: key.trim() });
  };
  const refusal = replace.data?.ok === false ? replace.data : null;
  return (
    <Sheet
      title={t('settings.connections.replaceOf', { name: connection.name })}
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button onPress={onClose}>{t('settings.form.cancel')}</Button>
          <Button type="submit" variant="primary" isDisabled={key.trim() === ''} isBusy={replace.isPending}>
            {t(replace.isPending ? 'settings.form.testing' : 'settings.form.test')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextField
          label={t('settings.form.key')}
          value={key}
          onChange={setKey}
          type="password"
          maxLength={200}
          hint={t('settings.form.keyHint')}
          autoFocus
        />
        {refusal !== null && (
          <ErrorNote title={t('settings.form.refused')} serviceText={refusal.serviceText}>
            {ref(refusal.problem)}
          </ErrorNote>
        )}
      </div>
    </Sheet>
  );
}
