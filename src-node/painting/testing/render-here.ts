import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import { renderBook, type RunErrand } from '../render-book.ts';
import type { RenderedFacts, RenderOrder } from '../render-order.ts';
import type { ErrandName } from '../worker-messages.ts';

export interface RenderedHere {
  readonly files: readonly RenderedFacts[];
  readonly hasThumbnails: boolean;
  readonly thumbnails: readonly { readonly kind: PdfKind; readonly page: number; readonly jpeg: Uint8Array }[];
  path(kind: PdfKind): string;
  dispose(): Promise<void>;
}

/** Renders in this thread, into a folder of its own. `stopsAt`: the rendering is called off when it asks for that. */
export async function renderHere(
  order: RenderOrder,
  pictureOf: (blobKey: string) => Uint8Array | null,
  stopsAt: ErrandName | null = null,
): Promise<RenderedHere> {
  const folder = await mkdtemp(join(tmpdir(), 'rendered-'));
  const path = (kind: PdfKind) => join(folder, `${kind}.pdf`);
  const streams = new Map<PdfKind, WriteStream>();
  const thumbnails: { kind: PdfKind; page: number; jpeg: Uint8Array }[] = [];
  const errands = {
    picture: async ({ blobKey }: { blobKey: string }) => pictureOf(blobKey),
    bytes: async ({ kind, bytes }: { kind: PdfKind; bytes: Uint8Array }) => {
      const stream = streams.get(kind) ?? createWriteStream(path(kind));
      streams.set(kind, stream);
      if (!stream.write(bytes)) await once(stream, 'drain');
      return null;
    },
    restart: async ({ kind }: { kind: PdfKind }) => {
      const stream = streams.get(kind);
      streams.delete(kind);
      if (stream !== undefined) await once(stream.end(), 'close');
      return null;
    },
    end: async ({ kind }: { kind: PdfKind }) => {
      const stream = streams.get(kind);
      if (stream !== undefined) await once(stream.end(), 'close');
      return path(kind);
    },
    thumbnail: async (thumbnail: { kind: PdfKind; page: number; jpeg: Uint8Array }) => {
      thumbnails.push(thumbnail);
      return null;
    },
  };
  const stopping = new AbortController();
  const run = (async (name: ErrandName, ask: never) => {
    if (name === stopsAt) stopping.abort(new Error('the task was stopped'));
    stopping.signal.throwIfAborted();
    return errands[name](ask);
  }) as RunErrand;
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    return { ...(await renderBook(order, run, stopping.signal)), thumbnails, path, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
