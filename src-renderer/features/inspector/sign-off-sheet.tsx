import { useState, type KeyboardEvent } from 'react';
import { contract } from '../../../src-core/ipc/contract.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { isComposing } from '../../ui/key-events.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { useUndoable } from '../undo/use-undo.ts';
import { NameAndReason } from '../print-gate/name-and-reason.tsx';
import { leadOf } from './finding-groups.ts';
import { SeverityMark } from './severity-mark.tsx';
import type { SignOffPartProps } from './sign-off-part.tsx';
import styles from './sign-off.module.css';

const fields = contract['checks.signOff'].input.shape;
/** A name and a reason for going on all the same. It holds for these very files and this spec. */
export function SignOffSheet({ book, group, onClose }: SignOffPartProps & { readonly onClose: () => void }) {
  const { t } = useText();
  const lastName = useAnswer('checks.lastName', {}).data;
  const [typedName, setTypedName] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const { bookId } = book;
  const { groupKey } = group;
  const showUndo = useUndoable();
  const signOff = useAction('checks.signOff', {
    onDone: ({ undoId }) => {
      showUndo(t('preflight.signOff.saved'), undoId, { tone: 'good' });
      onClose();
    },
  });
  const name = typedName ?? lastName ?? '';
  const isReady = fields.name.safeParse(name).success && fields.reason.safeParse(reason).success;
  const send = (): void => {
    if (isReady && !signOff.isPending) signOff.mutate({ bookId, groupKey, name: name.trim(), reason: reason.trim() });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || isComposing(event.nativeEvent)) return;
    // The same keys upload and order on the screen below, which may be in front by the time they get there.
    event.preventDefault();
    event.stopPropagation();
    send();
  };
  const lead = leadOf(group);
  // The fields wait for the name that was used last: a field that fills itself under the cursor loses what is typed.
  if (lastName === undefined) return null;
  return (
    <Sheet
      title={t('preflight.signOff.title')}
      size="small"
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button onPress={onClose}>{t('preflight.signOff.cancel')}</Button>
          <Button type="submit" variant="primary" shortcut="Mod+Enter" isDisabled={!isReady} isBusy={signOff.isPending}>
            {t('preflight.signOff.do')}
          </Button>
        </>
      }
    >
      <div className={styles.form} onKeyDown={onKeyDown}>
        <div className={styles.what}>
          <SeverityMark severity={lead.severity} />
          <span>
            <span className={styles.quiet}>{t(`library.check.where.${lead.kind ?? 'book'}`)}</span>{' '}
            {t(`findings.${lead.ruleId}.title`, lead.params)}
          </span>
        </div>
        <NameAndReason {...{ name, reason }} onName={setTypedName} onReason={setReason} />
        <p className={styles.quiet}>{t('preflight.signOff.text')}</p>
      </div>
    </Sheet>
  );
}
