import { useState } from 'react';
import { mayCarryKey } from '../../../src-core/desk/key-carrier.ts';
import { contract } from '../../../src-core/ipc/contract.ts';
import type { ConnectionView } from '../../../src-core/ipc/subjects/connections.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import styles from './settings.module.css';

const fields = contract['connections.add'].input.shape;

/** A service by its address and a key. The key is tried before anything is stored, and leaves the window at once. */
export function AddConnection({ onClose }: { readonly onClose: () => void }) {
  const { t, ref } = useText();
  const [name, setName] = useState('');
  const [baseUrl, setBaseUrl] = useState('https://');
  const [environment, setEnvironment] = useState<ConnectionView['environment']>('sandbox');
  const [key, setKey] = useState('');
  const add = useAction('connections.add', {
    onDone: (answer) => {
      if (!answer.ok) return;
      const { active, name: added } = answer.connection;
      const told = active ? 'settings.connections.added' : 'settings.connections.addedUnused';
      showToast({ text: t(told, { name: added }), tone: 'good' });
      onClose();
    },
  });
  const isUrl = fields.baseUrl.safeParse(baseUrl).success;
  const isSafe = isUrl && mayCarryKey(new URL(baseUrl));
  const isReady = isSafe && fields.name.safeParse(name.trim()).success && fields.key.safeParse(key.trim()).success;
  const send = (): void => {
    if (isReady && !add.isPending) add.mutate({ name: name.trim(), baseUrl, environment, key: key.trim() });
  };
  const refusal = add.data?.ok === false ? add.data : null;
  return (
    <Sheet
      title={t('settings.connections.add')}
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button onPress={onClose}>{t('settings.form.cancel')}</Button>
          <Button type="submit" variant="primary" isDisabled={!isReady} isBusy={add.isPending}>
            {t(add.isPending ? 'settings.form.testing' : 'settings.form.test')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextField label={t('settings.form.name')} value={name} onChange={setName} maxLength={80} autoFocus />
        <TextField
          label={t('settings.form.url')}
          value={baseUrl}
          onChange={setBaseUrl}
          inputMode="url"
          fault={baseUrl === 'https://' || isSafe ? null : t(isUrl ? 'errors.KEY_EXPOSED' : 'settings.form.urlBad')}
        />
        <div className={styles.choice}>
          <span className={styles.choiceName}>{t('settings.form.environment')}</span>
          <Tabs
            label={t('settings.form.environment')}
            value={environment}
            options={(['sandbox', 'live'] as const).map((value) => ({
              value,
              label: t(`settings.environment.${value}`),
            }))}
            onChange={setEnvironment}
          />
        </div>
        <TextField
          label={t('settings.form.key')}
          value={key}
          onChange={setKey}
          type="password"
          maxLength={200}
          hint={t('settings.form.keyHint')}
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
