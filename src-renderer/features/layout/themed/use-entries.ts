import { useMemo } from 'react';
import type { Template } from '../../../../src-core/contract/templates.ts';
import { type Day } from '../../../../src-core/layout/operations/entries.ts';
import { entryOf, type EntryId } from '../../../../src-core/layout/themed/uses.ts';
import { entryNotes, type EntryNote } from '../../../../src-core/layout/themed/faults.ts';
import { entriesAt } from '../../../../src-core/layout/themed/surface.ts';
import { useAnswer } from '../../../bridge.ts';
import { windowClock } from '../../../ui/use-now.ts';
import { documentOf, placeOf, useLayoutPart } from '../layout-context.ts';
import { useMeasure } from '../live-checks.tsx';

/** The day of today, as a template prints it. */
export function today(): Day {
  const now = new Date(windowClock.nowMs());
  return { year: now.getFullYear(), month: now.getMonth() + 1, date: now.getDate() };
}

/** Every template that the book on the stage can be made by, as the book has it where it has it; `data` is undefined until they are there. */
export function useTemplates() {
  const { spec, templates } = useLayoutPart(documentOf);
  const { data: offered, error } = useAnswer('layouts.templates', { spec: JSON.stringify(spec) });
  const data = useMemo(() => offered?.map((one): Template => templates[one.templateUid] ?? one), [offered, templates]);
  return { data, error };
}

/** The entries on the stage, and the one whose values are shown; null: no template makes anything there. */
export function useEntriesHere(): { readonly entryIds: readonly EntryId[]; readonly entryId: EntryId | null } {
  const document = useLayoutPart(documentOf);
  const place = useLayoutPart(placeOf);
  const chosen = useLayoutPart(({ entry }) => entry);
  const measure = useMeasure();
  return useMemo(() => {
    const entryIds = measure === null ? [] : entriesAt(document, place, measure);
    // One that has grown away from this spread stays under the hand.
    const isThere = chosen !== null && entryOf(document, chosen) !== undefined;
    return { entryIds, entryId: isThere ? chosen : (entryIds[0] ?? null) };
  }, [document, place, chosen, measure]);
}

/** What is to be known of the entries of the whole book; none before the faces are there. */
export function useEntryNotes(): readonly EntryNote[] {
  const document = useLayoutPart(documentOf);
  const measure = useMeasure();
  return useMemo(() => (measure === null ? [] : entryNotes(document, measure)), [document, measure]);
}
