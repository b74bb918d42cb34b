import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { PdfKind } from '../../src-core/contract/books.ts';
import type { Blobs, StagedBlob } from '../blobs/blobs.ts';
import { readSound } from '../blobs/sound-blobs.ts';
import { RenderingFailed, type RenderedFacts, type RenderOrder } from '../../src-node/painting/render-order.ts';
import type { BookRendering, Errand } from '../../src-node/painting/worker-messages.ts';
import { canHaveProcess } from '../../src-node/threads/thread-host.ts';
import { ThreadPool, type ThreadLimits } from '../../src-node/threads/thread-pool.ts';

/** A rendering that stands: its files are taken in, and nobody's yet. Keep or discard them. */
export interface Rendered {
  readonly files: readonly (RenderedFacts & { readonly staged: StagedBlob })[];
  readonly thumbnails: readonly { readonly kind: PdfKind; readonly page: number; readonly jpeg: Uint8Array }[];
  readonly hasThumbnails: boolean;
}

/** 200 photos of 50 MB are copied in a few minutes. */
export const RENDER_LIMITS = {
  maxTimeMs: 15 * 60 * 1000,
  maxMemoryMb: 1_024,
  /** How long a worker may take to come to its next errand, or to its end. */
  graceMs: 5_000,
};
export type RenderLimits = typeof RENDER_LIMITS;

type RenderHost = ThreadPool<RenderOrder, BookRendering, Errand>;

/**
 * Where books are rendered, `atOnce` of them at the same time: a book with pictures in a thread of its own, which ends with
 * what decoders have taken and would not give back; one of texts alone in a thread that is kept for the next, whose birth costs
 * more than such a book; a suspect in a process.
 */
export type RenderHosts = Readonly<Record<'thread' | 'keptThread' | 'process', RenderHost>>;

/** How long a thread waits for another book of texts. */
const IDLE_MS = 10_000;

/** `worker` is the bundled src-node/painting/render-worker.ts. */
export function openRenderHosts(
  worker: string,
  { maxTimeMs, maxMemoryMb, graceMs }: RenderLimits,
  atOnce: number,
): RenderHosts {
  const limits: ThreadLimits = {
    seats: atOnce,
    taskTimeMs: maxTimeMs,
    wallTimeMs: maxTimeMs,
    memoryMb: maxMemoryMb,
    graceMs,
  };
  // Electron's service runs where no further process of plain Node can be had.
  const host = canHaveProcess ? 'process' : 'thread';
  return {
    thread: new ThreadPool(worker, { ...limits, endsWithTask: true }),
    keptThread: new ThreadPool(worker, { ...limits, idleMs: IDLE_MS }),
    process: new ThreadPool(worker, { ...limits, endsWithTask: true, host }),
  };
}

/** `isSuspect`: a process has ended over the book. Should it have been the book's doing, the next one to end holds nothing else. */
export function hostFor(hosts: RenderHosts, order: RenderOrder, isSuspect: boolean): RenderHost {
  if (isSuspect) return hosts.process;
  return hasPictures(order) ? hosts.thread : hosts.keptThread;
}

const hasPictures = ({ cover, contents }: RenderOrder): boolean =>
  [cover, ...(contents ?? [])].some(({ values }) =>
    Object.values(values).some(({ kind }) => kind === 'picture' || kind === 'pictures'),
  );

/**
 * Renders in a thread or process of `host`, which is done with it when this settles. Rejects with RenderingFailed for whatever is
 * the book's doing: what the worker says, that it took too long, that it died. Rejects with anything else when the service
 * or its computer is to blame (a store that is away, a full disk), or `ending` stopped it. Nothing is left behind then.
 */
export async function renderApart(
  host: RenderHost,
  order: RenderOrder,
  blobs: Blobs,
  ending: AbortSignal,
): Promise<Rendered> {
  const desk = new ErrandDesk(blobs);
  try {
    const { files, hasThumbnails } = await attend(host, order, desk, ending);
    return {
      files: files.map((facts) => ({ ...facts, staged: desk.staged(facts.kind) })),
      thumbnails: desk.thumbnails,
      hasThumbnails,
    };
  } catch (error) {
    await desk.discard();
    throw error;
  }
}

type Done = Extract<BookRendering, { status: 'done' }>;

async function attend(host: RenderHost, order: RenderOrder, desk: ErrandDesk, ending: AbortSignal): Promise<Done> {
  const trouble = new AbortController();
  const outcome = await host.run(order, {
    signal: AbortSignal.any([ending, trouble.signal]),
    doErrand: (errand) =>
      desk.run(errand).catch((error: unknown) => {
        trouble.abort(error);
        throw error;
      }),
  });
  trouble.signal.throwIfAborted();
  if (!outcome.ok) {
    if (outcome.reason === 'closed') throw new Error('the service stops');
    throw new RenderingFailed(outcome.detail, outcome.reason === 'timeLimit');
  }
  const { answer } = outcome;
  if (answer.status === 'done') return answer;
  throw answer.isMachines ? new Error(answer.message) : new RenderingFailed(answer.message, answer.isFinal);
}

interface Incoming {
  readonly content: PassThrough;
  readonly staging: Promise<StagedBlob>;
  result: StagedBlob | null;
}

/** Does what the worker asks of the service: pictures out of the blobs, files into them. */
class ErrandDesk {
  private readonly incoming = new Map<PdfKind, Incoming>();
  readonly thumbnails: { kind: PdfKind; page: number; jpeg: Uint8Array }[] = [];

  constructor(private readonly blobs: Blobs) {}

  async run(errand: Errand): Promise<Uint8Array | string | null> {
    switch (errand.name) {
      case 'picture':
        return readSound(this.blobs, errand.blobKey);
      case 'bytes':
        await this.take(this.fileOf(errand.kind), errand.bytes);
        return null;
      case 'restart':
        await this.drop(errand.kind);
        return null;
      case 'end': {
        const file = this.fileOf(errand.kind);
        file.content.end();
        file.result = await file.staging;
        return file.result.path;
      }
      case 'thumbnail':
        this.thumbnails.push({ kind: errand.kind, page: errand.page, jpeg: errand.jpeg });
        return null;
    }
  }

  staged(kind: PdfKind): StagedBlob {
    const result = this.incoming.get(kind)?.result;
    if (!result) throw new Error(`the ${kind} PDF was never ended`);
    return result;
  }

  async discard(): Promise<void> {
    for (const kind of [...this.incoming.keys()]) await this.drop(kind);
  }

  private async drop(kind: PdfKind): Promise<void> {
    const file = this.incoming.get(kind);
    this.incoming.delete(kind);
    if (file === undefined) return;
    if (file.result === null) file.content.destroy(new Error('the file was given up'));
    const staged = await file.staging.catch(() => null);
    if (staged !== null) await this.blobs.discard(staged);
  }

  private fileOf(kind: PdfKind): Incoming {
    const known = this.incoming.get(kind);
    if (known !== undefined) return known;
    const content = new PassThrough();
    const staging = this.blobs.stage(content as Readable);
    // Looked at when the file ends; until then a failure shows in the stream.
    staging.catch(() => {});
    const file: Incoming = { content, staging, result: null };
    this.incoming.set(kind, file);
    return file;
  }

  private async take({ content, staging }: Incoming, bytes: Uint8Array): Promise<void> {
    if (content.destroyed) await staging;
    if (!content.write(bytes)) await Promise.race([once(content, 'drain'), staging]);
  }
}
