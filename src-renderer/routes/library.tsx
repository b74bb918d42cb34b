import { useMemo } from 'react';
import type { LibraryRow } from '../../src-core/ipc/subjects/library.ts';
import { useList } from '../bridge.ts';
import { LibraryInspector } from '../features/inspector/library-inspector.tsx';
import { LibraryScreen } from '../features/library/library-screen.tsx';
import { useLayoutBook } from '../route.ts';
import { useText } from '../i18n/use-text.ts';
import { AnswerError } from '../ui/error-note.tsx';
import { Screen } from '../ui/screen.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { ScreenHeader } from '../ui/toolbar.tsx';
import { useInSlices } from '../ui/use-in-slices.ts';
import { LayoutRoute } from './layout.tsx';

export function LibraryRoute() {
  const layoutBook = useLayoutBook();
  return layoutBook === null ? <Rows /> : <LayoutRoute key={layoutBook} bookId={layoutBook} />;
}

const inspectorOf = (chosen: readonly LibraryRow[]) => <LibraryInspector rows={chosen} />;

function Rows() {
  const { t } = useText();
  const rows = useList('library.changes');
  const { data, isFetching } = rows;
  // Together: while rows are on their way, those that are drawn are not the last ones.
  const latest = useMemo(() => ({ data, isFetching }), [data, isFetching]);
  const sliced = useInSlices(latest);
  const drawn = sliced.data === undefined ? latest : sliced;
  if (drawn.data !== undefined)
    return <LibraryScreen rows={drawn.data} isFetching={drawn.isFetching} inspectorOf={inspectorOf} />;
  return (
    <Screen>
      <ScreenHeader title={t('library.title')} />
      {rows.isError ? (
        <AnswerError error={rows.error} onRetry={() => void rows.refetch()} />
      ) : (
        <SkeletonRows count={16} label={t('ui.loading')} />
      )}
    </Screen>
  );
}
