import { ArchiveRestore } from 'lucide-react';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import styles from './welcome.module.css';

/** The third way to begin: a studio that was somewhere else. */
export function FromBackup() {
  const { t } = useText();
  const restore = useAction('backups.restore');
  return (
    <p className={styles.moved}>
      {t('settings.backup.moved')}
      <Button variant="quiet" icon={ArchiveRestore} isBusy={restore.isPending} onPress={() => restore.mutate({})}>
        {t('settings.backup.restoreHere')}
      </Button>
    </p>
  );
}
