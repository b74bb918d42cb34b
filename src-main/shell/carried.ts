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

/** What Electron tells of the pointer: its versions tell different parts of it. */
export interface PointerInput {
  readonly type?: string | undefined;
  readonly button?: string | undefined;
  readonly modifiers?: readonly string[] | undefined;
}

export const isLetGo = ({ type, button, modifiers }: PointerInput): boolean =>
  (type === 'mouseUp' && (button === undefined || button === 'left')) ||
  (type === 'mouseMove' && modifiers !== undefined && !modifiers.includes('leftbuttondown'));

interface Ready {
  readonly dragId: string;
  readonly madeAtMs: number;
  readonly start: () => void;
}

/**
 * What is dragged out of the window, as real files. What the studio makes or keeps leaves it as a copy, since whoever takes it
 * may write to it or only point to it; a customer's file is handed on as it lies.
 */
export class Carried {
  readonly #deps: CarriedDeps;
  readonly #folder: string;
  /** There is one pointer. */
  #next: Ready | null = null;
  /** What is being made, and was made a moment ago, by what was asked for. */
  readonly #made = new Map<string, Promise<Ready>>();
  #pointer: WatchedPointer | null = null;

  constructor(deps: CarriedDeps) {
    this.#deps = deps;
    this.#folder = join(deps.dataDir, 'dragged');
  }

  /**
   * Answers a name for what can be dragged from now on; the pointer is watched meanwhile. Throws FILE_MISSING, FILE_UNREADABLE,
   * DOCUMENT_NO_ROOM, DOCUMENT_NOT_WRITTEN, and what making it throws.
   */
  async prepare(wanted: StudioDocument, documentOf: () => Promise<LeavingDocument>): Promise<string> {
    this.#pointer?.end();
    const pointer = this.#deps.port.watch();
    this.#pointer = pointer;
    const asked = JSON.stringify(wanted);
    const made = this.#made.get(asked);
    const former = made === undefined ? null : await made.catch(() => null);
    if (former !== null && this.#deps.clock.nowMs() - former.madeAtMs <= READY_MS) {
      this.#next = former;
      return former.dragId;
    }
    const making = this.#make(documentOf);
    this.#made.set(asked, making);
    try {
      this.#next = await making;
      return this.#next.dragId;
    } catch (error) {
      if (this.#made.get(asked) === making) this.#made.delete(asked);
      pointer.end();
      throw error;
    }
  }

  /** What was made tells of before a change: whoever drags it again has it made anew. */
  forget(): void {
    this.#made.clear();
  }

  /**
   * Drags it, on Linux and Windows until it is let go. False: the pointer was let go before, and a drag would hang on it until somebody
   * clicks. Throws FILE_UNKNOWN for what was not prepared last.
   */
  drag(dragId: string): boolean {
    const next = this.#next;
    if (next?.dragId !== dragId) throw new AppError('FILE_UNKNOWN');
    this.#next = null;
    const pointer = this.#pointer;
    this.#pointer = null;
    pointer?.end();
    if (pointer?.isHeld() !== true) return false;
    next.start();
    // Dragged once more it may be another by then.
    this.forget();
    return true;
  }

  /** Files that are no copies of what was dragged out: such a copy comes back where the system tells of a drag's beginning alone. */
  foreign(paths: readonly string[]): string[] {
    return paths.filter((path) => !isInside(this.#folder, path));
  }

  /** Takes away what was dragged a day ago, at every start and before the next copy. */
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

  async #make(documentOf: () => Promise<LeavingDocument>): Promise<Ready> {
    const dragId = `drag_${this.#deps.ids.base62(12)}`;
    const path = await this.#placed(dragId, await documentOf());
    return { dragId, start: await this.#deps.port.make(path), madeAtMs: this.#deps.clock.nowMs() };
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
      if (cause instanceof AppError) throw cause;
      throw new AppError(isDiskFull(cause) ? 'DOCUMENT_NO_ROOM' : 'DOCUMENT_NOT_WRITTEN', { params: { name }, cause });
    }
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
