import { ChevronDown, ChevronRight, LayoutTemplate, Signature } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { BookDetail, FindingGroup } from '../../../src-core/ipc/subjects/library.ts';
import type { Finding } from '../../../src-core/preflight/finding.ts';
import { useText } from '../../i18n/use-text.ts';
import { openLayout } from '../../route.ts';
import { Button } from '../../ui/button.tsx';
import { FixButtons } from '../fixes/fix-buttons.tsx';
import { Figures } from './figures.tsx';
import { leadOf, offersOf } from './finding-groups.ts';
import { firstStopOf, stopsOf, type Stop } from './finding-steps.ts';
import { ObjectSteps } from './object-steps.tsx';
import type { PageAddress } from '../../route.ts';
import { PageButtons } from './page-buttons.tsx';
import { Remedies } from './remedies.tsx';
import { SeverityMark } from './severity-mark.tsx';
import { SignOffPart } from './sign-off-part.tsx';
import styles from './check-list.module.css';

export interface CheckGroupProps {
  readonly group: FindingGroup;
  readonly book: BookDetail;
  /** Where in this group one is looking; null while it is closed. */
  readonly current: Stop | null;
  readonly onStop: (stop: Stop | null) => void;
}

/** One cause in one line; opened, all that is needed to decide about it. */
export function CheckGroup({ group, book, current, onStop }: CheckGroupProps) {
  const { t } = useText();
  const panelId = useId();
  const item = useRef<HTMLLIElement>(null);
  const isOpen = current !== null;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The one that is open from the start is where the panel begins.
    if (isOpen && !wasOpen.current) bringIntoView(item.current);
    wasOpen.current = isOpen;
  }, [isOpen]);
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Signed off or opened again, the group moves to another list, and the button that had the focus is gone.
    if (wasOpen.current && document.activeElement === document.body) line.current?.focus({ preventScroll: true });
  }, []);
  const lead = leadOf(group);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li ref={item} className={styles.group} data-finding={lead.ruleId} data-open={isOpen || undefined}>
      <button
        ref={line}
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': panelId } : {})}
        onClick={() => onStop(isOpen ? null : firstStopOf(group))}
      >
        {group.signOff === null ? (
          <SeverityMark severity={lead.severity} className={styles.mark ?? ''} />
        ) : (
          <Signature size={14} className={styles.mark} role="img" aria-label={t('preflight.signOff.done')} />
        )}
        <span className={styles.where}>{t(`library.check.where.${lead.kind ?? 'book'}`)}</span>
        <span className={styles.title} title={t(`findings.${lead.ruleId}.title`, lead.params)}>
          {t(`findings.${lead.ruleId}.title`, lead.params)}
        </span>
        {group.reopened !== null && group.signOff === null && (
          <span className={styles.reopened}>{t('preflight.signOff.reopened')}</span>
        )}
        <Chevron size={14} aria-hidden="true" className={styles.chevron} />
      </button>
      {isOpen && <GroupPanel id={panelId} group={group} book={book} current={current} onStop={onStop} />}
    </li>
  );
}

/** Its line stays in sight even when the panel below it is taller than the room. */
function bringIntoView(element: HTMLElement | null): void {
  if (element === null) return;
  const roomPx = element.closest('[data-scrolls]')?.clientHeight ?? 0;
  element.scrollIntoView({ block: element.offsetHeight > roomPx ? 'start' : 'nearest' });
}

function GroupPanel({
  id,
  group,
  book,
  current,
  onStop,
}: CheckGroupProps & { readonly id: string; readonly current: Stop }) {
  const { t, ref } = useText();
  const finding = group.findings[current.findingIndex] ?? leadOf(group);
  const offers = offersOf(group);
  return (
    <div id={id} className={styles.panel}>
      <FindingWords finding={finding} isLead={finding === leadOf(group)} />
      <Figures finding={finding} />
      {finding.cause !== null && <p className={styles.cause}>{ref(finding.cause)}</p>}
      <ObjectSteps groupKey={group.groupKey} finding={finding} current={current} onStop={onStop} />
      <PageButtons finding={finding} current={current} onStop={onStop} />
      <OtherFindings group={group} current={current} onStop={onStop} />
      {isMade(book) && (
        <div>
          <Button icon={LayoutTemplate} onPress={() => openLayout(book.bookId, placeOf(finding, current))}>
            {t('preflight.openInLayout')}
          </Button>
        </div>
      )}
      <Remedies remedies={offers.remedies} book={book} />
      <FixButtons book={book} offers={offers.fixes} />
      <SignOffPart book={book} group={group} />
      <Basis finding={finding} />
    </div>
  );
}

/** Its files came from a layout, where the cause of a finding can be changed. */
const isMade = ({ layout }: BookDetail): boolean => layout !== null && layout !== 'notExported';

const placeOf = ({ kind }: Finding, { page }: Stop): PageAddress | null =>
  kind === null ? null : { kind, page: page ?? 1 };

function FindingWords({ finding, isLead }: { readonly finding: Finding; readonly isLead: boolean }) {
  const { t, has } = useText();
  const detailKey = `findings.${finding.ruleId}.detail`;
  const detail = has(detailKey) ? t(detailKey, finding.params) : '';
  return (
    <>
      {!isLead && <p className={styles.strong}>{t(`findings.${finding.ruleId}.title`, finding.params)}</p>}
      {detail !== '' && <p className={styles.quiet}>{detail}</p>}
    </>
  );
}

/** Who set the threshold, by which rule, at which box it was measured. */
function Basis({ finding: { origin, source, box } }: { readonly finding: Finding }) {
  const { t, ref } = useText();
  // A studio or a print house that sets its own limit follows no other source.
  const hasSource = (origin !== 'studio' && origin !== 'printHouse') || source.key !== 'findings.source.self';
  return (
    <ul className={styles.basis}>
      {origin !== null && <li>{t(`preflight.origin.${origin}`)}</li>}
      {hasSource && <li>{ref(source)}</li>}
      {box !== null && <li>{t('preflight.measuredAt', { box: t(`library.box.${box}`) })}</li>}
    </ul>
  );
}

/** What else comes of the same cause. */
function OtherFindings({
  group,
  current,
  onStop,
}: {
  readonly group: FindingGroup;
  readonly current: Stop;
  readonly onStop: (stop: Stop) => void;
}) {
  const { t } = useText();
  if (group.findings.length === 1) return null;
  const stops = stopsOf([group]);
  return (
    <div>
      <p className={styles.quiet}>{t('preflight.sameCause')}</p>
      <ul className={styles.others}>
        {group.findings.map((finding, index) => {
          const stop = stops.find(({ findingIndex }) => findingIndex === index);
          if (index === current.findingIndex || stop === undefined) return null;
          return (
            <li key={`${finding.ruleId} ${finding.kind ?? ''} ${index}`}>
              <button type="button" className={styles.other} onClick={() => onStop(stop)}>
                <SeverityMark severity={finding.severity} />
                <span className={styles.where}>{t(`library.check.where.${finding.kind ?? 'book'}`)}</span>
                <span>{t(`findings.${finding.ruleId}.title`, finding.params)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
