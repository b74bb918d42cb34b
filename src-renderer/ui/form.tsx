import type { ReactNode } from 'react';
import styles from './form.module.css';

export interface FormProps {
  /** Also called while the button is blocked: whether everything is there is to be asked again. */
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/**
 * Fields and the button that sends them (`type="submit"`): Enter in a field is that button. It takes no place of its own.
 * A browser does this only for a button inside of the form, except where there is a single field.
 */
export function Form({ onSubmit, children }: FormProps) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        // A sheet that lies over this one is a part of it to React: what is sent there is not sent here too.
        event.stopPropagation();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
