import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
} from 'react-aria-components';
import type { ReactNode } from 'react';
import styles from './field.module.css';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly hint?: string | undefined;
  /** What is wrong with the value, below the field. */
  readonly fault?: string | null;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly inputMode?: 'text' | 'numeric' | 'tel' | 'url' | 'decimal';
  readonly type?: 'text' | 'password' | 'url' | 'time';
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
  readonly isLabelHidden?: boolean;
}

export function TextField({ placeholder, inputMode, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      <Input
        className={styles.input ?? ''}
        spellCheck={false}
        autoComplete="off"
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(inputMode === undefined ? {} : { inputMode })}
      />
    </Field>
  );
}

export interface TextAreaProps extends Omit<TextFieldProps, 'inputMode' | 'type'> {
  readonly rows?: number;
}

export function TextArea({ placeholder, rows = 3, ...field }: TextAreaProps) {
  return (
    <Field {...field}>
      <AriaTextArea
        className={styles.input ?? ''}
        rows={rows}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </Field>
  );
}

type FieldProps = Omit<TextFieldProps, 'placeholder' | 'inputMode'> & { readonly children: ReactNode };

function Field({ label, hint, fault = null, isLabelHidden = false, children, ...rest }: FieldProps) {
  return (
    <AriaTextField {...rest} className={styles.field ?? ''} isInvalid={fault !== null}>
      <Label className={isLabelHidden ? 'visually-hidden' : (styles.label ?? '')}>{label}</Label>
      {children}
      {hint !== undefined && fault === null && (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.fault ?? ''}>{fault}</FieldError>
    </AriaTextField>
  );
}
