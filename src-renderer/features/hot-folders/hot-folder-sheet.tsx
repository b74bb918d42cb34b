import { useState } from 'react';
import { afterwardsSchema, whenGreenSchema } from '../../../src-core/desk/hot-folders.ts';
import type { ListedConnection } from '../../../src-core/ipc/subjects/connections.ts';
import type { HotFolderView } from '../../../src-core/ipc/subjects/hot-folders.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { EnvironmentChip } from '../../ui/chip.tsx';
import { LiveQuestion } from '../../ui/live-question.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { DailyOrders } from './daily-orders.tsx';
import styles from './hot-folders.module.css';

/** Of the choice that leaves it to the pages. */
const GUESSED = 'guessed';
/** To begin with: a handful of books. */
const FIRST_LIMIT = 100_000;

/** What becomes of the books and files of a hot folder. */
export function HotFolderSheet({ folder, onClose }: { readonly folder: HotFolderView; readonly onClose: () => void }) {
  const { t, language, format } = useText();
  const specs = useAnswer('specs.list', {});
  const connections = useAnswer('connections.list', {});
  const [whenGreen, setWhenGreen] = useState(folder.whenGreen);
  const [afterwards, setAfterwards] = useState(folder.afterwards);
  const [specUid, setSpecUid] = useState(folder.specUid);
  const [dailyLimit, setDailyLimit] = useState(folder.orders?.dailyLimit ?? FIRST_LIMIT);
  const [recipient, setRecipient] = useState(folder.orders?.recipient ?? null);
  /** The Live connection that the question names: what is answered holds for no other that is in use by then. */
  const [asked, setAsked] = useState<ListedConnection | null>(null);
  const currency = useAnswer('app.status', {}).data?.credit?.currency ?? 'KRW';
  const save = useAction('hotFolders.set', { onDone: onClose });
  const inUse = connections.data?.find(({ active }) => active) ?? null;
  const isOrdering = whenGreen === 'order';
  /** It orders at this Live already: asked once. */
  const isKnownInLive = folder.orders !== null && folder.connection?.isInUse === true;
  const send = (to: string | null, liveConfirmedFor: string | null): void => {
    if (save.isPending) return;
    const orders = isOrdering ? { dailyLimit, recipientId: recipient?.recipientId ?? null, liveConfirmedFor } : null;
    const choice = { hotFolderId: folder.hotFolderId, whenGreen, afterwards, specUid, language };
    save.mutate({ ...choice, connectionId: to, orders }, { onError: () => setAsked(null) });
  };
  const submit = (): void => {
    if (isOrdering && inUse?.environment === 'live' && !isKnownInLive) setAsked(inUse);
    else send(inUse?.connectionId ?? null, null);
  };
  return (
    <Sheet
      title={t('settings.hot.sheet', { name: folder.name })}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onPress={onClose}>{t('settings.form.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={save.isPending}>
            {t('settings.hot.save')}
          </Button>
        </>
      }
    >
      <div className={styles.sheet}>
        <Choice
          legend={t('settings.hot.whenGreen')}
          name="when-green"
          value={whenGreen}
          options={whenGreenSchema.options.map((value) => ({
            value,
            label: t(`settings.hot.whenGreen.${value}`),
            note: t(`settings.hot.whenGreenNote.${value}`),
            isDisabled: value !== 'nothing' && inUse === null,
          }))}
          onChange={setWhenGreen}
        />
        {whenGreen !== 'nothing' && inUse !== null && (
          <p className={styles.where}>
            <EnvironmentChip environment={inUse.environment}>
              {t(`settings.environment.${inUse.environment}`)}
            </EnvironmentChip>
            {t('settings.hot.goesTo', { connection: inUse.name })}
          </p>
        )}
        {isOrdering && (
          <DailyOrders
            {...{ currency, dailyLimit, recipient }}
            onDailyLimit={setDailyLimit}
            onRecipient={setRecipient}
          />
        )}
        <Choice
          legend={t('settings.hot.afterwards')}
          name="afterwards"
          value={afterwards}
          options={afterwardsSchema.options.map((value) => ({
            value,
            label: t(`settings.hot.afterwards.${value}`),
            note: value === 'leave' ? null : t(`settings.hot.afterwardsNote.${value}`),
          }))}
          onChange={setAfterwards}
        />
        <SelectField
          label={t('settings.hot.spec')}
          value={specUid ?? GUESSED}
          options={[
            { value: GUESSED, label: t('settings.hot.specGuessed') },
            ...(specs.data ?? []).map(({ bookSpecUid, name }) => ({ value: bookSpecUid, label: name })),
          ]}
          onChange={(value) => setSpecUid(value === GUESSED ? null : value)}
        />
      </div>
      {asked !== null && (
        <LiveQuestion
          title={t('settings.hot.live.title', { name: folder.name, connection: asked.name })}
          points={[
            t('settings.hot.live.where', {
              connection: asked.name,
              mode: t(`settings.environment.${asked.environment}`),
              host: asked.host,
              key: asked.keyPrefix ?? 'none',
            }),
            t(asked.kind === 'builtIn' ? 'settings.toLive.moneyBuiltIn' : 'settings.toLive.money'),
            <strong key="sum">
              {t('settings.hot.live.sum', { sum: format.money(dailyLimit, currency), connection: asked.name })}
            </strong>,
            t('settings.hot.live.nobody'),
          ]}
          keepLabel={t('settings.hot.live.keep')}
          goLabel={t('settings.hot.live.go')}
          isBusy={save.isPending}
          onKeep={() => setAsked(null)}
          onGo={() => send(asked.connectionId, asked.connectionId)}
        />
      )}
    </Sheet>
  );
}
