import { ArrowDown, ArrowUp } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './naming-rules.module.css';

export interface MovableItem {
  readonly key: string;
  /** For whoever hears it. */
  readonly name: string;
  readonly content: ReactNode;
  /** Buttons behind those that move it. */
  readonly buttons?: ReactNode;
}

export interface MovableListProps {
  readonly label: string;
  readonly items: readonly MovableItem[];
  readonly onMove: (from: number, to: number) => void;
}

const KEYS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** A list of which each line is moved by its buttons, or by Alt with an arrow from anywhere in it. The focus goes with it. */
export function MovableList({ label, items, onMove }: MovableListProps) {
  const { t } = useText();
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ readonly to: number; readonly by: number; readonly isByButton: boolean } | null>(
    null,
  );
  useLayoutEffect(() => {
    if (moved === null) return;
    const line = list.current?.children[moved.to];
    const button = (by: number) => line?.querySelector<HTMLElement>(`[data-by="${by}"] button`);
    const wanted = moved.isByButton ? button(moved.by) : line?.querySelector<HTMLElement>('input');
    const focused = wanted?.hasAttribute('disabled') === true ? button(-moved.by) : wanted;
    focused?.focus();
  }, [moved]);
  const move = (from: number, by: number, isByButton: boolean): void => {
    const to = from + by;
    if (to < 0 || to >= items.length) return;
    onMove(from, to);
    setMoved({ to, by, isByButton });
  };
  return (
    <>
      <ol ref={list} className={styles.rules} aria-label={label}>
        {items.map(({ key, name, content, buttons }, at) => (
          <li
            key={key}
            onKeyDown={(event) => {
              const by = event.altKey ? KEYS[event.key] : undefined;
              if (by === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              move(at, by, event.target instanceof HTMLButtonElement);
            }}
          >
            <span className={styles.number} aria-hidden="true">
              {at + 1}
            </span>
            <div className={styles.content}>{content}</div>
            <div className={styles.moves}>
              {[-1, 1].map((by) => (
                <span key={by} data-by={by}>
                  <IconButton
                    label={t(by < 0 ? 'library.rules.up' : 'library.rules.down', { name })}
                    icon={by < 0 ? ArrowUp : ArrowDown}
                    shortcut={by < 0 ? 'Alt+ArrowUp' : 'Alt+ArrowDown'}
                    isDisabled={at + by < 0 || at + by >= items.length}
                    onPress={() => move(at, by, true)}
                  />
                </span>
              ))}
              {buttons}
            </div>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {moved !== null &&
          t('library.rules.moved', {
            name: items[moved.to]?.name ?? '',
            place: moved.to + 1,
            count: items.length,
          })}
      </p>
    </>
  );
}

/** A list with one item at another place. */
export function movedTo<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}
