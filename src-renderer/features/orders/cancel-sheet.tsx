import { useState } from 'react';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import type { Output } from '../../../src-core/ipc/contract.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { albumOf } from './order-name.ts';
import { previewCancel } from './order-rows.ts';
import styles from './order-sheets.module.css';

export interface CancelSheetProps {
  readonly rows: readonly OrderRow[];
  readonly currency: string;
  readonly onClose: () => void;
}

/** One reason for all, the refund before it happens, and what became of every order after it. */
export function CancelSheet({ rows, currency, onClose }: CancelSheetProps) {
  const { t, ref, format } = useText();
  const [reason, setReason] = useState('');
  const cancel = useAction('orders.cancel');
  /** As they were when they were sent: afterwards none of them can be cancelled any more. */
  const [sent, setSent] = useState<readonly OrderRow[] | null>(null);
  const preview = previewCancel(rows);
  const count = preview.cancellable.length;
  const refund = format.money(preview.refund, currency);
  const title =
    cancel.data === undefined
      ? t('orders.cancelSheet.title', { count: sent?.length ?? count })
      : t('orders.cancelSheet.titleDone', { count: cancel.data.filter(({ ok }) => ok).length });
  const send = () => {
    setSent(preview.cancellable);
    cancel.mutate({ orderUids: preview.cancellable.map((row) => row.orderUid), reason: reason.trim() });
  };
  return (
    <Sheet title={title} isBusy={cancel.isPending} onClose={onClose}>
      <div className={styles.sheet}>
        {cancel.data === undefined ? (
          <>
            <p>{t('orders.cancelSheet.text')}</p>
            <p className={styles.refund}>
              <span>{t('orders.cancelSheet.refund')}</span>
              <strong>{refund}</strong>
            </p>
            {preview.refused.length > 0 && (
              <details className={styles.refused}>
                <summary>▲ {t('orders.cancelSheet.refused', { count: preview.refused.length })}</summary>
                <ul>
                  {preview.refused.map((row) => (
                    <li key={row.orderUid}>
                      {albumOf(row, t)}
                      {row.actions.cancel.reason !== null && <span> · {ref(row.actions.cancel.reason)}</span>}
                    </li>
                  ))}
                </ul>
              </details>
            )}
            <TextArea
              label={t('orders.cancelSheet.reason')}
              value={reason}
              onChange={setReason}
              maxLength={LIMITS.cancelReasonMaxChars}
              hint={t('orders.cancelSheet.reasonHint', { left: LIMITS.cancelReasonMaxChars - reason.length })}
            />
            <footer className={styles.footer}>
              <Button autoFocus isDisabled={cancel.isPending} onPress={onClose}>
                {t('orders.cancelSheet.keep')}
              </Button>
              {(count > 0 || sent !== null) && (
                <Button
                  variant="danger"
                  isDisabled={reason.trim() === '' || count === 0 || cancel.isPending}
                  onPress={send}
                >
                  {t('orders.cancelSheet.confirm', {
                    count: sent?.length ?? count,
                    sum: sent === null ? refund : format.money(previewCancel(sent).refund, currency),
                  })}
                </Button>
              )}
            </footer>
          </>
        ) : (
          <CancelResult rows={sent ?? []} results={cancel.data} currency={currency} onClose={onClose} />
        )}
      </div>
    </Sheet>
  );
}

interface CancelResultProps {
  readonly rows: readonly OrderRow[];
  readonly results: Output<'orders.cancel'>;
  readonly currency: string;
  readonly onClose: () => void;
}

function CancelResult({ rows, results, currency, onClose }: CancelResultProps) {
  const { t, ref, format } = useText();
  const byUid = new Map(rows.map((row) => [row.orderUid, row]));
  return (
    <>
      <p role="status">
        {t('orders.cancelSheet.done', { ok: results.filter((result) => result.ok).length, count: results.length })}
      </p>
      <ul className={styles.results}>
        {results.map((result) => {
          const row = byUid.get(result.orderUid);
          return (
            <li key={result.orderUid} data-ok={result.ok}>
              <strong>{row === undefined ? result.orderUid : albumOf(row, t)}</strong>
              <span>
                {result.ok
                  ? t('orders.cancelSheet.rowDone', { sum: format.money(result.refund ?? 0, currency) })
                  : t('orders.cancelSheet.rowFailed')}
              </span>
              {result.problem !== null && <span>{ref(result.problem)}</span>}
              {result.serviceText !== null && <span className={styles.serviceText}>{result.serviceText}</span>}
            </li>
          );
        })}
      </ul>
      <footer className={styles.footer}>
        <Button variant="primary" autoFocus onPress={onClose}>
          {t('orders.cancelSheet.close')}
        </Button>
      </footer>
    </>
  );
}
