import { HardDrive, Play, Plug } from 'lucide-react';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { EnvironmentChip } from '../../ui/chip.tsx';
import { Facts } from '../../ui/inspector.tsx';
import { ConnectForm } from './connect-form.tsx';
import styles from './welcome.module.css';

/** Two ways to begin; the one that needs nothing has the focus. */
export function ChooseConnection() {
  const { t } = useText();
  const info = useAnswer('app.info', {}).data;
  const start = useAction('connections.startBuiltIn');
  return (
    <div className={styles.cards}>
      <section className={styles.card} data-main="" aria-labelledby="builtin-title">
        <div className={styles.cardHead}>
          <HardDrive size={20} strokeWidth={1.75} aria-hidden="true" />
          <h2 id="builtin-title">{t('welcome.builtIn.title')}</h2>
          <EnvironmentChip environment="sandbox">{t('ui.environment.sandbox')}</EnvironmentChip>
        </div>
        <p className={styles.text}>{t('welcome.builtIn.text')}</p>
        <Facts
          facts={[
            { name: t('welcome.builtIn.what'), value: t('welcome.builtIn.whatValue') },
            { name: t('welcome.builtIn.where'), value: <span className={styles.path}>{info?.dataFolder ?? ''}</span> },
            { name: t('welcome.builtIn.money'), value: t('welcome.builtIn.moneyValue') },
            {
              name: t('welcome.builtIn.keys'),
              value: t(
                info?.secretStore === 'sessionOnly' ? 'welcome.builtIn.keysSession' : 'welcome.builtIn.keysKeychain',
              ),
            },
          ]}
        />
        <div className={styles.cardFoot}>
          <Button
            variant="primary"
            size="large"
            icon={Play}
            autoFocus
            isBusy={start.isPending}
            onPress={() => start.mutate({})}
          >
            {t('welcome.builtIn.start')}
          </Button>
        </div>
      </section>
      <section className={styles.card} aria-labelledby="connect-title">
        <div className={styles.cardHead}>
          <Plug size={20} strokeWidth={1.75} aria-hidden="true" />
          <h2 id="connect-title">{t('welcome.connect.title')}</h2>
        </div>
        <p className={styles.text}>{t('welcome.connect.text')}</p>
        <ConnectForm />
      </section>
    </div>
  );
}
