import { useRef, useState, type ReactNode } from 'react';
import type { ListedConnection } from '../../../src-core/ipc/subjects/connections.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { leaveHere } from '../../route.ts';
import { showToast } from '../../ui/toast-store.ts';
import { heldText } from './held-text.ts';
import { SwitchToLive } from './switch-to-live.tsx';

interface ConnectionSwitch {
  /** Puts it in use; a Live one only after the question. */
  readonly switchTo: (connection: ListedConnection, all: readonly ListedConnection[]) => void;
  /** The one that is being put in use. */
  readonly busyId: string | null;
  /** The question before Live, while it is asked. */
  readonly question: ReactNode;
}

/** The way from one connection to another, wherever it is begun: Live is asked about once, and what is left behind is told. */
export function useConnectionSwitch(): ConnectionSwitch {
  const { t } = useText();
  const [toLive, setToLive] = useState<{ readonly to: ListedConnection; readonly left: string | null } | null>(null);
  // Told once it is done, when the whole window has gone over to the other connection.
  const leaving = useRef<string | null>(null);
  const activate = useAction('connections.activate', {
    onDone: () => {
      if (leaving.current !== null) showToast({ text: leaving.current });
      setToLive(null);
    },
  });
  const go: ConnectionSwitch['switchTo'] = (to, all) => {
    const inUse = all.find(({ active }) => active) ?? null;
    const held = inUse === null ? null : heldText(t, inUse.holds);
    const left = inUse === null || held === null ? null : t('settings.held.left', { name: inUse.name, held });
    leaving.current = to.environment === 'live' ? null : left;
    if (to.environment === 'live') setToLive({ to, left });
    else activate.mutate({ connectionId: to.connectionId });
  };
  return {
    // What is on screen is of the connection in use, and goes with it.
    switchTo: (to, all) => leaveHere(() => go(to, all)),
    busyId: activate.isPending ? activate.variables.connectionId : null,
    question: toLive !== null && (
      <SwitchToLive
        name={toLive.to.name}
        isBuiltIn={toLive.to.kind === 'builtIn'}
        held={heldText(t, toLive.to.holds)}
        left={toLive.left}
        isBusy={activate.isPending}
        onKeep={() => setToLive(null)}
        onSwitch={() => activate.mutate({ connectionId: toLive.to.connectionId })}
      />
    ),
  };
}
