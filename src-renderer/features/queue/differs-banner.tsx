import type { UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { useSaveDocument } from '../documents/save-document.ts';
import styles from './queue.module.css';

/** Books that pass here and that the service refused: one of the two is wrong, and whoever looks into it needs both. */
export function DiffersBanner({ jobs }: { readonly jobs: readonly UploadJobView[] }) {
  const { t } = useText();
  const { save, isSaving } = useSaveDocument(t('preflight.export.saved', { count: jobs.length }));
  if (jobs.length === 0) return null;
  const bookIds = [...new Set(jobs.map(({ bookId }) => bookId))];
  const said = jobs.map(({ title, serviceText }) => `${title}: ${serviceText ?? ''}`).join('\n');
  return (
    <div className={styles.held} data-notice="" data-tone="refused">
      <span className={styles.heldMark} aria-hidden="true">
        ■
      </span>
      <p role="alert">
        <strong>{t('queue.differs.title', { count: bookIds.length })}</strong>
        <span>{t('queue.differs.text')}</span>
      </p>
      <Button variant="quiet" onPress={() => copyText(said, t('queue.differs.copied'))}>
        {t('queue.differs.copy')}
      </Button>
      <Button isBusy={isSaving} onPress={() => save({ what: 'report', bookIds, format: 'pdf' })}>
        {t('queue.differs.report')}
      </Button>
    </div>
  );
}
