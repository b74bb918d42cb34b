import { ClipboardCopy } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AppInfo, type Preferences, preferencesSchema } from '../../../src-core/ipc/subjects/app.ts';
import type { ListedConnection } from '../../../src-core/ipc/subjects/connections.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/inspector.tsx';
import { ScreenBody } from '../../ui/screen.tsx';
import { useDiagnostics } from '../service/use-diagnostics.ts';
import { HotFolderList } from '../hot-folders/hot-folder-list.tsx';
import { LimitSetting } from '../sending/limit-button.tsx';
import { BackupChoice } from './backup-choice.tsx';
import { ClosingChoice } from './closing-choice.tsx';
import { ConnectionList } from './connection-list.tsx';
import { LateRuleForm } from './late-rule.tsx';
import { NoticeChoice } from './notice-choice.tsx';
import { OrderHoldChoice } from './order-hold-choice.tsx';
import { PrintChecks } from './print-checks.tsx';
import { PrintRuleChoice } from './print-rule.tsx';
import { ServiceChoiceForm } from './service-choice-form.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { UpdateChoice } from './update-choice.tsx';
import styles from './settings.module.css';

export interface SettingsScreenProps {
  readonly info: AppInfo;
  readonly connections: readonly ListedConnection[];
}

/** Answers to an operator's questions: how it looks, where it is connected, where its things are. */
export function SettingsScreen({ info, connections }: SettingsScreenProps) {
  const { t } = useText();
  const reveal = useAction('app.revealDataFolder');
  const diagnostics = useDiagnostics();
  useCommand('app.copyDiagnostics', diagnostics.copy);
  const hasTray = useAnswer('app.hasTray', {}).data === true;
  return (
    <ScreenBody>
      <div className={styles.page}>
        <SettingsGroup title={t('settings.connections.title')} text={t('settings.connections.text')}>
          <ConnectionList connections={connections} />
        </SettingsGroup>
        <SettingsGroup title={t('settings.hot.title')} text={t('settings.hot.text')}>
          <HotFolderList />
        </SettingsGroup>
        <SettingsGroup title={t('settings.look.title')}>
          <Appearance preferences={info.preferences} />
        </SettingsGroup>
        <SettingsGroup title={t('settings.notices.title')} text={t('settings.notices.text')}>
          <NoticeChoice notices={info.preferences.notices} />
        </SettingsGroup>
        {hasTray && (
          <SettingsGroup title={t('settings.closing.title')} text={t('settings.closing.text')}>
            <ClosingChoice closing={info.preferences.closing} />
          </SettingsGroup>
        )}
        <SettingsGroup title={t('settings.gate.title')} text={t('settings.gate.text')}>
          <PrintRuleChoice />
        </SettingsGroup>
        <SettingsGroup title={t('settings.hold.title')} text={t('settings.hold.text')}>
          <OrderHoldChoice seconds={info.preferences.orderHoldSeconds} />
        </SettingsGroup>
        <SettingsGroup title={t('queue.limit.title')} text={t('queue.limit.text')}>
          <LimitSetting />
        </SettingsGroup>
        <SettingsGroup title={t('settings.late.title')} text={t('settings.late.text')}>
          <LateRuleForm />
        </SettingsGroup>
        <SettingsGroup title={t('settings.checks.title')} text={t('settings.checks.text')}>
          <PrintChecks />
        </SettingsGroup>
        <SettingsGroup title={t('settings.service.title')}>
          <ServiceChoiceForm chosen={info.service} />
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
        <SettingsGroup title={t('settings.backup.title')} text={t('settings.backup.text')}>
          <BackupChoice />
        </SettingsGroup>
        <SettingsGroup title={t('settings.updates.title')} text={t('settings.updates.text')}>
          <UpdateChoice />
        </SettingsGroup>
        <SettingsGroup title={t('settings.about.title')}>
          <Facts
            facts={[
              { name: t('settings.about.version'), value: info.version },
              { name: t('settings.about.runtime'), value: info.runtime },
              { name: t('settings.about.platform'), value: info.platform },
            ]}
          />
          <div className={styles.row}>
            <Button
              icon={ClipboardCopy}
              command="app.copyDiagnostics"
              isBusy={diagnostics.isBusy}
              onPress={diagnostics.copy}
            >
              {t('settings.about.diagnostics')}
            </Button>
          </div>
          <p className={styles.quiet}>{t('settings.about.diagnosticsText')}</p>
        </SettingsGroup>
      </div>
    </ScreenBody>
  );
}

interface SettingsGroupProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** A question at the left, its answers at the right. */
function SettingsGroup({ title, text, children }: SettingsGroupProps) {
  return (
    <section className={styles.group} aria-label={title}>
      <div className={styles.groupHead}>
        <h2>{title}</h2>
        {text !== undefined && <p>{text}</p>}
      </div>
      <div className={styles.groupBody}>{children}</div>
    </section>
  );
}

/** Language, theme and row height; each takes effect at once. */
function Appearance({ preferences }: { readonly preferences: Preferences }) {
  const { t } = useText();
  const set = useAction('app.setPreferences');
  const choice = <N extends Exclude<keyof Preferences, 'notices' | 'orderHoldSeconds' | 'closing'>>(
    name: N,
    values: readonly Preferences[N][],
  ) => (
    <div className={styles.choice}>
      <span className={styles.choiceName}>{t(`settings.${name}`)}</span>
      <Tabs
        label={t(`settings.${name}`)}
        value={preferences[name]}
        options={values.map((value) => ({ value, label: t(`settings.${name}.${value}`) }))}
        onChange={(value) => set.mutate({ [name]: value })}
      />
    </div>
  );
  return (
    <>
      {choice('language', preferencesSchema.shape.language.options)}
      {choice('theme', preferencesSchema.shape.theme.options)}
      {choice('density', preferencesSchema.shape.density.options)}
    </>
  );
}
