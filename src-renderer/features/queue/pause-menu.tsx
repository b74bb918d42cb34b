import { Menu, MenuItem, MenuTrigger, Popover, Text as AriaText } from 'react-aria-components';
import { Pause } from 'lucide-react';
import type { Input } from '../../../src-core/ipc/contract.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import styles from './pause-menu.module.css';

type How = Input<'queue.pause'>['how'];
const WAYS: readonly How[] = ['afterThisFile', 'now'];

/** Two pauses, each saying what becomes of the file that is being sent. */
export function PauseMenu({ onPause }: { readonly onPause: (how: How) => void }) {
  const { t } = useText();
  return (
    <MenuTrigger>
      <Button icon={Pause}>{t('queue.pause')}</Button>
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <Menu className={styles.menu ?? ''} onAction={(key) => onPause(key === 'now' ? 'now' : 'afterThisFile')}>
          {WAYS.map((how) => (
            <MenuItem key={how} id={how} textValue={t(`queue.pause.${how}`)} className={styles.item ?? ''}>
              <AriaText slot="label" className={styles.name ?? ''}>
                {t(`queue.pause.${how}`)}
              </AriaText>
              <AriaText slot="description" className={styles.hint ?? ''}>
                {t(`queue.pause.${how}Hint`)}
              </AriaText>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
