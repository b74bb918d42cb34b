import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { useAnswer } from '../../bridge.ts';
import { controlInDetails, useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import { CliffLine } from '../specs/cliff-meter.tsx';
import { useSetQuantity, useSetSpec } from './use-set-values.ts';
import styles from './book-settings.module.css';

export interface BookSettingsProps {
  readonly book: BookDetail;
  /** Of the book; null while it has none, or none that is known. */
  readonly spec: BookSpec | null;
}

/** Spec and copies. Specs that the measured files fit stand first; the others say why they don't. */
export function BookSettings({ book, spec }: BookSettingsProps) {
  const { t, ref, format } = useText();
  const currency = useAnswer('app.status', {}).data?.credit?.currency ?? 'KRW';
  const setSpec = useSetSpec();
  const setQuantity = useSetQuantity();
  const recipients = useAnswer('recipients.ofBook', { bookId: book.bookId }).data ?? [];
  // Two pages of the book on each page of the PDF.
  const areSpreads = spec?.bindingType === 'LAYFLAT';
  const bookIds = [book.bookId];
  const { changeSpec } = book.actions;
  useCommand(
    'library.setSpec',
    changeSpec.allowed ? () => controlInDetails('library.setSpec')?.click() : null,
    changeSpec.reason === null ? null : ref(changeSpec.reason),
  );
  const areShared = recipients.length > 1;
  useCommand(
    'library.setCopies',
    areShared ? null : () => controlInDetails('library.setCopies')?.focus(),
    t('recipients.copiesFollow', { count: recipients.length }),
  );
  return (
    <div className={styles.settings}>
      <div className={styles.row}>
        <div className={styles.spec}>
          <SelectField
            command="library.setSpec"
            label={t('library.book.spec')}
            isLabelHidden
            value={book.specUid}
            placeholder={t('library.noSpec')}
            isDisabled={!changeSpec.allowed}
            options={book.specChoices.map((choice) => ({
              value: choice.specUid,
              label: choice.name,
              note: choice.reason === null ? null : ref(choice.reason),
              mark: <StateMark verdict={choice.fits ? 'accepted' : 'refused'} size={12} />,
            }))}
            onChange={(specUid) => setSpec.mutate({ bookIds, specUid })}
          />
        </div>
        <NumberField
          command="library.setCopies"
          label={t('library.book.quantity')}
          isLabelHidden
          value={book.quantity}
          min={1}
          max={Math.max(LIMITS.quantityMax, book.quantity)}
          isDisabled={areShared}
          onChange={(quantity) => setQuantity.mutate({ bookIds, quantity })}
        />
      </div>
      <p className={styles.note}>
        {[
          book.pageCount === null
            ? null
            : areSpreads
              ? t('library.book.spreads', { spreads: book.pageCount / 2, pages: book.pageCount })
              : t('library.book.pages', { pages: book.pageCount }),
          book.unitPrice === null
            ? null
            : t('library.book.unitPrice', { price: format.money(book.unitPrice, currency) }),
          book.specOrigin === 'guessed' ? t('library.book.specGuessed') : null,
          areShared ? t('recipients.copiesFollow', { count: recipients.length }) : null,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
      {spec !== null && book.pageCount !== null && <CliffLine spec={spec} pages={book.pageCount} />}
    </div>
  );
}
