import { CalendarClock, UploadCloud } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ScreenFooter } from '../../ui/toolbar.tsx';
import { openOrderReview } from '../orders/order-review-store.ts';
import { usePrintGate } from '../print-gate/print-gate.ts';
import { SendAtSheet } from '../sending/send-at-sheet.tsx';
import { workLeft } from './library-filter.ts';
import { useUpload } from './use-library-work.ts';
import styles from './library-footer.module.css';

export interface LibraryFooterProps {
  readonly rows: readonly LibraryRow[];
  /** Those that the filter shows: the others are nobody's to send with them. */
  readonly shown: readonly LibraryRow[];
  /** The chosen ones, where they are several: one alone is no reason to send it alone. */
  readonly many: readonly LibraryRow[] | null;
}

/** What is left, and the one next step: upload what is ready, or else order what is uploaded. */
export const LibraryFooter = memo(function LibraryFooter({ rows, shown, many }: LibraryFooterProps) {
  const { t } = useText();
  const upload = useUpload();
  const left = useMemo(() => workLeft(rows), [rows]);
  const { ready, orderable } = useMemo(() => workLeft(many ?? shown), [many, shown]);
  const isPart = shown.length < rows.length;
  const gate = usePrintGate();
  const doUpload = (): void =>
    gate('upload', ready, (bookIds, print) => upload.mutate({ bookIds: [...bookIds], print }));
  /** The books that a time is chosen for, whatever is filtered and selected meanwhile. */
  const [later, setLater] = useState<readonly LibraryRow[] | null>(null);
  const openLater = (): void => setLater(ready);
  const whyNone = t(isPart ? 'library.uploadNoneShown' : 'library.uploadNone');
  useCommand('library.uploadLater', ready.length > 0 ? openLater : null, whyNone);
  const doUploadAt = (books: readonly LibraryRow[], sendAtMs: number): void =>
    gate('upload', books, (bookIds, print) => upload.mutate({ bookIds: [...bookIds], print, sendAtMs }));
  const doOrder = (): void => gate('order', orderable, openOrderReview);
  const isOrderNext = ready.length === 0 && orderable.length > 0;
  useCommand('screen.main', isOrderNext ? doOrder : ready.length > 0 ? doUpload : null, whyNone);
  useCommand('library.upload', ready.length > 0 ? doUpload : null, whyNone);
  useCommand('library.order', orderable.length > 0 ? doOrder : null, t('ui.whyNot.nothingToOrder'));
  const notes = [
    ...(many === null ? [] : [{ key: 'selected', count: many.length }]),
    ...(isPart ? [{ key: 'shown', count: shown.length }] : []),
    { key: 'ready', count: left.ready.length },
    { key: 'needYou', count: left.needYou },
    { key: 'blocked', count: left.blocked },
  ].filter(({ count }) => count > 0);
  return (
    <ScreenFooter
      note={
        notes.length === 0
          ? t('library.allDone')
          : notes.map(({ key, count }) => (
              <span key={key} className={styles.note} data-kind={key}>
                {t(`library.${key}`, { count })}
              </span>
            ))
      }
    >
      {!isOrderNext && orderable.length > 0 && (
        <Button size="large" commands={['library.order']} onPress={doOrder}>
          {t('library.order', { count: orderable.length })}
        </Button>
      )}
      {ready.length > 0 && (
        <IconButton
          icon={CalendarClock}
          size={20}
          command="library.uploadLater"
          label={t('library.uploadLater')}
          onPress={openLater}
        />
      )}
      {later !== null && (
        <SendAtSheet
          count={later.length}
          onClose={() => setLater(null)}
          onSend={(sendAtMs) => doUploadAt(later, sendAtMs)}
        />
      )}
      {isOrderNext ? (
        <Button variant="primary" size="large" command="screen.main" onPress={doOrder}>
          {t('library.order', { count: orderable.length })}
        </Button>
      ) : (
        <Button
          variant="primary"
          size="large"
          icon={UploadCloud}
          command="screen.main"
          isBusy={upload.isPending}
          isDisabled={ready.length === 0}
          whyNot={whyNone}
          onPress={doUpload}
        >
          {ready.length === 0 ? t('library.uploadNothing') : t('library.upload', { count: ready.length })}
        </Button>
      )}
    </ScreenFooter>
  );
});
