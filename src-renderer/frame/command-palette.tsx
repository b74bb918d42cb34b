import { Search } from 'lucide-react';
import { Autocomplete, Input, Menu, MenuItem, SearchField } from 'react-aria-components';
import { COMMAND_LIST, goesToItsScreen, screensOf, shownKeysOf, type Command } from '../../src-core/commands.ts';
import { useAnswer } from '../bridge.ts';
import { applyLibraryFilter } from '../features/library/library-state.ts';
import { applyOrderFilter } from '../features/orders/order-filter.ts';
import { goTo, useSection } from '../route.ts';
import { commandNames, isTaken, whyNotNow } from '../commands/run-command.ts';
import { CATALOGUES } from '../i18n/catalogues.ts';
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
  /** Looked through: its name in both languages, whichever the operator thinks in. */
  readonly words: string;
  readonly keys: string | undefined;
  /** Why it cannot be done now; null: it can. */
  readonly whyNot: string | null;
}

/** How each table takes a filter that was kept. */
const FILTERED = { library: applyLibraryFilter, orders: applyOrderFilter } as const;
const FILTERED_TABLES = ['library', 'orders'] as const satisfies readonly (keyof typeof FILTERED)[];

/** Everything that can be done, what cannot be done now with its reason behind it, and the filters that were kept. */
export function CommandPalette({ onClose, onChoose }: CommandPaletteProps) {
  const { t } = useText();
  const section = useSection();
  const names = commandNames.use();
  const tables = useAnswer('app.tables', {}).data;
  const filters = FILTERED_TABLES.flatMap((table) =>
    (tables?.[table].filters ?? []).map((filter) => ({ id: `${table} ${filter.name}`, table, filter })),
  );
  const reasonOf = (command: Command): string | null => {
    if (isTaken(command)) return null;
    const said = whyNotNow(command);
    if (said !== null) return said;
    const screens = screensOf(command);
    if (screens === null || screens.includes(section)) return t('ui.whyNot.chosen');
    const [first = section] = screens;
    return goesToItsScreen(command) ? null : t('ui.whyNot.elsewhere', { section: t(`ui.section.${first}`) });
  };
  const commands = COMMAND_LIST.filter(({ command }) => command !== 'help.palette').map(({ command }): Choice => {
    const key = `ui.command.${command}`;
    const name = names[command] ?? t(`ui.command.${command}`);
    const words = [name, CATALOGUES.ko.get(key), CATALOGUES.en.get(key)].join('\n');
    return { id: command, name, words, keys: shownKeysOf(command), whyNot: reasonOf(command) };
  });
  const choices: readonly Choice[] = [
    ...commands.filter(({ whyNot }) => whyNot === null),
    ...filters.map(({ id, table, filter }) => {
      const name = t('ui.filters.inPalette', { section: t(`ui.section.${table}`), name: filter.name });
      return { id, name, words: name, keys: undefined, whyNot: null };
    }),
    ...commands.filter(({ whyNot }) => whyNot !== null),
  ];
  const choose = (id: string): void => {
    const kept = filters.find((one) => one.id === id);
    if (kept === undefined) return onChoose(id as Command);
    onClose();
    FILTERED[kept.table](kept.filter);
    goTo(kept.table);
  };
  return (
    <Dialog label={t('ui.command.help.palette')} isAtTop onClose={onClose}>
      <Autocomplete filter={(name, wanted) => createSearch(wanted)(searchTextOf(name))}>
        <SearchField data-palette="" aria-label={t('ui.paletteField')} autoFocus className={styles.field ?? ''}>
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
            {({ id, name, words, keys, whyNot }) => (
              <MenuItem id={id} textValue={words} isDisabled={whyNot !== null} className={styles.item ?? ''}>
                <span>{name}</span>
                {whyNot !== null && <span className={styles.whyNot}>{whyNot}</span>}
                {keys !== undefined && <KeyHint keys={keys} />}
              </MenuItem>
            )}
          </Menu>
        </div>
      </Autocomplete>
    </Dialog>
  );
}
