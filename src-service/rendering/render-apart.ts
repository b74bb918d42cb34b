import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { PdfKind } from '../../src-core/contract/books.ts';
import type { Blobs, StagedBlob } from '../blobs/blobs.ts';
import { readSound } from '../blobs/sound-blobs.ts';
import type { RenderHost } from '../../src-node/painting/render-host.ts';
import { RenderingFailed, type RenderedFacts, type RenderOrder } from '../../src-node/painting/render-order.ts';
import type { FromWorker } from '../../src-node/painting/worker-messages.ts';

/** A rendering that stands: its files are taken in, and nobody's yet. Keep or discard them. */
export interface Rendered {
  readonly files: readonly (RenderedFacts & { readonly staged: StagedBlob })[];
  readonly thumbnails: readonly { readonly kind: PdfKind; readonly page: number; readonly jpeg: Uint8Array }[];
  readonly hasThumbnails: boolean;
}

/** How long a worker may take to come to its next errand, or to its end. */
const GRACE_MS = 5_000;

/**
 * Renders in `host` and ends it. Rejects with RenderingFailed for whatever is the book's doing: what the worker says, that
 * it took longer than `maxTimeMs`, that it died. Rejects with anything else when the service or its computer is to blame
 * (a store that is away, a full disk), or `ending` stopped it. Nothing is left behind then.
 */
export async function renderApart(
  host: RenderHost,
  order: RenderOrder,
  blobs: Blobs,
  maxTimeMs: number,
  ending: AbortSignal,
): Promise<Rendered> {
  const desk = new ErrandDesk(blobs);
  try {
    const { files, hasThumbnails } = await attend(host, order, desk, maxTimeMs, ending);
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

type Done = Extract<FromWorker, { type: 'done' }>;

async function attend(
  host: RenderHost,
  order: RenderOrder,
  desk: ErrandDesk,
  maxTimeMs: number,
  ending: AbortSignal,
): Promise<Done> {
  const late = AbortSignal.timeout(maxTimeMs);
  const stopped = AbortSignal.any([ending, late]);
  const whyStopped = () =>
    late.aborted ? new RenderingFailed(`it took longer than ${maxTimeMs} ms`, true) : new Error('the service stops');
  const stop = () => host.post({ type: 'stop' });
  stopped.addEventListener('abort', stop);
  try {
    return await new Promise<Done>((done, failed) => {
      host.onMessage((message) => {
        if (message.type === 'done') return done(message);
        if (message.type === 'errand')
          return desk.run(message).then((answer) => host.post({ type: 'answer', answer }), failed);
        if (stopped.aborted) return failed(whyStopped());
        failed(message.isMachines ? new Error(message.message) : new RenderingFailed(message.message, message.isFinal));
      });
      void host.gone.then((how) => failed(new RenderingFailed(how, false)));
      // A worker that does not come to its next errand any more.
      stopped.addEventListener(
        'abort',
        () => void delay(GRACE_MS, undefined, { ref: false }).then(() => failed(whyStopped())),
      );
      host.post({ type: 'render', order });
      if (stopped.aborted) stop();
    });
  } finally {
    stopped.removeEventListener('abort', stop);
    // One that still waits for an answer hears that there will be none.
    stop();
    // One that has said its last word goes by itself: ending a thread within a native library can take the process along.
    const isGone = await Promise.race([host.gone.then(() => true), delay(GRACE_MS, false, { ref: false })]);
    if (!isGone) await host.kill();
  }
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

  async run(errand: Extract<FromWorker, { type: 'errand' }>): Promise<Uint8Array | string | null> {
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
