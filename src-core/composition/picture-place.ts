import type { BoxMm, PaintItem } from './sketch.ts';

export type PictureItem = Extract<PaintItem, { kind: 'picture' }>;

/** Where the whole picture lies, in its own proportions: over the box (`cover`) or within it (`contain`). */
export function pictureBox({ box, picture, fit }: PictureItem): BoxMm {
  const across = box.widthMm / picture.widthPx;
  const down = box.heightMm / picture.heightPx;
  const mmPerPx = fit === 'cover' ? Math.max(across, down) : Math.min(across, down);
  const widthMm = picture.widthPx * mmPerPx;
  const heightMm = picture.heightPx * mmPerPx;
  return { xMm: box.xMm + (box.widthMm - widthMm) / 2, yMm: box.yMm + (box.heightMm - heightMm) / 2, widthMm, heightMm };
}

/** The longer side of every picture where it is placed largest, in millimetres, by blob key. */
export function largestSides(sketches: readonly { readonly items: readonly PaintItem[] }[]): ReadonlyMap<string, number> {
  const sides = new Map<string, number>();
  for (const item of sketches.flatMap(({ items }) => items)) {
    if (item.kind !== 'picture') continue;
    const { widthMm, heightMm } = pictureBox(item);
    const { blobKey } = item.picture;
    sides.set(blobKey, Math.max(sides.get(blobKey) ?? 0, widthMm, heightMm));
  }
  return sides;
}
