import { Search } from 'lucide-react';
import { Autocomplete, Input, Menu, MenuItem, SearchField, useFilter } from 'react-aria-components';
import { COMMAND_LIST, shownKeysOf, type Command } from '../../src-core/commands.ts';
import { isTaken } from '../commands/run-command.ts';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import styles from './command-palette.module.css';

export interface CommandPaletteProps {
  readonly onClose: () => void;
  readonly onChoose: (command: Command) => void;
}

/** Everything that can be done on this screen, found by its name. */
export function CommandPalette({ onClose, onChoose }: CommandPaletteProps) {
  const { t } = useText();
  const { contains } = useFilter({ sensitivity: 'base' });
  const choices = COMMAND_LIST.filter(({ command }) => command !== 'help.palette' && isTaken(command)).map(
    ({ command }) => ({ id: command, name: t(`ui.command.${command}`) }),
  );
  return (
    <Dialog label={t('ui.command.help.palette')} size="medium" onClose={onClose}>
      <Autocomplete filter={contains}>
        <SearchField aria-label={t('ui.paletteField')} autoFocus className={styles.field ?? ''}>
          <Search size={18} aria-hidden="true" />
          <Input placeholder={t('ui.paletteField')} spellCheck={false} className={styles.input ?? ''} />
        </SearchField>
        {/* The arrows move through the list; the tab key reaches it as well, so that it can be scrolled. */}
        <div className={styles.list} tabIndex={0}>
          <Menu
            aria-label={t('ui.command.help.palette')}
            items={choices}
            onAction={(key) => onChoose(key as Command)}
            renderEmptyState={() => <p className={styles.none}>{t('ui.paletteNone')}</p>}
          >
            {({ id, name }) => {
              const keys = shownKeysOf(id);
              return (
                <MenuItem id={id} textValue={name} className={styles.item ?? ''}>
                  <span>{name}</span>
                  {keys !== undefined && <KeyHint keys={keys} />}
                </MenuItem>
              );
            }}
          </Menu>
        </div>
      </Autocomplete>
    </Dialog>
  );
}
