import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { EnvironmentChip } from './chip.tsx';
import { Dialog } from './dialog.tsx';
import styles from './live-question.module.css';

export interface LiveQuestionProps {
  readonly title: string;
  /** What it means, one thing each. */
  readonly points: readonly ReactNode[];
  /** The safe way out: has the focus. */
  readonly keepLabel: string;
  readonly goLabel: string;
  /** It is being done: there is no staying any more. */
  readonly isBusy: boolean;
  readonly onKeep: () => void;
  readonly onGo: () => void;
}

/** A question before real orders and real money, in Live's own colour. */
export function LiveQuestion({ title, points, keepLabel, goLabel, isBusy, onKeep, onGo }: LiveQuestionProps) {
  const { t } = useText();
  return (
    <Dialog label={title} role="alertdialog" size="small" isDismissable={!isBusy} onClose={onKeep}>
      <header className={styles.head}>
        <EnvironmentChip environment="live">{t('settings.environment.live')}</EnvironmentChip>
        <h2>{title}</h2>
      </header>
      <ul className={styles.body}>
        {points.map((point, index) => (
          <li key={index}>{point}</li>
        ))}
      </ul>
      <footer className={styles.foot}>
        <Button autoFocus isDisabled={isBusy} onPress={onKeep}>
          {keepLabel}
        </Button>
        <Button className={styles.switch ?? ''} isBusy={isBusy} onPress={onGo}>
          {goLabel}
        </Button>
      </footer>
    </Dialog>
  );
}
