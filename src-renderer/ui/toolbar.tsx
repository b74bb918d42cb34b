import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

export interface ScreenHeaderProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** Top row of a screen: its name, then filters and controls. 52 px high. */
export function ScreenHeader({ title, children }: ScreenHeaderProps) {
  return (
    <header className={styles.header}>
      <h1>{title}</h1>
      {children}
    </header>
  );
}

/** A row of controls. */
export function Toolbar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div role="toolbar" aria-label={label} className={styles.toolbar}>
      {children}
    </div>
  );
}

/** Bottom row of a screen: what is the case at the left, the one primary action at the right. */
export function ScreenFooter({ note, children }: { readonly note?: ReactNode; readonly children?: ReactNode }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.note}>{note}</div>
      <div className={styles.actions}>{children}</div>
    </footer>
  );
}

/** Takes the room that is left in a row. */
export const Spacer = () => <span className={styles.spacer} />;
