import type { PdfDocument } from '../../src-core/pdf/document.ts';
import type { InspectedPage } from '../../src-core/pdf/inspection/inspection.ts';
import type { ImageObject } from '../../src-core/pdf/inspection/page-objects.ts';
import type { PageRaster } from '../../src-core/preflight/page-pixels.ts';
import { seenColours } from '../../src-core/preflight/pixels/printed-inks.ts';
import type { RasterSize } from './pdfium-document.ts';
import { scaledJpeg, type Samples } from './scaled-jpeg.ts';

/** A page on which one JPEG is all that is seen (`roadOf`), decoded at the size at which it is shown. Null: see `scaledJpeg`. */
export async function renderPicturePage(
  document: PdfDocument,
  page: InspectedPage,
  { image, boundsMm, quadMm }: ImageObject,
  size: RasterSize,
): Promise<PageRaster | null> {
  const across = Math.max(1, Math.round(((boundsMm.rightMm - boundsMm.leftMm) / page.widthMm) * size.widthPx));
  const down = Math.max(1, Math.round(((boundsMm.bottomMm - boundsMm.topMm) / page.heightMm) * size.heightPx));
  const [x0, y0, x1, y1, , , x3, y3] = quadMm;
  const isTurned = Math.abs(x1 - x0) < Math.abs(y1 - y0);
  const samples = await scaledJpeg(document, image, isTurned ? down : across, isTurned ? across : down);
  if (samples === null) return null;
  const xMm = (x: number) => ((x + 0.5) / size.widthPx) * page.widthMm;
  const yMm = (y: number) => ((y + 0.5) / size.heightPx) * page.heightMm;
  // Where a page's columns and rows are along the picture: its first row is the top, its own coordinates begin at the bottom.
  const along = (share: number) => clamp(Math.floor(share * samples.widthPx), samples.widthPx - 1);
  const fromTop = (share: number) => clamp(Math.floor((1 - share) * samples.heightPx), samples.heightPx - 1);
  const ofColumns = Array.from({ length: size.widthPx }, (_, x) =>
    isTurned ? fromTop((xMm(x) - x0) / (x3 - x0)) * samples.widthPx : along((xMm(x) - x0) / (x1 - x0)),
  );
  const ofRows = Array.from({ length: size.heightPx }, (_, y) =>
    isTurned ? along((yMm(y) - y0) / (y1 - y0)) : fromTop((yMm(y) - y0) / (y3 - y0)) * samples.widthPx,
  );
  return placed(inColour(samples), size, ofColumns, ofRows);
}

/** Three channels each: grey three times, inks as they look. */
function inColour({ widthPx, heightPx, channels, data }: Samples): Uint8Array {
  if (channels === 3) return data;
  if (channels === 4) return seenColours({ widthPx, heightPx, cmyk: data }).rgb;
  const rgb = new Uint8Array(data.length * 3);
  for (let i = 0; i < data.length; i++) rgb.fill(data[i] as number, 3 * i, 3 * i + 3);
  return rgb;
}

/** Every pixel of the page from the sample whose index is the sum of what its column and its row say. */
function placed(
  samples: Uint8Array,
  { widthPx, heightPx }: RasterSize,
  ofColumns: readonly number[],
  ofRows: readonly number[],
): PageRaster {
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  let to = 0;
  for (const row of ofRows) {
    for (const column of ofColumns) {
      const from = 3 * (row + column);
      rgb[to++] = samples[from] as number;
      rgb[to++] = samples[from + 1] as number;
      rgb[to++] = samples[from + 2] as number;
    }
  }
  return { widthPx, heightPx, rgb };
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
