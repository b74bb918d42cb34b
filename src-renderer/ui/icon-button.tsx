import type { LucideIcon } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { shownKeysOf, type Command } from '../../src-core/commands.ts';
import { cx } from './class-names.ts';
import { WithTooltip } from './tooltip.tsx';
import styles from './icon-button.module.css';

export interface IconButtonProps {
  /** Its accessible name and its tooltip. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly shortcut?: string;
  /** The command that it does as well: its key is shown, and the palette has it. */
  readonly command?: Command | undefined;
  /** Of a menu: what its choices do. */
  readonly commands?: readonly Command[];
  readonly onPress?: () => void;
  readonly isDisabled?: boolean;
  /** Why it is off, in the tooltip. */
  readonly whyNot?: string | null;
  readonly isPressed?: boolean;
  readonly size?: 16 | 20;
  readonly className?: string;
}

export function IconButton({
  label,
  icon: Icon,
  command,
  commands = command === undefined ? [] : [command],
  shortcut = command === undefined ? undefined : shownKeysOf(command),
  onPress,
  isDisabled = false,
  whyNot = null,
  isPressed,
  size = 16,
  className,
}: IconButtonProps) {
  const isBlocked = isDisabled && whyNot !== null;
  return (
    <WithTooltip text={isBlocked ? whyNot : label} shortcut={shortcut}>
      <AriaButton
        className={cx(styles.button, className)}
        aria-label={label}
        data-command={commands.join(' ') || undefined}
        isDisabled={isDisabled && !isBlocked}
        {...(isBlocked ? { 'aria-disabled': true, 'data-blocked': true } : {})}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        onPress={() => {
          if (!isBlocked) onPress?.();
        }}
      >
        <Icon size={size} aria-hidden="true" strokeWidth={1.75} />
      </AriaButton>
    </WithTooltip>
  );
}
