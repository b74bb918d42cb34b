import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { LayoutToDraw } from './draw-layout.ts';
import type { DrawnLayout, LayoutWorkerData, ToLayoutWorker } from './layout-messages.ts';

/** A thread with fonts and PDFium in it is worth keeping while more may be asked of it, and too much to keep longer. */
const IDLE_MS = 20_000;
/** A layout is drawn in about a second; a thread that has said nothing for so long is stuck, and others wait behind it. */
const STUCK_MS = 60_000;
/** How long a thread may take to come to its end. */
const GRACE_MS = 5_000;

/**
 * Small JPEGs of the layouts, drawn when first asked for, in a thread beside the calls, and kept: the catalogue does not
 * change while a service runs.
 */
export class LayoutPictures {
  private readonly drawn = new Map<string, Promise<Uint8Array>>();
  private thread: LayoutThread | null = null;

  /** `workerFile` is the bundled layout-worker.ts. */
  constructor(
    private readonly workerFile: string,
    private readonly folders: LayoutWorkerData,
    private readonly stuckMs: number = STUCK_MS,
  ) {}

  of(layout: LayoutToDraw): Promise<Uint8Array> {
    const { templateUid } = layout.template;
    const known = this.drawn.get(templateUid);
    if (known !== undefined) return known;
    if (this.thread === null || this.thread.isEnding)
      this.thread = new LayoutThread(this.workerFile, this.folders, this.stuckMs);
    const drawing = this.thread.draw(layout);
    this.drawn.set(templateUid, drawing);
    // What failed may be asked for again.
    drawing.catch(() => this.drawn.delete(templateUid));
    return drawing;
  }

  async close(): Promise<void> {
    await this.thread?.end();
  }
}

interface Waiting {
  readonly done: (jpeg: Uint8Array) => void;
  readonly failed: (error: Error) => void;
}

class LayoutThread {
  private readonly worker: Worker;
  private readonly exited: Promise<unknown>;
  private readonly waiting = new Map<string, Waiting>();
  private idle: NodeJS.Timeout | null = null;
  private patience: NodeJS.Timeout | null = null;
  isEnding = false;

  constructor(
    workerFile: string,
    workerData: LayoutWorkerData,
    private readonly stuckMs: number,
  ) {
    this.worker = new Worker(pathToFileURL(workerFile), { workerData });
    this.exited = once(this.worker, 'exit').catch(() => {});
    this.worker.on('message', (drawn: DrawnLayout) => this.settle(drawn));
    this.worker.once('error', (error) => this.giveUp(error));
    this.worker.once('exit', () => this.giveUp(new Error('the thread that draws layouts ended')));
  }

  draw({ template, spec }: LayoutToDraw): Promise<Uint8Array> {
    if (this.idle !== null) clearTimeout(this.idle);
    return new Promise((done, failed) => {
      this.waiting.set(template.templateUid, { done, failed });
      if (this.waiting.size === 1) this.waitForWord();
      this.post({ type: 'draw', template, spec });
    });
  }

  /** One that is told to goes by itself: ending a thread within a native library can take the process along. */
  async end(): Promise<void> {
    if (this.idle !== null) clearTimeout(this.idle);
    this.isEnding = true;
    this.post({ type: 'end' });
    const isGone = await Promise.race([this.exited.then(() => true), delay(GRACE_MS, false, { ref: false })]);
    if (!isGone) await this.worker.terminate();
  }

  private settle(drawn: DrawnLayout): void {
    const waiting = this.waiting.get(drawn.templateUid);
    this.waiting.delete(drawn.templateUid);
    this.waitForWord();
    if (drawn.ok) waiting?.done(drawn.jpeg);
    else waiting?.failed(new Error(drawn.reason));
    if (this.waiting.size === 0 && !this.isEnding) this.idle = setTimeout(() => void this.end(), IDLE_MS).unref();
  }

  private waitForWord(): void {
    if (this.patience !== null) clearTimeout(this.patience);
    this.patience =
      this.waiting.size === 0
        ? null
        : setTimeout(
            () => this.giveUp(new Error('drawing took too long'), () => void this.worker.terminate()),
            this.stuckMs,
          ).unref();
  }

  private giveUp(error: Error, end: () => void = () => {}): void {
    this.isEnding = true;
    end();
    if (this.patience !== null) clearTimeout(this.patience);
    for (const { failed } of this.waiting.values()) failed(error);
    this.waiting.clear();
  }

  private post(message: ToLayoutWorker): void {
    this.worker.postMessage(message);
  }
}
