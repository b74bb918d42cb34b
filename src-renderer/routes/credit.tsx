import { useState } from 'react';
import { useAnswer } from '../bridge.ts';
import { CreditScreen } from '../features/credit/credit-screen.tsx';
import { useOfConnectionInUse } from '../features/credit/of-connection-in-use.ts';
import { LEDGER_PAGE_ROWS } from '../features/credit/top-up.ts';
import { goTo } from '../route.ts';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { AnswerError } from '../ui/error-note.tsx';
import { Screen } from '../ui/screen.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { ScreenHeader } from '../ui/toolbar.tsx';

export function CreditRoute() {
  const { t } = useText();
  const [offset, setOffset] = useState(0);
  const credit = useAnswer('credit.view', { limit: LEDGER_PAGE_ROWS, offset });
  const view = useOfConnectionInUse(credit.data);
  return (
    <Screen>
      <ScreenHeader title={t('credit.title')} />
      {view === undefined ? (
        credit.isError ? (
          <AnswerError error={credit.error} onRetry={() => void credit.refetch()} />
        ) : (
          <SkeletonRows count={10} label={t('credit.title')} />
        )
      ) : view === null ? (
        <EmptyState title={t('credit.none.title')} text={t('credit.none.text')}>
          <Button onPress={() => goTo('settings')}>{t('credit.none.action')}</Button>
        </EmptyState>
      ) : (
        <CreditScreen view={view} offset={offset} onOffset={setOffset} />
      )}
    </Screen>
  );
}
