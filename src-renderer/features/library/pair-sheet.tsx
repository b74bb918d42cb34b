import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Autocomplete, Input, Menu, MenuItem, SearchField } from 'react-aria-components';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { loneRole, pairCandidates } from './pair-candidates.ts';
import styles from './pair-sheet.module.css';

/** More are found by typing: nobody reads a list of hundreds. */
const SHOWN_AT_MOST = 40;

export interface PairSheetProps {
  readonly own: LibraryRow;
  readonly rows: readonly LibraryRow[];
  readonly onClose: () => void;
  readonly onChoose: (other: LibraryRow) => void;
}

/** Which file is the other half of this one: the likeliest first, found by its title, chosen with Enter. */
export function PairSheet({ own, rows, onClose, onChoose }: PairSheetProps) {
  const { t } = useText();
  const [query, setQuery] = useState('');
  const candidates = useMemo(() => pairCandidates(rows, own, query), [rows, own, query]);
  const role = loneRole(own) ?? 'cover';
  const title = t('library.pair.title', { title: own.title, role });
  const rest = candidates.length - SHOWN_AT_MOST;
  return (
    <Dialog label={title} size="medium" onClose={onClose}>
      <h2 className={styles.title}>{title}</h2>
      <Autocomplete inputValue={query} onInputChange={setQuery}>
        <SearchField aria-label={t('library.pair.field')} autoFocus className={styles.field ?? ''}>
          <Search size={18} aria-hidden="true" />
          <Input placeholder={t('library.pair.field')} spellCheck={false} className={styles.input ?? ''} />
        </SearchField>
        {/* The arrows move through the list; the tab key reaches it as well, so that it can be scrolled. */}
        <div className={styles.list} tabIndex={0}>
          <Menu
            aria-label={title}
            items={candidates.slice(0, SHOWN_AT_MOST).map(({ row, as }) => ({ id: row.bookId, row, as }))}
            onAction={(key) => {
              const chosen = candidates.find(({ row }) => row.bookId === key);
              if (chosen !== undefined) onChoose(chosen.row);
            }}
            renderEmptyState={() => <p className={styles.none}>{t('library.pair.none')}</p>}
          >
            {({ id, row, as }) => (
              <MenuItem
                id={id}
                textValue={`${row.title}, ${t(`library.pair.as.${as}`, { role })}`}
                className={styles.item ?? ''}
              >
                <span className={styles.name}>{row.title}</span>
                <span className={styles.note}>
                  {t(`library.pair.as.${as}`, { role })} · {row.batch}
                </span>
              </MenuItem>
            )}
          </Menu>
          {rest > 0 && <p className={styles.none}>{t('library.pair.more', { count: rest })}</p>}
        </div>
      </Autocomplete>
    </Dialog>
  );
}
