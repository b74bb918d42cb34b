import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './chip.module.css';

export interface ChipProps {
  readonly children: ReactNode;
  readonly tone?: 'plain' | 'accepted' | 'warning' | 'refused' | 'accent';
  readonly title?: string;
}

/** A short fact about the thing beside it. */
export function Chip({ children, tone = 'plain', title }: ChipProps) {
  return (
    <span className={cx(styles.chip, styles[tone])} title={title}>
      {children}
    </span>
  );
}

/** Sandbox hatched amber, Live solid dark red; always with its word. */
export function EnvironmentChip({
  environment,
  children,
}: {
  readonly environment: 'sandbox' | 'live';
  readonly children: ReactNode;
}) {
  return <span className={cx(styles.environment, styles[environment])}>{children}</span>;
}
