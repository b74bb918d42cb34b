import { Copy, ExternalLink } from 'lucide-react';
import type { Command } from '../../../src-core/commands.ts';
import { trackingPageOf } from '../../../src-core/desk/carriers.ts';
import { useText } from '../../i18n/use-text.ts';
import { copyText } from '../../ui/copy-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './parcel-number.module.css';

export interface ParcelNumberProps {
  readonly number: string;
  /** As the service names it. */
  readonly carrier: string | null;
  /** Where the carrier stands beside the number, in place of its tooltip. */
  readonly isCarrierShown?: boolean;
  /** The command that opening the page does as well. */
  readonly command?: Command;
  /** Null: it is opened elsewhere. */
  readonly onOpenPage: (() => void) | null;
}

/** A tracking number to be copied, and to be looked at on its carrier's page where that is known. */
export function ParcelNumber({ number, carrier, isCarrierShown = false, command, onOpenPage }: ParcelNumberProps) {
  const { t } = useText();
  return (
    <span className={styles.parcel} title={isCarrierShown ? undefined : (carrier ?? '')}>
      <span className={styles.number}>{isCarrierShown && carrier !== null ? `${carrier} ${number}` : number}</span>
      <IconButton
        icon={Copy}
        label={t('orders.tracking.copy', { number })}
        onPress={() => copyText(number, t('orders.tracking.copied'))}
      />
      {onOpenPage !== null && carrier !== null && trackingPageOf(carrier, number) !== null && (
        <IconButton
          icon={ExternalLink}
          command={command}
          label={t('orders.tracking.open', { carrier, number })}
          onPress={onOpenPage}
        />
      )}
    </span>
  );
}
