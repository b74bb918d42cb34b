import { useEffect, useState } from 'react';
import { makeThumbnail, thumbnailInStock } from '../pages/thumbnails.ts';
import styles from './cover-thumb.module.css';

/** Rows that only fly past need no picture. */
const SETTLE_MS = 120;

/** The real cover, small; an empty sheet until it is drawn. */
export function CoverThumb({ bytesId }: { readonly bytesId: string | null }) {
  const inStock = bytesId === null ? null : thumbnailInStock(bytesId);
  const [drawn, setDrawn] = useState<{ readonly bytesId: string; readonly url: string } | null>(null);
  useEffect(() => {
    if (bytesId === null || thumbnailInStock(bytesId) !== null) return undefined;
    const aborter = new AbortController();
    const timer = setTimeout(() => {
      void makeThumbnail(bytesId, aborter.signal).then((url) => {
        if (url !== null && !aborter.signal.aborted) setDrawn({ bytesId, url });
      });
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [bytesId]);
  const url = inStock ?? (drawn !== null && drawn.bytesId === bytesId ? drawn.url : null);
  if (url === null) return <span className={styles.blank} data-missing={bytesId === null || undefined} />;
  return <img src={url} alt="" className={styles.thumb} />;
}
