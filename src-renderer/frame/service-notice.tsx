import type { StatusView } from '../../src-core/ipc/subjects/app.ts';
import { callStudio, useAction } from '../bridge.ts';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import styles from './service-notice.module.css';

/** That the service of this computer is not there yet, or did not come: above the screen, whose work goes on without it. */
export function ServiceNotice({ status }: { readonly status: StatusView }) {
  const { t, ref } = useText();
  const start = useAction('connections.startBuiltIn');
  if (status.phase === 'starting') {
    const place = status.startup.findIndex(({ state }) => state === 'running');
    const step = status.startup[place]?.step;
    return (
      <p role="status" className={styles.notice}>
        {t('ui.service.starting')}
        {step !== undefined && (
          <span aria-hidden="true">
            {t('ui.service.step', {
              place: place + 1,
              steps: status.startup.length,
              step: t(`welcome.step.${step}`),
            })}
          </span>
        )}
      </p>
    );
  }
  if (status.phase !== 'broken') return null;
  return (
    <div role="alert" className={styles.notice} data-broken>
      <p className={styles.words}>
        <strong>{status.problem === null ? t('welcome.broken.title') : ref(status.problem)}</strong>
        <br />
        {t('ui.service.without')}
      </p>
      <Button onPress={() => void callStudio('app.revealDataFolder', {})}>{t('welcome.broken.folder')}</Button>
      <Button variant="primary" isBusy={start.isPending} onPress={() => start.mutate({})}>
        {t('welcome.broken.retry')}
      </Button>
    </div>
  );
}
