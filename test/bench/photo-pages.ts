import sharp, { type Sharp } from 'sharp';
import { BookWriter } from './big-book.ts';

const SIDE_PT = 867.402;
/** 300 pixels an inch over the page. */
export const PAGE_SIDE_PX = 3614;
const GAP_PT = 6;
const CAPTION = 'BT /F1 14 Tf 0 0 0 1 k 1 0 0 1 60 40 Tm (A day by the sea, and the way home) Tj ET\n';
const FRAME = '0.6 w 0 0 0 0.4 K 30 30 807 807 re S\n';

export interface PhotoPages {
  readonly pages: number;
  /** On each page, side by side, with 300 pixels an inch. One fills the page. */
  readonly pictures: number;
  /** A line of text and a frame above the pictures. */
  readonly hasCaption: boolean;
  readonly quality: number;
  readonly chromaSubsampling: '4:4:4' | '4:2:0';
}

/** Square pages with photos as album software writes them. */
export async function writePhotoPages(path: string, book: PhotoPages): Promise<void> {
  const { pages, pictures, hasCaption } = book;
  const writer = new BookWriter(path);
  const perPage = 2 + pictures;
  const pageNumber = (index: number) => 4 + index * perPage;
  writer.object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  writer.object(
    2,
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, i) => `${pageNumber(i)} 0 R`).join(' ')}] >>`,
  );
  writer.object(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const places = placesOf(pictures);
  for (let index = 0; index < pages; index++) {
    const page = pageNumber(index);
    const names = places.map((_, i) => `/Im${i} ${page + 2 + i} 0 R`).join(' ');
    writer.object(
      page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${SIDE_PT} ${SIDE_PT}] /Resources << /Font << /F1 3 0 R >> /XObject << ${names} >> >> /Contents ${page + 1} 0 R >>`,
    );
    const paint = places.map(({ x, y, width, height }, i) => `q\n${width} 0 0 ${height} ${x} ${y} cm\n/Im${i} Do\nQ\n`);
    writer.stream(page + 1, '', [Buffer.from(`${paint.join('')}${hasCaption ? CAPTION + FRAME : ''}`)]);
    const grain = await photo(index);
    for (const [i, place] of places.entries()) {
      const { widthPx, heightPx, jpeg } = await cutOut(grain, place, book);
      const dict = `/Type /XObject /Subtype /Image /Width ${widthPx} /Height ${heightPx} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode`;
      writer.stream(page + 2 + i, dict, [jpeg]);
    }
  }
  writer.finish();
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function placesOf(pictures: number): Place[] {
  if (pictures === 1) return [{ x: 0, y: 0, width: SIDE_PT, height: SIDE_PT }];
  const columns = Math.ceil(Math.sqrt(pictures));
  const rows = Math.ceil(pictures / columns);
  const [width, height] = [SIDE_PT / columns - GAP_PT, SIDE_PT / rows - GAP_PT];
  return Array.from({ length: pictures }, (_, i) => ({
    x: (i % columns) * (width + GAP_PT),
    y: Math.floor(i / columns) * (height + GAP_PT),
    width,
    height,
  }));
}

type Raw = { readonly data: Buffer; readonly info: { readonly width: number; readonly height: number } };

async function photo(index: number): Promise<Raw> {
  const side = PAGE_SIDE_PX;
  const shapes = `<svg width="${side}" height="${side}"><defs><linearGradient id="g"><stop stop-color="#6e${index}a40"/><stop offset="1" stop-color="#d8c9a0"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="40%" cy="${40 + index * 3}%" r="30%" fill="#48657a"/></svg>`;
  return (await underGrain(shapes)).raw().toBuffer({ resolveWithObject: true });
}

/** Shapes under the grain of a sensor: what a decoder has to walk through in a photo. */
export async function underGrain(shapes: string): Promise<Sharp> {
  const drawn = sharp(Buffer.from(shapes));
  const { width, height } = await drawn.metadata();
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const grain = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return drawn.composite([{ input: grain, blend: 'soft-light' }]).removeAlpha();
}

async function cutOut(
  { data, info }: Raw,
  { x, y, width, height }: Place,
  { quality, chromaSubsampling }: PhotoPages,
): Promise<{ widthPx: number; heightPx: number; jpeg: Uint8Array }> {
  const px = (pt: number) => Math.floor((pt / SIDE_PT) * info.width);
  const [widthPx, heightPx] = [px(width), px(height)];
  const jpeg = await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .extract({ left: px(x), top: px(y), width: widthPx, height: heightPx })
    .jpeg({ quality, chromaSubsampling })
    .toBuffer();
  return { widthPx, heightPx, jpeg: new Uint8Array(jpeg) };
}
