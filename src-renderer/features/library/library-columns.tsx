import { bookStageSchema } from '../../../src-core/desk/book-machine.ts';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import type { Text } from '../../i18n/text.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { EndKept } from '../../ui/end-kept.tsx';
import { PrintMark } from '../../ui/print-mark.tsx';
import { byName, byNumber, byRank } from '../../ui/sort-rows.ts';
import { StateMark } from '../../ui/state-mark.tsx';
import { loneRole } from './pair-candidates.ts';
import { headlineWords, toneOf } from './headline-words.ts';
import { CoverThumb } from './cover-thumb.tsx';
import styles from './library.module.css';

/** What is to be looked at stands first. */
const VERDICTS = ['refused', 'warning', 'notChecked', 'accepted'] as const;
const PRINTS = ['bad', 'look', 'notChecked', 'good'] as const;
const STAGES = bookStageSchema.options;

/** Below these widths of the table, in CSS pixels, folder and price make room. */
const WITH_BATCH_PX = 1_000;
const WITH_PRICE_PX = 860;

export function libraryColumns(
  { language, t, ref, format }: Text,
  currency: string,
  widthPx: number,
): readonly DataColumn<LibraryRow>[] {
  const columns: (DataColumn<LibraryRow> & { readonly fromPx?: number })[] = [
    {
      id: 'verdict',
      compare: byRank(({ verdict }) => verdict, VERDICTS),
      name: t('library.column.verdict'),
      isNameHidden: true,
      track: '14px',
      cell: (row) => <StateMark verdict={row.verdict} />,
    },
    {
      id: 'print',
      compare: byRank(({ print }) => print, PRINTS),
      name: t('library.column.print'),
      isNameHidden: true,
      track: '12px',
      cell: (row) => <PrintMark print={row.print} />,
    },
    {
      id: 'cover',
      name: t('library.column.cover'),
      isNameHidden: true,
      track: '44px',
      cell: (row) => <CoverThumb bytesId={row.coverBytesId} />,
    },
    {
      id: 'title',
      compare: byName(language, ({ title }) => title),
      name: t('library.column.title'),
      track: 'minmax(130px, 1.8fr)',
      isRowHeader: true,
      cell: (row) => (
        <span className={styles.name}>
          <span className={styles.title} title={row.title}>
            <EndKept text={row.title} />
          </span>
          {(row.version > 1 || row.layout === 'former') && (
            <span className={styles.version}>{t('library.version', { version: row.version })}</span>
          )}
          {row.recipients.length > 0 && (
            <span className={styles.goesTo} title={row.recipients.join(', ')}>
              {t('library.goesTo', { name: row.recipients[0] ?? '', others: row.recipients.length - 1 })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'batch',
      compare: byName(language, ({ batch }) => batch),
      name: t('library.column.batch'),
      track: 'minmax(80px, 1fr)',
      fromPx: WITH_BATCH_PX,
      cell: (row) => <span className={styles.quiet}>{row.batch}</span>,
    },
    {
      id: 'spec',
      compare: byName(language, ({ specName }) => specName ?? ''),
      name: t('library.column.spec'),
      track: 'minmax(120px, 1.9fr)',
      cell: (row) => <SpecCell row={row} missing={t('library.noSpec')} guessed={t('library.guessed')} />,
    },
    {
      id: 'pages',
      compare: byNumber(({ pageCount }) => pageCount),
      name: t('library.column.pages'),
      track: '44px',
      align: 'end',
      cell: (row) => (row.pageCount === null ? '–' : format.number(row.pageCount)),
    },
    {
      id: 'quantity',
      compare: byNumber(({ quantity }) => quantity),
      name: t('library.column.quantity'),
      track: '48px',
      align: 'end',
      cell: (row) => <span className={row.quantity > 1 ? styles.strong : ''}>{format.number(row.quantity)}</span>,
    },
    {
      id: 'price',
      compare: byNumber(({ unitPrice }) => unitPrice),
      name: t('library.column.price'),
      track: '76px',
      align: 'end',
      fromPx: WITH_PRICE_PX,
      cell: (row) => (
        <span className={styles.quiet}>{row.unitPrice === null ? '–' : format.money(row.unitPrice, currency)}</span>
      ),
    },
    {
      id: 'state',
      compare: byRank(({ stage }) => stage, STAGES),
      name: t('library.column.state'),
      track: 'minmax(180px, 2.2fr)',
      cell: (row) => (
        <span className={styles.state} data-tone={toneOf(row)} title={headlineWords(row, { t, ref })}>
          {headlineWords(row, { t, ref })}
        </span>
      ),
    },
  ];
  return columns.map(({ fromPx = 0, ...column }) => ({ ...column, isAway: widthPx < fromPx }));
}

interface SpecCellProps {
  readonly row: LibraryRow;
  readonly missing: string;
  readonly guessed: string;
}

function SpecCell({ row, missing, guessed }: SpecCellProps) {
  // A half gets its spec with its other half.
  if (row.specName === null && loneRole(row) !== null) return '–';
  if (row.specName === null) return <span className={styles.todo}>{missing}</span>;
  if (row.specOrigin !== 'guessed') return <>{row.specName}</>;
  return (
    <span title={`${row.specName}: ${guessed}`}>
      <span className={styles.guess} aria-hidden="true">
        ≈{' '}
      </span>
      {row.specName}
      <span className="visually-hidden">, {guessed}</span>
    </span>
  );
}
