import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { shownKeysOf, type Command } from '../../src-core/commands.ts';
import { cx } from './class-names.ts';
import { KeyHint } from './key-hint.tsx';
import { WithTooltip } from './tooltip.tsx';
import styles from './button.module.css';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly size?: 'normal' | 'large';
  readonly icon?: LucideIcon;
  /** Shown inside the button, such as `Mod+Enter`. */
  readonly shortcut?: string;
  /** The command that it does as well: its key is shown, and the palette has it. */
  readonly command?: Command | undefined;
  /** Of a menu: what its choices do. */
  readonly commands?: readonly Command[];
  readonly isDisabled?: boolean;
  /** Why it is off, in the operator's language. The button stays reachable so that the reason can be read. */
  readonly whyNot?: string | null;
  readonly isBusy?: boolean;
  readonly autoFocus?: boolean;
  readonly type?: 'button' | 'submit';
  readonly className?: string;
  readonly slot?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
}

export function Button({
  children,
  onPress,
  variant = 'plain',
  size = 'normal',
  icon: Icon,
  command,
  commands = command === undefined ? [] : [command],
  shortcut = command === undefined ? undefined : shownKeysOf(command),
  isDisabled = false,
  whyNot = null,
  isBusy = false,
  className,
  ...rest
}: ButtonProps) {
  const isBlocked = isDisabled && whyNot !== null;
  const button = (
    <AriaButton
      {...rest}
      data-command={commands.join(' ') || undefined}
      className={cx(styles.button, styles[variant], styles[size], className)}
      isDisabled={isDisabled && !isBlocked}
      isPending={isBusy}
      {...(isBlocked ? { 'aria-disabled': true, 'data-blocked': true } : {})}
      onPress={() => {
        if (!isBlocked) onPress?.();
      }}
    >
      {Icon !== undefined && <Icon size={16} aria-hidden="true" strokeWidth={1.75} />}
      <span className={styles.label}>{children}</span>
      {shortcut !== undefined && <KeyHint keys={shortcut} />}
    </AriaButton>
  );
  return isBlocked ? <WithTooltip text={whyNot}>{button}</WithTooltip> : button;
}
