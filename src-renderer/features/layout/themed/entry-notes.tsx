import { LIMITS } from '../../../../src-core/contract/limits.ts';
import type { EntryNote } from '../../../../src-core/layout/themed/faults.ts';
import { useText } from '../../../i18n/use-text.ts';
import { StateMark } from '../../../ui/state-mark.tsx';
import { useLayout } from '../layout-context.ts';
import { useMeasure } from '../live-checks.tsx';
import styles from '../check-list.module.css';
import { goToEntry } from './go-to-entry.ts';

/** What an entry lacks, or how it is not printed as its template draws it, in a sentence. */
export function useNoteWords(): (note: Pick<EntryNote, 'field' | 'what'>) => string {
  const { t } = useText();
  return ({ field, what }) => {
    const name = field ?? t('layout.entry.bookTitle');
    switch (what.of) {
      case 'value': {
        const { fault } = what;
        if (fault.reason === 'lettersLacking')
          return t('layout.entry.note.lettersLacking', { field: name, letters: fault.letters.slice(0, 12).join(' ') });
        if (fault.reason === 'tooFewPictures')
          return t('layout.entry.note.tooFewPictures', { field: name, min: fault.min });
        if (fault.reason === 'tooManyPictures')
          return t('layout.entry.note.tooManyPictures', { field: name, max: fault.max ?? LIMITS.entryPicturesMax });
        return t(`layout.entry.note.${valueKey(fault.reason)}`, { field: name });
      }
      case 'text': {
        const { fit } = what;
        switch (fit.kind) {
          case 'smaller':
            return t('layout.entry.note.smaller', { field: name, pt: Math.round(fit.setPt * 10) / 10 });
          case 'thinSpine':
            return t('layout.entry.note.thinSpine', { field: name });
          default:
            return t(`layout.entry.note.${fit.kind}`, { field: name, room: fit.room, characters: fit.characters });
        }
      }
      case 'picture': {
        const { fit, number } = what;
        const which = number === null ? name : t('layout.entry.numbered', { field: name, number });
        if (fit.kind === 'cut')
          return t('layout.entry.note.cropped', { field: which, percent: Math.round(fit.share * 100) });
        if (fit.kind === 'coarse') return t('layout.entry.note.coarse', { field: which, ppi: fit.ppi });
        return t(`layout.entry.note.${fit.kind}`, { field: which });
      }
    }
  };
}

/** Faults that nothing typed in the panel can have are told as a value that does not fit. */
const valueKey = (reason: string): string =>
  ['textMissing', 'pictureMissing', 'textTooLong', 'notPrintable'].includes(reason) ? reason : 'wrongType';

/** A line each, which leads to its entry. */
export function EntryNoteList({ notes, onGo }: { readonly notes: readonly EntryNote[]; readonly onGo?: () => void }) {
  const { t } = useText();
  const session = useLayout();
  const measure = useMeasure();
  const wordsOf = useNoteWords();
  return (
    <ul>
      {notes.map((note, at) => (
        <li key={at}>
          <button
            type="button"
            className={styles.line}
            onClick={() => {
              if (measure !== null) goToEntry(session, note.entryId, measure);
              onGo?.();
            }}
          >
            <StateMark verdict={note.stops ? 'refused' : 'warning'} />
            <span>
              {wordsOf(note)}
              <span className={styles.where}>
                {note.page === null ? t('layout.cover') : t('layout.page', { page: note.page })}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
