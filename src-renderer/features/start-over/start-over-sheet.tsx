import type { StartOverView } from '../../../src-core/ipc/subjects/start-over.ts';
import { KEPT_MS } from '../../../src-core/desk/start-over.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { AnswerError } from '../../ui/error-note.tsx';
import { Facts } from '../../ui/inspector.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { heldText } from '../service/held-text.ts';
import { FormerSandboxNote } from './former-sandbox-note.tsx';
import styles from './start-over.module.css';

const MINUTE_MS = 60_000;

/** What goes and what stays, before anything is taken away. */
export function StartOverSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const { data, error, refetch } = useAnswer('startOver.look', {});
  const begin = useAction('startOver.begin', { onDone: ({ isClosing }) => !isClosing && onClose() });
  const view = data ?? null;
  const whyNot = useWhyNot(view);
  const start = (): void => {
    if (view !== null) begin.mutate({ goes: view.goes });
  };
  return (
    <Sheet
      title={t('settings.startOver.title')}
      onClose={onClose}
      isBusy={begin.isPending}
      footer={
        <>
          <Button autoFocus isDisabled={begin.isPending} onPress={onClose}>
            {t('settings.startOver.keep')}
          </Button>
          <Button
            variant="danger"
            isBusy={begin.isPending}
            isDisabled={view === null || whyNot !== null}
            whyNot={whyNot}
            onPress={start}
          >
            {t('settings.startOver.confirm')}
          </Button>
        </>
      }
    >
      {error !== null ? (
        <AnswerError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows count={3} label={t('ui.loading')} />
      ) : view === null ? (
        <p>{t('settings.startOver.none')}</p>
      ) : (
        <WhatGoes view={view} whyNot={whyNot} />
      )}
    </Sheet>
  );
}

function useWhyNot(view: StartOverView | null): string | null {
  const { t } = useText();
  if (view === null) return null;
  const held = heldText(t, view.onTheirWay);
  if (held !== null) return t('settings.startOver.onTheirWay', { held });
  return view.isBusy ? t('settings.startOver.busy') : null;
}

function WhatGoes({ view, whyNot }: { readonly view: StartOverView; readonly whyNot: string | null }) {
  const { t, format } = useText();
  const { books, orders, creditMovements } = view.goes;
  const { notDone } = view;
  const untilMs = useNow(MINUTE_MS) + KEPT_MS;
  return (
    <div className={styles.parts}>
      {whyNot !== null && <p className={styles.warning}>▲ {whyNot}</p>}
      <section className={styles.part} aria-label={t('settings.startOver.goes')}>
        <h3>{t('settings.startOver.goes')}</h3>
        <Facts
          facts={[
            { name: t('settings.startOver.books'), value: t('settings.startOver.booksCount', { books }) },
            { name: t('settings.startOver.orders'), value: t('settings.startOver.ordersCount', { orders }) },
            { name: t('settings.startOver.credit'), value: t('settings.startOver.creditCount', { creditMovements }) },
            ...(notDone.orders === 0
              ? []
              : [
                  {
                    name: t('settings.startOver.notPlaced'),
                    value: t('settings.startOver.ordersCount', { orders: notDone.orders }),
                  },
                ]),
            ...(notDone.books === 0
              ? []
              : [
                  {
                    name: t('settings.startOver.notSent'),
                    value: t('settings.startOver.booksCount', { books: notDone.books }),
                  },
                ]),
          ]}
        />
      </section>
      <section className={styles.part} aria-label={t('settings.startOver.stays')}>
        <h3>{t('settings.startOver.stays')}</h3>
        <p>{t('settings.startOver.staysText')}</p>
        <p>{t('settings.startOver.anew')}</p>
        {view.hotFolders > 0 && <p>{t('settings.startOver.hotFolders', { count: view.hotFolders })}</p>}
      </section>
      <section className={styles.part} aria-label={t('settings.startOver.kept')}>
        <h3>{t('settings.startOver.kept')}</h3>
        <p>{t('settings.startOver.keptText', { until: format.dateTime(untilMs) })}</p>
        {view.former !== null && <FormerSandboxNote former={view.former} />}
      </section>
      <p>{t('settings.startOver.closes')}</p>
    </div>
  );
}
