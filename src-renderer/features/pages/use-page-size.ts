import { useEffect, useState } from 'react';
import type { Mm2 } from '../../../src-core/specs/book-geometry.ts';
import { holdPdf } from './pdf-documents.ts';
import { MM_PER_POINT } from '../../../src-core/units.ts';

/** The visible size of a page as pdf.js lays it out, or null until it is known. */
export function usePageSize(bytesId: string, pageNumber: number): Mm2 | null {
  const wanted = `${bytesId} ${pageNumber}`;
  const [found, setFound] = useState<{ readonly of: string; readonly size: Mm2 } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const { document: opened, release } = holdPdf(bytesId);
    opened
      .then((document) => document.getPage(Math.min(pageNumber, document.numPages)))
      .then((page) => {
        const { width, height } = page.getViewport({ scale: 1 });
        if (isCurrent)
          setFound({ of: wanted, size: { widthMm: width * MM_PER_POINT, heightMm: height * MM_PER_POINT } });
      })
      // The page view says that the file can't be drawn.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
      release();
    };
  }, [bytesId, pageNumber, wanted]);
  return found?.of === wanted ? found.size : null;
}
