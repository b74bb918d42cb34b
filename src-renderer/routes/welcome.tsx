import type { StatusView } from '../../src-core/ipc/subjects/app.ts';
import { ChooseConnection } from '../features/welcome/choose-connection.tsx';
import { FromBackup } from '../features/welcome/from-backup.tsx';
import { LanguageSwitch } from '../features/welcome/language-switch.tsx';
import { StartupSteps } from '../features/welcome/startup-steps.tsx';
import styles from '../features/welcome/welcome.module.css';
import { useText } from '../i18n/use-text.ts';

/** Before there is a connection: choose one, watch it start, or see why it did not. */
export function WelcomeRoute({ status }: { readonly status: StatusView }) {
  const { t } = useText();
  return (
    <main className={styles.welcome}>
      <div className={styles.column} data-phase={status.phase}>
        <header className={styles.head}>
          <div>
            <h1>{t('welcome.title')}</h1>
            <p className={styles.lead}>{t('welcome.lead')}</p>
          </div>
          <LanguageSwitch />
        </header>
        {status.phase === 'needsConnection' ? (
          <>
            <ChooseConnection />
            <FromBackup />
          </>
        ) : (
          <StartupSteps status={status} />
        )}
      </div>
    </main>
  );
}
