import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import type { Text } from '../../i18n/text.ts';
import type { RowGrouping } from '../../ui/group-rows.ts';
import { byName } from '../../ui/sort-rows.ts';

export const LIBRARY_GROUPINGS = [{ id: 'batch', command: 'library.groupByFolder' }] as const;

export const batchOf = (row: LibraryRow): string => row.batch;

/** A folder of books; told by its name. Those that came by none stand behind all others. */
export const byFolder = ({ language, t }: Text): RowGrouping<LibraryRow, string> => {
  const unfiled = t('library.noFolder');
  return {
    keyOf: batchOf,
    headOf: (batch) => (batch === '' ? unfiled : batch),
    compareHeads: byName(language, (name: string) => (name === unfiled ? '' : name)),
  };
};
