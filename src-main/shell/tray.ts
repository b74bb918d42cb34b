import { queueTurn } from '../../src-core/desk/queue-turn.ts';
import type { DeskStatus } from '../desk/desk.ts';
import type { Say } from './texts.ts';

/** What a line of the tray's menu does; `progress` only tells. */
export type TrayDeed = 'open' | 'progress' | 'pause' | 'resume' | 'quit';

export interface TrayLine {
  readonly does: TrayDeed;
  readonly label: string;
}

/** What the tray shows of a studio without a window. */
export interface TrayView {
  readonly tooltip: string;
  readonly lines: readonly TrayLine[];
}

export interface TrayPort {
  /** Makes the icon where there is none. */
  show(view: TrayView, deed: (does: TrayDeed) => void): void;
  hide(): void;
}

/** `title` has the environment's word, as the window's; `isFinishing`: the studio quits when its work is through. */
export function trayOf(
  { queue }: Pick<DeskStatus, 'queue'>,
  { title, isFinishing, say }: { readonly title: string; readonly isFinishing: boolean; readonly say: Say },
): TrayView {
  const progress = progressOf(queue, say);
  const turn = queueTurn(queue);
  return {
    tooltip: `${title}\n${progress}`,
    lines: [
      { does: 'open', label: say('tray.open') },
      { does: 'progress', label: isFinishing ? say('tray.finishing', { progress }) : progress },
      ...(turn === null ? [] : [{ does: turn, label: say(`tray.${turn}`) }]),
      { does: 'quit', label: say('menu.quit') },
    ],
  };
}

function progressOf({ state, done, total, failed }: DeskStatus['queue'], say: Say): string {
  if (state === 'idle' || total === 0) return failed > 0 ? say('tray.failed', { failed }) : say('tray.idle');
  const of = { done, total };
  if (state === 'paused') return say('tray.paused', of);
  return say(state === 'running' || state === 'pausing' ? 'tray.sent' : 'tray.waits', of);
}

/** The icon of a studio without a window. It tells the system what changed of it, and nothing else. */
export class StudioTray {
  readonly #port: TrayPort;
  readonly #deed: (does: TrayDeed) => void;
  #shown: string | null = null;

  constructor(port: TrayPort, deed: (does: TrayDeed) => void) {
    this.#port = port;
    this.#deed = deed;
  }

  /** Null: no icon. */
  show(view: TrayView | null): void {
    const shown = view === null ? null : JSON.stringify(view);
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (view === null) this.#port.hide();
    else this.#port.show(view, this.#deed);
  }
}
