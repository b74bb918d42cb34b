import type { DeskStatus } from '../desk/desk.ts';

/** What dock and task bar can show of the studio while its window is behind others. */
export interface TaskbarView {
  /** 0 to 1 of the books in the queue; null: nothing is on its way. */
  readonly share: number | null;
  /** Windows colours it: green, yellow, red. */
  readonly mode: 'normal' | 'paused' | 'error';
  /** Books that stopped and orders that are late: 0 shows none. */
  readonly badge: number;
}

export interface TaskbarPort {
  setProgress(share: number, mode: TaskbarView['mode']): void;
  setBadge(count: number): void;
}

/** Electron's word for no bar. */
const NO_BAR = -1;

/** How far the queue is, and whether it needs somebody: a book stopped, or all of it waits for a person. */
export function taskbarOf({ queue, orders }: Pick<DeskStatus, 'queue' | 'orders'>): TaskbarView {
  const isHeld = queue.state === 'held' && queue.resumesAtMs === null;
  const badge = queue.failed + orders.late + (isHeld ? 1 : 0);
  if (queue.state === 'idle' || queue.total === 0) return { share: null, mode: 'normal', badge };
  const mode = queue.failed > 0 || isHeld ? 'error' : isMoving(queue.state) ? 'normal' : 'paused';
  return { share: Math.min(1, queue.done / queue.total), mode, badge };
}

const isMoving = (state: DeskStatus['queue']['state']): boolean => state === 'running' || state === 'pausing';

/** Tells the system what changed of it, and nothing else: a queue of thousands moves all the time. */
export class Taskbar {
  readonly #port: TaskbarPort;
  #shown: TaskbarView = { share: null, mode: 'normal', badge: 0 };

  constructor(port: TaskbarPort) {
    this.#port = port;
  }

  show(view: TaskbarView): void {
    const former = this.#shown;
    this.#shown = view;
    if (view.share !== former.share || view.mode !== former.mode)
      this.#port.setProgress(view.share ?? NO_BAR, view.mode);
    if (view.badge !== former.badge) this.#port.setBadge(view.badge);
  }

  /** A new window knows nothing of it. */
  showAgain(): void {
    if (this.#shown.share !== null) this.#port.setProgress(this.#shown.share, this.#shown.mode);
  }
}
