import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { PanelRightOpen } from 'lucide-react';
import { useText } from '../i18n/use-text.ts';
import { cx } from './class-names.ts';
import { areDetailsFolded, toggleDetails } from './details-fold.ts';
import { IconButton } from './icon-button.tsx';
import styles from './split-view.module.css';

const MIN_PX = 340;
const MAX_PX = 900;
const MAIN_MIN_PX = 480;
const STEP_PX = 24;

/** One width for the inspectors of all screens, kept while the window lives. */
let keptWidthPx = Math.round(Math.min(560, Math.max(400, window.innerWidth * 0.31)));

export interface SplitViewProps {
  readonly children: ReactNode;
  readonly side: ReactNode;
  readonly sideLabel: string;
}

/**
 * Content with a panel at its right whose edge can be dragged, or moved with the arrow keys. Folded away the panel is not seen, but goes on:
 * what a key does to the book in it is done.
 */
export function SplitView({ children, side, sideLabel }: SplitViewProps) {
  const { t } = useText();
  const root = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState(keptWidthPx);
  const isFolded = areDetailsFolded.use();
  const panel = useRef<HTMLElement>(null);
  const wasFolded = useRef(isFolded);
  useEffect(() => {
    if (wasFolded.current === isFolded) return;
    wasFolded.current = isFolded;
    // What had the focus is gone or hidden: the button for the way back has it.
    const focused = document.activeElement;
    if (focused === document.body || panel.current?.contains(focused) === true) foldButtonIn(panel.current)?.focus();
  }, [isFolded]);
  const resize = (next: number) => {
    const room = (root.current?.clientWidth ?? MAX_PX + MAIN_MIN_PX) - MAIN_MIN_PX;
    keptWidthPx = Math.round(Math.max(MIN_PX, Math.min(MAX_PX, room, next)));
    setWidthPx(keptWidthPx);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || root.current === null) return;
    resize(root.current.getBoundingClientRect().right - event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') resize(widthPx + STEP_PX);
    else if (event.key === 'ArrowRight') resize(widthPx - STEP_PX);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={root} className={styles.split}>
      {children}
      {side !== null && (
        <aside
          ref={panel}
          className={cx(styles.side, isFolded && styles.folded)}
          {...(isFolded ? {} : { style: { width: widthPx } })}
          aria-label={sideLabel}
          data-pane="inspector"
        >
          {isFolded ? (
            <IconButton
              label={t('ui.showDetails')}
              icon={PanelRightOpen}
              command="screen.details"
              onPress={toggleDetails}
            />
          ) : (
            <div
              role="separator"
              aria-orientation="vertical"
              aria-label={t('ui.resizePanel')}
              aria-valuenow={widthPx}
              aria-valuemin={MIN_PX}
              aria-valuemax={MAX_PX}
              tabIndex={0}
              className={styles.handle}
              onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
              onPointerMove={onPointerMove}
              onKeyDown={onKeyDown}
            />
          )}
          <div className={styles.content} hidden={isFolded}>
            {side}
          </div>
        </aside>
      )}
    </div>
  );
}

const foldButtonIn = (panel: HTMLElement | null): HTMLElement | undefined =>
  [...(panel?.querySelectorAll<HTMLElement>('[data-command~="screen.details"]') ?? [])].find((button) =>
    button.checkVisibility(),
  );
