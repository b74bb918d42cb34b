import { Minus, Plus } from 'lucide-react';
import { Button, FieldError, Group, Input, Label, NumberField as AriaNumberField } from 'react-aria-components';
import type { Command } from '../../src-core/commands.ts';
import styles from './field.module.css';

export interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
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
  onChange,
  ...rest
}: NumberFieldProps) {
  return (
    <AriaNumberField
      {...rest}
      onChange={(value) => {
        if (!Number.isNaN(value)) onChange(value);
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
        <Input data-command={command} className={styles.stepInput ?? ''} />
        <Button slot="increment" className={styles.step ?? ''}>
          <Plus size={14} aria-hidden="true" />
        </Button>
      </Group>
      <FieldError className={styles.fault ?? ''}>{fault}</FieldError>
    </AriaNumberField>
  );
}
