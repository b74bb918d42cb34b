import { availableParallelism } from 'node:os';
import { answerOf, ThreadPool } from '../threads/thread-pool.ts';
import type { DecodingTask } from './decoding-task.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';
import type { RawPicture } from './raw-picture.ts';

/** Where pictures are decoded, so that neither many of them at once nor a hostile one takes the process along. */
export interface PictureDecoding {
  /** Does `work` when its pixels fit beside those being decoded, in the order of asking. */
  inTurn<T>(pixels: number, work: () => Promise<T>): Promise<T>;
  /** Decodes in a thread of its own, whose memory ends with it. Rejects for a damaged file and when time is up. */
  apart(task: DecodingTask): Promise<RawPicture>;
  close(): Promise<void>;
}

/** `worker` is the bundled picture-worker.ts. */
export function openPictureDecoding(
  worker: string | URL,
  limits: { readonly pixelsAtOnce: number; readonly timeMs: number } = DEFAULTS,
): PictureDecoding {
  // WebAssembly never gives back what it has taken, and can be ended wherever it is.
  const threads = new ThreadPool<DecodingTask, RawPicture>(worker, {
    seats: SEATS,
    taskTimeMs: limits.timeMs,
    memoryMb: HEAP_MB,
    endsWithTask: true,
    graceMs: 0,
  });
  return {
    inTurn: turns(limits.pixelsAtOnce),
    apart: async (task) => answerOf(await threads.run(task)),
    close: () => threads.close(),
  };
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
const SEATS = Math.min(4, availableParallelism());
