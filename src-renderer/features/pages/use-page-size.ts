import { useEffect, useState } from 'react';
import type { Mm2 } from '../../../src-core/specs/book-geometry.ts';
import { AGAIN_MS, holdPdf } from './pdf-documents.ts';
import { MM_PER_POINT } from '../../../src-core/units.ts';

/** The visible size of a page as pdf.js lays it out, or null until it is known. */
export function usePageSize(bytesId: string, pageNumber: number): Mm2 | null {
  const wanted = `${bytesId} ${pageNumber}`;
  const [found, setFound] = useState<{ readonly of: string; readonly size: Mm2 } | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    const { document: opened, closed, release } = holdPdf(bytesId);
    const tryAgain = () => {
      again ??= setTimeout(() => setAttempt((count) => count + 1), AGAIN_MS);
    };
    // pdf.js leaves unanswered what a closed document was asked.
    closed.addEventListener('abort', tryAgain, { once: true });
    opened
      .then((document) => document.getPage(Math.min(pageNumber, document.numPages)))
      .then((page) => {
        const { width, height } = page.getViewport({ scale: 1 });
        closed.removeEventListener('abort', tryAgain);
        if (isCurrent)
          setFound({ of: wanted, size: { widthMm: width * MM_PER_POINT, heightMm: height * MM_PER_POINT } });
      })
      // The page view says that the file can't be drawn.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
      clearTimeout(again);
      closed.removeEventListener('abort', tryAgain);
      release();
    };
  }, [bytesId, pageNumber, wanted, attempt]);
  return found?.of === wanted ? found.size : null;
}
