import { useText } from '../../i18n/use-text.ts';
import { TextField } from '../../ui/text-field.tsx';
import { ADDRESS_FIELDS, ADDRESS_MAX_CHARS, addressFaults, groupPhone, type AddressDraft } from './address-form.ts';
import styles from './address-fields.module.css';

export interface AddressFieldsProps {
  readonly draft: AddressDraft;
  readonly onDraft: (draft: AddressDraft) => void;
  /** Faults are named only once the operator has tried, or has left a field empty. */
  readonly showFaults: boolean;
}

/** A Korean delivery address in the Korean order: who, phone, postal code, road, detail, note. */
export function AddressFields({ draft, onDraft, showFaults }: AddressFieldsProps) {
  const { t } = useText();
  const faults = addressFaults(draft);
  return (
    <div className={styles.fields}>
      {ADDRESS_FIELDS.map((field) => (
        <div key={field} className={styles[field]}>
          <TextField
            label={t(`orders.address.${field}`)}
            value={draft[field]}
            onChange={(value) => onDraft({ ...draft, [field]: value })}
            onBlur={() =>
              field === 'recipientPhone' && onDraft({ ...draft, recipientPhone: groupPhone(draft.recipientPhone) })
            }
            fault={showFaults && faults.has(field) ? t('orders.address.fieldMissing') : null}
            maxLength={ADDRESS_MAX_CHARS[field]}
            inputMode={field === 'postalCode' ? 'numeric' : field === 'recipientPhone' ? 'tel' : 'text'}
          />
        </div>
      ))}
    </div>
  );
}
