import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine } from 'lucide-react';
import type { QueueMove } from '../../../src-core/desk/queue-order.ts';
import { useAction } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useUndoable } from '../undo/use-undo.ts';
import { queueSorting } from './queue-state.ts';

const WAYS = [
  { to: 'first', icon: ArrowUpToLine, command: 'queue.sendNext' },
  { to: 'up', icon: ArrowUp, command: 'queue.moveUp' },
  { to: 'down', icon: ArrowDown, command: 'queue.moveDown' },
  { to: 'last', icon: ArrowDownToLine, command: 'queue.sendLast' },
] as const satisfies readonly { to: QueueMove; [more: string]: unknown }[];

/** The four ways to put chosen books that wait elsewhere among the others, for the pointer, by key and as commands. */
export function OrderTools({ jobIds }: { readonly jobIds: readonly string[] }) {
  const { t } = useText();
  const move = useMove(jobIds);
  const whyNot = t('queue.order.whyNot');
  useCommand('queue.sendNext', move === null ? null : () => move('first'), whyNot);
  useCommand('queue.moveUp', move === null ? null : () => move('up'), whyNot);
  useCommand('queue.moveDown', move === null ? null : () => move('down'), whyNot);
  useCommand('queue.sendLast', move === null ? null : () => move('last'), whyNot);
  return (
    <Toolbar label={t('queue.order')}>
      {WAYS.map(({ to, icon, command }) => (
        <IconButton
          key={to}
          icon={icon}
          label={t(`queue.order.${to}`)}
          command={command}
          isDisabled={move === null}
          whyNot={move === null ? whyNot : null}
          onPress={() => move?.(to)}
        />
      ))}
    </Toolbar>
  );
}

function useMove(jobIds: readonly string[]): ((to: QueueMove) => void) | null {
  const { t } = useText();
  const showUndo = useUndoable();
  const { mutate: move } = useAction('queue.move', {
    onDone: ({ moved, undoId }, { to }) => {
      // Where a book is sent is not to be seen while the queue stands by something else.
      queueSorting.set(null);
      if (undoId === null) {
        showToast({ text: t('queue.order.stays') });
        return;
      }
      // A step is seen where it is made; what went to an end may be out of sight.
      showUndo(t(`queue.order.moved.${to}`, { count: moved }), undoId, { isQuiet: to === 'up' || to === 'down' });
    },
  });
  return jobIds.length === 0 ? null : (to) => move({ jobIds: [...jobIds], to });
}
