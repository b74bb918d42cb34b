import type { UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import { useText } from '../../i18n/use-text.ts';
import { stepMarks } from './queue-rows.ts';
import styles from './queue.module.css';

/** The four steps of an upload as four short segments, each with its own shape of doneness and its words. */
export function StepBar({ title, state }: { readonly title: string; readonly state: UploadJobView['state'] }) {
  const { t } = useText();
  return (
    <ol className={styles.steps} aria-label={t('queue.stepsOf', { title })}>
      {stepMarks(state).map(({ step, mark }) => (
        <li
          key={step}
          className={styles.step}
          data-mark={mark}
          title={`${t(`queue.step.${step}`)}: ${t(`queue.mark.${mark}`)}`}
        >
          <span className="visually-hidden">
            {t(`queue.step.${step}`)}, {t(`queue.mark.${mark}`)}
          </span>
        </li>
      ))}
    </ol>
  );
}
