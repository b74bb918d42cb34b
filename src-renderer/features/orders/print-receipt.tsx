import { Copy } from 'lucide-react';
import { minorFromNumber, minorToNumber } from '../../../src-core/contract/money.ts';
import { isKept, type OrderReceipt } from '../../../src-core/desk/order-receipt.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { useSaveDocument } from '../documents/save-document.ts';
import { SaveTable } from './save-table.tsx';
import styles from './order-inspector.module.css';

export interface PrintReceiptProps {
  readonly orderUid: string;
  readonly receipt: OrderReceipt;
  readonly currency: string;
}

/** What this desk kept of an order: by which spec and estimate it was ordered, and the very bytes that were sent. */
export function PrintReceipt({ orderUid, receipt, currency }: PrintReceiptProps) {
  const { t } = useText();
  const { save } = useSaveDocument(t('orders.receipt.saved'));
  const documentOf = (kind: 'csv' | 'xlsx') => ({ what: 'receipt' as const, orderUids: [orderUid], kind });
  const kept = isKept(receipt);
  useCommand('orders.receiptCsv', kept ? () => save(documentOf('csv')) : null, t('orders.detail.receiptNone'));
  if (!kept) return <p className={styles.quiet}>{t('orders.detail.receiptNone')}</p>;
  return (
    <>
      <Money receipt={receipt} currency={currency} />
      {receipt.books.map((book) => (
        <div key={book.bookUid} className={styles.kept}>
          {receipt.books.length > 1 && <h4>{book.title}</h4>}
          <ReceiptBook book={book} currency={currency} />
        </div>
      ))}
      <div className={styles.save}>
        <SaveTable
          label={t('orders.receipt.save')}
          hints="orders.receipt"
          commands={{ csv: 'orders.receiptCsv' }}
          documentOf={documentOf}
          onSave={save}
        />
      </div>
    </>
  );
}

/** Both are the desk's own records of the moment: what is cancelled later changes neither. */
function Money({ receipt: { estimated, charged }, currency }: Omit<PrintReceiptProps, 'orderUid'>) {
  const { t, format } = useText();
  const differs =
    estimated === null || charged === null ? 0 : minorToNumber(minorFromNumber(charged) - minorFromNumber(estimated));
  const amount = (of: number | null): string =>
    of === null ? t('orders.receipt.notKept') : format.money(of, currency);
  return (
    <dl className={styles.money}>
      <div>
        <dt>{t('orders.receipt.estimated')}</dt>
        <dd>{amount(estimated)}</dd>
      </div>
      <div className={styles.strong}>
        <dt>{t('orders.receipt.charged')}</dt>
        <dd>{amount(charged)}</dd>
      </div>
      {differs !== 0 && (
        <div className={styles.differs}>
          <dt>▲ {t(differs > 0 ? 'orders.receipt.more' : 'orders.receipt.less')}</dt>
          <dd>{format.money(Math.abs(differs), currency)}</dd>
        </div>
      )}
    </dl>
  );
}

interface ReceiptBookProps {
  readonly book: OrderReceipt['books'][number];
  readonly currency: string;
}

function ReceiptBook({ book: { spec, print, files, quantity, charged }, currency }: ReceiptBookProps) {
  const { t, format } = useText();
  const estimated = spec?.estimated ?? null;
  return (
    <>
      <p>
        {spec === null
          ? t('orders.receipt.specNotKept')
          : t('orders.receipt.spec', { spec: spec.name ?? spec.specUid, pages: spec.pageCount })}
      </p>
      {spec !== null && (
        <p className={styles.quiet}>
          {spec.name !== null && `${spec.specUid} · `}
          {spec.version === null
            ? t('orders.receipt.versionNotKept')
            : t('orders.receipt.version', { version: spec.version })}
        </p>
      )}
      <p className={styles.bookPrice} data-differs={estimated !== null && estimated.amount !== charged.amount}>
        {t(estimated === null ? 'orders.receipt.bookCharged' : 'orders.receipt.bookPrices', {
          count: quantity,
          estimated: format.money(estimated?.amount ?? 0, currency),
          charged: format.money(charged.amount, currency),
        })}
      </p>
      {print !== null && (
        <p className={styles.quiet}>
          {t(`orders.detail.print.${print.print}`)}
          {print.by !== null && ` · ${t('preflight.gate.by', { name: print.by.name, reason: print.by.reason })}`}
        </p>
      )}
      <p className={styles.quiet}>{t(files.length === 0 ? 'orders.receipt.noFiles' : 'orders.detail.receiptHint')}</p>
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
