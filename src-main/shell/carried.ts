import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { AppError } from '../../src-core/desk/app-errors.ts';
import type { StudioDocument } from '../../src-core/ipc/subjects/documents.ts';
import type { Clock, Ids, Log } from '../../src-core/ports.ts';
import { isDiskFull } from '../../src-node/disk-full.ts';
import { writeContent } from '../desk/documents/write-document.ts';
import { fileNameOf, type LeavingDocument } from './documents.ts';

/** A mail takes what was dropped on it when it is sent. */
const KEPT_MS = 24 * 3_600_000;
/** What was let go before it was made is tried again at once. */
const READY_MS = 30_000;

/** Whether the pointer was let go since it is watched. */
export interface WatchedPointer {
  isHeld(): boolean;
  end(): void;
}

export interface DragPort {
  watch(): WatchedPointer;
  /** Answers what hands the file to the system's dragging, which holds this process until it is let go. */
  make(path: string): Promise<() => void>;
}

export interface CarriedDeps {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly port: DragPort;
}

interface Ready {
  readonly start: () => void;
  /** Of what it was asked for. */
  readonly wanted: string;
  readonly madeAtMs: number;
}

/**
 * What is dragged out of the window, as real files. What the studio makes or keeps leaves it as a copy, since whoever takes it
 * may write to it or only point to it; a customer's file is handed on as it lies.
 */
export class Carried {
  readonly #deps: CarriedDeps;
  readonly #folder: string;
  readonly #ready = new Map<string, Ready>();
  #pointer: WatchedPointer | null = null;

  constructor(deps: CarriedDeps) {
    this.#deps = deps;
    this.#folder = join(deps.dataDir, 'dragged');
  }

  /**
   * Answers a name for what can be dragged from now on; the pointer is watched meanwhile. Throws FILE_MISSING, DOCUMENT_NO_ROOM,
   * DOCUMENT_NOT_WRITTEN, and what making it throws.
   */
  async prepare(wanted: StudioDocument, documentOf: () => Promise<LeavingDocument>): Promise<string> {
    const { clock, ids, port } = this.#deps;
    this.#pointer?.end();
    this.#pointer = port.watch();
    const asked = JSON.stringify(wanted);
    const nowMs = clock.nowMs();
    for (const [dragId, one] of this.#ready) {
      if (nowMs - one.madeAtMs > READY_MS) this.#ready.delete(dragId);
      else if (one.wanted === asked) return dragId;
    }
    const dragId = `drag_${ids.base62(12)}`;
    const path = await this.#placed(dragId, await documentOf());
    this.#ready.set(dragId, { start: await port.make(path), wanted: asked, madeAtMs: clock.nowMs() });
    return dragId;
  }

  /**
   * Drags it until it is let go. False: the pointer was let go before, and a drag would hang on it until somebody clicks. Throws
   * FILE_UNKNOWN for what was not prepared, or long ago.
   */
  drag(dragId: string): boolean {
    const ready = this.#ready.get(dragId);
    if (ready === undefined) throw new AppError('FILE_UNKNOWN');
    const pointer = this.#pointer;
    this.#pointer = null;
    pointer?.end();
    if (pointer?.isHeld() !== true) return false;
    ready.start();
    this.#ready.delete(dragId);
    return true;
  }

  /** Takes away what was dragged a day ago. */
  async sweep(): Promise<void> {
    const nowMs = this.#deps.clock.nowMs();
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => null);
      if (found === null || nowMs - found.mtimeMs < KEPT_MS) continue;
      await rm(path, { recursive: true, force: true }).catch((error: unknown) =>
        this.#deps.log.write('warn', 'what was dragged out could not be removed', { error }),
      );
    }
  }

  async #placed(dragId: string, document: LeavingDocument): Promise<string> {
    const content = await document.content();
    if (typeof content === 'object' && 'copyOf' in content && !isInside(this.#deps.dataDir, content.copyOf))
      return content.copyOf;
    const name = fileNameOf(document);
    await this.sweep();
    const folder = join(this.#folder, dragId);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, name);
      await writeContent(path, content);
      return path;
    } catch (cause) {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
      throw new AppError(isDiskFull(cause) ? 'DOCUMENT_NO_ROOM' : 'DOCUMENT_NOT_WRITTEN', { params: { name }, cause });
    }
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
