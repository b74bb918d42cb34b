import type { ReactNode } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import styles from './tabs.module.css';

export interface TabOption<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly isDisabled?: boolean;
}

export interface TabsProps<V extends string> {
  readonly label: string;
  readonly options: readonly TabOption<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}

/** One of a few views of the same thing. */
export function Tabs<V extends string>({ label, options, value, onChange }: TabsProps<V>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={styles.tabs ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key !== undefined) onChange(key as V);
      }}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          id={option.value}
          className={styles.tab ?? ''}
          isDisabled={option.isDisabled ?? false}
        >
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
