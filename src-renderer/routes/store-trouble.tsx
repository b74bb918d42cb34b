import type { StatusView } from '../../src-core/ipc/subjects/app.ts';
import { StoreTroubleView } from '../features/store/store-trouble.tsx';
import { LanguageSwitch } from '../features/welcome/language-switch.tsx';
import styles from '../features/welcome/welcome.module.css';
import { useText } from '../i18n/use-text.ts';
import { ToastRegion } from '../ui/toast.tsx';

/** Instead of the studio, while its library cannot be opened. */
export function StoreTroubleRoute({ status }: { readonly status: StatusView }) {
  const { t } = useText();
  return (
    <main className={styles.welcome}>
      <div className={styles.column} data-phase={status.phase}>
        <header className={styles.head}>
          <h1>{t('ui.appName')}</h1>
          <LanguageSwitch />
        </header>
        <StoreTroubleView status={status} />
      </div>
      <ToastRegion />
    </main>
  );
}
