import { Signature } from 'lucide-react';
import { useState } from 'react';
import type { BookDetail, FindingGroup } from '../../../src-core/ipc/subjects/library.ts';
import type { SignOff } from '../../../src-core/preflight/verdicts.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { useUndoable } from '../undo/use-undo.ts';
import { SignOffSheet } from './sign-off-sheet.tsx';
import styles from './sign-off.module.css';

export interface SignOffPartProps {
  readonly book: BookDetail;
  readonly group: FindingGroup;
}

/** Who took it on, why and when; or the way to take it on. Nothing where that cannot be done. */
export function SignOffPart({ book, group }: SignOffPartProps) {
  const { t } = useText();
  const [isAsking, setIsAsking] = useState(false);
  const showUndo = useUndoable();
  const withdraw = useAction('checks.withdrawSignOff', {
    onDone: ({ undoId }) => showUndo(t('preflight.signOff.withdrawn'), undoId),
  });
  const { signOff, reopened, canSignOff, groupKey } = group;
  if (signOff !== null) {
    return (
      <div className={styles.signed}>
        <Signed signOff={signOff} />
        <Button
          variant="quiet"
          isBusy={withdraw.isPending}
          onPress={() => withdraw.mutate({ bookId: book.bookId, groupKey })}
        >
          {t('preflight.signOff.withdraw')}
        </Button>
      </div>
    );
  }
  if (!canSignOff) return null;
  return (
    <div className={styles.part}>
      {reopened !== null && (
        <div className={styles.reopened}>
          <p>{t('preflight.signOff.reopenedText')}</p>
          <Signed signOff={reopened} />
        </div>
      )}
      <Button icon={Signature} onPress={() => setIsAsking(true)}>
        {t(reopened === null ? 'preflight.signOff.ask' : 'preflight.signOff.askAgain')}
      </Button>
      {isAsking && <SignOffSheet book={book} group={group} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

function Signed({ signOff: { name, reason, atMs } }: { readonly signOff: SignOff }) {
  const { t, format } = useText();
  return (
    <div className={styles.words}>
      <p>
        {t('preflight.signOff.by', { name })}{' '}
        <time className={styles.quiet} dateTime={new Date(atMs).toISOString()}>
          {format.dateTime(atMs)}
        </time>
      </p>
      <blockquote className={styles.reason}>{reason}</blockquote>
    </div>
  );
}
