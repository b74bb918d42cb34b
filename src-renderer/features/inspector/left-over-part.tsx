import { BookDashed, BookOpen, CircleHelp, EyeOff, Link2 } from 'lucide-react';
import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import { runCommand, useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { InspectorSection } from '../../ui/inspector.tsx';
import { pairingOf } from '../library/library-state.ts';
import { loneRole } from '../library/pair-candidates.ts';
import { usePairing } from '../library/use-pairing.ts';
import styles from './left-over-part.module.css';

/** A file that has no partner, or several that could be it: why, and what can be done about it. */
export function LeftOverPart({ book }: { readonly book: BookDetail }) {
  const { t, ref } = useText();
  const pairing = usePairing();
  const role = loneRole(book);
  const other = role === 'cover' ? 'contents' : 'cover';
  const change = (): void => pairing.setRole(book.bookId, other);
  const leaveOut = (): void => pairing.leaveOut([book.bookId]);
  useCommand('library.changeRole', role === null ? null : change);
  useCommand('library.leaveOut', role === null ? null : leaveOut);
  if (role === null) return null;
  return (
    <InspectorSection title={t('library.leftOver.title')}>
      <p className={styles.reason}>{ref(book.pairing)}</p>
      <div className={styles.remedies}>
        <Button variant="primary" icon={Link2} command="library.pair" onPress={() => pairingOf.set(book.bookId)}>
          {t('library.pair.with')}
        </Button>
        <Button icon={role === 'cover' ? BookDashed : BookOpen} onPress={() => pairing.setRole(book.bookId, role)}>
          {t('library.leftOver.stays', { role })}
        </Button>
        <Button icon={role === 'cover' ? BookOpen : BookDashed} command="library.changeRole" onPress={change}>
          {t('library.leftOver.is', { role: other })}
        </Button>
        <Button icon={EyeOff} command="library.leaveOut" onPress={leaveOut}>
          {t('library.leftOver.leaveOut')}
        </Button>
        <Button
          variant="quiet"
          icon={CircleHelp}
          command="library.namingRules"
          onPress={() => void runCommand('library.namingRules')}
        >
          {t('library.namingRules')}
        </Button>
      </div>
      <p className={styles.note}>{t('library.leftOver.note')}</p>
    </InspectorSection>
  );
}
