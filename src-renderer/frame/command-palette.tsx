import { Search } from 'lucide-react';
import { Autocomplete, Input, Menu, MenuItem, SearchField } from 'react-aria-components';
import { COMMAND_LIST, shownKeysOf, type Command } from '../../src-core/commands.ts';
import { ARRANGED_TABLES } from '../../src-core/desk/table-views.ts';
import { useAnswer } from '../bridge.ts';
import { applyLibraryFilter } from '../features/library/library-state.ts';
import { applyOrderFilter } from '../features/orders/order-filter.ts';
import { goTo } from '../route.ts';
import { isTaken } from '../commands/run-command.ts';
import { createSearch, searchTextOf } from '../i18n/choseong.ts';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import styles from './command-palette.module.css';

export interface CommandPaletteProps {
  readonly onClose: () => void;
  readonly onChoose: (command: Command) => void;
}

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly keys: string | undefined;
}

/** How each table takes a filter that was kept. */
const FILTERED = { library: applyLibraryFilter, orders: applyOrderFilter } as const;

/** Everything that can be done on this screen, and the filters that were kept, found by their names. */
export function CommandPalette({ onClose, onChoose }: CommandPaletteProps) {
  const { t } = useText();
  const tables = useAnswer('app.tables', {}).data;
  const filters = ARRANGED_TABLES.flatMap((table) =>
    (tables?.[table].filters ?? []).map((filter) => ({ id: `${table} ${filter.name}`, table, filter })),
  );
  const choices: readonly Choice[] = [
    ...COMMAND_LIST.filter(({ command }) => command !== 'help.palette' && isTaken(command)).map(({ command }) => ({
      id: command,
      name: t(`ui.command.${command}`),
      keys: shownKeysOf(command),
    })),
    ...filters.map(({ id, table, filter }) => ({
      id,
      name: t('ui.filters.inPalette', { section: t(`ui.section.${table}`), name: filter.name }),
      keys: undefined,
    })),
  ];
  const choose = (id: string): void => {
    const kept = filters.find((one) => one.id === id);
    if (kept === undefined) return onChoose(id as Command);
    onClose();
    FILTERED[kept.table](kept.filter);
    goTo(kept.table);
  };
  return (
    <Dialog label={t('ui.command.help.palette')} size="medium" onClose={onClose}>
      <Autocomplete filter={(name, wanted) => createSearch(wanted)(searchTextOf(name))}>
        <SearchField aria-label={t('ui.paletteField')} autoFocus className={styles.field ?? ''}>
          <Search size={18} aria-hidden="true" />
          <Input placeholder={t('ui.paletteField')} spellCheck={false} className={styles.input ?? ''} />
        </SearchField>
        {/* The arrows move through the list; the tab key reaches it as well, so that it can be scrolled. */}
        <div className={styles.list} tabIndex={0}>
          <Menu
            aria-label={t('ui.command.help.palette')}
            items={choices}
            onAction={(key) => choose(String(key))}
            renderEmptyState={() => <p className={styles.none}>{t('ui.paletteNone')}</p>}
          >
            {({ id, name, keys }) => (
              <MenuItem id={id} textValue={name} className={styles.item ?? ''}>
                <span>{name}</span>
                {keys !== undefined && <KeyHint keys={keys} />}
              </MenuItem>
            )}
          </Menu>
        </div>
      </Autocomplete>
    </Dialog>
  );
}
