import { BookPlus, FilePlus2, FileSpreadsheet, FolderPlus } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { runCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ScreenHeader } from '../../ui/toolbar.tsx';
import { newBook } from '../layout/new-book.ts';
import { ExportMenu } from '../reports/export-menu.tsx';
import { ColumnsMenu } from '../tables/columns-menu.tsx';
import { SaveFilter } from '../tables/save-filter.tsx';
import { LIBRARY_GROUPINGS } from './library-groupings.ts';
import type { countVerdicts } from './library-filter.ts';
import { keptFormOf, libraryFilter } from './library-state.ts';
import { useImports } from './use-library-work.ts';
import { VerdictFilter } from './verdict-filter.tsx';
import styles from './library.module.css';

export interface LibraryHeadProps {
  readonly counts: ReturnType<typeof countVerdicts>;
  readonly columns: readonly DataColumn<LibraryRow>[];
  /** The books that a report is about. */
  readonly reported: readonly LibraryRow[];
}

/** Above the library: which of its books are shown, and ways to more of them. A step from row to row draws none of it. */
export const LibraryHead = memo(function LibraryHead({ counts, columns, reported }: LibraryHeadProps) {
  const { t } = useText();
  const filter = libraryFilter.use();
  const imports = useImports();
  const bookIds = useMemo(() => reported.map(({ bookId }) => bookId), [reported]);
  return (
    <ScreenHeader title={t('library.title')}>
      <SearchField
        label={t('library.filter')}
        value={filter.query}
        onChange={(query) => libraryFilter.set({ ...filter, query })}
      />
      <VerdictFilter
        counts={counts}
        value={filter.verdict}
        onChange={(verdict) => libraryFilter.set({ ...filter, verdict })}
      />
      <span className={styles.menu}>
        <SaveFilter
          table="library"
          now={keptFormOf(filter)}
          suggestion={[filter.verdict === 'all' ? '' : t(`ui.verdict.${filter.verdict}`), filter.query.trim()]
            .filter((part) => part !== '')
            .join(' · ')}
        />
        <ColumnsMenu table="library" columns={columns} groupings={LIBRARY_GROUPINGS} />
        <ExportMenu bookIds={bookIds} isMain />
        <IconButton
          label={t('layout.new.button')}
          icon={BookPlus}
          command="layouts.new"
          onPress={() => newBook.set({})}
        />
        <IconButton
          label={t('ui.command.manifests.pick')}
          icon={FileSpreadsheet}
          command="manifests.pick"
          onPress={() => runCommand('manifests.pick')}
        />
        <IconButton
          label={t('library.addFiles')}
          icon={FilePlus2}
          command="imports.pickFiles"
          onPress={imports.pickFiles}
        />
        <IconButton
          label={t('library.addFolder')}
          icon={FolderPlus}
          command="imports.pickFolder"
          onPress={imports.pickFolder}
        />
      </span>
    </ScreenHeader>
  );
});
