import { useState } from 'react';
import type { Recipient } from '../../../src-core/desk/recipients.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { AddressFields } from './address-fields.tsx';
import { addressFaults, addressOf, draftOf, EMPTY_ADDRESS } from './address-form.ts';
import styles from './recipients.module.css';

export interface AddressSheetProps {
  /** Null for one that is not in the book yet. */
  readonly recipient: Recipient | null;
  readonly onClose: () => void;
  readonly onSaved: (recipient: Recipient) => void;
}

/** One entry of the address book. */
export function AddressSheet({ recipient, onClose, onSaved }: AddressSheetProps) {
  const { t } = useText();
  const [draft, setDraft] = useState(recipient === null ? EMPTY_ADDRESS : draftOf(recipient.address));
  const [isStudio, setStudio] = useState(recipient?.kind === 'studio');
  const [wasTried, setTried] = useState(false);
  const save = useAction('recipients.save', { onDone: onSaved });
  const submit = () => {
    setTried(true);
    if (addressFaults(draft).size > 0) return;
    save.mutate({
      recipientId: recipient?.recipientId ?? null,
      address: addressOf(draft),
      kind: isStudio ? 'studio' : 'customer',
    });
  };
  return (
    <Sheet
      title={t(recipient === null ? 'recipients.new' : 'recipients.editTitle')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onPress={onClose}>{t('recipients.cancel')}</Button>
          <Button variant="primary" type="submit" isBusy={save.isPending}>
            {t('recipients.save')}
          </Button>
        </>
      }
    >
      <div className={styles.entry}>
        <AddressFields draft={draft} onDraft={setDraft} showFaults={wasTried} />
        <label className={styles.tick}>
          <input type="checkbox" checked={isStudio} onChange={() => setStudio(!isStudio)} />
          {t('recipients.isStudio')}
        </label>
      </div>
    </Sheet>
  );
}
