import { useState } from 'react';
import { CONTRACT_NAMES } from '../../../src-core/contract/profiles.ts';
import type { ServiceChoice } from '../../../src-core/ipc/subjects/connections.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import styles from './settings.module.css';

const ADDRESSES = ['public', 'local'] as const;

/**
 * Which contract the embedded service keeps and whom its webhooks may call; another choice takes a restart of that
 * service, not of the studio.
 */
export function ServiceChoiceForm({ chosen }: { readonly chosen: ServiceChoice }) {
  const { t } = useText();
  const [wanted, setWanted] = useState(chosen);
  const start = useAction('connections.startBuiltIn', {
    onDone: () => showToast({ text: t('settings.service.applied'), tone: 'good' }),
  });
  const addresses = wanted.allowLocalAddresses ? 'local' : 'public';
  const isOther = wanted.contract !== chosen.contract || wanted.allowLocalAddresses !== chosen.allowLocalAddresses;
  return (
    <>
      <div className={styles.field}>
        <SelectField
          label={t('settings.service.contract')}
          value={wanted.contract}
          options={CONTRACT_NAMES.map((name) => ({
            value: name,
            label: t(`settings.service.contract.${name}`),
            note: t(`settings.service.contractNote.${name}`),
          }))}
          onChange={(contract) => setWanted({ ...wanted, contract })}
        />
      </div>
      <p className={styles.quiet}>{t(`settings.service.contractNote.${wanted.contract}`)}</p>
      <div className={styles.field}>
        <SelectField
          label={t('settings.service.webhooks')}
          value={addresses}
          options={ADDRESSES.map((name) => ({
            value: name,
            label: t(`settings.service.webhooks.${name}`),
            note: t(`settings.service.webhooksNote.${name}`),
          }))}
          onChange={(name) => setWanted({ ...wanted, allowLocalAddresses: name === 'local' })}
        />
      </div>
      <p className={styles.quiet}>{t(`settings.service.webhooksNote.${addresses}`)}</p>
      {isOther && (
        <div className={styles.row}>
          <Button variant="primary" isBusy={start.isPending} onPress={() => start.mutate(wanted)}>
            {t('settings.service.apply')}
          </Button>
        </div>
      )}
    </>
  );
}
