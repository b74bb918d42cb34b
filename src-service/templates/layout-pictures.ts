import { answerOf, ThreadPool } from '../../src-node/threads/thread-pool.ts';
import type { LayoutToDraw } from './draw-layout.ts';

/** A thread with fonts and PDFium in it is worth keeping while more may be asked of it, and too much to keep longer. */
const IDLE_MS = 20_000;
/** A layout is drawn in about a second. */
const STUCK_MS = 60_000;
/** How long a thread may take to come to its end. */
const GRACE_MS = 5_000;
const MEMORY_MB = 1_024;

export interface LayoutFolders {
  readonly fontsFolder: string;
  readonly graphicsFolder: string;
}

export interface LayoutTask {
  readonly folders: LayoutFolders;
  readonly layout: LayoutToDraw;
}

/**
 * Small JPEGs of the layouts, drawn when first asked for, in a thread beside the calls, and kept: the catalogue does not
 * change while a service runs.
 */
export class LayoutPictures {
  private readonly drawn = new Map<string, Promise<Uint8Array>>();
  private readonly threads: ThreadPool<LayoutTask, Uint8Array>;

  /** `worker` is the bundled layout-worker.ts. */
  constructor(
    worker: string | URL,
    private readonly folders: LayoutFolders,
    { stuckMs = STUCK_MS, idleMs = IDLE_MS, graceMs = GRACE_MS } = {},
  ) {
    this.threads = new ThreadPool(worker, {
      seats: 1,
      taskTimeMs: stuckMs,
      memoryMb: MEMORY_MB,
      idleMs,
      graceMs,
    });
  }

  of({ template, spec }: LayoutToDraw): Promise<Uint8Array> {
    const { templateUid } = template;
    const known = this.drawn.get(templateUid);
    if (known !== undefined) return known;
    const drawing = this.threads.run({ folders: this.folders, layout: { template, spec } }).then(answerOf);
    this.drawn.set(templateUid, drawing);
    // What failed may be asked for again.
    drawing.catch(() => this.drawn.delete(templateUid));
    return drawing;
  }

  close(): Promise<void> {
    return this.threads.close();
  }
}
