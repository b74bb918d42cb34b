import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ConnectionView } from '../../../src-core/ipc/subjects/connections.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, EnvironmentChip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/sheet.tsx';
import { AddConnection } from './add-connection.tsx';
import { ReplaceKey } from './replace-key.tsx';
import styles from './settings.module.css';

/** Every connection with its environment and where its key is kept, in words no kinder than the truth. */
export function ConnectionList({ connections }: { readonly connections: readonly ConnectionView[] }) {
  const { t } = useText();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<ConnectionView | null>(null);
  const [replacing, setReplacing] = useState<ConnectionView | null>(null);
  const start = useAction('connections.startBuiltIn');
  const remove = useAction('connections.remove', { onDone: () => setRemoving(null) });
  const hasBuiltIn = connections.some((connection) => connection.kind === 'builtIn');
  return (
    <>
      {connections.length === 0 && <p className={styles.quiet}>{t('settings.connections.empty')}</p>}
      <ul className={styles.connections}>
        {connections.map((connection) => (
          <ConnectionRow
            key={connection.connectionId}
            connection={connection}
            onReplaceKey={() => setReplacing(connection)}
            onRemove={() => setRemoving(connection)}
          />
        ))}
      </ul>
      <div className={styles.row}>
        <Button icon={Plus} onPress={() => setAdding(true)}>
          {t('settings.connections.add')}
        </Button>
        {!hasBuiltIn && (
          <Button isBusy={start.isPending} onPress={() => start.mutate({})}>
            {t('settings.connections.startBuiltIn')}
          </Button>
        )}
      </div>
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

interface ConnectionRowProps {
  readonly connection: ConnectionView;
  readonly onReplaceKey: () => void;
  readonly onRemove: () => void;
}

function ConnectionRow({ connection, onReplaceKey, onRemove }: ConnectionRowProps) {
  const { t } = useText();
  const activate = useAction('connections.activate');
  const { connectionId, name, host, kind, environment, keyPrefix, keyState, active } = connection;
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
      <div className={styles.connectionActions}>
        {!active && (
          <Button
            aria-label={t('settings.connections.useOf', { name })}
            isBusy={activate.isPending}
            onPress={() => activate.mutate({ connectionId })}
          >
            {t('settings.connections.use')}
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
    </li>
  );
}
