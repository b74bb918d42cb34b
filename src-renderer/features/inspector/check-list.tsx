import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { BookDetail, FindingGroup } from '../../../src-core/ipc/subjects/library.ts';
import { useText } from '../../i18n/use-text.ts';
import { PrintMark } from '../../ui/print-mark.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import { serviceVerdict } from '../library/verdicts.ts';
import { CheckGroup } from './check-group.tsx';
import { sortGroups } from './finding-groups.ts';
import type { Stop } from './finding-steps.ts';
import styles from './check-list.module.css';

export interface CheckListProps {
  readonly book: BookDetail;
  /** Its group is the one that is open. */
  readonly current: Stop | null;
  readonly onStop: (stop: Stop | null) => void;
}

/** What has to be decided, worst first; below it what was taken on, and folded away what can wait. */
export function CheckList({ book, current, onStop }: CheckListProps) {
  const { t } = useText();
  const { decisions, signed, notes } = sortGroups(book.groups);
  const group = (one: FindingGroup) => (
    <CheckGroup
      key={one.groupKey}
      group={one}
      book={book}
      current={current?.groupKey === one.groupKey ? current : null}
      onStop={onStop}
    />
  );
  return (
    <div className={styles.checks}>
      {decisions.length === 0 && <AllClear book={book} />}
      {decisions.length > 0 && <ul className={styles.list}>{decisions.map(group)}</ul>}
      {signed.length > 0 && (
        <section aria-label={t('preflight.signed', { count: signed.length })}>
          <h4 className={styles.part}>{t('preflight.signed', { count: signed.length })}</h4>
          <ul className={styles.list}>{signed.map(group)}</ul>
        </section>
      )}
      {notes.length > 0 && (
        <MoreNotes count={notes.length} isNeeded={notes.some(({ groupKey }) => groupKey === current?.groupKey)}>
          {notes.map(group)}
        </MoreNotes>
      )}
    </div>
  );
}

interface MoreNotesProps {
  readonly count: number;
  /** What is looked at lies among them. */
  readonly isNeeded: boolean;
  readonly children: React.ReactNode;
}

function MoreNotes({ count, isNeeded, children }: MoreNotesProps) {
  const { t } = useText();
  const [isWanted, setIsWanted] = useState(false);
  const isOpen = isWanted || isNeeded;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section>
      <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setIsWanted(!isOpen)}>
        <Chevron size={14} aria-hidden="true" />
        {t('preflight.moreNotes', { count })}
      </button>
      {isOpen && <ul className={styles.list}>{children}</ul>}
    </section>
  );
}

/** Nothing to decide: which of the two questions that answers, and which is still open. */
function AllClear({ book }: { readonly book: BookDetail }) {
  const { t } = useText();
  if (book.checkedLevel === null)
    return (
      <p className={styles.quiet}>
        {t(book.stage === 'checking' ? 'library.stage.checking' : 'preflight.clear.notYet')}
      </p>
    );
  const isPrintKnown = book.print !== 'notChecked';
  return (
    <div className={styles.clear}>
      <StateMark verdict={serviceVerdict(book.verdict)} isNamed={false} size={12} />
      <div>
        {t('library.book.checksClear')}
        <p className={styles.quiet}>{t('library.book.checksClearText')}</p>
      </div>
      <PrintMark print={book.print} isNamed={false} />
      <div>
        {t(isPrintKnown ? 'preflight.clear.print' : 'preflight.clear.printOpen')}
        <p className={styles.quiet}>
          {t(
            !isPrintKnown
              ? 'preflight.clear.printOpenText'
              : book.checkedLevel === 3
                ? 'preflight.clear.printText'
                : 'preflight.clear.printNotRendered',
          )}
        </p>
      </div>
    </div>
  );
}
