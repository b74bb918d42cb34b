import { PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A thread that nobody asks for so long ends: each has a heap of its own. */
export const IDLE_MS = 20_000;

/** Where a document is read. */
export interface PdfThread {
  readonly worker: PDFWorker;
  /** The document is gone, or none came of it. */
  readonly done: (wasUsed: boolean) => void;
}

/** A thread that is started and has its program: a first page would wait for that longer than for its drawing. */
let spare: PDFWorker | null = null;

/** For one document that is looked at: whatever is heavy in it holds up no other one. */
export function ownThread(): PdfThread {
  const worker = spare ?? new PDFWorker();
  spare = null;
  worker.promise.then(
    () => requestIdleCallback(() => (spare ??= new PDFWorker())),
    () => undefined,
  );
  return {
    worker,
    done: (wasUsed) => {
      // A thread that was given to no document serves the next one.
      if (!wasUsed && spare === null) spare = worker;
      else if (spare !== worker) worker.destroy();
    },
  };
}

/** One thread for one document after the other, of each of which little is wanted. */
export class SharedThread {
  #worker: PDFWorker | null = null;
  #documents = 0;
  #ending: ReturnType<typeof setTimeout> | undefined;

  readonly take = (): PdfThread => {
    clearTimeout(this.#ending);
    this.#documents += 1;
    this.#worker ??= new PDFWorker();
    return { worker: this.#worker, done: this.#done };
  };

  readonly #done = (): void => {
    this.#documents -= 1;
    if (this.#documents > 0) return;
    this.#ending = setTimeout(() => {
      this.#worker?.destroy();
      this.#worker = null;
    }, IDLE_MS);
  };
}
