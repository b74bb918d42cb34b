import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WireError } from '../../src-core/ipc/contract.ts';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import styles from './error-note.module.css';

export interface ErrorNoteProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** The service's own words, shown as they come. */
  readonly serviceText?: string | null;
  readonly onRetry?: () => void;
}

/** Something went wrong here: what, and what can be done. */
export function ErrorNote({ title, children, serviceText = null, onRetry }: ErrorNoteProps) {
  const { t } = useText();
  return (
    <div role="alert" className={styles.note}>
      <CircleAlert size={16} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {children}
        {serviceText !== null && <div className={styles.service}>{serviceText}</div>}
      </div>
      {onRetry !== undefined && <Button onPress={onRetry}>{t('ui.retry')}</Button>}
    </div>
  );
}

/** A question to the main process that failed. */
export function AnswerError({ error, onRetry }: { readonly error: WireError; readonly onRetry: () => void }) {
  const { t, ref } = useText();
  return (
    <div className={styles.place}>
      <ErrorNote title={t('ui.error.noAnswer')} onRetry={onRetry}>
        {ref(error.text)}
      </ErrorNote>
    </div>
  );
}
