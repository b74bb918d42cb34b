import styles from './choice.module.css';

export interface ChoiceProps<V extends string> {
  readonly legend: string;
  readonly name: string;
  readonly value: V;
  readonly options: readonly {
    readonly value: V;
    readonly label: string;
    readonly note: string | null;
    readonly isDisabled?: boolean;
  }[];
  readonly onChange: (value: V) => void;
}

/** One of a few, each with what comes of it. */
export function Choice<V extends string>({ legend, name, value, options, onChange }: ChoiceProps<V>) {
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.isDisabled === true}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.note !== null && <span className={styles.note}>{option.note}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
