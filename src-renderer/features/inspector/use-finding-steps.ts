import { useState } from 'react';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { inReadingOrder, sortGroups } from './finding-groups.ts';
import { showDetails } from '../../ui/details-fold.ts';
import { topDialog } from '../../ui/top-dialog.ts';
import {
  addressOf,
  findingAt,
  firstStopOf,
  keptStop,
  nextFinding,
  nextStop,
  stopsOf,
  type Stop,
} from './finding-steps.ts';
import type { PageAddress } from '../../route.ts';

export interface FindingSteps {
  /** What is looked at; null when nothing is. */
  readonly current: Stop | null;
  readonly address: PageAddress;
  /** Looks at a stop and turns to its page; null looks at nothing and stays on the page. */
  readonly goTo: (stop: Stop | null) => void;
  readonly setAddress: (address: PageAddress) => void;
  /** Said to a screen reader after a step. */
  readonly announcement: string;
}

/** Where one looks in a book: at which finding and object, on which page. Starts at what is worst. */
export function useFindingSteps(book: BookDetail): FindingSteps {
  const { t } = useText();
  const sorted = sortGroups(book.groups);
  const groups = inReadingOrder(sorted);
  const stops = stopsOf(groups);
  const worst = sorted.decisions[0] === undefined ? null : firstStopOf(sorted.decisions[0]);
  // Until somebody goes elsewhere, the worst is looked at, also when a deeper check brings it later.
  const [chosen, setWanted] = useState<Stop | null | undefined>(undefined);
  const wanted = chosen === undefined ? worst : chosen;
  const [visited, setAddress] = useState<PageAddress | null>(null);
  const address = visited ?? (worst === null ? null : addressOf(groups, worst)) ?? { kind: firstKind(book), page: 1 };
  const [announcement, setAnnouncement] = useState('');
  const current = keptStop(stops, wanted);
  const goTo = (stop: Stop | null): void => {
    setWanted(stop);
    const place = stop === null ? null : addressOf(groups, stop);
    if (place !== null) setAddress(place);
  };
  const step = (stop: Stop | null): void => {
    // The pages that are looked at large are in front of the panel.
    if (topDialog() === null) showDetails();
    goTo(stop);
    const finding = stop === null ? null : findingAt(groups, stop);
    if (stop === null || finding === null) return;
    setAnnouncement(
      t('preflight.announce', {
        severity: t(`preflight.severity.${finding.severity}`),
        where: t(`library.check.where.${finding.kind ?? 'book'}`),
        title: t(`findings.${finding.ruleId}.title`, finding.params),
        page: stop.page ?? 0,
        number: stop.objectIndex === null ? 0 : stop.objectIndex + 1,
        count: finding.objects.length,
        excerpt: (stop.objectIndex === null ? null : finding.objects[stop.objectIndex]?.excerpt) ?? '',
      }),
    );
  };
  const has = stops.length > 0;
  useCommand('mark.next', has ? () => step(nextStop(stops, current, 1)) : null);
  useCommand('mark.previous', has ? () => step(nextStop(stops, current, -1)) : null);
  useCommand('finding.next', has ? () => step(nextFinding(stops, current, 1)) : null);
  useCommand('finding.previous', has ? () => step(nextFinding(stops, current, -1)) : null);
  return { current, address, goTo, setAddress, announcement };
}

const firstKind = (book: BookDetail): PdfKind => (book.coverFileId === null ? 'contents' : 'cover');
