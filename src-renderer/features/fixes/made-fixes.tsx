import { Undo2, Wrench } from 'lucide-react';
import type { BookFile } from '../../../src-core/ipc/subjects/library.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import styles from './fixes.module.css';

export interface MadeFixesProps {
  readonly bookId: string;
  readonly file: BookFile;
}

/** What lies between the customer's file and this one, newest first, and the way back, one step at a time. */
export function MadeFixes({ bookId, file }: MadeFixesProps) {
  const { t, format } = useText();
  const undo = useAction('fixes.undo', { onDone: () => showToast({ text: t('preflight.fix.undone') }) });
  const newestFirst = [...file.fixes].reverse();
  return (
    <div className={styles.made}>
      <ol aria-label={t('preflight.fix.made')}>
        {newestFirst.map(({ fix, atMs, pages }, index) => (
          <li key={`${fix} ${atMs} ${index}`}>
            <Wrench size={14} aria-hidden="true" className={styles.madeIcon} />
            <span>
              {t(`preflight.fix.name.${fix}`)}{' '}
              <span className={styles.quiet}>{t('preflight.fix.madePages', { count: pages.length })}</span>
            </span>
            <time className={styles.quiet} dateTime={new Date(atMs).toISOString()}>
              {format.dateTime(atMs)}
            </time>
          </li>
        ))}
      </ol>
      <Button icon={Undo2} isBusy={undo.isPending} onPress={() => undo.mutate({ bookId, kind: file.role })}>
        {t(newestFirst.length === 1 ? 'preflight.fix.backToOriginal' : 'preflight.fix.back')}
      </Button>
    </div>
  );
}
