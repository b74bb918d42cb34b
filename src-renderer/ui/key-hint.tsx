import { usePlatform } from './platform.ts';
import styles from './key-hint.module.css';

const MAC: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Enter: '↩',
  Backspace: '⌫',
  Escape: 'esc',
};
const OTHERS: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Shift: 'Shift',
  Alt: 'Alt',
  Enter: '↩',
  Backspace: 'Del',
  Escape: 'Esc',
};

/** A shortcut (`Mod+Shift+O`) as the platform writes it. */
export function KeyHint({ keys }: { readonly keys: string }) {
  const isMac = usePlatform() === 'darwin';
  const names = keys.split('+').map((key) => (isMac ? MAC : OTHERS)[key] ?? key);
  return (
    <kbd className={styles.keys} aria-hidden="true">
      {names.join(isMac ? '' : '+')}
    </kbd>
  );
}
