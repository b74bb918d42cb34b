import type { ReactNode } from 'react';
import { SplitView } from './split-view.tsx';
import styles from './screen.module.css';

export interface ScreenProps {
  /** Usually ScreenHeader, the scrolling content, ScreenFooter. */
  readonly children: ReactNode;
  /** Content of the right panel; null closes it. */
  readonly inspector?: ReactNode;
  readonly inspectorLabel?: string;
}

/** A section of the studio: a column of content, and an inspector at its right that can be resized. */
export function Screen({ children, inspector = null, inspectorLabel = '' }: ScreenProps) {
  return (
    <SplitView side={inspector} sideLabel={inspectorLabel}>
      <div className={styles.main}>{children}</div>
    </SplitView>
  );
}

/** The part of a screen that scrolls. */
export function ScreenBody({ children }: { readonly children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}
