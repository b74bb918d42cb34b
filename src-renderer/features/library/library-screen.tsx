import {
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { useAnswer } from '../../bridge.ts';
import { runCommand, useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { toggleDetails } from '../../ui/details-fold.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { keepInSelection, selectOne } from '../../ui/table-selection.ts';
import { showToast } from '../../ui/toast-store.ts';
import { ScreenHeader } from '../../ui/toolbar.tsx';
import { openLayout } from '../../route.ts';
import { useChosenRows } from '../../ui/chosen-rows.ts';
import { Rested } from '../../ui/rested.tsx';
import { groupRows } from '../../ui/group-rows.ts';
import { useSortedRows } from '../../ui/use-sorted-rows.ts';
import { useWidth } from '../../ui/use-width.ts';
import { newBook } from '../layout/new-book.ts';
import { FilterChips } from '../tables/filter-chips.tsx';
import { useFoldedGroups } from '../tables/use-folded-groups.ts';
import { useTableView } from '../tables/use-table-view.ts';
import { NamingRulesSheet } from '../naming-rules/naming-rules-sheet.tsx';
import { EmptyLibrary } from './empty-library.tsx';
import { ImportPanel } from './import-panel.tsx';
import { libraryColumns } from './library-columns.tsx';
import { countVerdicts, filterRows, isProblem, nextProblem, NO_FILTER } from './library-filter.ts';
import { batchOf, byFolder } from './library-groupings.ts';
import { LibraryFooter } from './library-footer.tsx';
import { LibraryHead } from './library-head.tsx';
import {
  applyLibraryFilter,
  keptFormOf,
  libraryFilter,
  librarySelection,
  librarySorting,
  pairingOf,
  shownImport,
} from './library-state.ts';
import { booksBeside, rowsBeside } from './books-beside.ts';
import { isLeftOver, isPartner } from './pair-candidates.ts';
import { PairSheet } from './pair-sheet.tsx';
import { useSavePackage } from './use-packages.ts';
import { usePairing } from './use-pairing.ts';
import { isWrittenAnew } from './row-turns.ts';
import { useTurnedRows } from './use-turned-rows.ts';
import { useImports, useRecheck, useRemoveBooks } from './use-library-work.ts';
import styles from './library.module.css';

const bookIdOf = (row: LibraryRow): string => row.bookId;

interface LibraryScreenProps {
  readonly rows: readonly LibraryRow[];
  /** More rows may be on their way: one that was chosen is waited for. */
  readonly isFetching: boolean;
  /** What is shown beside the list of the books that are selected: the same function from one drawing to the next. */
  readonly inspectorOf: (chosen: readonly LibraryRow[]) => ReactNode;
}

/** Every book of the desk: found, checked, waiting for its next step. */
export const LibraryScreen = memo(function LibraryScreen({ rows, isFetching, inspectorOf }: LibraryScreenProps) {
  const text = useText();
  const { t } = text;
  const filter = libraryFilter.use();
  const selection = librarySelection.use();
  const importId = shownImport.use();
  const imports = useImports();
  const removeBooks = useRemoveBooks();
  const recheck = useRecheck();
  const currency = useAnswer('app.status', {}).data?.credit?.currency ?? 'KRW';
  const [attachWidth, widthPx] = useWidth();
  const [areRulesOpen, setAreRulesOpen] = useState(false);
  const counts = useMemo(() => countVerdicts(rows), [rows]);
  const columns = useMemo(() => libraryColumns(text, currency, widthPx), [text, currency, widthPx]);
  const arranged = useTableView('library');
  const sorting = librarySorting.use();
  const filtered = useMemo(() => filterRows(rows, filter), [rows, filter]);
  const compare = columns.find(({ id }) => id === sorting?.by)?.compare ?? null;
  const sorted = useSortedRows(filtered, bookIdOf, compare, sorting?.isDown === true);
  const isGrouped = arranged.view.groupBy === 'batch';
  const groups = useMemo(() => (isGrouped ? groupRows(sorted, byFolder(text)) : null), [isGrouped, sorted, text]);
  const shown = groups?.rows ?? sorted;
  // Rows are drawn in slices between which the window answers; what a command takes is never older than the filter.
  const drawn = useDeferredValue(useMemo(() => ({ rows: shown, groups }), [shown, groups]));
  const folding = useFoldedGroups(arranged.view.groupBy, groups?.byKey ?? null);
  const followedRef = useRef<Followed | null>(null);
  useSelectionThatFollows(shown, isFetching, followedRef);
  const turned = useTurnedRows(rows);

  const problemRef = useRef<LibraryRow | null>(null);
  const tellOfHidden = (): void => {
    const hidden = rows.filter((one) => isProblem(one) && !shown.includes(one));
    const [first] = hidden;
    if (first === undefined) return void showToast({ text: t('library.noProblem'), tone: 'good' });
    showToast({
      text: t('library.hiddenProblems', { count: hidden.length }),
      action: {
        label: t('library.showProblems'),
        run: () => {
          libraryFilter.set(NO_FILTER);
          librarySelection.set(selectOne(first.bookId));
        },
      },
    });
  };
  const goToProblem = (direction: 1 | -1): void => {
    const row = nextProblem(shown, selection.focusId, direction);
    problemRef.current = row;
    if (row === null) tellOfHidden();
    else librarySelection.set(selectOne(row.bookId));
  };
  useWayOn(problemRef, followedRef, rows, ({ title }, isPlaceTaken) => {
    showToast({ text: t('library.nowInOrder', { title }), tone: 'good' });
    const here = shown.find(({ bookId }) => bookId === librarySelection.get().focusId);
    if (isPlaceTaken && here !== undefined && isProblem(here)) problemRef.current = here;
    else goToProblem(1);
  });
  const chosen = useChosenRows(shown, bookIdOf, selection.ids);
  useEffect(() => {
    const [one, another] = chosen;
    booksBeside.set(one === undefined || another !== undefined ? [] : rowsBeside(shown, one.bookId));
  }, [chosen, shown]);
  // One that is chosen stands for no part of the library: what is about all of it stays as it is from row to row.
  const many = chosen.length > 1 ? chosen : null;
  useCommand('problem.next', () => goToProblem(1));
  useCommand('problem.previous', () => goToProblem(-1));
  const whyNone = t('ui.whyNot.noBook');
  useCommand(
    'library.remove',
    chosen.length === 0 ? null : () => removeBooks(chosen.map(({ bookId }) => bookId)),
    whyNone,
  );
  const packing = useSavePackage();
  useCommand('packages.save', chosen.length === 0 ? null : () => packing.save(chosen.map(bookIdOf)), whyNone);
  useCommand('library.recheck', () => recheck((chosen.length === 0 ? shown : chosen).map(bookIdOf)));
  useCommand('screen.details', rows.length === 0 ? null : toggleDetails, whyNone);
  useCommand('library.namingRules', () => setAreRulesOpen(true));

  const pairing = usePairing();
  const openPairing = pairingOf.use();
  const latestPairing = useRef(pairing.pair);
  useEffect(() => {
    latestPairing.current = pairing.pair;
  });
  const [only, second] = chosen;
  const leftOver = only !== undefined && isLeftOver(only) ? only : null;
  const areTwoHalves = leftOver !== null && second !== undefined && chosen.length === 2 && isLeftOver(second);
  useCommand(
    'library.pair',
    areTwoHalves
      ? () => pairing.pair(leftOver, second)
      : leftOver !== null && chosen.length === 1
        ? () => pairingOf.set(leftOver.bookId)
        : null,
    t('ui.whyNot.notLeftOver'),
  );
  const own = openPairing === null ? null : (rows.find(({ bookId }) => bookId === openPairing) ?? null);
  const carry = useMemo(
    () => ({
      canCarry: isLeftOver,
      canTake: isPartner,
      onCarried: (from: LibraryRow, to: LibraryRow) => latestPairing.current(from, to),
    }),
    [],
  );

  const isEmpty = rows.length === 0;
  const headOf = useCallback(
    (reported: readonly LibraryRow[]) => <LibraryHead counts={counts} columns={columns} reported={reported} />,
    [counts, columns],
  );
  const footerOf = useCallback(
    (several: readonly LibraryRow[] | null) => <LibraryFooter rows={rows} shown={filtered} many={several} />,
    [rows, filtered],
  );
  const head = isEmpty ? <ScreenHeader title={t('library.title')} /> : <Rested value={many ?? shown}>{headOf}</Rested>;
  return (
    <Screen
      inspector={isEmpty ? null : <Rested value={chosen}>{inspectorOf}</Rested>}
      inspectorLabel={t('library.view.none')}
    >
      {head}
      {!isEmpty && <FilterChips table="library" now={keptFormOf(filter)} onApply={applyLibraryFilter} />}
      {importId !== null && (
        <ImportPanel
          importId={importId}
          onUndo={() => imports.undoImport(importId)}
          onClose={() => shownImport.set(null)}
        />
      )}
      {isEmpty ? (
        <EmptyLibrary
          isBusy={imports.isBusy}
          onPickFolder={imports.pickFolder}
          onAddSamples={imports.addSamples}
          onNewBook={() => newBook.set({})}
          onRules={() => setAreRulesOpen(true)}
        />
      ) : (
        <>
          <div ref={attachWidth} className={styles.content}>
            {shown.length === 0 ? (
              <EmptyState title={t('library.noMatch.title')}>
                <Button onPress={() => libraryFilter.set(NO_FILTER)}>{t('library.noMatch.clear')}</Button>
              </EmptyState>
            ) : (
              <DataTable
                label={t('library.table')}
                rows={drawn.rows}
                rowId={bookIdOf}
                rowName={(row) => t('library.rowName', { title: row.title, verdict: t(`ui.verdict.${row.verdict}`) })}
                rowNote={(row) => t('library.rowPrint', { print: t(`ui.print.${row.print}`) })}
                columns={columns}
                view={arranged.view}
                onView={arranged.changeColumns}
                turned={turned}
                selection={selection}
                onSelect={librarySelection.set}
                sorting={sorting}
                onSort={librarySorting.set}
                carry={carry}
                {...(drawn.groups !== null && {
                  ...folding,
                  groupOf: batchOf,
                  groupHead: (batch: string) => (
                    <>
                      <span>{drawn.groups?.byKey.get(batch)?.head}</span>
                      <span className={styles.groupCount}>
                        {text.format.number(drawn.groups?.byKey.get(batch)?.rows.length ?? 0)}
                      </span>
                    </>
                  ),
                })}
                onRemove={removeBooks}
                onOpen={() => openRow(rows.find((row) => row.bookId === librarySelection.get().focusId))}
                onKey={(event) => event.code === 'Space' && runCommand('screen.quickLook')}
                autoFocus
              />
            )}
          </div>
          <Rested value={many}>{footerOf}</Rested>
        </>
      )}
      {own !== null && (
        <PairSheet
          own={own}
          rows={rows}
          onClose={() => pairingOf.set(null)}
          onChoose={(other) => {
            pairingOf.set(null);
            pairing.pair(own, other);
          }}
        />
      )}
      {areRulesOpen && <NamingRulesSheet onClose={() => setAreRulesOpen(false)} />}
    </Screen>
  );
});

/** A book that is made here opens its layout, another one its pages. */
function openRow(row: LibraryRow | undefined): void {
  if (row !== undefined && row.layout !== null) openLayout(row.bookId);
  else runCommand('screen.quickLook');
}

/** A row that left the list, and the one that took its place as the chosen one. */
interface Followed {
  readonly from: string;
  readonly to: string | null;
}

/**
 * The operator went to a problem, mended it in another program and saved: once the book is in order the next problem is gone to.
 * Whoever has chosen another row since, is typing or answers a question stays where they are. A row that a filter hides once it is
 * mended has given its place to the next one already.
 */
function useWayOn(
  lookedAtRef: RefObject<LibraryRow | null>,
  followedRef: RefObject<Followed | null>,
  rows: readonly LibraryRow[],
  goOn: (mended: LibraryRow, isPlaceTaken: boolean) => void,
): void {
  const latest = useRef(goOn);
  useEffect(() => {
    latest.current = goOn;
  });
  useEffect(() => {
    const problem = lookedAtRef.current;
    if (problem === null) return;
    const { focusId } = librarySelection.get();
    const isPlaceTaken = followedRef.current?.from === problem.bookId && followedRef.current.to === focusId;
    if (focusId !== problem.bookId && !isPlaceTaken) {
      lookedAtRef.current = null;
      return;
    }
    const now = rows.find(({ bookId }) => bookId === problem.bookId);
    if (now === undefined || !isWrittenAnew(problem, now)) return;
    const isJudged = now.verdict !== 'notChecked' && now.print !== 'notChecked';
    if (isJudged && !isProblem(now) && !isElsewhere()) latest.current(now, isPlaceTaken);
  }, [lookedAtRef, followedRef, rows]);
}

const isElsewhere = (): boolean =>
  document.querySelector('[role="dialog"]') !== null ||
  document.activeElement?.matches('input, textarea, select') === true;

/** The first row of a fresh table is chosen; rows that have gone leave the selection, and the next one takes their place. */
function useSelectionThatFollows(
  shown: readonly LibraryRow[],
  isFetching: boolean,
  followedRef: RefObject<Followed | null>,
): void {
  const former = useRef<readonly string[]>([]);
  useEffect(() => {
    const ids = shown.map(({ bookId }) => bookId);
    const [first] = ids;
    const { focusId } = librarySelection.get();
    const isNew = focusId !== null && !ids.includes(focusId) && !former.current.includes(focusId);
    // Just made, and chosen by whoever made it.
    if (isFetching && isNew) return;
    librarySelection.set((selection) => {
      const kept = keepInSelection(selection, ids, former.current);
      return kept.focusId === null && former.current.length === 0 && first !== undefined ? selectOne(first) : kept;
    });
    if (focusId !== null && !ids.includes(focusId))
      followedRef.current = { from: focusId, to: librarySelection.get().focusId };
    former.current = ids;
  }, [shown, isFetching, followedRef]);
}
