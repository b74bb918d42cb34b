import { FolderDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { carriedOut } from '../features/documents/carry-out.ts';
import { topDialog } from '../ui/top-dialog.ts';
import styles from './drop-area.module.css';

/** Nothing comes in while a dialog waits for its answer, nor what was dragged out of this window. */
const isClosed = (): boolean => topDialog() !== null || carriedOut.get();

const isTaken = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true && !isClosed();

interface DropAreaProps {
  /** What takes them: PDFs the library, pictures a layout. */
  readonly into: 'library' | 'layout';
  /** `on`: what lay under them. */
  readonly onDrop: (files: readonly File[], on: EventTarget | null) => void;
}

/** The whole window takes files and folders, unless a dialog waits for its answer; a sheet over it says so while they are held above. */
export function DropArea({ into, onDrop }: DropAreaProps) {
  const { t } = useText();
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    let depth = 0;
    const onEnter = (event: DragEvent): void => {
      if (!isTaken(event)) return;
      depth += 1;
      setIsOver(true);
    };
    const onLeave = (): void => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setIsOver(false);
    };
    // What is not prevented the browser opens in the place of the studio.
    const onOver = (event: DragEvent): void => {
      event.preventDefault();
      if (isClosed() && event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
    };
    const onDropped = (event: DragEvent): void => {
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0 && !isClosed()) latest.current(files, event.target);
    };
    const listeners = { dragenter: onEnter, dragleave: onLeave, dragover: onOver, drop: onDropped } as const;
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className={styles.sheet} data-into={into}>
      <div className={styles.words}>
        <FolderDown size={20} strokeWidth={1.75} aria-hidden="true" />
        <h2>{t(`${into}.drop.title`)}</h2>
        <p>{t(`${into}.drop.text`)}</p>
      </div>
    </div>
  );
}
