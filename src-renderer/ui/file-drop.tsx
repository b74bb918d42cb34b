import { useState, type DragEvent, type ReactNode } from 'react';
import styles from './file-drop.module.css';

interface FileDropProps {
  /** What is said over it while files are held there. */
  readonly words: string;
  /** Never none. */
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** A part of a sheet that takes dropped files. What is dropped elsewhere while the sheet is open goes nowhere. */
export function FileDrop({ words, onFiles, children }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const hold = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    // The window refuses what is dropped while a dialog is open.
    event.stopPropagation();
    event.dataTransfer.dropEffect = 'copy';
    setIsOver(true);
  };
  const drop = (event: DragEvent): void => {
    hold(event);
    setIsOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };
  return (
    <div className={styles.drop} onDragOver={hold} onDragLeave={() => setIsOver(false)} onDrop={drop}>
      {children}
      {isOver && <div className={styles.over}>{words}</div>}
    </div>
  );
}
