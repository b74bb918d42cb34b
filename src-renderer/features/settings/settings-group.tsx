import type { ReactNode } from 'react';
import styles from './settings.module.css';

export interface SettingsGroupProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** A question at the left, its answers at the right. */
export function SettingsGroup({ title, text, children }: SettingsGroupProps) {
  return (
    <section className={styles.group} aria-label={title}>
      <div className={styles.groupHead}>
        <h2>{title}</h2>
        {text !== undefined && <p>{text}</p>}
      </div>
      <div className={styles.groupBody}>{children}</div>
    </section>
  );
}
