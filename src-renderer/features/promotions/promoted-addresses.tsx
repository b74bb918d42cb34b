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
  const [editing, setEditing] = useState<string | null>(null);
  const shown = (key: string, address: Shipping): Shipping => changed.get(key) ?? address;
  const confirm = (key: string, address: Shipping | null): void => {
    const next = new Map(confirmed);
    if (address === null) next.delete(key);
    else next.set(key, address);
    onConfirmed(next);
  };
  const open = addresses.filter(({ key }) => !confirmed.has(key));
  return (
    <section className={styles.part}>
      <h3>{t('promotions.addresses.title')}</h3>
      <p className={styles.quiet}>{t('promotions.addresses.text')}</p>
      <ul className={styles.lines}>
        {addresses.map(({ key, address, orders }) => {
          const to = shown(key, address);
          return (
            <li key={key} className={styles.address}>
              <label className={styles.door}>
                <input
                  type="checkbox"
                  checked={confirmed.has(key)}
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
                onPress={() => setEditing(editing === key ? null : key)}
              >
                {t('promotions.addresses.change')}
              </Button>
              {editing === key && (
                <EditedAddress
                  start={to}
                  onCancel={() => setEditing(null)}
                  onDone={(next) => {
                    setChanged(new Map([...changed, [key, next]]));
                    confirm(key, next);
                    setEditing(null);
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
