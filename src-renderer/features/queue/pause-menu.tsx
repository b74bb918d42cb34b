import { Pause } from 'lucide-react';
import type { Input } from '../../../src-core/ipc/contract.ts';
import { useText } from '../../i18n/use-text.ts';
import { MenuButton } from '../../ui/menu-button.tsx';

type How = Input<'queue.pause'>['how'];
const WAYS: readonly How[] = ['afterThisFile', 'now'];

/** Two pauses, each saying what becomes of the file that is being sent. */
export function PauseMenu({ onPause }: { readonly onPause: (how: How) => void }) {
  const { t } = useText();
  return (
    <MenuButton
      label={t('queue.pause')}
      icon={Pause}
      choices={WAYS.map((how) => ({ value: how, name: t(`queue.pause.${how}`), hint: t(`queue.pause.${how}Hint`) }))}
      onChoose={onPause}
    />
  );
}
