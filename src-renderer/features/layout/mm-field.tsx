import { Input, Label, NumberField as AriaNumberField } from 'react-aria-components';
import styles from './mm-field.module.css';

interface MeasureFieldProps {
  readonly label: string;
  readonly value: number;
  /** Never of a field that is left empty: the former value stands there again. */
  readonly onChange: (value: number) => void;
  /** Behind the figure: `mm`, `%`, `°`, `pt`. */
  readonly unit: string;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly digits?: number;
  readonly isDisabled?: boolean;
}

/** A figure with its name before and its unit behind it. It counts when the field is left, or Enter or an arrow is pressed. */
export function MeasureField({
  label,
  value,
  unit,
  min,
  max,
  step = 1,
  digits = 1,
  onChange,
  ...rest
}: MeasureFieldProps) {
  const factor = 10 ** digits;
  return (
    <AriaNumberField
      {...rest}
      onChange={(next) => {
        if (!Number.isNaN(next)) onChange(next);
      }}
      value={Math.round(value * factor) / factor}
      {...(min === undefined ? {} : { minValue: min })}
      {...(max === undefined ? {} : { maxValue: max })}
      step={step / factor < 1 ? 1 / factor : step}
      formatOptions={{ minimumFractionDigits: 0, maximumFractionDigits: digits, useGrouping: false }}
      className={styles.field ?? ''}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <Input className={styles.input ?? ''} />
      <span className={styles.unit} aria-hidden="true">
        {unit}
      </span>
    </AriaNumberField>
  );
}
