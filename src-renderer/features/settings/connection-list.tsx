import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ListedConnection } from '../../../src-core/ipc/subjects/connections.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, EnvironmentChip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/sheet.tsx';
import { FormerSandboxNote } from '../start-over/former-sandbox-note.tsx';
import { StartOverSheet } from '../start-over/start-over-sheet.tsx';
import { AddConnection } from './add-connection.tsx';
import { heldText } from '../service/held-text.ts';
import { ReplaceKey } from './replace-key.tsx';
import { useConnectionSwitch } from '../service/use-connection-switch.tsx';
import styles from './settings.module.css';

/** Every connection with its environment and where its key is kept, in words no kinder than the truth. */
export function ConnectionList({ connections }: { readonly connections: readonly ListedConnection[] }) {
  const { t } = useText();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<ListedConnection | null>(null);
  const [replacing, setReplacing] = useState<ListedConnection | null>(null);
  const [isStartingOver, setStartingOver] = useState(false);
  const start = useAction('connections.startBuiltIn');
  const remove = useAction('connections.remove', { onDone: () => setRemoving(null) });
  const { switchTo, busyId, question } = useConnectionSwitch();
  useCommand('connections.add', () => setAdding(true));
  useCommand(
    'startOver.open',
    connections.some(hasStartOver) ? () => setStartingOver(true) : null,
    t('settings.startOver.none'),
  );
  const hasBuiltIn = connections.some((connection) => connection.kind === 'builtIn');
  return (
    <>
      {connections.length === 0 && <p className={styles.quiet}>{t('settings.connections.empty')}</p>}
      <ul className={styles.connections}>
        {connections.map((connection) => (
          <ConnectionRow
            key={connection.connectionId}
            connection={connection}
            isBusy={busyId === connection.connectionId}
            onUse={() => switchTo(connection, connections)}
            onReplaceKey={() => setReplacing(connection)}
            onRemove={() => setRemoving(connection)}
            onStartOver={hasStartOver(connection) ? () => setStartingOver(true) : null}
          />
        ))}
      </ul>
      <div className={styles.row}>
        <Button icon={Plus} command="connections.add" onPress={() => setAdding(true)}>
          {t('settings.connections.add')}
        </Button>
        {!hasBuiltIn && (
          <Button isBusy={start.isPending} onPress={() => start.mutate({})}>
            {t('settings.connections.startBuiltIn')}
          </Button>
        )}
      </div>
      {question}
      {isStartingOver && <StartOverSheet onClose={() => setStartingOver(false)} />}
      {isAdding && <AddConnection onClose={() => setAdding(false)} />}
      {replacing !== null && <ReplaceKey connection={replacing} onClose={() => setReplacing(null)} />}
      {removing !== null && (
        <ConfirmDialog
          title={t('settings.connections.removeTitle', { name: removing.name })}
          text={t('settings.connections.removeText')}
          keepLabel={t('settings.connections.keep')}
          confirmLabel={t('settings.connections.removeConfirm')}
          isBusy={remove.isPending}
          onKeep={() => setRemoving(null)}
          onConfirm={() => remove.mutate({ connectionId: removing.connectionId })}
        />
      )}
    </>
  );
}

/** No other service lets anybody take its records away. */
const hasStartOver = ({ kind, environment }: ListedConnection): boolean =>
  kind === 'builtIn' && environment === 'sandbox';

interface ConnectionRowProps {
  readonly connection: ListedConnection;
  readonly isBusy: boolean;
  readonly onUse: () => void;
  readonly onReplaceKey: () => void;
  readonly onRemove: () => void;
  /** Null where that cannot be. */
  readonly onStartOver: (() => void) | null;
}

function ConnectionRow({ connection, isBusy, onUse, onReplaceKey, onRemove, onStartOver }: ConnectionRowProps) {
  const { t, format } = useText();
  const { name, host, kind, environment, keyPrefix, keyState, active, away } = connection;
  const held = heldText(t, connection.holds);
  return (
    <li className={styles.connection} data-active={active}>
      <div className={styles.connectionHead}>
        <strong>{name}</strong>
        <EnvironmentChip environment={environment}>{t(`settings.environment.${environment}`)}</EnvironmentChip>
        <Chip>{t(`settings.connections.${kind}`)}</Chip>
        {active && <Chip tone="accent">{t('settings.connections.active')}</Chip>}
      </div>
      <p className={styles.quiet}>{host}</p>
      <p className={styles.quiet}>
        {t('settings.key')}: {keyPrefix !== null && <code>{keyPrefix}…</code>}{' '}
        <span data-key={keyState}>{t(`settings.key.${keyState}`)}</span>
      </p>
      {away !== null && (
        <p className={styles.paused}>{t('ui.service.awaySince', { time: format.time(away.sinceMs) })}</p>
      )}
      {!active && held !== null && <p className={styles.paused}>{t('settings.held.paused', { held })}</p>}
      <div className={styles.connectionActions}>
        {!active && (
          <Button aria-label={t('settings.connections.useOf', { name })} isBusy={isBusy} onPress={onUse}>
            {t('settings.connections.use')}
          </Button>
        )}
        {onStartOver !== null && (
          <Button command="startOver.open" aria-label={t('settings.startOver.openOf', { name })} onPress={onStartOver}>
            {t('settings.startOver.open')}
          </Button>
        )}
        {kind === 'remote' && (
          <Button aria-label={t('settings.connections.replaceOf', { name })} onPress={onReplaceKey}>
            {t('settings.connections.replaceKey')}
          </Button>
        )}
        <Button
          variant="quiet"
          aria-label={t('settings.connections.removeOf', { name })}
          isDisabled={active}
          whyNot={t('settings.connections.activeRemove')}
          onPress={onRemove}
        >
          {t('settings.connections.remove')}
        </Button>
      </div>
      {onStartOver !== null && <FormerSandbox />}
    </li>
  );
}

function FormerSandbox() {
  const former = useAnswer('startOver.former', {}).data ?? null;
  return former !== null && <FormerSandboxNote former={former} />;
}
