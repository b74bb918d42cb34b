import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { PdfInspection } from '../../src-core/pdf/inspection/inspection.ts';
import { inspectPdfFile } from '../../src-node/inspect-file.ts';
import { openPageRenderer } from '../../src-node/render/page-renderer.ts';
import { BookWriter } from './big-book.ts';

const PAGES = 8;
const ROUNDS = 7;
const LONG_SIDE_PX = 256;
const SIDE_PT = 867.402;
const GOAL = 1.15;

/**
 * Full-bleed square pages of one photo of 13 megapixels each, as album software writes them. The goal is for photos of
 * two megabytes and more: below, starting the decoder is what takes the time.
 */
const BOOKS = {
  large: { sidePx: 3614, quality: 93, chromaSubsampling: '4:4:4' },
  usual: { sidePx: 3614, quality: 91, chromaSubsampling: '4:2:0' },
} as const;
type BookName = keyof typeof BOOKS;
const NAMES = Object.keys(BOOKS) as BookName[];

interface Book {
  readonly path: string;
  readonly inspection: PdfInspection;
}

async function writeBook(path: string, book: (typeof BOOKS)[BookName]): Promise<void> {
  const { sidePx } = book;
  const writer = new BookWriter(path);
  const pageNumber = (index: number) => 3 + index * 3;
  writer.object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  writer.object(
    2,
    `<< /Type /Pages /Count ${PAGES} /Kids [${Array.from({ length: PAGES }, (_, i) => `${pageNumber(i)} 0 R`).join(' ')}] >>`,
  );
  for (let index = 0; index < PAGES; index++) {
    const page = pageNumber(index);
    const resources = `<< /XObject << /Im0 ${page + 2} 0 R >> >>`;
    writer.object(
      page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${SIDE_PT} ${SIDE_PT}] /Resources ${resources} /Contents ${page + 1} 0 R >>`,
    );
    writer.stream(page + 1, '', [Buffer.from(`q\n${SIDE_PT} 0 0 ${SIDE_PT} 0 0 cm\n/Im0 Do\nQ`)]);
    const dict = `/Type /XObject /Subtype /Image /Width ${sidePx} /Height ${sidePx} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode`;
    writer.stream(page + 2, dict, [await photo(book, index)]);
  }
  writer.finish();
}

/** Shapes under the grain of a sensor: what a decoder has to walk through in a photo. */
async function photo(
  { sidePx, quality, chromaSubsampling }: (typeof BOOKS)[BookName],
  index: number,
): Promise<Uint8Array> {
  const shapes = `<svg width="${sidePx}" height="${sidePx}"><defs><linearGradient id="g"><stop stop-color="#6e${index}a40"/><stop offset="1" stop-color="#d8c9a0"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="40%" cy="${40 + index * 3}%" r="30%" fill="#48657a"/></svg>`;
  const grain = await sharp({
    create: {
      width: sidePx,
      height: sidePx,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return new Uint8Array(
    await sharp(Buffer.from(shapes))
      .composite([{ input: grain, blend: 'soft-light' }])
      .removeAlpha()
      .jpeg({ quality, chromaSubsampling })
      .toBuffer(),
  );
}

async function renderAll({ path, inspection }: Book): Promise<void> {
  const renderer = await openPageRenderer(path, { inspection });
  for (let index = 0; index < PAGES; index++) {
    const { rgb } = await renderer.render(index, LONG_SIDE_PX);
    if (rgb.length !== LONG_SIDE_PX * LONG_SIDE_PX * 3) throw new Error(`page ${index + 1} was not rendered`);
  }
  renderer.close();
}

function peerRendersAll({ path }: Book): void {
  const args = [
    'draw',
    '-q',
    '-F',
    'ppm',
    '-o',
    '/dev/null',
    '-w',
    String(LONG_SIDE_PX),
    '-h',
    String(LONG_SIDE_PX),
    path,
    `1-${PAGES}`,
  ];
  if (spawnSync('mutool', args, { stdio: 'ignore' }).status !== 0) throw new Error('mutool did not render');
}

async function run(folder: string): Promise<number> {
  if (spawnSync('mutool', ['-v']).error !== undefined) {
    console.error('Not found: mutool. On Debian: apt-get install mupdf-tools');
    return 2;
  }
  const books = new Map<BookName, Book>();
  for (const name of NAMES) {
    const path = join(folder, `${name}.pdf`);
    await writeBook(path, BOOKS[name]);
    const result = inspectPdfFile(path);
    if (result.status === 'unreadable') throw new Error(`${name} was not read`);
    books.set(name, { path, inspection: result.inspection });
  }
  for (const book of books.values()) await renderAll(book);
  const own: Record<BookName, number[]> = { large: [], usual: [] };
  const peer: Record<BookName, number[]> = { large: [], usual: [] };
  // Both programs on both books in every round, so that whatever else the machine does meets them alike.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, book] of books) {
      const startedMs = performance.now();
      await renderAll(book);
      const betweenMs = performance.now();
      peerRendersAll(book);
      own[name].push((betweenMs - startedMs) / PAGES);
      peer[name].push((performance.now() - betweenMs) / PAGES);
    }
  }
  let isMissed = false;
  console.log(`Pages of one photo at ${LONG_SIDE_PX} px, medians of ${ROUNDS} rounds, one thread, ms a page\n`);
  for (const [name, { path }] of books) {
    const ratio = median(own[name]) / median(peer[name]);
    const { sidePx, chromaSubsampling } = BOOKS[name];
    const megabytes = statSync(path).size / PAGES / 1e6;
    isMissed ||= ratio > GOAL;
    console.log(
      `time / mutool draw, ${sidePx} px, ${chromaSubsampling}, ${megabytes.toFixed(1)} MB a page`.padEnd(60) +
        `${ratio.toFixed(3).padStart(8)}  at most ${GOAL}  ${ratio <= GOAL ? 'met' : 'MISSED'}   ${median(own[name]).toFixed(1)} / ${median(peer[name]).toFixed(1)} ms`,
    );
  }
  return isMissed ? 1 : 0;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

const folder = mkdtempSync(join(tmpdir(), 'studio-bench-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  });
}
let exitCode = 1;
try {
  exitCode = await run(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(exitCode);
