import type { LucideIcon } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover, Text as AriaText } from 'react-aria-components';
import type { Command } from '../../src-core/commands.ts';
import { Button } from './button.tsx';
import { CarryHint } from './carry-hint.tsx';
import { Carries } from './carries.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './menu-button.module.css';

export interface MenuChoice<V extends string> {
  readonly value: V;
  readonly name: string;
  /** What will come of it. */
  readonly hint: string;
  /** The command that does the same. */
  readonly command?: Command;
  /** Begins to carry what would come of it out of the window. */
  readonly onCarry?: () => void;
}

export interface MenuButtonProps<V extends string> {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly choices: readonly MenuChoice<V>[];
  readonly onChoose: (value: V) => void;
  /** The label becomes a tooltip. */
  readonly isIconOnly?: boolean;
  readonly isDisabled?: boolean;
}

/** A button that opens a few ways to do one thing. */
export function MenuButton<V extends string>({
  label,
  icon,
  choices,
  onChoose,
  isIconOnly = false,
  isDisabled = false,
}: MenuButtonProps<V>) {
  const commands = choices.flatMap(({ command }) => command ?? []);
  return (
    <MenuTrigger>
      {isIconOnly ? (
        <IconButton label={label} icon={icon} isDisabled={isDisabled} commands={commands} />
      ) : (
        <Button icon={icon} isDisabled={isDisabled} commands={commands}>
          {label}
        </Button>
      )}
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <Menu
          aria-label={label}
          className={styles.menu ?? ''}
          items={choices.map((choice) => ({ id: choice.value, ...choice }))}
          onAction={(key) => onChoose(key as V)}
        >
          {(choice) => (
            <MenuItem id={choice.value} textValue={choice.name} className={styles.item ?? ''}>
              <Carries onCarry={choice.onCarry} className={styles.choice}>
                <AriaText slot="label" className={styles.name ?? ''}>
                  {choice.name}
                </AriaText>
                <AriaText slot="description" className={styles.hint ?? ''}>
                  {choice.hint}
                </AriaText>
              </Carries>
            </MenuItem>
          )}
        </Menu>
        {choices.some(({ onCarry }) => onCarry !== undefined) && (
          <div className={styles.foot}>
            <CarryHint />
          </div>
        )}
      </Popover>
    </MenuTrigger>
  );
}
