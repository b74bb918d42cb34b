import type { Template } from '../../../../src-core/contract/templates.ts';
import type { RowsTable } from '../../../../src-core/ipc/subjects/layouts.ts';
import {
  isBlank,
  proposedReading,
  widthOf,
  type TableReading,
} from '../../../../src-core/layout/themed/table-columns.ts';
import { useText } from '../../../i18n/use-text.ts';
import { SelectField, type SelectOption } from '../../../ui/select-field.tsx';
import styles from './table-sheet.module.css';

/** A table and how its rows are read. */
export interface ChosenTable {
  readonly table: RowsTable;
  /** From 0. */
  readonly sheetAt: number;
  readonly reading: TableReading;
  /** The row that names the columns where any does, from 1. */
  readonly heads: number;
  /** Rows that the spreadsheet does not show become no entries. */
  readonly leavesHidden: boolean;
}

/** How a sheet of a table is likely meant. */
export function readingOf(template: Template, { sheets }: RowsTable, sheetAt: number): Omit<ChosenTable, 'table'> {
  const rows = sheets[sheetAt]?.rows ?? [];
  const reading = proposedReading(template, rows);
  const heads = reading.headRow ?? rows.findIndex((row) => !row.every(isBlank)) + 1;
  return { sheetAt, reading, heads, leavesHidden: true };
}

interface TableChoicesProps {
  readonly template: Template;
  readonly chosen: ChosenTable;
  readonly onChoose: (chosen: ChosenTable) => void;
}

const NO_COLUMN = 'none';

/** Which rows of a table are entries, and which of its columns a variable has its values from. */
export function TableChoices({ template, chosen, onChoose }: TableChoicesProps) {
  const { t } = useText();
  const { table, sheetAt, reading, heads, leavesHidden } = chosen;
  const { hiddenRows = [] } = table.sheets[sheetAt] ?? {};
  const columns = useColumns(chosen);
  const chooseColumn = (name: string, value: string): void => {
    const column = value === NO_COLUMN ? null : Number(value);
    onChoose({ ...chosen, reading: { ...reading, columns: { ...reading.columns, [name]: column } } });
  };
  if (table.sheets.length === 0)
    return <p className={styles.problem}>{t('layout.table.empty', { name: table.name })}</p>;
  return (
    <>
      {table.sheets.length > 1 && (
        <SelectField
          label={t('layout.table.sheet')}
          value={String(sheetAt)}
          onChange={(at) => onChoose({ table, ...readingOf(template, table, Number(at)) })}
          options={table.sheets.map(({ name }, at) => ({ value: String(at), label: name }))}
        />
      )}
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={reading.headRow !== null}
          onChange={() =>
            onChoose({ ...chosen, reading: { ...reading, headRow: reading.headRow === null ? heads : null } })
          }
        />
        <span>{t('layout.table.heads', { row: heads })}</span>
      </label>
      {hiddenRows.length > 0 && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={leavesHidden}
            onChange={() => onChoose({ ...chosen, leavesHidden: !leavesHidden })}
          />
          <span>{t('layout.table.hidden', { count: hiddenRows.length })}</span>
        </label>
      )}
      <div className={styles.columns} role="group" aria-label={t('layout.table.columns')}>
        {Object.entries(template.parameters.definitions).map(([name, { description, required }]) => (
          <SelectField
            key={name}
            label={required ? description : t('layout.entry.optional', { field: description })}
            value={String(reading.columns[name] ?? NO_COLUMN)}
            onChange={(value) => chooseColumn(name, value)}
            options={[{ value: NO_COLUMN, label: t('layout.table.noColumn') }, ...columns]}
          />
        ))}
      </div>
    </>
  );
}

/** The columns of a sheet by what stands above them, each with the first value under it. */
function useColumns({ table, sheetAt, reading: { headRow } }: ChosenTable): readonly SelectOption<string>[] {
  const { t } = useText();
  const rows = table.sheets[sheetAt]?.rows ?? [];
  const heads = headRow === null ? [] : (rows[headRow - 1] ?? []);
  const below = rows.slice(headRow ?? 0);
  return Array.from({ length: widthOf(rows) }, (_, column) => {
    const head = (heads[column] ?? '').trim();
    const first = below.find((row) => !isBlank(row[column]))?.[column]?.trim();
    return {
      value: String(column),
      label: head === '' ? t('layout.table.column', { letters: lettersOf(column) }) : head,
      note: first === undefined ? null : shortened(first),
    };
  });
}

/** Of a note under a choice. */
const LONGEST_NOTE = 60;
const shortened = (text: string): string => (text.length > LONGEST_NOTE ? `${text.slice(0, LONGEST_NOTE)}…` : text);

/** As a spreadsheet names its columns, from 0: A to Z, AA, AB and so on. */
const lettersOf = (column: number): string =>
  `${column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)}${String.fromCharCode(65 + (column % 26))}`;
