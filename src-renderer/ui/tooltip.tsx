import type { ReactElement } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components';
import { KeyHint } from './key-hint.tsx';
import styles from './tooltip.module.css';

const DELAY_MS = 500;

export interface WithTooltipProps {
  readonly text: string | null;
  readonly shortcut?: string | undefined;
  readonly placement?: 'top' | 'right' | 'bottom' | 'left';
  /** One focusable control. */
  readonly children: ReactElement;
}

export function WithTooltip({ text, shortcut, placement = 'top', children }: WithTooltipProps) {
  if (text === null) return children;
  return (
    <TooltipTrigger delay={DELAY_MS} closeDelay={0}>
      {children}
      <Tooltip className={styles.tooltip ?? ''} placement={placement} offset={6}>
        {text}
        {shortcut !== undefined && <KeyHint keys={shortcut} />}
      </Tooltip>
    </TooltipTrigger>
  );
}
