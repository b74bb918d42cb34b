import { Copy } from 'lucide-react';
import type { OrderDetail } from '../../../src-core/ipc/subjects/orders.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import styles from './order-inspector.module.css';

/** Names, sizes and hashes of the very bytes that were sent: what a dispute or a reorder goes by. */
export function PrintReceipt({
  files,
  print,
}: {
  readonly files: OrderDetail['receipt'];
  readonly print: OrderDetail['prints'][number]['print'] | null;
}) {
  const { t, format } = useText();
  if (files.length === 0) return <p className={styles.quiet}>{t('orders.detail.receiptNone')}</p>;
  return (
    <>
      <p className={styles.quiet}>{t('orders.detail.receiptHint')}</p>
      {print !== null && (
        <p className={styles.quiet}>
          {t(`orders.detail.print.${print.print}`)}
          {print.by !== null && ` · ${t('preflight.gate.by', { name: print.by.name, reason: print.by.reason })}`}
        </p>
      )}
      {files.map((file) => (
        <div key={file.kind} className={styles.file}>
          <span className={styles.fileHead}>
            <span>{t(`orders.file.${file.kind}`)}</span>
            <span className={styles.quiet}>{format.bytes(file.sizeBytes)}</span>
          </span>
          <span className={styles.fileName}>{file.name}</span>
          <span className={styles.hash}>
            <code>{file.sha256}</code>
            <IconButton
              icon={Copy}
              label={t('orders.detail.copyHash', { name: file.name })}
              onPress={() => copyText(file.sha256, t('orders.detail.hashCopied'))}
            />
          </span>
        </div>
      ))}
    </>
  );
}
