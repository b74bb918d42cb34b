import { composeContents, composeCover } from '../../src-core/composition/compose.ts';
import type { PdfKind } from '../../src-core/contract/books.ts';
import { LIMITS } from '../../src-core/contract/limits.ts';
import { judgePdf } from '../../src-core/preflight/judge-pdf.ts';
import { wireMessages } from '../../src-core/preflight/wire-messages.ts';
import { readPdfFile } from '../../src-node/pdf-file.ts';
import { openPagePictures } from '../../src-node/render/page-pictures.ts';
import { openTypefaces } from '../../src-node/typefaces/open-typefaces.ts';
import { paintContents, paintCover } from './painting/paint-book.ts';
import type { TakeBytes } from './painting/pdf-output.ts';
import { RenderingFailed, type RenderedFacts, type RenderOrder } from './render-order.ts';
import type { ErrandName, Errands } from './thread-messages.ts';

export type RunErrand = <N extends ErrandName>(name: N, ask: Errands[N]['ask']) => Promise<Errands[N]['answer']>;

/**
 * Lays a book out, paints its PDFs and looks at them as the service looks at uploads: what it makes itself it would also
 * accept. Thumbnails that cannot be made leave the files as they are.
 */
export async function renderBook(order: RenderOrder, run: RunErrand): Promise<{ readonly files: readonly RenderedFacts[]; readonly hasThumbnails: boolean }> {
  const { spec, pageCount, title, madeAtMs, system, cover, contents } = order;
  const { measure, bytesOf } = await openTypefaces(order.fontsFolder);
  const book = { spec, pageCount, title, madeAtMs };
  const sources = {
    bytesOf,
    graphicsFolder: order.graphicsFolder,
    fetchPicture: async (blobKey: string) => {
      const bytes = await run('picture', { blobKey });
      if (bytes === null) throw new RenderingFailed(`the picture ${blobKey} is not there any more`, true);
      return bytes;
    },
  };
  const paths = new Map<PdfKind, string>();
  const coverSketch = composeCover({ spec, pageCount, template: cover.template, values: cover.values, system, measure });
  paths.set('cover', await paintWithinLimit('cover', run, (maxPpi, take) => paintCover(book, coverSketch, { ...sources, maxPpi }, take)));
  if (contents !== null) {
    const sketches = composeContents({ spec, entries: contents, pageCount, system, measure });
    paths.set('contents', await paintWithinLimit('contents', run, (maxPpi, take) => paintContents(book, sketches, { ...sources, maxPpi }, take)));
  }
  const files = [...paths].map(([kind, path]) => examine(order, kind, path));
  let hasThumbnails = true;
  for (const [kind, path] of paths) hasThumbnails = (await makeThumbnails(kind, path, run)) && hasThumbnails;
  return { files, hasThumbnails };
}

/**
 * Pictures go in as they are. Only when that makes a file larger than the service takes (LIMITS.pdfMaxBytes) they are
 * reduced in steps: what no press shows goes first, and below what printers warn of none is reduced.
 */
const PPI_STEPS = [null, 450, 300, 200];

class FileTooLarge extends Error {}

async function paintWithinLimit(kind: PdfKind, run: RunErrand, paint: (maxPpi: number | null, take: TakeBytes) => Promise<void>): Promise<string> {
  for (const maxPpi of PPI_STEPS) {
    let sizeBytes = 0;
    const take = async (bytes: Uint8Array) => {
      sizeBytes += bytes.length;
      if (sizeBytes > LIMITS.pdfMaxBytes) throw new FileTooLarge();
      await run('bytes', { kind, bytes });
    };
    try {
      await paint(maxPpi, take);
      return await run('end', { kind });
    } catch (error) {
      if (!(error instanceof FileTooLarge)) throw error;
      await run('restart', { kind });
    }
  }
  throw new RenderingFailed(`the ${kind} PDF is larger than ${LIMITS.pdfMaxBytes} bytes even with its pictures reduced`, true);
}

function examine({ spec, pageCount, contract }: RenderOrder, kind: PdfKind, path: string): RenderedFacts {
  const { verdict, measuredMm, pdfPages, findings } = judgePdf({ facts: readPdfFile(path), kind, spec, pageCount, contract });
  if (verdict !== 'accepted' || measuredMm === null || pdfPages === null) {
    throw new RenderingFailed(`the ${kind} PDF is none that the service accepts: ${wireMessages(findings).join('; ')}`, true);
  }
  return { kind, pdfPages, ...measuredMm };
}

/** Answers whether every page has one. */
async function makeThumbnails(kind: PdfKind, path: string, run: RunErrand): Promise<boolean> {
  const pictures = await openPagePictures(path).catch(() => null);
  if (pictures === null) return false;
  try {
    for (let page = 1; page <= pictures.pageCount; page++) {
      const picture = await pictures.of(page);
      if (picture === null) return false;
      await run('thumbnail', { kind, page, jpeg: picture.jpeg });
    }
    return true;
  } finally {
    await pictures.close();
  }
}
