import {
  getDocument,
  GlobalWorkerOptions,
  PDFDataRangeTransport,
  type PDFWorker,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { pdfUrl } from '../../bridge.ts';
import { drawnPages } from './drawn-pages.ts';
import { IDLE_MS, ownThread, type PdfThread } from './pdf-threads.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Enough for the head of a usual file, small enough to be there at once. */
const FIRST_BYTES = 64 * 1024;
const CHUNK_BYTES = 256 * 1024;
/** The file has none: it is read, and nothing is in it. */
const NO_BYTES = 416;
/** Bytes that could not be had are asked for again after so long. */
export const AGAIN_MS = 5_000;
/** Open documents that nobody looks at are kept a while for the way back and ahead: two of a book, and those of the books beside it. */
const KEPT_DOCUMENTS = 6;
const SUPPORT_FILES = new URL('./pdfjs/', document.baseURI).href;

/** Fetches by ranges, so that page 1 of a file of 500 MB costs a few hundred kilobytes. */
class RangeTransport extends PDFDataRangeTransport {
  readonly #url: string;
  readonly #closing: AbortController;
  readonly #fail: () => void;

  constructor(url: string, sizeBytes: number, head: Uint8Array, closing: AbortController, fail: () => void) {
    super(sizeBytes, head, false);
    this.#url = url;
    this.#closing = closing;
    this.#fail = fail;
  }

  override requestDataRange(begin: number, end: number): void {
    const { signal } = this.#closing;
    fetch(this.#url, { headers: { Range: `bytes=${begin}-${end - 1}` }, signal })
      .then((response) => {
        if (!response.ok) throw new Error(`the file answers ${response.status}`);
        return response.arrayBuffer();
      })
      .then(
        (bytes) => {
          // Whoever waited for them is gone by then, which pdf.js takes for a fault of its own.
          if (!signal.aborted) this.onDataRange(begin, new Uint8Array(bytes));
        },
        // Closed by then, or gone from its place: pdf.js can be told by an end of the document alone.
        () => this.#fail(),
      );
  }

  override abort(): void {
    this.#closing.abort();
  }
}

interface OpenDocument {
  readonly document: Promise<PDFDocumentProxy>;
  readonly closed: AbortSignal;
  users: number;
  /** Nobody has looked at it since then. */
  idleSinceMs: number;
  /** Nobody comes back to it: only little of it was wanted. */
  isPassing: boolean;
  readonly close: () => void;
}

/** A document in use: every one is released once. */
export interface HeldPdf {
  readonly document: Promise<PDFDocumentProxy>;
  /** Closed under those who hold it, because its bytes cannot be had or are others now: pdf.js leaves unanswered what waits for it. Held anew it is opened anew. */
  readonly closed: AbortSignal;
  readonly release: () => void;
}

const open = new Map<string, OpenDocument>();

async function load(
  url: string,
  worker: PDFWorker,
  closing: AbortController,
  onUnread: () => void,
  keepTask: (task: PDFDocumentLoadingTask) => void,
): Promise<PDFDocumentProxy> {
  const { head, sizeBytes } = await headOf(url, closing.signal, onUnread);
  const task: PDFDocumentLoadingTask = getDocument({
    worker,
    range: new RangeTransport(url, sizeBytes, head, closing, onUnread),
    rangeChunkSize: CHUNK_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    // Chromium decodes JPEG natively and some ten times faster than pdf.js does.
    isImageDecoderSupported: true,
    cMapUrl: `${SUPPORT_FILES}cmaps/`,
    standardFontDataUrl: `${SUPPORT_FILES}standard_fonts/`,
    wasmUrl: `${SUPPORT_FILES}wasm/`,
    iccUrl: `${SUPPORT_FILES}iccs/`,
    useWorkerFetch: false,
  });
  keepTask(task);
  return task.promise;
}

async function headOf(
  url: string,
  signal: AbortSignal,
  onUnread: () => void,
): Promise<{ head: Uint8Array; sizeBytes: number }> {
  const response = await fetch(url, { headers: { Range: `bytes=0-${FIRST_BYTES - 1}` }, signal }).catch(
    (error: unknown) => {
      onUnread();
      throw error;
    },
  );
  if (!response.ok) {
    if (response.status !== NO_BYTES) onUnread();
    throw new Error(`the file answers ${response.status}`);
  }
  const head = new Uint8Array(await response.arrayBuffer());
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  return { head, sizeBytes: total === undefined ? head.length : Number(total) };
}

/**
 * Opens a file of the library, or joins those who have it open.
 *
 * @param passing where it is read, if it is not open yet and is closed as soon as nobody has it: else in a thread of its own
 */
export function holdPdf(bytesId: string, passing: (() => PdfThread) | null = null): HeldPdf {
  const entry = open.get(bytesId) ?? begin(bytesId, passing);
  entry.users += 1;
  if (passing === null) entry.isPassing = false;
  // Most recently used last.
  open.delete(bytesId);
  open.set(bytesId, entry);
  return {
    document: entry.document,
    closed: entry.closed,
    release: () => {
      entry.users -= 1;
      entry.idleSinceMs = performance.now();
      closeIdle();
      clearTimeout(closingLater);
      closingLater = setTimeout(closeIdle, IDLE_MS);
    },
  };
}

function begin(bytesId: string, passing: (() => PdfThread) | null): OpenDocument {
  const closing = new AbortController();
  let task: PDFDocumentLoadingTask | null = null;
  const thread = (passing ?? ownThread)();
  const forget = (): void => {
    if (open.get(bytesId) === entry) open.delete(bytesId);
  };
  let isEnded = false;
  const end = (): void => {
    if (isEnded) return;
    isEnded = true;
    // A thread that was given to a task outlives it.
    if (task !== null) void Promise.resolve(task.destroy()).finally(() => thread.done(true));
    else thread.done(false);
    void document.then((opened) => drawnPages.forget(opened)).catch(() => undefined);
  };
  const close = (): void => {
    closing.abort();
    end();
  };
  const closed = new Promise<never>((_, fail) => {
    closing.signal.addEventListener('abort', () => fail(new Error('the file was closed')));
  });
  const onUnread = (): void => {
    forget();
    close();
  };
  const loading = load(pdfUrl(bytesId), thread.worker, closing, onUnread, (started) => {
    task = started;
  });
  const document = Promise.race([loading, closed]);
  const entry: OpenDocument = {
    ...{ document, closed: closing.signal, users: 0, close },
    ...{ idleSinceMs: performance.now(), isPassing: passing !== null },
  };
  document.catch(() => {
    forget();
    end();
  });
  return entry;
}

let closingLater: ReturnType<typeof setTimeout> | undefined;

function closeIdle(): void {
  const idle = [...open].filter(([, { users }]) => users <= 0);
  const nowMs = performance.now();
  for (const [at, [id, { idleSinceMs, isPassing, close }]] of idle.entries())
    if (isPassing || at < idle.length - KEPT_DOCUMENTS || nowMs - idleSinceMs >= IDLE_MS) {
      close();
      open.delete(id);
    }
}

/** Forgets what is known of a file, because its bytes have changed. */
export function forgetPdf(bytesId: string): void {
  open.get(bytesId)?.close();
  open.delete(bytesId);
}
