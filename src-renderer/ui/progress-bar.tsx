import { cx } from './class-names.ts';
import styles from './progress-bar.module.css';

export interface ProgressBarProps {
  readonly label: string;
  /** 0 to 1; null while it isn't known how far. */
  readonly share: number | null;
  readonly tone?: 'plain' | 'good' | 'bad';
  readonly className?: string;
}

export function ProgressBar({ label, share, tone = 'plain', className }: ProgressBarProps) {
  const percent = share === null ? null : Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === null ? {} : { 'aria-valuenow': Math.round(percent) })}
      className={cx(styles.track, className)}
      data-tone={tone}
      data-unknown={percent === null || undefined}
    >
      <div className={styles.bar} style={{ width: percent === null ? '30%' : `${percent}%` }} />
    </div>
  );
}
