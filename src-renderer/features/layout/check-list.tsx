import type { Guard } from '../../../src-core/layout/guards.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { StateMark } from '../../ui/state-mark.tsx';
import { useSurfaceNames } from './frame-names.ts';
import { documentOf, selectionOf, useLayout, useLayoutPart } from './layout-context.ts';
import { useGuards } from './live-checks.tsx';
import { EntryNoteList } from './themed/entry-notes.tsx';
import { useEntriesHere, useEntryNotes } from './themed/use-entries.ts';
import styles from './check-list.module.css';

export const VERDICT_OF = { error: 'refused', warning: 'warning', info: 'notChecked' } as const;

/** The list beside the spread; a line selects its frame, F8 goes from one to the next. */
export function CheckList() {
  const guards = useGuards();
  const { t } = useText();
  const session = useLayout();
  const selection = useLayoutPart(selectionOf);
  const { entryIds, entryId } = useEntriesHere();
  const notes = useEntryNotes().filter((note) => entryIds.includes(note.entryId));
  const go = ({ surfaceId, frameId }: Guard): void => session.select({ surfaceId, frameIds: [frameId] });
  const stops = [
    ...guards.map((guard) => ({
      isHere: selection?.frameIds.includes(guard.frameId) === true,
      go: () => go(guard),
    })),
    // Several of one entry are read in one place.
    ...[...new Set(notes.map((note) => note.entryId))].map((id) => ({
      isHere: selection === null && id === entryId,
      go: () => session.chooseEntry(id),
    })),
  ];
  const step = (by: 1 | -1) => (): void => {
    const at = stops.findIndex(({ isHere }) => isHere);
    stops[at < 0 ? (by === 1 ? 0 : stops.length - 1) : (at + by + stops.length) % stops.length]?.go();
  };
  useCommand('problem.next', stops.length === 0 ? null : step(1));
  useCommand('problem.previous', stops.length === 0 ? null : step(-1));
  return (
    <section className={styles.checks} aria-label={t('layout.checks')}>
      <header className={styles.head}>
        <h2>{t('layout.checks')}</h2>
        <span className={styles.note}>F8</span>
      </header>
      {guards.length + notes.length === 0 && <p className={styles.none}>{t('layout.checks.none')}</p>}
      {guards.length > 0 && <GuardList guards={guards} onGo={go} />}
      {notes.length > 0 && <EntryNoteList notes={notes} />}
    </section>
  );
}

interface GuardListProps {
  readonly guards: readonly Guard[];
  readonly onGo: (guard: Guard) => void;
}

/** A line each, which leads to its frame. */
export function GuardList({ guards, onGo }: GuardListProps) {
  const { ref } = useText();
  const surfaceName = useSurfaceNames(useLayoutPart(documentOf));
  return (
    <ul>
      {guards.map((guard) => (
        <li key={`${guard.kind} ${guard.surfaceId} ${guard.frameId}`}>
          <button type="button" className={styles.line} onClick={() => onGo(guard)}>
            <StateMark verdict={VERDICT_OF[guard.severity]} />
            <span>
              {ref(guard.text)}
              <span className={styles.where}>{surfaceName(guard.surfaceId)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
