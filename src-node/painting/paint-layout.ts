import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureChoices } from '../../src-core/composition/embedded-parts.ts';
import { lettersLacking } from '../../src-core/composition/printable.ts';
import { sheetsOf } from '../../src-core/composition/sheets.ts';
import type { TextMeasure } from '../../src-core/composition/sketch.ts';
import type { PdfKind } from '../../src-core/contract/books.ts';
import type { LayoutDocument } from '../../src-core/layout/document.ts';
import { sketchesOf } from '../../src-core/layout/sketches.ts';
import { openTypefaces } from '../typefaces/open-typefaces.ts';
import { paintCover, paintSheets, type PaintSources } from './paint-book.ts';
import type { TakeBytes } from './pdf-output.ts';

/** Everything that a layout's PDFs follow from. Crosses threads: plain values only. */
export interface LayoutOrder {
  readonly document: LayoutDocument;
  /** There, and empty: `cover.pdf` and `contents.pdf` are written into it. */
  readonly folder: string;
  /** Where each picture lies, by its key. */
  readonly places: Readonly<Record<string, string>>;
  readonly pictures: PictureChoices;
  readonly maxBytes: number;
  readonly madeAtMs: number;
  readonly producer: string;
  readonly fontsFolder: string;
  readonly graphicsFolder: string;
}

export interface PaintedFile {
  readonly kind: PdfKind;
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Why a layout cannot be painted as it is: one of its pictures, letters that no face has, or the size of a file. */
export class NotPainted extends Error {
  constructor(
    readonly why:
      | { readonly reason: 'pictureMissing' | 'pictureChanged' | 'pictureBroken'; readonly name: string }
      | { readonly reason: 'lettersLacking'; readonly letters: readonly string[] }
      | { readonly reason: 'tooLarge'; readonly kind: PdfKind },
    cause?: unknown,
  ) {
    super(`the layout is not painted: ${why.reason}`, { cause });
    this.name = 'NotPainted';
  }
}

export interface LayoutProgress {
  readonly signal: AbortSignal;
  /** The cover among them. */
  readonly onSheet: (painted: number, inAll: number, bytes: number) => void;
  /** Before a picture is opened, so that it can be named if it takes the thread along. */
  readonly onPicture: (name: string) => void;
}

/** Paints both PDFs. Rejects with NotPainted, with the signal's reason, and with what the file system says. */
export async function paintLayout(order: LayoutOrder, progress: LayoutProgress): Promise<PaintedFile[]> {
  const { document } = order;
  const { measure, faceOf } = await openTypefaces(order.fontsFolder);
  const letters = lettersOf(document, measure);
  if (letters.length > 0) throw new NotPainted({ reason: 'lettersLacking', letters });
  const { cover, pages } = sketchesOf(document, measure);
  const sheets = sheetsOf(document.spec, pages);
  const { spec, title } = document;
  const book = { spec, pageCount: document.order.length, title, producer: order.producer, madeAtMs: order.madeAtMs };
  const pictures = new CheckedPictures(order, progress.onPicture);
  const sources: PaintSources = {
    faceOf,
    fetchPicture: (key) => pictures.fetch(key),
    graphicsFolder: order.graphicsFolder,
    pictures: order.pictures,
  };
  let bytes = 0;
  const inAll = sheets.length + 1;
  const file = async (kind: PdfKind, paint: (take: TakeBytes) => Promise<void>): Promise<PaintedFile> => {
    try {
      return await written(order, kind, (more) => (bytes += more), paint);
    } catch (error) {
      throw progress.signal.aborted ? error : pictures.blamed(error);
    }
  };
  progress.signal.throwIfAborted();
  const coverFile = await file('cover', (take) => paintCover(book, cover, sources, take));
  progress.onSheet(1, inAll, bytes);
  const contentsFile = await file('contents', (take) =>
    paintSheets(book, sheets, sources, take, {
      signal: progress.signal,
      onSheet: (painted) => {
        pictures.settle();
        progress.onSheet(painted + 1, inAll, bytes);
      },
    }),
  );
  return [coverFile, contentsFile];
}

/** Of all its texts those letters that no face has: their fields refuse them, what was written otherwise is refused here. */
function lettersOf({ cover, pages }: LayoutDocument, measure: TextMeasure): readonly string[] {
  const surfaces = [cover.back, cover.spine, cover.front, ...Object.values(pages)];
  const lacking = surfaces
    .flatMap(({ frames }) => Object.values(frames))
    .flatMap((frame) => (frame.kind === 'text' ? lettersLacking(frame.text, frame.typeface, measure) : []));
  return [...new Set(lacking)];
}

/** Pictures by their key, of the very bytes that they were placed with. */
class CheckedPictures {
  readonly #order: LayoutOrder;
  readonly #onPicture: (name: string) => void;
  /** Fetched, and not yet known to be in the file. */
  #open: string | null = null;

  constructor(order: LayoutOrder, onPicture: (name: string) => void) {
    this.#order = order;
    this.#onPicture = onPicture;
  }

  async fetch(key: string): Promise<Uint8Array> {
    const { document, places } = this.#order;
    const name = document.pictures[key]?.name ?? key;
    this.#onPicture(name);
    const bytes = await readFile(places[key] ?? '').catch((cause: unknown) => {
      throw new NotPainted({ reason: 'pictureMissing', name }, cause);
    });
    if (createHash('sha256').update(bytes).digest('hex') !== key)
      throw new NotPainted({ reason: 'pictureChanged', name });
    this.#open = name;
    return bytes;
  }

  settle(): void {
    this.#open = null;
  }

  /** A picture that cannot be put into a PDF fails right behind its bytes. The machine's own errors name a system call. */
  blamed(error: unknown): unknown {
    const isOurs = error instanceof NotPainted || (error instanceof Error && 'syscall' in error);
    if (isOurs || this.#open === null) return error;
    return new NotPainted({ reason: 'pictureBroken', name: this.#open }, error);
  }
}

async function written(
  { folder, maxBytes }: LayoutOrder,
  kind: PdfKind,
  onBytes: (written: number) => void,
  paint: (take: TakeBytes) => Promise<void>,
): Promise<PaintedFile> {
  const name = `${kind}.pdf`;
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const file = await open(join(folder, name), 'wx', 0o600);
  try {
    await paint(async (bytes) => {
      sizeBytes += bytes.length;
      if (sizeBytes > maxBytes) throw new NotPainted({ reason: 'tooLarge', kind });
      hash.update(bytes);
      await file.appendFile(bytes);
      onBytes(bytes.length);
    });
    await file.sync();
  } finally {
    await file.close();
  }
  return { kind, name, sizeBytes, sha256: hash.digest('hex') };
}
