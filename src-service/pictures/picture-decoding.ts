import { Worker } from 'node:worker_threads';
import type { DecodingOutcome, DecodingTask } from './decoding-task.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';
import type { RawPicture } from './raw-picture.ts';

/** Where pictures are decoded, so that neither many of them at once nor a hostile one takes the process along. */
export interface PictureDecoding {
  /** Does `work` when its pixels fit beside those being decoded, in the order of asking. */
  inTurn<T>(pixels: number, work: () => Promise<T>): Promise<T>;
  /** Decodes in a thread of its own, whose memory ends with it. Rejects for a damaged file and when time is up. */
  apart(task: DecodingTask): Promise<RawPicture>;
}

/** `worker` is the bundled picture-worker.ts. */
export function openPictureDecoding(worker: string | URL, limits: { readonly pixelsAtOnce: number; readonly timeMs: number } = DEFAULTS): PictureDecoding {
  return { inTurn: turns(limits.pixelsAtOnce), apart: (task) => decodeApart(worker, task, limits.timeMs) };
}

const DEFAULTS = { pixelsAtOnce: PICTURE_LIMITS.maxPixelsAtOnce, timeMs: PICTURE_LIMITS.decodingSeconds * 1000 };

function turns(pixelsAtOnce: number): PictureDecoding['inTurn'] {
  const waiting: { readonly pixels: number; readonly begin: () => void }[] = [];
  let free = pixelsAtOnce;
  const admit = () => {
    for (let next = waiting[0]; next !== undefined && next.pixels <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.pixels;
      next.begin();
    }
  };
  return async (wanted, work) => {
    const pixels = Math.min(wanted, pixelsAtOnce);
    await new Promise<void>((begin) => {
      waiting.push({ pixels, begin });
      admit();
    });
    try {
      return await work();
    } finally {
      free += pixels;
      admit();
    }
  };
}

/** JavaScript's own memory; pixels lie outside of it and are bounded by the header that was checked before. */
const HEAP_MB = 256;

function decodeApart(script: string | URL, task: DecodingTask, timeMs: number): Promise<RawPicture> {
  return new Promise((resolve, reject) => {
    // The HEIF decoder writes about damaged files to standard output, which belongs to the service's one line.
    const worker = new Worker(script, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB }, stdout: true });
    worker.stdout.resume();
    const timer = setTimeout(() => end(() => reject(new Error('decoding took too long'))), timeMs);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      // Only JavaScript and WebAssembly run in it: it can be ended anywhere.
      void worker.terminate();
    };
    worker.once('message', (outcome: DecodingOutcome) => end(() => (outcome.ok ? resolve(outcome.picture) : reject(new Error(outcome.reason)))));
    worker.once('error', (error) => end(() => reject(error)));
    worker.once('exit', (code) => end(() => reject(new Error(`the picture worker ended with ${code}`))));
  });
}
