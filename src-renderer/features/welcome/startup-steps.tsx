import { Check, Circle, LoaderCircle, X, type LucideIcon } from 'lucide-react';
import type { StartupStep, StatusView } from '../../../src-core/ipc/subjects/app.ts';
import { callStudio, useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import styles from './startup-steps.module.css';

const ICONS: Readonly<Record<StartupStep['state'], LucideIcon>> = {
  waiting: Circle,
  running: LoaderCircle,
  done: Check,
  failed: X,
};

/** What the start really does, step by step, with its times; and when it fails, why. */
export function StartupSteps({ status }: { readonly status: StatusView }) {
  const { t, ref, format } = useText();
  const start = useAction('connections.startBuiltIn');
  const isBroken = status.phase === 'broken';
  return (
    <section className={styles.panel} aria-labelledby="startup-title">
      <h2 id="startup-title">{t(isBroken ? 'welcome.broken.title' : 'welcome.starting.title')}</h2>
      <p className={styles.text}>{isBroken ? null : t('welcome.starting.text')}</p>
      {isBroken && status.problem !== null && <ErrorNote title={ref(status.problem)} />}
      <ol className={styles.steps} aria-live="polite">
        {status.startup.map(({ step, state, note, tookMs }) => {
          const Icon = ICONS[state];
          return (
            <li key={step} className={styles.step} data-state={state}>
              <Icon
                size={16}
                strokeWidth={state === 'done' ? 2.5 : 1.75}
                role="img"
                aria-label={t(`welcome.state.${state}`)}
              />
              <span>{t(`welcome.step.${step}`)}</span>
              <span className={styles.note}>{note === null ? '' : ref(note)}</span>
              <span className={styles.took}>{tookMs === null ? '' : format.took(tookMs)}</span>
            </li>
          );
        })}
      </ol>
      {isBroken && (
        <div className={styles.actions}>
          <Button onPress={() => void callStudio('app.revealDataFolder', {})}>{t('welcome.broken.folder')}</Button>
          <Button variant="primary" autoFocus isBusy={start.isPending} onPress={() => start.mutate({})}>
            {t('welcome.broken.retry')}
          </Button>
        </div>
      )}
    </section>
  );
}
