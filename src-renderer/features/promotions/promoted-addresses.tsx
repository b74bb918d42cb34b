import { useState } from 'react';
import type { Shipping } from '../../../src-core/contract/orders.ts';
import type { PromotionLook } from '../../../src-core/ipc/subjects/promotions.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { AddressFields } from '../recipients/address-fields.tsx';
import { addressFaults, addressOf, draftOf, type AddressDraft } from '../recipients/address-form.ts';
import type { PromotionChoices } from './promotion-choices.ts';
import styles from './promotions.module.css';

export interface PromotedAddressesProps {
  readonly addresses: PromotionLook['addresses'];
  readonly confirmed: PromotionChoices['addresses'];
  readonly onConfirmed: (confirmed: PromotionChoices['addresses']) => void;
}

/** Where the orders went in Sandbox is looked at once more, one door at a time: tests are sent to made-up ones. */
export function PromotedAddresses({ addresses, confirmed, onConfirmed }: PromotedAddressesProps) {
  const { t } = useText();
  /** Addresses as they were changed, confirmed or not. */
  const [changed, setChanged] = useState<ReadonlyMap<string, Shipping>>(new Map());
  /** Those that are being changed, each with what was confirmed of it before. */
  const [editing, setEditing] = useState<ReadonlyMap<string, Shipping | null>>(new Map());
  const shown = (key: string, address: Shipping): Shipping => changed.get(key) ?? address;
  const confirm = (key: string, address: Shipping | null): void => {
    const next = new Map(confirmed);
    if (address === null) next.delete(key);
    else next.set(key, address);
    onConfirmed(next);
  };
  // What is being corrected is not right yet: nothing goes on by what stood there before, unless the correction is cancelled.
  const edit = (key: string): void => {
    setEditing(new Map([...editing, [key, confirmed.get(key) ?? null]]));
    confirm(key, null);
  };
  const stopEditing = (key: string, address: Shipping | null): void => {
    const next = new Map(editing);
    next.delete(key);
    setEditing(next);
    confirm(key, address);
  };
  const open = addresses.filter(({ key }) => !confirmed.has(key) && !editing.has(key));
  return (
    <section className={styles.part}>
      <h3>{t('promotions.addresses.title')}</h3>
      <p className={styles.quiet}>{t('promotions.addresses.text')}</p>
      <ul className={styles.lines}>
        {addresses.map(({ key, address, orders }) => {
          const to = shown(key, address);
          const before = editing.get(key);
          const isEdited = before !== undefined;
          return (
            <li key={key} className={styles.address}>
              <label className={styles.door}>
                <input
                  type="checkbox"
                  checked={confirmed.has(key)}
                  disabled={isEdited}
                  onChange={(event) => confirm(key, event.currentTarget.checked ? to : null)}
                />
                <span>
                  <strong>
                    {to.recipientName} · {to.recipientPhone}
                  </strong>
                  <span className={styles.quiet}>
                    ({to.postalCode}) {to.address1} {to.address2 ?? ''}
                  </span>
                  {to.memo !== undefined && <span className={styles.quiet}>{to.memo}</span>}
                </span>
              </label>
              <span className={styles.quiet}>{t('promotions.addresses.orders', { count: orders })}</span>
              <Button
                variant="quiet"
                aria-label={t('promotions.addresses.changeOf', { name: to.recipientName })}
                onPress={() => (isEdited ? stopEditing(key, null) : edit(key))}
              >
                {t('promotions.addresses.change')}
              </Button>
              {isEdited && (
                <EditedAddress
                  start={to}
                  onCancel={() => stopEditing(key, before)}
                  onDone={(next) => {
                    setChanged(new Map([...changed, [key, next]]));
                    stopEditing(key, next);
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
      {open.length > 1 && (
        <div className={styles.all}>
          <Button
            variant="quiet"
            onPress={() =>
              onConfirmed(
                new Map([...confirmed, ...open.map(({ key, address }) => [key, shown(key, address)] as const)]),
              )
            }
          >
            {t('promotions.addresses.allRight', { count: open.length })}
          </Button>
        </div>
      )}
    </section>
  );
}

interface EditedAddressProps {
  readonly start: Shipping;
  readonly onCancel: () => void;
  readonly onDone: (address: Shipping) => void;
}

function EditedAddress({ start, onCancel, onDone }: EditedAddressProps) {
  const { t } = useText();
  const [draft, setDraft] = useState<AddressDraft>(draftOf(start));
  const [wasTried, setTried] = useState(false);
  return (
    <div className={styles.edited}>
      <AddressFields draft={draft} onDraft={setDraft} showFaults={wasTried} />
      <div className={styles.all}>
        <Button onPress={onCancel}>{t('promotions.addresses.cancel')}</Button>
        <Button
          variant="primary"
          onPress={() => {
            setTried(true);
            if (addressFaults(draft).size === 0) onDone(addressOf(draft));
          }}
        >
          {t('promotions.addresses.use')}
        </Button>
      </div>
    </div>
  );
}
