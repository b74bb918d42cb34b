import { useMemo, useState } from 'react';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import type { Recipient } from '../../../src-core/desk/recipients.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { createSearch, searchTextOf } from '../../i18n/choseong.ts';
import type { Text } from '../../i18n/text.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable, type DataColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AnswerError } from '../../ui/error-note.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { byName, type Sorting } from '../../ui/sort-rows.ts';
import { createStore } from '../../ui/store.ts';
import { NO_SELECTION } from '../../ui/table-selection.ts';
import { useSortedRows } from '../../ui/use-sorted-rows.ts';
import { ColumnsMenu } from '../tables/columns-menu.tsx';
import { useTableView } from '../tables/use-table-view.ts';
import { useUndoable } from '../undo/use-undo.ts';
import { AddressSheet } from './address-sheet.tsx';
import { placeOf, wordsOf } from './recipient-text.ts';
import styles from './recipients.module.css';

export interface AddressBookProps {
  /** Takes the chosen one and closes; without it the book is only kept. */
  readonly onChoose?: (recipient: Recipient) => void;
  readonly onClose: () => void;
}

const rowId = ({ recipientId }: Recipient): string => recipientId;

/** Everybody that books go to. Looked through by name, number, place, and by first consonants. */
export function AddressBook({ onChoose, onClose }: AddressBookProps) {
  const text = useText();
  const { t } = text;
  const answer = useAnswer('recipients.list', {});
  const [query, setQuery] = useState('');
  const [selection, setSelection] = useState(NO_SELECTION);
  /** The entry that is written, `new` for one that is not there yet. */
  const [written, setWritten] = useState<Recipient | 'new' | null>(null);
  const remove = useRemoveRecipient();
  const all = answer.data;
  const searched = useMemo(
    () => (all ?? []).map((recipient) => ({ recipient, text: searchTextOf(wordsOf(recipient.address)) })),
    [all],
  );
  const shown = useMemo(() => {
    const holds = createSearch(query);
    return searched.filter(({ text }) => holds(text)).map(({ recipient }) => recipient);
  }, [searched, query]);
  const columns = useMemo(() => columnsOf(text), [text]);
  const arranged = useTableView('recipients');
  const sorting = recipientSorting.use();
  const compare = columns.find(({ id }) => id === sorting?.by)?.compare ?? null;
  const sorted = useSortedRows(shown, rowId, compare, sorting?.isDown === true);
  const chosen = shown.find(({ recipientId }) => recipientId === selection.focusId) ?? null;
  if (written !== null)
    return (
      <AddressSheet
        recipient={written === 'new' ? null : written}
        onClose={() => setWritten(null)}
        onSaved={(recipient) => {
          setWritten(null);
          if (written === 'new' && onChoose !== undefined) onChoose(recipient);
        }}
      />
    );
  return (
    <Sheet
      size="large"
      title={t(onChoose === undefined ? 'recipients.title' : 'recipients.choose')}
      onClose={onClose}
      footer={
        <>
          <Button icon={Plus} onPress={() => setWritten('new')}>
            {t('recipients.add')}
          </Button>
          <span className={styles.space} />
          <Button
            icon={Trash2}
            isDisabled={chosen === null}
            onPress={() => {
              if (chosen !== null) remove(chosen);
            }}
          >
            {t('recipients.remove')}
          </Button>
          <Button icon={Pencil} isDisabled={chosen === null} onPress={() => setWritten(chosen)}>
            {t('recipients.edit')}
          </Button>
          {onChoose !== undefined && (
            <Button
              variant="primary"
              isDisabled={chosen === null}
              onPress={() => {
                if (chosen !== null) onChoose(chosen);
              }}
            >
              {t('recipients.take')}
            </Button>
          )}
        </>
      }
    >
      {answer.isError && <AnswerError error={answer.error} onRetry={() => void answer.refetch()} />}
      <div className={styles.book}>
        <div className={styles.head}>
          <SearchField label={t('recipients.search')} value={query} onChange={setQuery} />
          <ColumnsMenu table="recipients" columns={columns} isInSheet />
        </div>
        {shown.length === 0 && !answer.isPending ? (
          <EmptyState title={t(all?.length === 0 ? 'recipients.none' : 'recipients.noMatch')} />
        ) : (
          <DataTable
            label={t('recipients.title')}
            rows={sorted}
            rowId={rowId}
            columns={columns}
            view={arranged.view}
            onView={arranged.changeColumns}
            sorting={sorting}
            onSort={recipientSorting.set}
            selection={selection}
            onSelect={setSelection}
            onOpen={(recipient) => (onChoose === undefined ? setWritten(recipient) : onChoose(recipient))}
            rowName={({ address }) => `${address.recipientName}, ${placeOf(address)}`}
          />
        )}
      </div>
    </Sheet>
  );
}

/** By which column the address book stands; null: as it is listed, who was used last first. It outlives the sheet. */
export const recipientSorting = createStore<Sorting | null>(null);

function columnsOf({ t, language }: Text): readonly DataColumn<Recipient>[] {
  return [
    {
      id: 'name',
      isRowHeader: true,
      compare: byName(language, ({ address }) => address.recipientName),
      name: t('orders.address.recipientName'),
      track: 'minmax(120px, 1fr)',
      cell: ({ address, kind }) => (
        <span className={styles.name}>
          {address.recipientName}
          {kind === 'studio' && <span className={styles.kind}>{t('recipients.kind.studio')}</span>}
        </span>
      ),
    },
    {
      id: 'phone',
      compare: byName(language, ({ address }) => address.recipientPhone),
      name: t('orders.address.recipientPhone'),
      track: '140px',
      cell: ({ address }) => address.recipientPhone,
    },
    {
      id: 'place',
      compare: byName(language, ({ address }) => placeOf(address)),
      name: t('orders.address.address1'),
      track: 'minmax(200px, 3fr)',
      cell: ({ address }) => placeOf(address),
    },
    {
      id: 'memo',
      compare: byName(language, ({ address }) => address.memo ?? ''),
      name: t('recipients.memo'),
      track: 'minmax(80px, 1fr)',
      cell: ({ address }) => address.memo ?? '',
    },
  ];
}

/** Takes an address out of the book, with the way back. */
function useRemoveRecipient(): (recipient: Recipient) => void {
  const { t } = useText();
  const showUndo = useUndoable();
  const { mutateAsync: remove } = useAction('recipients.remove');
  return ({ recipientId, address }) => {
    // Each is a step, also where the book is closed by then. One that fails has its toast.
    remove({ recipientId }).then(
      ({ undoId }) => showUndo(t('recipients.removed', { name: address.recipientName }), undoId),
      () => undefined,
    );
  };
}
