import { Link2, Package, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Inspector, InspectorSection } from '../../ui/inspector.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { StateCount } from '../../ui/state-mark.tsx';
import { controlInDetails, runCommand, useCommand } from '../../commands/run-command.ts';
import { countVerdicts } from '../library/library-filter.ts';
import { isLeftOver, loneRole } from '../library/pair-candidates.ts';
import { usePairing } from '../library/use-pairing.ts';
import { useRemoveBooks } from '../library/use-library-work.ts';
import { VERDICTS } from '../library/verdicts.ts';
import { ExportMenu } from '../reports/export-menu.tsx';
import { BulkRecipient, type BulkGiving } from '../recipients/bulk-recipient.tsx';
import { useSetQuantity, useSetSpec } from './use-set-values.ts';
import { rankSpecs } from './rank-specs.ts';
import styles from './bulk-panel.module.css';

/** So many books are asked which specs they fit; more would only slow the answer, not change the order. */
const ASKED_AT_MOST = 60;

export interface BulkPanelProps {
  readonly rows: readonly LibraryRow[];
  readonly giving: BulkGiving;
}

/** Several books at once: spec, copies, check again, remove. */
export function BulkPanel({ rows, giving }: BulkPanelProps) {
  const { t } = useText();
  const removeBooks = useRemoveBooks();
  const bookIds = rows.map(({ bookId }) => bookId);
  const counts = countVerdicts(rows);
  return (
    <Inspector
      title={t('library.bulk.title', { count: rows.length })}
      subtitle={
        <span className={styles.counts}>
          {VERDICTS.filter((verdict) => counts[verdict] > 0).map((verdict) => (
            <StateCount key={verdict} verdict={verdict} count={counts[verdict]} />
          ))}
        </span>
      }
    >
      <InspectorSection title={t('library.book.spec')}>
        <BulkSpec rows={rows} />
      </InspectorSection>
      <InspectorSection title={t('library.book.quantity')}>
        <BulkQuantity key={bookIds.join()} rows={rows} />
      </InspectorSection>
      <InspectorSection title={t('recipients.ofBook')}>
        <BulkRecipient bookIds={bookIds} giving={giving} />
      </InspectorSection>
      <InspectorSection>
        <div className={styles.actions}>
          <PairButton rows={rows} />
          <Button icon={RotateCcw} command="library.recheck" onPress={() => runCommand('library.recheck')}>
            {t('library.recheck')}
          </Button>
          <ExportMenu bookIds={bookIds} isIconOnly={false} />
          <Button icon={Package} command="packages.save" onPress={() => runCommand('packages.save')}>
            {t('library.package.button')}
          </Button>
          <Button icon={Trash2} command="library.remove" shortcut="Backspace" onPress={() => removeBooks(bookIds)}>
            {t('library.remove')}
          </Button>
        </div>
      </InspectorSection>
    </Inspector>
  );
}

/** Two halves that found no partner by name become one book. */
function PairButton({ rows }: { readonly rows: readonly LibraryRow[] }) {
  const { t } = useText();
  const pairing = usePairing();
  const [own, other] = rows;
  if (rows.length !== 2 || own === undefined || other === undefined || !isLeftOver(own) || !isLeftOver(other))
    return null;
  if (loneRole(own) === loneRole(other)) return null;
  return (
    <Button
      variant="primary"
      icon={Link2}
      command="library.pair"
      isBusy={pairing.isBusy}
      onPress={() => pairing.pair(own, other)}
    >
      {t('library.pair')}
    </Button>
  );
}

function BulkSpec({ rows }: { readonly rows: readonly LibraryRow[] }) {
  const { t } = useText();
  const specs = useAnswer('specs.list', {}).data ?? [];
  const setSpec = useSetSpec();
  // Once a selection: what fits follows from the files, which change seldom, and not from how far the books have come.
  const fitting = useAnswer('library.fitting', {
    bookIds: rows.slice(0, ASKED_AT_MOST).map(({ bookId }) => bookId),
  }).data;
  useCommand('library.setSpec', () => controlInDetails('library.setSpec')?.click());
  const known = fitting?.books ?? 0;
  const ranked = rankSpecs(
    specs.map(({ bookSpecUid, name }) => ({ specUid: bookSpecUid, name })),
    fitting?.specs ?? [],
  );
  const first = rows[0]?.specUid ?? null;
  const common = rows.every(({ specUid }) => specUid === first) ? first : null;
  return (
    <>
      <SelectField
        command="library.setSpec"
        label={t('library.book.spec')}
        isLabelHidden
        value={common}
        placeholder={t('library.bulk.mixed')}
        options={ranked.map(({ specUid, name, fits }) => ({
          value: specUid,
          label: name,
          note:
            known === 0
              ? null
              : fits === known
                ? t('library.bulk.fitsAll')
                : t('library.bulk.fitsSome', { count: fits, of: known }),
        }))}
        onChange={(specUid) => setSpec.mutate({ bookIds: rows.map(({ bookId }) => bookId), specUid })}
      />
      <p className={styles.note}>{t('library.bulk.specText')}</p>
    </>
  );
}

/** The copies that each of the books has; null where they differ. */
function commonOf(rows: readonly LibraryRow[]): number | null {
  const first = rows[0]?.quantity ?? 1;
  return rows.every(({ quantity }) => quantity === first) ? first : null;
}

function BulkQuantity({ rows }: { readonly rows: readonly LibraryRow[] }) {
  const { t } = useText();
  // What several people get stays as each was given it.
  const settable = rows.filter(({ recipients }) => recipients.length <= 1);
  const shared = rows.length - settable.length;
  const [quantity, setQuantity] = useState(() => commonOf(settable.length > 0 ? settable : rows));
  const apply = useSetQuantity();
  useCommand('library.setCopies', () => controlInDetails('library.setCopies')?.focus());
  const isCommon = quantity === null || settable.every((row) => row.quantity === quantity);
  return (
    <div className={styles.actions}>
      <NumberField
        command="library.setCopies"
        label={t('library.book.quantity')}
        isLabelHidden
        value={quantity}
        placeholder={t('library.bulk.mixed')}
        min={1}
        max={LIMITS.quantityMax}
        onChange={setQuantity}
      />
      <Button
        commands={['library.setCopies']}
        isDisabled={isCommon}
        isBusy={apply.isPending}
        onPress={() => {
          if (quantity !== null) apply.mutate({ bookIds: settable.map(({ bookId }) => bookId), quantity });
        }}
      >
        {t('library.bulk.apply')}
      </Button>
      {shared > 0 && (
        <p className={styles.note}>{t('library.bulk.sharedCopies', { count: shared, of: rows.length })}</p>
      )}
    </div>
  );
}
