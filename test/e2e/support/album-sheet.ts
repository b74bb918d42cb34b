import sharp, { type OverlayOptions } from 'sharp';
import { anatomyOf } from '../../../src-core/specs/anatomy.ts';
import type { CatalogueSpec } from '../../../src-core/specs/catalogue.ts';
import { openPageRenderer } from '../../../src-node/render/page-renderer.ts';
import { lettersSvg } from '../../fixtures/layout/sketch-svg.ts';
import { trimmedPage } from '../../fixtures/layout/trimmed-page.ts';

const WIDTH_PX = 2_000;
const MARGIN_PX = 90;
const GAP_PX = 46;
const FOLIO_PX = 34;
const SHEET = { red: 236, green: 233, blue: 228 };
const INK = '#3b3a38';
const FAINT = '#8a867f';
/** Pages of paper lie on the sheet, and throw a shadow. */
const SHADOW = { px: 7, opacity: 0.22 };

export interface AlbumToShow {
  readonly spec: CatalogueSpec;
  readonly pages: number;
  readonly coverPath: string;
  readonly contentsPath: string;
  readonly title: string;
  readonly theme: string;
}

/** A surface of the open book as it is seen: one page, two beside each other, or the cover spread out. */
interface Surface {
  readonly halves: readonly { readonly png: Buffer; readonly label: string | null }[];
  /** 1: it takes the place of a right page. */
  readonly from: 0 | 1;
}

/** A JPEG of a whole book: its cover, then its pages as they lie open, each with its number. */
export async function albumSheet(album: AlbumToShow): Promise<Buffer> {
  const { spec } = album;
  const columns = spec.innerTrimWidthMm < spec.innerTrimHeightMm * 0.9 ? 4 : 3;
  const spreadPx = Math.floor((WIDTH_PX - 2 * MARGIN_PX - (columns - 1) * GAP_PX) / columns);
  const pxPerMm = spreadPx / (2 * spec.innerTrimWidthMm);
  const heightPx = Math.round(spec.innerTrimHeightMm * pxPerMm);
  const cover = await coverOf(album, pxPerMm * 1.5);
  const surfaces = await surfacesOf(album, pxPerMm);
  const coverTop = MARGIN_PX;
  const firstRow = coverTop + cover.heightPx + 72;
  const rowPx = heightPx + FOLIO_PX + GAP_PX;
  const rows = Math.ceil(surfaces.length / columns);
  const sheetPx = firstRow + rows * rowPx - GAP_PX + MARGIN_PX;
  const layers: OverlayOptions[] = [
    shadowOf(cover.widthPx, cover.heightPx, MARGIN_PX, coverTop),
    { input: cover.png, left: MARGIN_PX, top: coverTop },
  ];
  const labels: string[] = [];
  const put = (text: string, x: number, y: number, px: number, look: Look = {}) =>
    labels.push(lettersSvg(text, x, y, px, look.fill ?? FAINT, look.anchor ?? 'start', look.face ?? 'regular'));
  const besideX = MARGIN_PX + cover.widthPx + 70;
  const middle = coverTop + cover.heightPx / 2;
  put(album.title, besideX, middle - 18, 46, { fill: INK, face: 'serif' });
  put(album.theme, besideX, middle + 34, 25, { fill: INK });
  put(`${spec.name}`, besideX, middle + 74, 21);
  put(`${spec.innerTrimWidthMm} × ${spec.innerTrimHeightMm} mm, ${album.pages}쪽`, besideX, middle + 108, 21);
  for (const [index, { halves, from }] of surfaces.entries()) {
    const left = MARGIN_PX + (index % columns) * (spreadPx + GAP_PX);
    const top = firstRow + Math.floor(index / columns) * rowPx;
    const halfPx = Math.floor(spreadPx / 2);
    const startPx = left + from * halfPx;
    layers.push(shadowOf(halfPx * halves.length, heightPx, startPx, top));
    for (const [at, { png, label }] of halves.entries()) {
      const x = startPx + at * halfPx;
      layers.push({ input: await sharp(png).resize(halfPx, heightPx, { fit: 'fill' }).toBuffer(), left: x, top });
      const isLeft = from + at === 0;
      if (label !== null)
        put(label, isLeft ? x : x + halfPx, top + heightPx + 24, 17, { anchor: isLeft ? 'start' : 'end' });
    }
    if (halves.length === 2) layers.push(foldOf(startPx + halfPx, top, heightPx));
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${sheetPx}">${labels.join('')}</svg>`;
  return sharp({
    create: {
      width: WIDTH_PX,
      height: sheetPx,
      channels: 3,
      background: { r: SHEET.red, g: SHEET.green, b: SHEET.blue },
    },
  })
    .composite([...layers, { input: Buffer.from(svg), left: 0, top: 0 }])
    .jpeg({ quality: 88, mozjpeg: true })
    .toBuffer();
}

interface Look {
  readonly fill?: string;
  readonly anchor?: 'start' | 'end';
  readonly face?: 'regular' | 'serif';
}

async function coverOf({ spec, pages, coverPath }: AlbumToShow, pxPerMm: number) {
  const renderer = await openPageRenderer(coverPath);
  try {
    const png = await trimmedPage(renderer, 0, anatomyOf(spec, { kind: 'cover', pages }), pxPerMm);
    const { width = 0, height = 0 } = await sharp(png).metadata();
    return { png, widthPx: width, heightPx: height };
  } finally {
    renderer.close();
  }
}

/** Single pages come to lie in pairs, a left-bound book's first and perhaps its last by themselves; a LAYFLAT book's sheets are pairs. */
async function surfacesOf({ spec, pages, contentsPath }: AlbumToShow, pxPerMm: number): Promise<readonly Surface[]> {
  const renderer = await openPageRenderer(contentsPath);
  try {
    const isPaired = spec.bindingType === 'LAYFLAT';
    const shown: { png: Buffer; label: string }[] = [];
    for (let pdfPage = 0; pdfPage < renderer.pageCount; pdfPage += 1) {
      const anatomy = anatomyOf(spec, { kind: 'contents', pages, pdfPage });
      const png = await trimmedPage(renderer, pdfPage, anatomy, pxPerMm * 1.5);
      for (const half of isPaired ? await halvesOf(png) : [png])
        shown.push({ png: half, label: `${shown.length + 1}` });
    }
    const alone = isPaired ? [] : shown.splice(0, 1);
    return [
      ...alone.map((half) => ({ halves: [half], from: 1 as const })),
      ...Array.from({ length: Math.ceil(shown.length / 2) }, (_, index) => ({
        halves: shown.slice(2 * index, 2 * index + 2),
        from: 0 as const,
      })),
    ];
  } finally {
    renderer.close();
  }
}

async function halvesOf(png: Buffer): Promise<readonly Buffer[]> {
  const { width = 0, height = 0 } = await sharp(png).metadata();
  const half = Math.floor(width / 2);
  return Promise.all(
    [0, width - half].map((left) => sharp(png).extract({ left, top: 0, width: half, height }).png().toBuffer()),
  );
}

function shadowOf(widthPx: number, heightPx: number, left: number, top: number): OverlayOptions {
  const { px, opacity } = SHADOW;
  const around = 3 * px;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx + 2 * around}" height="${heightPx + 2 * around}"><filter id="s" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="${px}"/></filter><rect x="${around}" y="${around + 3}" width="${widthPx}" height="${heightPx}" opacity="${opacity}" filter="url(#s)"/></svg>`;
  return { input: Buffer.from(svg), left: left - around, top: top - around };
}

/** Where an open book goes down into its spine. */
function foldOf(x: number, top: number, heightPx: number): OverlayOptions {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="${heightPx}"><linearGradient id="f"><stop offset="0" stop-opacity="0"/><stop offset="0.5" stop-opacity="0.16"/><stop offset="1" stop-opacity="0"/></linearGradient><rect width="24" height="${heightPx}" fill="url(#f)"/></svg>`;
  return { input: Buffer.from(svg), left: x - 12, top };
}
