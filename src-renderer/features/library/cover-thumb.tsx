import { useEffect, useState } from 'react';
import { makeThumbnail, thumbnailInStock } from '../pages/thumbnails.ts';
import styles from './cover-thumb.module.css';

/** Rows that only fly past need no picture. */
const SETTLE_MS = 120;

/** The real cover, small; an empty sheet until it is drawn. */
export function CoverThumb({ fileId }: { readonly fileId: string | null }) {
  const inStock = fileId === null ? null : thumbnailInStock(fileId);
  const [drawn, setDrawn] = useState<{ readonly fileId: string; readonly url: string } | null>(null);
  useEffect(() => {
    if (fileId === null || thumbnailInStock(fileId) !== null) return undefined;
    const aborter = new AbortController();
    const timer = setTimeout(() => {
      void makeThumbnail(fileId, aborter.signal).then((url) => {
        if (url !== null && !aborter.signal.aborted) setDrawn({ fileId, url });
      });
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [fileId]);
  const url = inStock ?? (drawn !== null && drawn.fileId === fileId ? drawn.url : null);
  if (url === null) return <span className={styles.blank} data-missing={fileId === null || undefined} />;
  return <img src={url} alt="" className={styles.thumb} />;
}
