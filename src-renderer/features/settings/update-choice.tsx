import { Download, RefreshCw, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { installsAtClose, UPDATE_MODES, type UpdateState } from '../../../src-core/desk/updates.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { AnswerError, ErrorNote } from '../../ui/error-note.tsx';
import { Facts } from '../../ui/inspector.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { createStore } from '../../ui/store.ts';
import { TextField } from '../../ui/text-field.tsx';
import styles from './settings.module.css';

/** Somebody wants to see what has come: it stands far down in the settings. */
export const updatesWanted = createStore(false);

/** Whether newer versions come by themselves, where from, and what has come. */
export function UpdateChoice() {
  const answer = useAnswer('updates.state', {});
  if (answer.isError) return <AnswerError error={answer.error} onRetry={() => void answer.refetch()} />;
  if (answer.data === undefined) return null;
  const { phase, feed } = answer.data;
  if (phase === 'unpacked') return <Unpacked />;
  return <Choice key={feed} state={answer.data} />;
}

function Unpacked() {
  const { t } = useText();
  const why = t('settings.updates.unpacked');
  useCommand('updates.look', null, why);
  useCommand('updates.install', null, why);
  return <p className={styles.quiet}>{why}</p>;
}

function Choice({ state }: { readonly state: UpdateState }) {
  const { t, ref } = useText();
  const choose = useAction('updates.choose', { errorsInPlace: true });
  const look = useAction('updates.look');
  const download = useAction('updates.download');
  const refuse = useAction('updates.refuse');
  const install = useAction('updates.install');
  const [feed, setFeed] = useState(state.feed);
  const { phase, problem } = state;
  const version = state.version ?? '';
  const isReady = phase === 'ready';
  const whyNoLook =
    phase === 'noFeed'
      ? t('settings.updates.noFeed')
      : phase === 'looking' || phase === 'downloading'
        ? t('settings.updates.busy')
        : null;
  const status = useRef<HTMLDivElement>(null);
  const isWanted = updatesWanted.use();
  useEffect(() => {
    if (!isWanted) return;
    status.current?.scrollIntoView({ block: 'center' });
    updatesWanted.set(false);
  }, [isWanted]);
  const lookNow = (): void => {
    updatesWanted.set(true);
    look.mutate({});
  };
  const onLook = whyNoLook === null ? lookNow : null;
  const onInstall = isReady ? () => install.mutate({}) : null;
  useCommand('updates.look', onLook, whyNoLook);
  useCommand('updates.install', onInstall, t('settings.updates.nothingReady'));
  const shownPhase = isReady && !installsAtClose(state) ? 'onDemand' : phase;
  return (
    <>
      <div className={styles.choice}>
        <span className={styles.choiceName}>{t('settings.updates.mode')}</span>
        <Tabs
          label={t('settings.updates.mode')}
          value={state.mode}
          options={UPDATE_MODES.map((value) => ({ value, label: t(`settings.updates.mode.${value}`) }))}
          onChange={(mode) => choose.mutate({ mode })}
        />
      </div>
      <TextField
        label={t('settings.updates.feed')}
        hint={t('settings.updates.feedHint')}
        value={feed}
        onChange={setFeed}
        onBlur={() => {
          if (feed.trim() !== state.feed) choose.mutate({ feed });
          else choose.reset();
        }}
        fault={choose.isError ? ref(choose.error.text) : null}
        inputMode="url"
        maxLength={2_000}
      />
      <div role="status" ref={status}>
        <Facts
          facts={[
            {
              name: t('settings.updates.state'),
              value: t(`settings.updates.phase.${shownPhase}`, { version, percent: state.percent ?? 0 }),
            },
            {
              name: t('settings.updates.looked'),
              value:
                state.lookedAtMs === null
                  ? t('settings.updates.never')
                  : t('settings.updates.lookedValue', { at: state.lookedAtMs }),
            },
          ]}
        />
      </div>
      {problem !== null && <ErrorNote title={t('settings.updates.phase.failed')}>{ref(problem)}</ErrorNote>}
      <div className={styles.row}>
        {isReady && (
          <Button
            variant="primary"
            icon={RotateCw}
            command="updates.install"
            isBusy={install.isPending}
            onPress={() => onInstall?.()}
          >
            {t('settings.updates.install')}
          </Button>
        )}
        {(phase === 'found' || phase === 'refused') && (
          <Button icon={Download} isBusy={download.isPending} onPress={() => download.mutate({})}>
            {t('settings.updates.download', { version })}
          </Button>
        )}
        <Button
          icon={RefreshCw}
          command="updates.look"
          isDisabled={whyNoLook !== null}
          whyNot={whyNoLook}
          isBusy={phase === 'looking'}
          onPress={() => onLook?.()}
        >
          {t('settings.updates.look')}
        </Button>
        {(phase === 'found' || phase === 'failed' || isReady) && state.version !== null && (
          <Button isBusy={refuse.isPending} onPress={() => refuse.mutate({})}>
            {t('settings.updates.refuse')}
          </Button>
        )}
      </div>
    </>
  );
}
