/** Longer sides in which pictures are kept small: for the tray and the strip, the stage, and the stage drawn large. */
export const PREVIEW_SIZES = [320, 1024, 2048] as const;
export type PreviewSize = (typeof PREVIEW_SIZES)[number];

/** The smallest that is sharp when its longer side is that long on the screen. */
export function previewSizeFor(longerSidePx: number): PreviewSize {
  const needed = longerSidePx * window.devicePixelRatio;
  // A third too few pixels is not seen on a screen; a size more costs four times as much to decode.
  return PREVIEW_SIZES.find((px) => px * 1.33 >= needed) ?? 2048;
}
