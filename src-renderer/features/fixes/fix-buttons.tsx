import { Wrench } from 'lucide-react';
import { useState } from 'react';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { BookDetail, FixPreview } from '../../../src-core/ipc/views.ts';
import type { FixName } from '../../../src-core/preflight/finding.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FixSheet } from './fix-sheet.tsx';
import styles from './fixes.module.css';

export interface FixButtonsProps {
  readonly book: BookDetail;
  /** Which file the repairs are for; a book as a whole has none. */
  readonly kind: PdfKind | null;
  /** Best first. */
  readonly fixes: readonly FixName[];
}

/** Repairs that the studio can make itself. Each is made aside and shown before anything changes. */
export function FixButtons({ book, kind, fixes }: FixButtonsProps) {
  const { t, ref } = useText();
  const [shown, setShown] = useState<FixPreview | null>(null);
  const preview = useAction('fixes.preview', {
    onDone: (answer) => {
      if (answer.ok) setShown(answer.preview);
    },
  });
  if (kind === null || fixes.length === 0) return null;
  const refused = preview.data?.ok === false ? preview.data.problem : null;
  const running = preview.isPending ? preview.variables.fix : null;
  return (
    <div className={styles.offer}>
      <ul className={styles.rows} aria-label={t('preflight.fix.offer')}>
        {fixes.map((fix) => (
          <li key={fix}>
            <Wrench size={14} aria-hidden="true" className={styles.icon} />
            <span className={styles.name}>{t(`preflight.fix.name.${fix}`)}</span>
            <Button
              aria-label={t('preflight.fix.previewOf', { fix: t(`preflight.fix.name.${fix}`) })}
              isBusy={running === fix}
              isDisabled={running !== null && running !== fix}
              onPress={() => preview.mutate({ bookId: book.bookId, kind, fix })}
            >
              {t('preflight.fix.preview')}
            </Button>
          </li>
        ))}
      </ul>
      {running !== null && (
        <p role="status" className={styles.quiet}>
          {t('preflight.fix.making')}
        </p>
      )}
      {refused !== null && (
        <ErrorNote title={t('preflight.fix.refused')}>
          <p>{ref(refused)}</p>
        </ErrorNote>
      )}
      {shown !== null && <FixSheet bookId={book.bookId} kind={kind} preview={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
