import { useEffect, useRef, useState } from 'react';
import { holdPdf } from './pdf-documents.ts';
import { renderPage } from './render-page.ts';
import styles from './page-view.module.css';

export interface PageViewProps {
  readonly fileId: string;
  readonly pageNumber: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** What a screen reader says of the picture. */
  readonly label: string;
  readonly failedText: string;
}

/** One page as it prints, drawn by pdf.js. */
export function PageView({ fileId, pageNumber, widthPx, heightPx, label, failedText }: PageViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const wanted = `${fileId} ${pageNumber}`;
  useEffect(() => {
    const aborter = new AbortController();
    const { document: opened, release } = holdPdf(fileId);
    opened
      .then(async (document) => {
        aborter.signal.throwIfAborted();
        if (canvas.current !== null)
          await renderPage(document, Math.min(pageNumber, document.numPages), canvas.current, widthPx, aborter.signal);
        setFailed(null);
      })
      .catch(() => {
        if (!aborter.signal.aborted) setFailed(wanted);
      });
    return () => {
      aborter.abort();
      release();
    };
  }, [fileId, pageNumber, widthPx, wanted]);
  return (
    <div className={styles.page} style={{ width: widthPx, height: heightPx }}>
      {failed === wanted && <p className={styles.failed}>{failedText}</p>}
      {/* Stays while it shows nothing: the next try draws into it. */}
      <canvas ref={canvas} role="img" aria-label={label} className={styles.canvas} hidden={failed === wanted} />
    </div>
  );
}
