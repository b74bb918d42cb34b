import { COMMAND_LIST } from '../../src-core/commands.ts';
import { LAYOUT_KEYS } from '../features/layout/key-list.ts';
import { useText } from '../i18n/use-text.ts';
import { useLayoutBook } from '../route.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { Sheet } from '../ui/sheet.tsx';
import styles from './shortcut-sheet.module.css';

const GROUPS = ['files', 'move', 'work'] as const;
/** Keys of a table, which work while it has the focus. */
const TABLE_KEYS = [
  { keys: 'J / K', key: 'rows' },
  { keys: 'Shift+↑↓', key: 'extend' },
  { keys: 'Mod+A', key: 'all' },
  { keys: 'Space', key: 'look' },
  { keys: 'Backspace', key: 'remove' },
  { keys: 'Alt+← →', key: 'width' },
  { keys: '← / →', key: 'fold' },
] as const;

export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const isOnStage = useLayoutBook() !== null;
  return (
    <Sheet onClose={onClose} title={t('ui.shortcuts')} size="large" isReadOnly>
      <div className={styles.groups}>
        {isOnStage && (
          <section>
            <h3>{t('ui.shortcutGroup.layout')}</h3>
            <dl>
              {LAYOUT_KEYS.map(({ keys, key }) => (
                <Line key={key} keys={keys} text={t(`layout.key.${key}`)} />
              ))}
            </dl>
          </section>
        )}
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{t(`ui.shortcutGroup.${group}`)}</h3>
            <dl>
              {COMMAND_LIST.filter((one) => one.group === group).flatMap(({ command, keys }) =>
                keys.map((one) => (
                  <Line key={`${command} ${one.keys}`} keys={one.keys} text={t(`ui.command.${command}`)} />
                )),
              )}
            </dl>
          </section>
        ))}
        <section>
          <h3>{t('ui.shortcutGroup.table')}</h3>
          <dl>
            {TABLE_KEYS.map(({ keys, key }) => (
              <Line key={key} keys={keys} text={t(`ui.tableKey.${key}`)} />
            ))}
          </dl>
        </section>
      </div>
    </Sheet>
  );
}

function Line({ keys, text }: { readonly keys: string; readonly text: string }) {
  return (
    <div className={styles.line}>
      <dt>{text}</dt>
      <dd>
        <KeyHint keys={keys} />
      </dd>
    </div>
  );
}
