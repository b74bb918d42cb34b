import { Check, Columns3 } from 'lucide-react';
import { Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components';
import type { Command } from '../../../src-core/commands.ts';
import { COLUMNS_AS_THEY_WERE, withHiddenColumns, type ArrangedTable } from '../../../src-core/desk/table-views.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { controlOf, runCommand, useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { arrangeTable, useTableView } from './use-table-view.ts';
import styles from './columns-menu.module.css';

/** A way to group the rows of a table, with the command that does it. */
export interface GroupingChoice {
  readonly id: string;
  readonly command: Command;
}

export interface ColumnsMenuProps {
  readonly table: ArrangedTable;
  readonly columns: readonly { readonly id: string; readonly name: string; readonly isRowHeader?: boolean }[];
  readonly groupings?: readonly GroupingChoice[];
  /** The table lies in a sheet over a screen: the command stays the screen's. */
  readonly isInSheet?: boolean;
}

const NO_GROUPINGS: readonly GroupingChoice[] = [];

const COMPACT = 'compact';
const AS_IT_WAS = 'asItWas';
const FOLDS = ['screen.foldGroups', 'screen.unfoldGroups'] as const satisfies readonly Command[];

/** Which columns the table has, how high its rows are, and the way back. */
export function ColumnsMenu({ table, columns, groupings = NO_GROUPINGS, isInSheet = false }: ColumnsMenuProps) {
  const { t } = useText();
  const { view, changeColumns } = useTableView(table);
  const density = useAnswer('app.info', {}).data?.preferences.density;
  const setPreferences = useAction('app.setPreferences');
  const choosable = columns.filter(({ isRowHeader }) => isRowHeader !== true);
  const shown = choosable.filter(({ id }) => !view.hidden.includes(id)).map(({ id }) => id);
  useCommand('screen.columns', isInSheet ? null : () => controlOf('screen.columns')?.click());
  const groupBy = (id: string | null): void => arrangeTable(table, (now) => ({ ...now, groupBy: id }));
  const groupedBy = groupings.find(({ id }) => id === view.groupBy)?.id ?? null;
  const isAsItWas = view.hidden.length === 0 && view.widths.length === 0 && groupedBy === null;
  useCommand('screen.ungroup', groupedBy === null ? null : () => groupBy(null));
  return (
    <MenuTrigger>
      {groupings.map(({ id, command }) => (
        <GroupCommand key={id} command={command} run={() => groupBy(id)} />
      ))}
      <IconButton label={t('ui.table.columns')} icon={Columns3} {...(!isInSheet && { command: 'screen.columns' })} />
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <Menu
          aria-label={t('ui.table.columns')}
          className={styles.menu ?? ''}
          disabledKeys={isAsItWas ? [AS_IT_WAS] : []}
          onAction={(key) => {
            if (key === AS_IT_WAS) arrangeTable(table, (now) => ({ ...now, ...COLUMNS_AS_THEY_WERE, groupBy: null }));
            const folds = FOLDS.find((command) => command === key);
            if (folds !== undefined) runCommand(folds);
          }}
        >
          <MenuSection
            aria-label={t('ui.table.columns')}
            selectionMode="multiple"
            selectedKeys={shown}
            onSelectionChange={(keys) => {
              const chosen = keys === 'all' ? choosable.map(({ id }) => id) : [...keys].map(String);
              const hidden = choosable.map(({ id }) => id).filter((id) => !chosen.includes(id));
              changeColumns((now) => withHiddenColumns(now, hidden));
            }}
          >
            {choosable.map(({ id, name }) => (
              <Tick key={id} id={id} name={name} />
            ))}
          </MenuSection>
          <Separator className={styles.line ?? ''} />
          {groupings.length > 0 && (
            <MenuSection
              aria-label={t('ui.command.screen.ungroup')}
              selectionMode="multiple"
              selectedKeys={groupings.filter(({ id }) => id === groupedBy).map(({ command }) => command)}
              onSelectionChange={(keys) => {
                const chosen = new Set<string>([...keys].map(String));
                groupBy(groupings.find(({ id, command }) => id !== groupedBy && chosen.has(command))?.id ?? null);
              }}
            >
              {groupings.map(({ command }) => (
                <Tick key={command} id={command} name={t(`ui.command.${command}`)} />
              ))}
            </MenuSection>
          )}
          {groupedBy !== null &&
            FOLDS.map((command) => (
              <MenuItem key={command} id={command} className={styles.item ?? ''} textValue={t(`ui.command.${command}`)}>
                <span className={styles.tick} />
                {t(`ui.command.${command}`)}
              </MenuItem>
            ))}
          {groupings.length > 0 && <Separator className={styles.line ?? ''} />}
          <MenuSection
            aria-label={t('settings.density')}
            selectionMode="multiple"
            selectedKeys={density === 'compact' ? [COMPACT] : []}
            onSelectionChange={(keys) =>
              setPreferences.mutate({ density: keys === 'all' || keys.has(COMPACT) ? 'compact' : 'comfortable' })
            }
          >
            <Tick id={COMPACT} name={t('ui.table.compact')} />
          </MenuSection>
          <Separator className={styles.line ?? ''} />
          <MenuItem id={AS_IT_WAS} className={styles.item ?? ''} textValue={t('ui.table.asItWas')}>
            <span className={styles.tick} />
            {t('ui.table.asItWas')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function GroupCommand({ command, run }: { readonly command: Command; readonly run: () => void }) {
  useCommand(command, run);
  return null;
}

function Tick({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <MenuItem id={id} textValue={name} className={styles.item ?? ''}>
      {({ isSelected }) => (
        <>
          <span className={styles.tick}>{isSelected && <Check size={14} aria-hidden="true" />}</span>
          {name}
        </>
      )}
    </MenuItem>
  );
}
