import {
  TABLE_AS_IT_WAS,
  type ArrangedTable,
  type ColumnView,
  type TableView,
  type TableViews,
} from '../../../src-core/desk/table-views.ts';
import { callStudio, queryClient, useAnswer, wireErrorOf } from '../../bridge.ts';
import { createStore } from '../../ui/store.ts';
import { showToast } from '../../ui/toast-store.ts';

const KEY = ['app.tables', {}] as const;
/** As a hand has just made them, until they are kept: a key that is held down makes each step of the one before. */
const underWay = createStore<Partial<TableViews>>({});

const viewOf = (table: ArrangedTable): TableView =>
  underWay.get()[table] ?? queryClient.getQueryData<TableViews>(KEY)?.[table] ?? TABLE_AS_IT_WAS;

/** Arranges a table anew, at once and for the next start. */
export function arrangeTable(table: ArrangedTable, change: (view: TableView) => TableView): void {
  const next = change(viewOf(table));
  underWay.set((former) => ({ ...former, [table]: next }));
  const end = (): void => {
    if (underWay.get()[table] === next) underWay.set(({ [table]: _, ...others }) => others);
  };
  callStudio('app.setTable', { table, view: next }).then(
    (all) => {
      queryClient.setQueryData(KEY, all);
      end();
    },
    (error: unknown) => {
      end();
      showToast({ text: wireErrorOf(error).text, tone: 'bad' });
    },
  );
}

export interface ArrangedView {
  readonly view: TableView;
  readonly changeColumns: (change: (columns: ColumnView) => ColumnView) => void;
}

/** How a table is arranged on this computer. */
export function useTableView(table: ArrangedTable): ArrangedView {
  const kept = useAnswer('app.tables', {}).data?.[table];
  const view = underWay.use()[table] ?? kept ?? TABLE_AS_IT_WAS;
  return {
    view,
    changeColumns: (change) => arrangeTable(table, (now) => ({ ...now, ...change(now) })),
  };
}
