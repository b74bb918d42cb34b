import { lazy, Suspense, useState } from 'react';
import { useCommand } from '../../commands/run-command.ts';
import { useLayoutBook, useSection } from '../../route.ts';
import { placeOf, type Chapter, type Place } from './chapters.ts';

/** Its texts and their reader are loaded when somebody opens it. */
const ManualSheet = lazy(async () => ({ default: (await import('./manual-sheet.tsx')).ManualSheet }));

/** The operator's manual behind F1: it opens where it tells of what is on screen. */
export function Manual({ begins }: { readonly begins: Chapter | null }) {
  const section = useSection();
  const isLayout = useLayoutBook() !== null;
  const [place, setPlace] = useState<Place | null>(null);
  useCommand('help.manual', () =>
    setPlace(
      begins === null ? placeOf({ section, isLayout, ruleId: findingOnScreen() }) : { chapter: begins, anchor: null },
    ),
  );
  if (place === null) return null;
  return (
    <Suspense fallback={null}>
      <ManualSheet place={place} onGo={setPlace} onClose={() => setPlace(null)} />
    </Suspense>
  );
}

/** That in which the focus is; else the one that stands open. */
function findingOnScreen(): string | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-finding]');
  const finding = focused ?? document.querySelector<HTMLElement>('[data-finding][data-open]');
  return finding?.dataset['finding'] ?? null;
}
