import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { Dialog as AriaDialog, DialogTrigger, Popover } from 'react-aria-components';
import {
  FILTER_NAME_MAX_CHARS,
  FILTER_TEXT_MAX_CHARS,
  MOST_FILTERS,
  withFilter,
  type ArrangedTable,
  type SavedFilter,
} from '../../../src-core/desk/table-views.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { arrangeTable, useTableView } from './use-table-view.ts';
import styles from './saved-filters.module.css';

/** What a table is filtered by now. */
export type FilterNow = Omit<SavedFilter, 'name'>;

export interface SaveFilterProps {
  readonly table: ArrangedTable;
  readonly now: FilterNow;
  /** What it would be called if nobody says otherwise. */
  readonly suggestion: string;
}

/** Keeps what the table is filtered by under a name. */
export function SaveFilter({ table, now, suggestion }: SaveFilterProps) {
  const { t } = useText();
  const { view } = useTableView(table);
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const name = (typed ?? suggestion).trim().slice(0, FILTER_NAME_MAX_CHARS);
  const isNone = now.fold === null && now.text.trim() === '';
  const isFull = view.filters.length >= MOST_FILTERS;
  const isTaken = view.filters.some((one) => one.name === name);
  const open = (opens: boolean): void => {
    setTyped(null);
    setIsOpen(opens);
  };
  const save = (): void => {
    if (name === '' || (isFull && !isTaken)) return;
    const text = now.text.slice(0, FILTER_TEXT_MAX_CHARS);
    arrangeTable(table, (before) => withFilter(before, { name, text, fold: now.fold }));
    open(false);
  };
  useCommand('screen.saveFilter', isNone ? null : () => open(true), t('ui.filters.none'));
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={open}>
      <IconButton
        label={t('ui.filters.save')}
        icon={BookmarkPlus}
        command="screen.saveFilter"
        isDisabled={isNone}
        whyNot={isNone ? t('ui.filters.none') : null}
        onPress={() => open(true)}
      />
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <AriaDialog aria-label={t('ui.filters.save')} className={styles.dialog ?? ''}>
          <Form onSubmit={save}>
            <TextField
              label={t('ui.filters.name')}
              value={typed ?? suggestion}
              maxLength={FILTER_NAME_MAX_CHARS}
              fault={isFull && !isTaken ? t('ui.filters.full', { most: MOST_FILTERS }) : null}
              onChange={setTyped}
              autoFocus
            />
            <div className={styles.end}>
              <Button variant="primary" type="submit" isDisabled={name === '' || (isFull && !isTaken)}>
                {t(isTaken ? 'ui.filters.replace' : 'ui.filters.keep')}
              </Button>
            </div>
          </Form>
        </AriaDialog>
      </Popover>
    </DialogTrigger>
  );
}
