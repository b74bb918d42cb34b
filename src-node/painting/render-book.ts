import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeContents, composeCover } from '../../src-core/composition/compose.ts';
import type { PictureChoices } from '../../src-core/composition/embedded-parts.ts';
import { pictureSteps } from '../../src-core/composition/picture-steps.ts';
import { sheetsOf } from '../../src-core/composition/sheets.ts';
import type { Sketches } from '../../src-core/composition/sketch.ts';
import type { PdfKind } from '../../src-core/contract/books.ts';
import { LIMITS } from '../../src-core/contract/limits.ts';
import { judgePdf } from '../../src-core/preflight/judge-pdf.ts';
import { wireMessages } from '../../src-core/preflight/wire-messages.ts';
import { readPdfFile } from '../pdf-file.ts';
import { openPagePictures } from '../render/page-pictures.ts';
import { reducedPicture } from '../render/rewritten-pictures.ts';
import { openTypefaces } from '../typefaces/open-typefaces.ts';
import type { PaintSources } from './book-file.ts';
import { paintCover, paintSheets } from './paint-book.ts';
import type { TakeBytes } from './pdf-output.ts';
import { RenderingFailed, type RenderedFacts, type RenderOrder } from './render-order.ts';
import type { ErrandName, Errands } from './worker-messages.ts';

export type RunErrand = <N extends ErrandName>(name: N, ask: Errands[N]['ask']) => Promise<Errands[N]['answer']>;

/**
 * Lays a book out, paints its PDFs and looks at them as the service looks at uploads: what it makes itself it would also
 * accept. Thumbnails that cannot be made leave the files as they are; those that were not made because the rendering is
 * to stop are no reason to do without them: it rejects then.
 */
export async function renderBook(
  order: RenderOrder,
  run: RunErrand,
  stopping: AbortSignal,
): Promise<{ readonly files: readonly RenderedFacts[]; readonly hasThumbnails: boolean }> {
  const { spec, pageCount, title, madeAtMs, system, contents } = order;
  const { measureBy, faceOf } = await openTypefaces(order.fontsFolder);
  const measure = measureBy(order.rules);
  const book = { spec, pageCount, title, producer: PRODUCER, madeAtMs };
  const cover = composeCover({ spec, pageCount, ...order.cover, system, measure });
  const sheets =
    contents === null ? null : sheetsOf(spec, composeContents({ spec, entries: contents, pageCount, system, measure }));
  const painters = new Map<PdfKind, Painter>([
    ['cover', { sketches: [cover], paint: (sources, take) => paintCover(book, cover, sources, take) }],
  ]);
  if (sheets !== null)
    painters.set('contents', {
      sketches: sheets.flatMap(({ layers }) => layers),
      paint: (sources, take) => paintSheets(book, sheets, sources, take),
    });

  const proofs = new Map<string, Uint8Array>();
  const sources: PaintSources = {
    faceOf,
    graphicsFolder: order.graphicsFolder,
    fetchPicture: async (blobKey) => {
      const bytes = await run('picture', { blobKey });
      if (bytes === null) throw new RenderingFailed(`the picture ${blobKey} is not there any more`, true);
      return bytes;
    },
    onPicture: async (blobKey, bytes) => {
      if (!proofs.has(blobKey)) proofs.set(blobKey, await reducedPicture(bytes, PROOF_PX).catch(() => bytes));
    },
  };
  const files: RenderedFacts[] = [];
  for (const [kind, { paint, sketches }] of painters) {
    const steps = pictureSteps(order.rules, sketches);
    const path = await paintWithinLimit(kind, steps, run, (pictures, take) => paint({ ...sources, pictures }, take));
    files.push(examine(order, kind, path));
  }
  const ofProofs: PaintSources = {
    faceOf,
    graphicsFolder: order.graphicsFolder,
    fetchPicture: async (blobKey) => proofs.get(blobKey) ?? sources.fetchPicture(blobKey),
  };
  let hasThumbnails = true;
  for (const [kind, { paint }] of painters)
    hasThumbnails &&= await makeThumbnails(kind, (take) => paint(ofProofs, take), run);
  if (!hasThumbnails) stopping.throwIfAborted();
  return { files, hasThumbnails };
}

/** Who made the file, as it says itself. */
const PRODUCER = 'Book Print Service';

interface Painter {
  readonly sketches: Sketches;
  readonly paint: Paint;
}
type Paint = (sources: PaintSources, take: TakeBytes) => Promise<void>;

/** The longer side of a picture in thumbnails: drawing a page with all its pixels would take longer than painting the book. */
const PROOF_PX = 700;

class FileTooLarge extends Error {}

async function paintWithinLimit(
  kind: PdfKind,
  steps: readonly PictureChoices[],
  run: RunErrand,
  paint: (pictures: PictureChoices, take: TakeBytes) => Promise<void>,
): Promise<string> {
  for (const pictures of steps) {
    let sizeBytes = 0;
    const take = async (bytes: Uint8Array) => {
      sizeBytes += bytes.length;
      if (sizeBytes > LIMITS.pdfMaxBytes) throw new FileTooLarge();
      await run('bytes', { kind, bytes });
    };
    try {
      await paint(pictures, take);
      return await run('end', { kind });
    } catch (error) {
      if (!(error instanceof FileTooLarge)) throw error;
      await run('restart', { kind });
    }
  }
  throw new RenderingFailed(
    `the ${kind} PDF is larger than ${LIMITS.pdfMaxBytes} bytes even with its pictures reduced`,
    true,
  );
}

function examine({ spec, pageCount, contract }: RenderOrder, kind: PdfKind, path: string): RenderedFacts {
  const { verdict, measuredMm, pdfPages, findings } = judgePdf({
    facts: readPdfFile(path),
    kind,
    spec,
    pageCount,
    contract,
  });
  if (verdict !== 'accepted' || measuredMm === null || pdfPages === null) {
    throw new RenderingFailed(
      `the ${kind} PDF is none that the service accepts: ${wireMessages(findings).join('; ')}`,
      true,
    );
  }
  return { kind, pdfPages, ...measuredMm };
}

/** Draws every page from a proof of the book with small pictures. Answers whether every page has its thumbnail. */
async function makeThumbnails(
  kind: PdfKind,
  paint: (take: TakeBytes) => Promise<void>,
  run: RunErrand,
): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'book-proof-'));
  try {
    const path = join(folder, 'proof.pdf');
    await paint((bytes) => appendFile(path, bytes));
    const pictures = await openPagePictures(path);
    try {
      for (let page = 1; page <= pictures.pageCount; page++) {
        const picture = await pictures.of(page);
        if (picture === null) return false;
        await run('thumbnail', { kind, page, jpeg: picture.jpeg });
      }
      return true;
    } finally {
      pictures.close();
    }
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
