import { useEffect } from 'react';
import type { Environment } from '../../../src-core/contract/environments.ts';
import type { Place } from '../../../src-core/desk/deep-link.ts';
import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { goTo } from '../../route.ts';
import { Button } from '../../ui/button.tsx';
import { createStore } from '../../ui/store.ts';
import { useConnectionSwitch } from '../service/use-connection-switch.tsx';
import { applyOrderFilter } from './order-filter.ts';
import styles from './open-runs.module.css';

/** The order that a link leads to and that is not shown yet: a link may lead over to another connection. */
export const linkedOrder = createStore<Place['order']>(null);

const forget = (): void => linkedOrder.set(null);

export interface LinkedOrderProps {
  readonly rows: readonly OrderRow[];
}

/** Shows the order of a link on the board, and says why where it cannot: another environment's, or not on this board (operator-desk 6.3). */
export function LinkedOrder({ rows }: LinkedOrderProps) {
  const link = linkedOrder.use();
  const connection = useAnswer('app.status', {}).data?.connection ?? null;
  const environment = link?.environment ?? null;
  const isElsewhere = environment !== null && environment !== connection?.environment;
  const isHere = link !== null && !isElsewhere && rows.some(({ orderUid }) => orderUid === link.uid);
  useEffect(() => {
    if (!isHere) return;
    applyOrderFilter({ text: link.uid, fold: null });
    forget();
  }, [isHere, link]);
  if (link === null || connection === null || isHere) return null;
  return isElsewhere ? (
    <ElsewhereNotice environment={environment} uid={link.uid} />
  ) : (
    <UnknownNotice uid={link.uid} name={connection.name} />
  );
}

/** The order is in the environment that is not in use: nothing is shown in its place. */
function ElsewhereNotice({ environment, uid }: { readonly environment: Environment; readonly uid: string }) {
  const { t } = useText();
  const { switchTo, busyId, question } = useConnectionSwitch();
  const connections = useAnswer('connections.list', {}).data ?? [];
  const others = connections.filter((one) => one.environment === environment);
  const named = { environment: t(`settings.environment.${environment}`) };
  return (
    <Notice
      said={t('orders.link.elsewhere', named)}
      detail={others.length === 0 ? t('orders.link.noConnection', { ...named, uid }) : uid}
    >
      {others.length === 0 ? (
        <Button onPress={() => goTo('settings')}>{t('queue.held.openSettings')}</Button>
      ) : (
        others.map((one) => (
          <Button
            key={one.connectionId}
            isBusy={busyId === one.connectionId}
            onPress={() => switchTo(one, connections)}
          >
            {t('orders.link.switch', { name: one.name })}
          </Button>
        ))
      )}
      {question}
    </Notice>
  );
}

/** It may be another connection's, or not have been read yet: it is shown by itself once it is. */
function UnknownNotice({ uid, name }: { readonly uid: string; readonly name: string }) {
  const { t } = useText();
  const refresh = useAction('orders.refresh');
  return (
    <Notice said={t('orders.link.unknown', { name })} detail={uid}>
      <Button isBusy={refresh.isPending} onPress={() => refresh.mutate({})}>
        {t('orders.link.look')}
      </Button>
    </Notice>
  );
}

interface NoticeProps {
  readonly said: string;
  readonly detail: string;
  readonly children: React.ReactNode;
}

function Notice({ said, detail, children }: NoticeProps) {
  const { t } = useText();
  return (
    <section className={styles.runs} aria-label={t('orders.link.label')}>
      <div className={styles.run} data-needs-you="">
        <p role="status">
          <strong>{said}</strong>
          <span>{detail}</span>
        </p>
        <Button variant="quiet" onPress={forget}>
          {t('ui.dismiss')}
        </Button>
        {children}
      </div>
    </section>
  );
}
