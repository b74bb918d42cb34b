import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import type { Text } from '../../i18n/text.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { PrintMark } from '../../ui/print-mark.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import { CoverThumb } from './cover-thumb.tsx';
import styles from './library.module.css';

/** Below these widths of the table, in CSS pixels, folder and price make room. */
const WITH_BATCH_PX = 1_000;
const WITH_PRICE_PX = 860;

export function libraryColumns(
  { t, ref, format }: Text,
  currency: string,
  widthPx: number,
): readonly DataColumn<LibraryRow>[] {
  const columns: (DataColumn<LibraryRow> & { readonly fromPx?: number })[] = [
    {
      id: 'verdict',
      name: t('library.column.verdict'),
      isNameHidden: true,
      track: '14px',
      cell: (row) => <StateMark verdict={row.verdict} />,
    },
    {
      id: 'print',
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
      name: t('library.column.title'),
      track: 'minmax(130px, 1.8fr)',
      cell: (row) => (
        <>
          <span className={styles.title}>{row.title}</span>
          {(row.version > 1 || row.layout === 'former') && (
            <span className={styles.version}>{t('library.version', { version: row.version })}</span>
          )}
        </>
      ),
    },
    {
      id: 'batch',
      name: t('library.column.batch'),
      track: 'minmax(80px, 1fr)',
      fromPx: WITH_BATCH_PX,
      cell: (row) => <span className={styles.quiet}>{row.batch}</span>,
    },
    {
      id: 'spec',
      name: t('library.column.spec'),
      track: 'minmax(120px, 1.9fr)',
      cell: (row) => <SpecCell row={row} missing={t('library.noSpec')} guessed={t('library.guessed')} />,
    },
    {
      id: 'pages',
      name: t('library.column.pages'),
      track: '44px',
      align: 'end',
      cell: (row) => (row.pageCount === null ? '–' : format.number(row.pageCount)),
    },
    {
      id: 'quantity',
      name: t('library.column.quantity'),
      track: '48px',
      align: 'end',
      cell: (row) => <span className={row.quantity > 1 ? styles.strong : ''}>{format.number(row.quantity)}</span>,
    },
    {
      id: 'price',
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
      name: t('library.column.state'),
      track: 'minmax(180px, 2.2fr)',
      cell: (row) => (
        <span className={styles.state} data-verdict={row.verdict} data-stage={row.stage}>
          {row.headline === null ? t(`library.stage.${row.stage}`) : ref(row.headline)}
        </span>
      ),
    },
  ];
  return columns.filter((column) => column.fromPx === undefined || widthPx >= column.fromPx);
}

interface SpecCellProps {
  readonly row: LibraryRow;
  readonly missing: string;
  readonly guessed: string;
}

function SpecCell({ row, missing, guessed }: SpecCellProps) {
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
