import { Wrench } from 'lucide-react';
import { useState } from 'react';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { FixPreview, FixProgress } from '../../../src-core/ipc/subjects/fixes.ts';
import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import type { FixName } from '../../../src-core/preflight/finding.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { FixSheet } from './fix-sheet.tsx';
import styles from './fixes.module.css';

export interface FixButtonsProps {
  readonly book: BookDetail;
  /** Best first. */
  readonly offers: readonly { readonly kind: PdfKind; readonly fix: FixName }[];
}

/** Repairs that the studio can make itself. Each is made aside and shown before anything changes. */
export function FixButtons({ book, offers }: FixButtonsProps) {
  const { t, ref } = useText();
  const [shown, setShown] = useState<{ readonly kind: PdfKind; readonly preview: FixPreview } | null>(null);
  const preview = useAction('fixes.preview', {
    onDone: (answer, { kind }) => {
      if (answer.ok) setShown({ kind, preview: answer.preview });
    },
  });
  if (offers.length === 0) return null;
  const refused = preview.data?.ok === false ? preview.data.problem : null;
  const hasBothFiles = new Set(offers.map(({ kind }) => kind)).size > 1;
  const running = preview.isPending ? preview.variables : null;
  return (
    <div className={styles.offer}>
      <ul className={styles.rows} aria-label={t('preflight.fix.offer')}>
        {offers.map(({ kind, fix }) => {
          const isRunning = running?.fix === fix && running.kind === kind;
          const name = t(`preflight.fix.name.${fix}`);
          return (
            <li key={`${kind} ${fix}`}>
              <Wrench size={14} aria-hidden="true" className={styles.icon} />
              <span className={styles.name}>
                {hasBothFiles && <span className={styles.quiet}>{t(`library.check.where.${kind}`)} </span>}
                {name}
              </span>
              <Button
                aria-label={t('preflight.fix.previewOf', { fix: name })}
                isBusy={isRunning}
                isDisabled={running !== null && !isRunning}
                onPress={() => preview.mutate({ bookId: book.bookId, kind, fix })}
              >
                {t('preflight.fix.preview')}
              </Button>
            </li>
          );
        })}
      </ul>
      {running !== null && <Making bookId={book.bookId} kind={running.kind} fix={running.fix} />}
      {refused !== null && (
        <ErrorNote title={t('preflight.fix.refused')}>
          <p>{ref(refused)}</p>
        </ErrorNote>
      )}
      {shown !== null && <FixSheet bookId={book.bookId} {...shown} onClose={() => setShown(null)} />}
    </div>
  );
}

/** Where a repair is that is being made: of a long book it takes as long as drawing it twice. */
function Making({ bookId, kind, fix }: Pick<FixProgress, 'bookId' | 'kind' | 'fix'>) {
  const { t } = useText();
  const runs = useAnswer('fixes.progress', {}).data ?? [];
  const at = runs.find((run) => run.bookId === bookId && run.kind === kind && run.fix === fix);
  const isCounted = at !== undefined && at.total > 0;
  const words = at === undefined ? t('preflight.fix.making') : t(`preflight.fix.step.${at.step}`, at);
  return (
    <div className={styles.making}>
      <p role="status" className={styles.quiet}>
        {words}
      </p>
      <ProgressBar label={t('preflight.fix.making')} share={isCounted ? at.done / at.total : null} />
    </div>
  );
}
