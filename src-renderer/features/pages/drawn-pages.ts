/** What a picture of a page takes. */
interface Sized {
  readonly width: number;
  readonly height: number;
}

const BYTES_A_PIXEL = 4;
/** A hundred pages in the inspector's usual width; a dozen of a large window on a dense screen. */
const KEPT_BYTES = 192 * 1024 * 1024;

/**
 * Pages of open documents that were drawn, for the way back and ahead of it. Those that were not looked at for longest go first.
 * A file that was opened anew is another document: its bytes may be others.
 */
export class DrawnPages<Picture extends Sized> {
  readonly #maxBytes: number;
  /** Most recently used last. */
  readonly #pictures = new Map<string, { readonly document: object; readonly picture: Picture }>();
  #bytes = 0;

  constructor(maxBytes = KEPT_BYTES) {
    this.#maxBytes = maxBytes;
  }

  has(document: object, page: number, widthPx: number): boolean {
    return this.#pictures.has(keyOf(document, page, widthPx));
  }

  get(document: object, page: number, widthPx: number): Picture | null {
    const key = keyOf(document, page, widthPx);
    const kept = this.#pictures.get(key);
    if (kept === undefined) return null;
    this.#pictures.delete(key);
    this.#pictures.set(key, kept);
    return kept.picture;
  }

  /** In whatever width it was drawn last: to be shown while the right one is drawn. */
  inAnyWidth(document: object, page: number): Picture | null {
    const of = ofPage(document, page);
    const key = [...this.#pictures.keys()].findLast((one) => one.startsWith(of));
    return key === undefined ? null : (this.#pictures.get(key)?.picture ?? null);
  }

  put(document: object, page: number, widthPx: number, picture: Picture): void {
    const key = keyOf(document, page, widthPx);
    this.#drop(key);
    this.#pictures.set(key, { document, picture });
    this.#bytes += bytesOf(picture);
    for (const oldest of this.#pictures.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  /** The document is closed. */
  forget(document: object): void {
    for (const [key, kept] of this.#pictures) if (kept.document === document) this.#drop(key);
  }

  #drop(key: string): void {
    const kept = this.#pictures.get(key);
    if (kept === undefined) return;
    this.#bytes -= bytesOf(kept.picture);
    this.#pictures.delete(key);
  }
}

const names = new WeakMap<object, number>();
let named = 0;

function ofPage(document: object, page: number): string {
  const name = names.get(document) ?? (named += 1);
  names.set(document, name);
  return `${name} ${page} `;
}
const keyOf = (document: object, page: number, widthPx: number) => `${ofPage(document, page)}${Math.round(widthPx)}`;
const bytesOf = ({ width, height }: Sized) => width * height * BYTES_A_PIXEL;

/** The window's. */
export const drawnPages = new DrawnPages<HTMLCanvasElement>();

/** Pages that are wanted next, the one ahead first. */
export const neighboursOf = (page: number, pageCount: number): number[] =>
  [page + 1, page - 1].filter((one) => one >= 1 && one <= pageCount);
