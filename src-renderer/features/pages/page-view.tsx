import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import { drawnPages, neighboursOf } from './drawn-pages.ts';
import { holdPdf } from './pdf-documents.ts';
import { drawPage, showPage } from './render-page.ts';
import { thumbnailInStock } from './thumbnails.ts';
import styles from './page-view.module.css';

export interface PageViewProps {
  readonly bytesId: string;
  readonly pageNumber: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** What a screen reader says of the picture. */
  readonly label: string;
  readonly failedText: string;
  /** Files whose first page will likely be looked at next, the likeliest first: drawn once nothing else is to be done. */
  readonly ahead?: () => readonly string[];
}

/** One page as it prints, drawn by pdf.js; its overprint is simulated in the bytes that it is drawn from. */
export function PageView({ bytesId, pageNumber, widthPx, heightPx, label, failedText, ahead }: PageViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const wanted = `${bytesId} ${pageNumber}`;
  const latestAhead = useRef(ahead);
  useEffect(() => {
    latestAhead.current = ahead;
  });
  useEffect(() => {
    const aborter = new AbortController();
    const { signal } = aborter;
    const { document: opened, release } = holdPdf(bytesId);
    const devicePx = widthPx * window.devicePixelRatio;
    const drawnOnce = async (document: PDFDocumentProxy, page: number): Promise<HTMLCanvasElement> => {
      const known = drawnPages.get(document, page, devicePx);
      if (known !== null) return known;
      const drawn = await drawPage(document, page, widthPx, signal);
      drawnPages.put(document, page, devicePx, drawn);
      return drawn;
    };
    opened
      .then(async (document) => {
        signal.throwIfAborted();
        const page = Math.min(pageNumber, document.numPages);
        const nearly = drawnPages.has(document, page, devicePx) ? null : drawnPages.inAnyWidth(document, page);
        if (canvas.current !== null && nearly !== null) showPage(canvas.current, nearly);
        const drawn = await drawnOnce(document, page);
        if (canvas.current !== null) showPage(canvas.current, drawn);
        setFailed(null);
        await prepare(document, page, drawnOnce, signal);
        await prepareFiles(latestAhead.current?.() ?? [], drawnOnce, signal);
      })
      .catch(() => {
        if (!signal.aborted) setFailed(wanted);
      });
    return () => {
      aborter.abort();
      release();
    };
  }, [bytesId, pageNumber, widthPx, wanted]);
  // Stands in until the page is drawn: the table has drawn the first page of most files already.
  const standIn = pageNumber === 1 && failed !== wanted ? thumbnailInStock(bytesId) : null;
  return (
    <div
      className={styles.page}
      style={{
        width: widthPx,
        height: heightPx,
        ...(standIn === null ? {} : { backgroundImage: `url(${standIn})` }),
      }}
    >
      {failed === wanted && <p className={styles.failed}>{failedText}</p>}
      {/* Stays while it shows nothing: the next try draws into it. */}
      <canvas ref={canvas} role="img" aria-label={label} className={styles.canvas} hidden={failed === wanted} />
    </div>
  );
}

/** The pages beside it, one after the other, while nothing else is to be done. One that cannot be drawn says so when it is asked for. */
async function prepare(
  document: PDFDocumentProxy,
  page: number,
  draw: (document: PDFDocumentProxy, page: number) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  for (const neighbour of neighboursOf(page, document.numPages)) {
    await new Promise((next) => requestIdleCallback(next));
    if (signal.aborted) return;
    await draw(document, neighbour).catch(() => undefined);
  }
}

/** First pages of other files, as wide as this one. */
async function prepareFiles(
  files: readonly string[],
  draw: (document: PDFDocumentProxy, page: number) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  for (const bytesId of files) {
    await new Promise((next) => requestIdleCallback(next));
    if (signal.aborted) return;
    const { document, release } = holdPdf(bytesId);
    try {
      const opened = await document;
      if (drawnPages.inAnyWidth(opened, 1) === null) await draw(opened, 1);
    } catch {
      // One that cannot be drawn says so when it is looked at.
    } finally {
      release();
    }
  }
}
