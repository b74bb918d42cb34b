import { X } from 'lucide-react';
import { withFilter, withoutFilter, type ArrangedTable, type SavedFilter } from '../../../src-core/desk/table-views.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { TakeBack } from '../undo/step-stack.ts';
import { useUndoable } from '../undo/use-undo.ts';
import type { FilterNow } from './save-filter.tsx';
import { arrangeTable, useTableView } from './use-table-view.ts';
import styles from './saved-filters.module.css';

export interface FilterChipsProps {
  readonly table: ArrangedTable;
  readonly now: FilterNow;
  readonly onApply: (filter: FilterNow) => void;
}

const NO_FILTER: FilterNow = { text: '', fold: null };

/** The filters that were kept; a press shows what is in one, and all again. Nothing where there are none. */
export function FilterChips({ table, now, onApply }: FilterChipsProps) {
  const { t } = useText();
  const { view } = useTableView(table);
  const showUndo = useUndoable();
  if (view.filters.length === 0) return null;
  const remove = (filter: SavedFilter): void => {
    const takeOut: TakeBack = async () => {
      arrangeTable(table, (before) => withoutFilter(before, filter.name));
      return { again: takeBack, left: 0 };
    };
    const takeBack: TakeBack = async () => {
      arrangeTable(table, (before) => withFilter(before, filter));
      return { again: takeOut, left: 0 };
    };
    void takeOut();
    showUndo(t('ui.filters.removed', { name: filter.name }), takeBack);
  };
  return (
    <div role="group" aria-label={t('ui.filters.saved')} className={styles.chips}>
      {view.filters.map((filter) => {
        const isOn = filter.text === now.text && filter.fold === now.fold;
        return (
          <span key={filter.name} className={styles.chip} data-on={isOn || undefined}>
            <button type="button" aria-pressed={isOn} onClick={() => onApply(isOn ? NO_FILTER : filter)}>
              {filter.name}
            </button>
            <IconButton label={t('ui.filters.remove', { name: filter.name })} icon={X} onPress={() => remove(filter)} />
          </span>
        );
      })}
    </div>
  );
}
