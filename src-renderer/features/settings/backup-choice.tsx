import { Archive, ArchiveRestore } from 'lucide-react';
import { useAction, useAnswer } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/inspector.tsx';
import { showToast } from '../../ui/toast-store.ts';
import styles from './settings.module.css';

/** The whole studio into one file and out of it. How far it is stands in the status bar. */
export function BackupChoice() {
  const { t } = useText();
  const last = useAnswer('backups.last', {}).data;
  const works = useAnswer('packages.work', {}).data ?? [];
  const save = useAction('backups.save', {
    onDone: (made) => made !== null && showToast({ text: t('settings.backup.made', made) }),
  });
  const restore = useAction('backups.restore');
  const isBusy = works.some(({ kind }) => kind === 'backup' || kind === 'restore');
  const onSave = isBusy ? null : () => save.mutate({});
  const onRestore = isBusy ? null : () => restore.mutate({});
  useCommand('backups.save', onSave, t('settings.backup.busy'));
  useCommand('backups.restore', onRestore, t('settings.backup.busy'));
  return (
    <>
      <Facts
        facts={[
          {
            name: t('settings.backup.last'),
            value:
              last === undefined
                ? ''
                : last === null
                  ? t('settings.backup.never')
                  : t('settings.backup.lastValue', { at: last.atMs, name: last.name }),
          },
        ]}
      />
      <div className={styles.row}>
        <Button icon={Archive} command="backups.save" isBusy={save.isPending} onPress={() => onSave?.()}>
          {t('settings.backup.save')}
        </Button>
        <Button
          icon={ArchiveRestore}
          command="backups.restore"
          isBusy={restore.isPending}
          onPress={() => onRestore?.()}
        >
          {t('settings.backup.restore')}
        </Button>
      </div>
      <p className={styles.quiet}>{t('settings.backup.private')}</p>
    </>
  );
}
