import { useState } from 'react';
import { CONTRACT_NAMES } from '../../../src-core/contract/profiles.ts';
import type { AppInfo, ConnectionView } from '../../../src-core/ipc/views.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/inspector.tsx';
import { ScreenBody } from '../../ui/screen.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { Appearance } from './appearance.tsx';
import { ConnectionList } from './connection-list.tsx';
import { PrintChecks } from './print-checks.tsx';
import { SettingsGroup } from './settings-group.tsx';
import styles from './settings.module.css';

export interface SettingsScreenProps {
  readonly info: AppInfo;
  readonly connections: readonly ConnectionView[];
}

/** Answers to an operator's questions: how it looks, where it is connected, where its things are. */
export function SettingsScreen({ info, connections }: SettingsScreenProps) {
  const { t } = useText();
  const reveal = useAction('app.revealDataFolder');
  return (
    <ScreenBody>
      <div className={styles.page}>
        <SettingsGroup title={t('settings.connections.title')} text={t('settings.connections.text')}>
          <ConnectionList connections={connections} />
        </SettingsGroup>
        <SettingsGroup title={t('settings.look.title')}>
          <Appearance preferences={info.preferences} />
        </SettingsGroup>
        <SettingsGroup title={t('settings.checks.title')} text={t('settings.checks.text')}>
          <PrintChecks />
        </SettingsGroup>
        <SettingsGroup title={t('settings.service.title')}>
          <ServiceContract info={info} />
        </SettingsGroup>
        <SettingsGroup title={t('settings.data.title')}>
          <Facts
            facts={[
              { name: t('settings.data.folder'), value: info.dataFolder },
              { name: t('settings.data.secrets'), value: t(`settings.data.secrets.${info.secretStore}`) },
            ]}
          />
          <div className={styles.row}>
            <Button onPress={() => reveal.mutate({})}>{t('settings.data.reveal')}</Button>
          </div>
        </SettingsGroup>
        <SettingsGroup title={t('settings.about.title')}>
          <Facts
            facts={[
              { name: t('settings.about.version'), value: info.version },
              { name: t('settings.about.runtime'), value: info.runtime },
              { name: t('settings.about.platform'), value: info.platform },
            ]}
          />
        </SettingsGroup>
      </div>
    </ScreenBody>
  );
}

/** Which contract the embedded service keeps; another one takes a restart of that service, not of the studio. */
function ServiceContract({ info }: { readonly info: AppInfo }) {
  const { t } = useText();
  const [wanted, setWanted] = useState(info.contract);
  const start = useAction('connections.startBuiltIn', {
    onDone: () => showToast({ text: t('settings.service.applied'), tone: 'good' }),
  });
  return (
    <>
      <div className={styles.row}>
        <div className={styles.field}>
        <SelectField
          label={t('settings.service.contract')}
          value={wanted}
          options={CONTRACT_NAMES.map((name) => ({
            value: name,
            label: t(`settings.service.contract.${name}`),
            note: t(`settings.service.contractNote.${name}`),
          }))}
          onChange={setWanted}
        />
      </div>
      {wanted !== info.contract && (
        <Button variant="primary" isBusy={start.isPending} onPress={() => start.mutate({ contract: wanted })}>
          {t('settings.service.apply')}
        </Button>
      )}
      </div>
      <p className={styles.quiet}>{t(`settings.service.contractNote.${wanted}`)}</p>
    </>
  );
}
