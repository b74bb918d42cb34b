import { FolderInput } from 'lucide-react';
import { useState } from 'react';
import type { HotFolderView } from '../../../src-core/ipc/subjects/hot-folders.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, EnvironmentChip } from '../../ui/chip.tsx';
import { AnswerError } from '../../ui/error-note.tsx';
import { ConfirmDialog } from '../../ui/sheet.tsx';
import { HotFolderSheet } from './hot-folder-sheet.tsx';
import styles from './hot-folders.module.css';

/** The folders that are watched: what is going on in each, and what is done with it. */
export function HotFolderList() {
  const { t } = useText();
  const answer = useAnswer('hotFolders.list', {});
  const [setting, setSetting] = useState<string | null>(null);
  const [removing, setRemoving] = useState<HotFolderView | null>(null);
  const pick = useAction('hotFolders.pick', {
    // It is watched already; what becomes of its books is said at once.
    onDone: (added) => added !== null && setSetting(added.hotFolderId),
  });
  useCommand('hotFolders.add', () => pick.mutate({}));
  const remove = useAction('hotFolders.remove', { onDone: () => setRemoving(null) });
  if (answer.isError) return <AnswerError error={answer.error} onRetry={() => void answer.refetch()} />;
  const folders = answer.data;
  if (folders === undefined) return null;
  const set = folders.find(({ hotFolderId }) => hotFolderId === setting);
  return (
    <>
      {folders.length > 0 && (
        <ul className={styles.folders}>
          {folders.map((folder) => (
            <HotFolderRow
              key={folder.hotFolderId}
              folder={folder}
              onSet={() => setSetting(folder.hotFolderId)}
              onRemove={() => setRemoving(folder)}
            />
          ))}
        </ul>
      )}
      <div>
        <Button icon={FolderInput} command="hotFolders.add" isBusy={pick.isPending} onPress={() => pick.mutate({})}>
          {t('settings.hot.add')}
        </Button>
      </div>
      {set !== undefined && <HotFolderSheet folder={set} onClose={() => setSetting(null)} />}
      {removing !== null && (
        <ConfirmDialog
          title={t('settings.hot.removeTitle', { name: removing.name })}
          text={t('settings.hot.removeText')}
          keepLabel={t('settings.hot.keep')}
          confirmLabel={t('settings.hot.removeConfirm')}
          isBusy={remove.isPending}
          onKeep={() => setRemoving(null)}
          onConfirm={() => remove.mutate({ hotFolderId: removing.hotFolderId })}
        />
      )}
    </>
  );
}

interface HotFolderRowProps {
  readonly folder: HotFolderView;
  readonly onSet: () => void;
  readonly onRemove: () => void;
}

function HotFolderRow({ folder, onSet, onRemove }: HotFolderRowProps) {
  const { t, ref } = useText();
  const pause = useAction('hotFolders.setPaused');
  const { hotFolderId, name, path, whenGreen, afterwards, connection, state, problem } = folder;
  const isPaused = state === 'paused';
  return (
    <li className={styles.folder} data-state={state}>
      <div className={styles.head}>
        <strong>{name}</strong>
        <StateChip folder={folder} />
        {whenGreen !== 'nothing' && connection !== null && (
          <EnvironmentChip environment={connection.environment}>
            {t(`settings.environment.${connection.environment}`)}
          </EnvironmentChip>
        )}
      </div>
      <p className={styles.path}>{path}</p>
      <p>
        {whenGreen !== 'nothing' && connection !== null
          ? t(`settings.hot.does.${whenGreen}`, { connection: connection.name })
          : t('settings.hot.does.nothing')}{' '}
        {afterwards !== 'leave' && t(`settings.hot.does.${afterwards}`)}
      </p>
      <Copying folder={folder} />
      <Counts books={folder.books} />
      <Today orders={folder.orders} />
      {whenGreen !== 'nothing' && connection?.isInUse === false && (
        <p className={styles.waits}>{t('settings.hot.otherConnection', { connection: connection.name })}</p>
      )}
      {problem !== null && <p className={styles.waits}>{ref(problem)}</p>}
      <div className={styles.actions}>
        <Button aria-label={t('settings.hot.setOf', { name })} onPress={onSet}>
          {t('settings.hot.set')}
        </Button>
        <Button
          aria-label={t(isPaused ? 'settings.hot.goOnOf' : 'settings.hot.pauseOf', { name })}
          isBusy={pause.isPending}
          onPress={() => pause.mutate({ hotFolderId, isPaused: !isPaused })}
        >
          {t(isPaused ? 'settings.hot.goOn' : 'settings.hot.pause')}
        </Button>
        <Button variant="quiet" aria-label={t('settings.hot.removeOf', { name })} onPress={onRemove}>
          {t('settings.hot.remove')}
        </Button>
      </div>
    </li>
  );
}

function StateChip({ folder: { state, offlineSinceMs } }: { readonly folder: HotFolderView }) {
  const { t, format } = useText();
  if (state === 'offline')
    return <Chip tone="warning">{t('settings.hot.offline', { time: format.time(offlineSinceMs ?? 0) })}</Chip>;
  return <Chip tone={state === 'watching' ? 'accepted' : 'plain'}>{t(`settings.hot.${state}`)}</Chip>;
}

function Copying({ folder: { copying, copyingNames } }: { readonly folder: HotFolderView }) {
  const { t } = useText();
  if (copying === 0) return null;
  return (
    <p>
      <span className={styles.copying}>{t('settings.hot.copying', { count: copying })}</span>{' '}
      <span className={styles.names}>
        {copyingNames.join(', ')}
        {copying > copyingNames.length && ' …'}
      </span>
    </p>
  );
}

/** What it ordered today, of how much, and what waits for tomorrow or for a person. */
function Today({ orders }: { readonly orders: HotFolderView['orders'] }) {
  const { t, format } = useText();
  const currency = useAnswer('app.status', {}).data?.credit?.currency ?? 'KRW';
  if (orders === null) return null;
  const { dailyLimit, spentToday, orderedToday, tomorrow, withoutRecipient } = orders;
  const figures = { spent: format.money(spentToday, currency), limit: format.money(dailyLimit, currency) };
  return (
    <>
      <p className={styles.today}>{t('settings.hot.today', { ...figures, count: orderedToday })}</p>
      {tomorrow > 0 && <p className={styles.waits}>{t('settings.hot.tomorrow', { ...figures, count: tomorrow })}</p>}
      {withoutRecipient > 0 && (
        <p className={styles.waits}>{t('settings.hot.withoutRecipient', { count: withoutRecipient })}</p>
      )}
    </>
  );
}

const COUNTED = ['waiting', 'checking', 'needYou', 'green', 'onTheirWay', 'sent'] as const;

function Counts({ books }: { readonly books: HotFolderView['books'] }) {
  const { t } = useText();
  const told = COUNTED.filter((state) => books[state] > 0);
  if (told.length === 0) return null;
  return (
    <ul className={styles.counts}>
      {told.map((state) => (
        <li key={state} data-books={state}>
          {t(`settings.hot.books.${state}`, { count: books[state] })}
        </li>
      ))}
    </ul>
  );
}
