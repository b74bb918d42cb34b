import { Minus, Plus } from 'lucide-react';
import { Button, FieldError, Group, Input, Label, NumberField as AriaNumberField } from 'react-aria-components';
import type { Command } from '../../src-core/commands.ts';
import styles from './field.module.css';

export interface NumberFieldProps {
  readonly label: string;
  /** Null: none, until one is typed or stepped to. */
  readonly value: number | null;
  /** Stands where there is none. */
  readonly placeholder?: string;
  /** Never of a field that is left empty: the former value stands there again. */
  readonly onChange: (value: number) => void;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly isDisabled?: boolean;
  readonly isLabelHidden?: boolean;
  /** The command that comes here. */
  readonly command?: Command;
  readonly fault?: string | null;
}

/** A whole number with steps; wheel and arrow keys work too. The value changes when the field is left or stepped. */
export function NumberField({
  label,
  isLabelHidden = false,
  fault = null,
  min,
  max,
  step,
  command,
  value,
  placeholder,
  onChange,
  ...rest
}: NumberFieldProps) {
  return (
    <AriaNumberField
      {...rest}
      value={value ?? NaN}
      onChange={(next) => {
        if (!Number.isNaN(next)) onChange(next);
      }}
      {...(min === undefined ? {} : { minValue: min })}
      {...(max === undefined ? {} : { maxValue: max })}
      {...(step === undefined ? {} : { step })}
      className={styles.field ?? ''}
      isInvalid={fault !== null}
    >
      <Label className={isLabelHidden ? 'visually-hidden' : (styles.label ?? '')}>{label}</Label>
      <Group className={styles.stepper ?? ''}>
        <Button slot="decrement" className={styles.step ?? ''}>
          <Minus size={14} aria-hidden="true" />
        </Button>
        <Input
          data-command={command}
          {...(placeholder === undefined ? {} : { placeholder })}
          className={styles.stepInput ?? ''}
        />
        <Button slot="increment" className={styles.step ?? ''}>
          <Plus size={14} aria-hidden="true" />
        </Button>
      </Group>
      <FieldError className={styles.fault ?? ''}>{fault}</FieldError>
    </AriaNumberField>
  );
}
