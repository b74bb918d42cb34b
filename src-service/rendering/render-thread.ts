import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { PdfKind } from '../../src-core/contract/books.ts';
import type { Blobs, StagedBlob } from '../blobs/blobs.ts';
import { RenderingFailed, type RenderedFacts, type RenderOrder } from './render-order.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

export interface RenderLimits {
  readonly maxTimeMs: number;
  readonly maxMemoryMb: number;
}

/** A rendering that stands: its files are taken in, and nobody's yet. Keep or discard them. */
export interface Rendered {
  readonly files: readonly (RenderedFacts & { readonly staged: StagedBlob })[];
  readonly thumbnails: readonly { readonly kind: PdfKind; readonly page: number; readonly jpeg: Uint8Array }[];
  readonly hasThumbnails: boolean;
}

/** How long a thread may take to come to its next errand. */
const GRACE_MS = 5_000;

/**
 * Renders in a thread of its own. Rejects with RenderingFailed: what the thread says, that it took too long, died, or was
 * stopped by `ending`; nothing is left behind then.
 */
export async function renderInThread(workerFile: string, order: RenderOrder, blobs: Blobs, limits: RenderLimits, ending: AbortSignal): Promise<Rendered> {
  const desk = new ErrandDesk(blobs);
  try {
    const { files, hasThumbnails } = await withThread(workerFile, order, desk, limits, ending);
    return { files: files.map((facts) => ({ ...facts, staged: desk.staged(facts.kind) })), thumbnails: desk.thumbnails, hasThumbnails };
  } catch (error) {
    await desk.discard();
    throw error;
  }
}

type Done = Extract<FromThread, { type: 'done' }>;

async function withThread(workerFile: string, order: RenderOrder, desk: ErrandDesk, { maxTimeMs, maxMemoryMb }: RenderLimits, ending: AbortSignal): Promise<Done> {
  const worker = new Worker(pathToFileURL(workerFile), { workerData: order, resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb } });
  const exited = once(worker, 'exit');
  const late = AbortSignal.timeout(maxTimeMs);
  const stopped = AbortSignal.any([ending, late]);
  const post = (message: ToThread) => worker.postMessage(message);
  const stop = () => post({ type: 'stop' });
  stopped.addEventListener('abort', stop);
  try {
    return await new Promise<Done>((done, failed) => {
      worker.on('message', (message: FromThread) => {
        if (message.type === 'done') return done(message);
        if (message.type === 'failed') return failed(new RenderingFailed(late.aborted ? `it took longer than ${maxTimeMs} ms` : message.message, message.isFinal || late.aborted));
        desk.run(message).then((answer) => post({ type: 'answer', answer }), failed);
      });
      worker.once('error', (error) => failed(new RenderingFailed('the thread broke', false, { cause: error })));
      worker.once('exit', (code) => failed(new RenderingFailed(`the thread ended with ${code}`, false)));
      // A thread that does not come to its next errand any more.
      stopped.addEventListener('abort', () => {
        void delay(GRACE_MS, undefined, { ref: false }).then(() => failed(new RenderingFailed(late.aborted ? `it took longer than ${maxTimeMs} ms` : 'the service stops', late.aborted)));
      });
      if (stopped.aborted) stop();
    });
  } finally {
    stopped.removeEventListener('abort', stop);
    // One that has said its last word goes by itself: ending a thread within a native library can take the process along.
    const gone = await Promise.race([exited.then(() => true), delay(GRACE_MS, false, { ref: false })]);
    if (!gone) await worker.terminate();
  }
}

interface Incoming {
  readonly content: PassThrough;
  readonly staging: Promise<StagedBlob>;
  result: StagedBlob | null;
}

/** Does what the thread asks of the service: pictures out of the blobs, files into them. */
class ErrandDesk {
  private readonly incoming = new Map<PdfKind, Incoming>();
  readonly thumbnails: { kind: PdfKind; page: number; jpeg: Uint8Array }[] = [];

  constructor(private readonly blobs: Blobs) {}

  async run(errand: Extract<FromThread, { type: 'errand' }>): Promise<Uint8Array | string | null> {
    switch (errand.name) {
      case 'picture': {
        const found = await this.blobs.open(errand.blobKey);
        return found === null ? null : buffer(found.content);
      }
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
    if (file.result === null) file.content.destroy(new RenderingFailed('the file was given up', false));
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
