import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { drawnPages, neighboursOf } from './drawn-pages.ts';
import { AGAIN_MS, holdPdf } from './pdf-documents.ts';
import { drawPage, showPage } from './render-page.ts';
import { thumbnailInStock } from './thumbnails.ts';
import styles from './page-view.module.css';

/** So long a page stays that was looked at before. */
export const LATE_MS = 2_000;

export interface PageViewProps {
  readonly bytesId: string;
  readonly pageNumber: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** What a screen reader says of the picture. */
  readonly label: string;
  /** Files whose first page will likely be looked at next, the likeliest first: drawn once nothing else is to be done. */
  readonly ahead?: () => readonly string[];
}

type Draw = (document: PDFDocumentProxy, page: number, closed: AbortSignal) => Promise<HTMLCanvasElement>;

/** One page as it prints, drawn by pdf.js; its overprint is simulated in the bytes that it is drawn from. */
export function PageView({ bytesId, pageNumber, widthPx, heightPx, label, ahead }: PageViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { t } = useText();
  const [failed, setFailed] = useState<{ readonly of: string; readonly isUnread: boolean } | null>(null);
  const [late, setLate] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const wanted = `${bytesId} ${pageNumber}`;
  const latestAhead = useRef(ahead);
  useEffect(() => {
    latestAhead.current = ahead;
  });
  useEffect(() => {
    const aborter = new AbortController();
    const signal = aborter.signal;
    const { document: opened, closed, release } = holdPdf(bytesId);
    const lateness = setTimeout(() => setLate(wanted), LATE_MS);
    const isShown = () => {
      clearTimeout(lateness);
      setLate(null);
    };
    const devicePx = widthPx * window.devicePixelRatio;
    const drawnOnce: Draw = async (document, page, closed) => {
      const known = drawnPages.get(document, page, devicePx);
      if (known !== null) return known;
      const drawn = await drawPage(document, page, widthPx, AbortSignal.any([signal, closed]));
      drawnPages.put(document, page, devicePx, drawn);
      return drawn;
    };
    opened
      .then(async (document) => {
        signal.throwIfAborted();
        const page = Math.min(pageNumber, document.numPages);
        const nearly = drawnPages.has(document, page, devicePx) ? null : drawnPages.inAnyWidth(document, page);
        if (canvas.current !== null && nearly !== null) {
          showPage(canvas.current, nearly);
          isShown();
        }
        const drawn = await drawnOnce(document, page, closed);
        if (canvas.current !== null) showPage(canvas.current, drawn);
        isShown();
        setFailed(null);
        await prepare(document, page, (one, nth) => drawnOnce(one, nth, closed), signal);
        await prepareFiles(latestAhead.current?.() ?? [], drawnOnce, signal);
      })
      .catch(() => {
        clearTimeout(lateness);
        if (!signal.aborted) setFailed({ of: wanted, isUnread: closed.aborted });
      });
    return () => {
      clearTimeout(lateness);
      aborter.abort();
      release();
    };
  }, [bytesId, pageNumber, widthPx, wanted, attempt]);
  const failure = failed?.of === wanted ? failed : null;
  useEffect(() => {
    if (failure?.isUnread !== true) return undefined;
    const again = setTimeout(() => setAttempt((count) => count + 1), AGAIN_MS);
    return () => clearTimeout(again);
  }, [failure]);
  // Stands in until the page is drawn: the table has drawn the first page of most files already.
  const standIn = pageNumber === 1 && failure === null ? thumbnailInStock(bytesId) : null;
  const isLate = failure === null && late === wanted;
  const word =
    failure === null ? 'library.view.late' : failure.isUnread ? 'library.view.unread' : 'library.view.failed';
  const hasWord = failure !== null || (isLate && standIn === null);
  return (
    <div
      className={styles.page}
      style={{
        width: widthPx,
        height: heightPx,
        ...(standIn === null ? {} : { backgroundImage: `url(${standIn})` }),
      }}
    >
      {hasWord && <p className={styles.word}>{t(word)}</p>}
      {/* Stays while it shows nothing: the next try draws into it. */}
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        className={styles.canvas}
        hidden={failure !== null || isLate}
      />
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
async function prepareFiles(files: readonly string[], draw: Draw, signal: AbortSignal): Promise<void> {
  for (const bytesId of files) {
    await new Promise((next) => requestIdleCallback(next));
    if (signal.aborted) return;
    const { document, closed, release } = holdPdf(bytesId);
    try {
      const opened = await document;
      if (drawnPages.inAnyWidth(opened, 1) === null) await draw(opened, 1, closed);
    } catch {
      // One that cannot be drawn says so when it is looked at.
    } finally {
      release();
    }
  }
}
