import { ArchiveRestore, DatabaseZap, FilePlus2, FolderOpen, History, RefreshCw, StepForward } from 'lucide-react';
import type { StatusView } from '../../../src-core/ipc/subjects/app.ts';
import { callStudio, useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/inspector.tsx';
import styles from './store-trouble.module.css';

/** The library could not be opened: what happened, what is kept, and each way out with what it costs. */
export function StoreTroubleView({ status }: { readonly status: StatusView }) {
  const { t, ref, format } = useText();
  const recover = useAction('store.recover');
  const restore = useAction('backups.restore');
  const { store, problem } = status;
  if (store === null) return null;
  const { backups, canStartEmpty, canGoOn } = store;
  const [newest] = backups;
  const isBusy = recover.isPending || restore.isPending;
  const mayBeReplaced = canStartEmpty || backups.length > 0;
  return (
    <section className={styles.panel} aria-labelledby="store-title">
      <div className={styles.head}>
        <DatabaseZap size={20} strokeWidth={1.75} aria-hidden="true" />
        <h2 id="store-title">{t('store.title')}</h2>
      </div>
      <p role="alert">{problem === null ? '' : ref(problem)}</p>
      <p className={styles.text}>{t(canStartEmpty ? 'store.nothingTouched' : 'store.nothingWrong')}</p>
      <ul className={styles.ways}>
        {backups.map(({ name, kind, atMs, sizeBytes }) => (
          <li key={name} className={styles.way}>
            <div>
              <div className={styles.what}>{t(`store.backup.${kind}`, { date: format.dateTime(atMs) })}</div>
              <div className={styles.text}>{t('store.backupNote', { size: format.bytes(sizeBytes) })}</div>
            </div>
            <Button
              variant={name === newest?.name ? 'primary' : 'plain'}
              icon={History}
              autoFocus={name === newest?.name}
              isBusy={isBusy}
              onPress={() => recover.mutate({ how: 'restore', backup: name })}
              aria-label={t('store.restoreOf', { date: format.dateTime(atMs) })}
            >
              {t('store.restore')}
            </Button>
          </li>
        ))}
        {mayBeReplaced && (
          <li className={styles.way}>
            <div>
              <div className={styles.what}>{t('store.wholeTitle')}</div>
              <div className={styles.text}>{t('store.wholeNote')}</div>
            </div>
            <Button icon={ArchiveRestore} isBusy={isBusy} onPress={() => restore.mutate({})}>
              {t('settings.backup.restore')}
            </Button>
          </li>
        )}
        {canGoOn && (
          <li className={styles.way}>
            <div>
              <div className={styles.what}>{t('store.goOnTitle')}</div>
              <div className={styles.text}>{t('store.goOnNote')}</div>
            </div>
            <Button icon={StepForward} isBusy={isBusy} onPress={() => recover.mutate({ how: 'goOn', backup: null })}>
              {t('store.goOn')}
            </Button>
          </li>
        )}
        {canStartEmpty && (
          <li className={styles.way}>
            <div>
              <div className={styles.what}>{t('store.emptyTitle')}</div>
              <div className={styles.text}>{t('store.emptyNote')}</div>
            </div>
            <Button
              icon={FilePlus2}
              isBusy={isBusy}
              onPress={() => recover.mutate({ how: 'startEmpty', backup: null })}
            >
              {t('store.empty')}
            </Button>
          </li>
        )}
      </ul>
      <Facts
        facts={[
          { name: t('store.folder'), value: <span className={styles.path}>{store.folder}</span> },
          { name: t('store.log'), value: <span className={styles.path}>{store.logFile}</span> },
        ]}
      />
      <div className={styles.actions}>
        <Button icon={FolderOpen} onPress={() => void callStudio('app.revealDataFolder', {})}>
          {t('store.showFolder')}
        </Button>
        <Button
          variant={mayBeReplaced ? 'plain' : 'primary'}
          icon={RefreshCw}
          isBusy={isBusy}
          onPress={() => recover.mutate({ how: 'retry', backup: null })}
        >
          {t('store.retry')}
        </Button>
      </div>
    </section>
  );
}
