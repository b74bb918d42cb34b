import { useEffect, useState } from 'react';
import type { OpenLayout } from '../../src-core/ipc/subjects/layouts.ts';
import type { WireError } from '../../src-core/ipc/contract.ts';
import { wireErrorOf } from '../bridge.ts';
import { layoutDoor } from '../features/layout/layout-doorway.ts';
import { LayoutScreen } from '../features/layout/layout-screen.tsx';
import { librarySelection } from '../features/library/library-state.ts';
import { useText } from '../i18n/use-text.ts';
import { layoutAddress, openLayout } from '../route.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Screen } from '../ui/screen.tsx';
import { selectOne } from '../ui/table-selection.ts';
import { SkeletonRows } from '../ui/skeleton.tsx';

/** A row of the library over the whole window: the book that is made there. */
export function LayoutRoute({ bookId }: { readonly bookId: string }) {
  const { t, ref } = useText();
  const [opened, setOpened] = useState<OpenLayout | null>(null);
  const [problem, setProblem] = useState<WireError | null>(null);
  const [attempt, setAttempt] = useState(1);
  const [at] = useState(layoutAddress);
  useEffect(() => {
    let isCurrent = true;
    const leave = (): void => void layoutDoor.leave(bookId).catch(() => undefined);
    layoutDoor.enter(bookId).then(
      (answer) => {
        // From here on it is the screen's to leave; whoever has gone meanwhile must not keep it locked.
        if (isCurrent) setOpened(answer);
        else leave();
      },
      (error: unknown) => {
        leave();
        if (isCurrent) setProblem(wireErrorOf(error));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [bookId, attempt]);
  const leave = (rowId: string): void => {
    librarySelection.set(selectOne(rowId));
    openLayout(null);
  };
  if (opened !== null) return <LayoutScreen bookId={bookId} opened={opened} at={at} onLeave={leave} />;
  return (
    <Screen>
      {problem === null ? (
        <SkeletonRows count={12} label={t('layout.opening')} />
      ) : (
        <EmptyState title={t('layout.openFailed')} text={ref(problem.text)}>
          <Button
            variant="primary"
            onPress={() => {
              setProblem(null);
              setAttempt(attempt + 1);
            }}
          >
            {t('ui.retry')}
          </Button>
          <Button onPress={() => leave(bookId)}>{t('layout.toLibrary')}</Button>
        </EmptyState>
      )}
    </Screen>
  );
}
