import { deflateSync } from 'node:zlib';
import { seededRandom } from '../fixtures/pdf/seeded-random.ts';
import { BookWriter, slicesOf } from './big-book.ts';

const SIDE_PT = 867.402;
const BOXES = `/MediaBox [0 0 ${SIDE_PT} ${SIDE_PT}] /TrimBox [8.504 8.504 858.898 858.898] /BleedBox [0 0 ${SIDE_PT} ${SIDE_PT}]`;

export interface BookRequest {
  readonly path: string;
  readonly pages: number;
  readonly sizeBytes: number;
}

/** Where the data of the pictures lie: from, to. */
export type PictureRanges = readonly (readonly [start: number, end: number])[];

/** One picture to the bleed edge on every page, as album software writes it. `block` holds bytes that do not compress. */
export function writePhotoBook({ path, pages, sizeBytes }: BookRequest, block: Uint8Array): PictureRanges {
  const writer = new BookWriter(path);
  const ranges: (readonly [number, number])[] = [];
  const perPicture = Math.max(1024, Math.floor(sizeBytes / pages));
  const pageNumber = (index: number) => 3 + index * 3;
  writeTree(writer, pages, pageNumber);
  for (let index = 0; index < pages; index++) {
    const page = pageNumber(index);
    writer.object(
      page,
      `<< /Type /Page /Parent 2 0 R ${BOXES} /Resources << /XObject << /Im0 ${page + 2} 0 R >> >> /Contents ${page + 1} 0 R >>`,
    );
    deflated(writer, page + 1, '', `q\n${SIDE_PT} 0 0 ${SIDE_PT} 0 0 cm\n/Im0 Do\nQ`);
    ranges.push(
      picture(writer, page + 2, { widthPx: 3614, heightPx: 3614, length: perPicture, seed: index, extra: '' }, block),
    );
  }
  writer.finish();
  return ranges;
}

const PICTURES_PER_PAGE = 5;

/** Five turned and clipped pictures a page, some soft-masked, captions, ornaments in nested forms, 150 curves: some 550 operators. */
export function writeCollageBook({ path, pages, sizeBytes }: BookRequest, block: Uint8Array): PictureRanges {
  const writer = new BookWriter(path);
  const random = seededRandom(7);
  const ranges: (readonly [number, number])[] = [];
  const perPicture = Math.max(1024, Math.floor(sizeBytes / pages / PICTURES_PER_PAGE));
  const perPage = 2 + PICTURES_PER_PAGE;
  const shared = 3;
  const [font, plain, multiply, overprint, mask, ornament, leaf] = Array.from({ length: 7 }, (_, i) => shared + i) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const pageNumber = (index: number) => shared + 7 + index * perPage;
  writeTree(writer, pages, pageNumber);
  writer.object(font, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  writer.object(plain, '<< /Type /ExtGState /BM /Normal /ca 1 /CA 1 >>');
  writer.object(multiply, '<< /Type /ExtGState /BM /Multiply /ca 0.6 >>');
  writer.object(overprint, '<< /Type /ExtGState /OP true /op true /OPM 1 >>');
  deflated(
    writer,
    mask,
    '/Type /XObject /Subtype /Image /Width 64 /Height 64 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    '\x80'.repeat(64 * 64),
  );
  deflated(
    writer,
    ornament,
    `/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources << /XObject << /Leaf ${leaf} 0 R >> >>`,
    'q .5 0 0 .5 10 10 cm /Leaf Do Q q .4 .3 -.3 .4 50 20 cm /Leaf Do Q',
  );
  deflated(
    writer,
    leaf,
    '/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Matrix [1 0 0 1 5 5]',
    `0.2 0.5 0.3 rg\n${curves(random, 10)}f`,
  );
  for (let index = 0; index < pages; index++) {
    const page = pageNumber(index);
    const names = Array.from({ length: PICTURES_PER_PAGE }, (_, i) => `/Im${i} ${page + 2 + i} 0 R`).join(' ');
    const resources = `<< /Font << /F1 ${font} 0 R >> /ExtGState << /G0 ${plain} 0 R /G1 ${multiply} 0 R /G2 ${overprint} 0 R >> /XObject << ${names} /Or ${ornament} 0 R >> >>`;
    writer.object(page, `<< /Type /Page /Parent 2 0 R ${BOXES} /Resources ${resources} /Contents ${page + 1} 0 R >>`);
    deflated(writer, page + 1, '', collage(random));
    for (let i = 0; i < PICTURES_PER_PAGE; i++) {
      const extra = i === 1 ? `/SMask ${mask} 0 R` : '';
      ranges.push(
        picture(
          writer,
          page + 2 + i,
          { widthPx: 1800, heightPx: 1200, length: perPicture, seed: index * 7 + i, extra },
          block,
        ),
      );
    }
  }
  writer.finish();
  return ranges;
}

function writeTree(writer: BookWriter, pages: number, pageNumber: (index: number) => number): void {
  writer.object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  writer.object(
    2,
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, i) => `${pageNumber(i)} 0 R`).join(' ')}] >>`,
  );
}

function collage(random: () => number): string {
  const n = (scale: number) => (random() * scale).toFixed(3);
  let text = `0.97 0.95 0.9 rg 0 0 ${SIDE_PT} ${SIDE_PT} re f\n`;
  for (let i = 0; i < PICTURES_PER_PAGE; i++) {
    const turn = (random() - 0.5) / 3;
    const [cos, sin] = [Math.cos(turn).toFixed(5), Math.sin(turn).toFixed(5)];
    text += `q\n/G${i % 2} gs\n${cos} ${sin} ${-Number(sin)} ${cos} ${n(500)} ${n(600)} cm\n0 0 300 200 re W n\n300 0 0 200 0 0 cm\n/Im${i} Do\nQ\n`;
  }
  for (let i = 0; i < 25; i++) {
    const [x, y] = [n(800), n(800)];
    text += `BT\n/F1 ${(8 + random() * 6).toFixed(2)} Tf\n0 0 0 1 k\n1 0 0 1 ${x} ${y} Tm\n[(A day by) -250 (the sea) 20 (, ${i})] TJ\nET\n`;
    text += `q\n0.5 w\n0 0 0 1 K\n${x} ${y} m\n${n(800)} ${n(800)} l\nS\nQ\n`;
  }
  for (let i = 0; i < 4; i++) text += `q\n/G2 gs\n1 0 0 1 ${n(700)} ${n(700)} cm\n/Or Do\nQ\n`;
  return `${text}q\n0.8 0.2 0.3 rg\n${curves(random, 150)}f\nQ\n`;
}

function curves(random: () => number, count: number): string {
  const n = () => (random() * 800).toFixed(2);
  return `${n()} ${n()} m\n${Array.from({ length: count }, () => `${n()} ${n()} ${n()} ${n()} ${n()} ${n()} c\n`).join('')}`;
}

function deflated(writer: BookWriter, objectNumber: number, dict: string, text: string): void {
  writer.stream(objectNumber, `${dict} /Filter /FlateDecode`, [deflateSync(Buffer.from(text, 'latin1'))]);
}

interface Picture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly length: number;
  readonly seed: number;
  readonly extra: string;
}

/** A picture with the markers of a JPEG and noise for its scan. */
function picture(
  writer: BookWriter,
  objectNumber: number,
  { widthPx, heightPx, length, seed, extra }: Picture,
  block: Uint8Array,
): readonly [number, number] {
  const head = jpegHead(widthPx, heightPx);
  const dict = `/Type /XObject /Subtype /Image /Width ${widthPx} /Height ${heightPx} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode ${extra}`;
  const start = writer.stream(objectNumber, dict, [
    head,
    ...slicesOf(block, seed, Math.max(2, length - head.length - 2)),
    Buffer.from([0xff, 0xd9]),
  ]);
  return [start, start + length];
}

function jpegHead(widthPx: number, heightPx: number): Uint8Array {
  const segment = (marker: number, body: readonly number[]) => [
    0xff,
    marker,
    (body.length + 2) >> 8,
    (body.length + 2) & 255,
    ...body,
  ];
  const size = [heightPx >> 8, heightPx & 255, widthPx >> 8, widthPx & 255];
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 1, 0, 72, 0, 72, 0, 0]),
    ...segment(0xdb, [0, ...Array<number>(64).fill(3)]),
    ...segment(0xdb, [1, ...Array<number>(64).fill(3)]),
    ...segment(0xc0, [8, ...size, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
    ...segment(0xc4, [0, ...Array<number>(15).fill(0), 1, 0]),
    ...segment(0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]),
  ]);
}
