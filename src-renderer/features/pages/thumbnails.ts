import { holdPdf } from './pdf-documents.ts';
import { SharedThread } from './pdf-threads.ts';
import { drawPage } from './render-page.ts';

/** Pictures of first pages: small, so a thousand of them are a few megabytes. */
const KEPT = 600;
const WIDTH_PX = 88;
/** The table scrolls fast; two at a time keep the page that is looked at quick. */
const AT_ONCE = 2;
/** One for each: a file that takes long holds up the half of them. */
const free = Array.from({ length: AT_ONCE }, () => new SharedThread());

const made = new Map<string, string>();
const waiting: {
  readonly bytesId: string;
  readonly signal: AbortSignal;
  readonly done: (url: string | null) => void;
}[] = [];

export const thumbnailInStock = (bytesId: string): string | null => made.get(bytesId) ?? null;

/** An address of a picture of the file's first page, or null when it was called off or can't be drawn. */
export function makeThumbnail(bytesId: string, signal: AbortSignal): Promise<string | null> {
  const present = made.get(bytesId);
  if (present !== undefined) return Promise.resolve(present);
  return new Promise((done) => {
    waiting.push({ bytesId, signal, done });
    next();
  });
}

function next(): void {
  // The rows that came on screen last are looked at first.
  const job = free.length > 0 ? waiting.pop() : undefined;
  if (job === undefined) return;
  if (job.signal.aborted) {
    job.done(null);
    next();
    return;
  }
  const thread = free.pop() as SharedThread;
  draw(job.bytesId, job.signal, thread)
    .catch(() => null)
    .then((url) => {
      job.done(url);
      free.push(thread);
      next();
    });
}

async function draw(bytesId: string, signal: AbortSignal, thread: SharedThread): Promise<string | null> {
  const present = made.get(bytesId);
  if (present !== undefined) return present;
  const { document: opened, closed, release } = holdPdf(bytesId, thread.take);
  try {
    const canvas = await drawPage(await opened, 1, WIDTH_PX, AbortSignal.any([signal, closed]));
    const blob = await new Promise<Blob | null>((take) => canvas.toBlob(take, 'image/webp', 0.8));
    if (blob === null) return null;
    const url = URL.createObjectURL(blob);
    made.set(bytesId, url);
    const oldest = made.size > KEPT ? made.entries().next().value : undefined;
    if (oldest !== undefined) {
      made.delete(oldest[0]);
      URL.revokeObjectURL(oldest[1]);
    }
    return url;
  } finally {
    release();
  }
}
