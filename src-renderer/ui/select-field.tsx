import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import type { Command } from '../../src-core/commands.ts';
import styles from './field.module.css';

export interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: string;
  /** A second line: why it does not fit, what it means. */
  readonly note?: string | null;
  readonly mark?: ReactNode;
}

export interface SelectFieldProps<V extends string> {
  readonly label: string;
  readonly options: readonly SelectOption<V>[];
  readonly value: V | null;
  readonly onChange: (value: V) => void;
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
  readonly isLabelHidden?: boolean;
  /** The command that comes here. */
  readonly command?: Command;
}

export function SelectField<V extends string>({
  label,
  options,
  value,
  onChange,
  placeholder = '–',
  isDisabled = false,
  isLabelHidden = false,
  command,
}: SelectFieldProps<V>) {
  return (
    <Select
      className={styles.field ?? ''}
      value={value}
      onChange={(key) => key !== null && onChange(key as V)}
      isDisabled={isDisabled}
      placeholder={placeholder}
    >
      <Label className={isLabelHidden ? 'visually-hidden' : (styles.label ?? '')}>{label}</Label>
      <Button data-command={command} className={styles.select ?? ''}>
        <SelectValue className={styles.selectValue ?? ''}>
          {({ selectedText, defaultChildren }) =>
            selectedText === '' || selectedText === null ? defaultChildren : selectedText
          }
        </SelectValue>
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      <Popover className={styles.popover ?? ''} offset={4}>
        <ListBox className={styles.options ?? ''} items={options.map((option) => ({ id: option.value, ...option }))}>
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className={styles.option ?? ''}>
              {option.mark}
              <span>
                {option.label}
                {option.note !== null && option.note !== undefined && (
                  <span className={styles.optionNote}>{option.note}</span>
                )}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
