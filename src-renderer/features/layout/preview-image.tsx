import { useEffect, useState, type ImgHTMLAttributes } from 'react';
import { followTopic, previewUrl } from '../../bridge.ts';
import { createStore } from '../../ui/store.ts';
import type { PreviewSize } from './previews.ts';

/** No camera's own small picture is larger; the one that stands for the picture is kept in this size (picture-previews.ts). */
const STAND_IN_PX = 160;
/** Pictures that are taken in tell of themselves many times a second. */
const ROUND_MS = 1_000;

/** Counts the moments at which a preview may have become a better one. */
const rounds = createStore(0);

/** Looks again for previews that are poor when pictures were taken in or found, and when somebody comes back to the window. */
export function usePreviewRounds(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const soon = (): void => {
      timer ??= setTimeout(() => {
        timer = null;
        rounds.set((round) => round + 1);
      }, ROUND_MS);
    };
    const stopFollowing = followTopic('layouts', soon);
    window.addEventListener('focus', soon);
    return () => {
      stopFollowing();
      window.removeEventListener('focus', soon);
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
}

interface PreviewImageProps extends Pick<ImgHTMLAttributes<HTMLImageElement>, 'className' | 'style'> {
  /** Of the picture. */
  readonly hash: string;
  readonly px: PreviewSize;
}

/**
 * A picture made small. One that could not be had, since its file was away, or that is the camera's own, is fetched again in each
 * round until it is there; all others are fetched once and for ever.
 */
export function PreviewImage({ hash, px, ...look }: PreviewImageProps) {
  const [isPoor, setIsPoor] = useState(false);
  const round = rounds.useWith((now) => (isPoor ? now : 0));
  const url = previewUrl(hash, px);
  return (
    <img
      {...look}
      src={round === 0 ? url : `${url}?${round}`}
      alt=""
      draggable={false}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        setIsPoor(Math.max(naturalWidth, naturalHeight) <= STAND_IN_PX)
      }
      onError={() => setIsPoor(true)}
    />
  );
}
