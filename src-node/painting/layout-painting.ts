import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureChoices } from '../../src-core/composition/embedded-parts.ts';
import { lettersLacking } from '../../src-core/composition/printable.ts';
import type { TextMeasure } from '../../src-core/composition/sketch.ts';
import type { PdfKind } from '../../src-core/contract/books.ts';
import type { LayoutDocument } from '../../src-core/layout/document.ts';
import { entryNotes } from '../../src-core/layout/themed/faults.ts';
import { themedBook } from '../../src-core/layout/themed/laid.ts';
import { pageAsJpeg } from '../pictures/pdf-page.ts';
import { openTypefaces } from '../typefaces/open-typefaces.ts';
import type { PaintedBook, PaintSources } from './book-file.ts';
import type { TakeBytes } from './pdf-output.ts';

/** Everything that is needed to paint a layout. Crosses threads: plain values only. */
export interface LayoutSources {
  readonly document: LayoutDocument;
  /** There, and empty: what is painted is written into it. */
  readonly folder: string;
  /** Where each picture lies, by its key. */
  readonly places: Readonly<Record<string, string>>;
  readonly madeAtMs: number;
  readonly producer: string;
  readonly fontsFolder: string;
  readonly graphicsFolder: string;
  /** Which file this is, for a studio that is given it back. */
  readonly keywords?: string;
}

/** A file of a layout as it lies in its folder, named by its kind. */
export interface PaintedFile {
  readonly kind: PdfKind | 'proof';
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
      /** An entry of a template lacks something, or has too much of it. `number`: from 1; 0: the cover. */
      | {
          readonly reason: 'entryUnfinished';
          readonly number: number;
          readonly template: string;
          readonly field: string;
        }
      /** The entries take more pages than the book has. */
      | { readonly reason: 'pagesLacking'; readonly pages: number }
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

/** A layout that is being painted: its faces, and its pictures of the very bytes that they were placed with. */
export class LayoutPainting {
  readonly book: PaintedBook;
  readonly measure: TextMeasure;
  readonly sources: PaintSources;
  readonly #order: LayoutSources;
  readonly #progress: LayoutProgress;
  readonly #pictures: CheckedPictures;
  #bytes = 0;

  /** Rejects with NotPainted where no face has some letter, and with what the file system says. */
  static async begin(
    order: LayoutSources,
    pictures: PictureChoices,
    progress: LayoutProgress,
  ): Promise<LayoutPainting> {
    const typefaces = await openTypefaces(order.fontsFolder);
    const letters = lettersOf(order.document, typefaces.measure);
    if (letters.length > 0) throw new NotPainted({ reason: 'lettersLacking', letters });
    const taken = themedBook(order.document, typefaces.measure)?.taken ?? 0;
    if (taken > order.document.order.length) throw new NotPainted({ reason: 'pagesLacking', pages: taken });
    progress.signal.throwIfAborted();
    return new LayoutPainting(order, pictures, progress, typefaces);
  }

  private constructor(
    order: LayoutSources,
    pictures: PictureChoices,
    progress: LayoutProgress,
    { measure, faceOf }: Awaited<ReturnType<typeof openTypefaces>>,
  ) {
    const { document, producer, madeAtMs, graphicsFolder, keywords } = order;
    const { spec, title } = document;
    const described = { title, producer, madeAtMs, ...(keywords !== undefined && { keywords }) };
    this.book = { spec, pageCount: document.order.length, ...described };
    this.measure = measure;
    this.#order = order;
    this.#progress = progress;
    this.#pictures = new CheckedPictures(order, progress.onPicture);
    this.sources = {
      faceOf,
      fetchPicture: (key) => this.#pictures.fetch(key),
      drawPage: (key, longSidePx) => pageAsJpeg(order.places[key] ?? '', longSidePx),
      graphicsFolder,
      pictures,
    };
  }

  /** A sheet is painted, of those that there are in all. */
  painted(sheets: number, inAll: number): void {
    this.#pictures.settle();
    this.#progress.onSheet(sheets, inAll, this.#bytes);
  }

  /** Rejects with NotPainted, with the signal's reason, and with what the file system says. */
  async write(
    kind: PaintedFile['kind'],
    paint: (take: TakeBytes) => Promise<void>,
    mayTake: (bytes: number) => void = () => undefined,
  ): Promise<PaintedFile> {
    const name = `${kind}.pdf`;
    const hash = createHash('sha256');
    let sizeBytes = 0;
    try {
      const file = await open(join(this.#order.folder, name), 'wx', 0o600);
      try {
        await paint(async (bytes) => {
          sizeBytes += bytes.length;
          mayTake(sizeBytes);
          hash.update(bytes);
          await file.appendFile(bytes);
          this.#bytes += bytes.length;
        });
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      throw this.#progress.signal.aborted ? error : this.#pictures.blamed(error);
    }
    return { kind, name, sizeBytes, sha256: hash.digest('hex') };
  }
}

/** Of all its texts those letters that no face has: their fields refuse them, what was written otherwise is refused here. */
function lettersOf({ cover, pages, ...others }: LayoutDocument, measure: TextMeasure): readonly string[] {
  const surfaces = [cover.back, cover.spine, cover.front, ...Object.values(pages)];
  const lacking = surfaces
    .flatMap(({ frames }) => Object.values(frames))
    .flatMap((frame) => (frame.kind === 'text' ? lettersLacking(frame.text, frame.typeface, measure) : []));
  const inEntries = entryNotes({ cover, pages, ...others }, measure).flatMap(({ what }) =>
    what.of === 'value' && what.fault.reason === 'lettersLacking' ? what.fault.letters : [],
  );
  return [...new Set([...lacking, ...inEntries])];
}

/** Pictures by their key, of the very bytes that they were placed with. */
class CheckedPictures {
  readonly #order: Pick<LayoutSources, 'document' | 'places'>;
  readonly #onPicture: (name: string) => void;
  /** Fetched, and not yet known to be in the file. */
  #open: string | null = null;

  constructor(order: Pick<LayoutSources, 'document' | 'places'>, onPicture: (name: string) => void) {
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
