import type { Closing } from '../../src-core/desk/closing.ts';
import { movingOf } from '../../src-core/desk/work-left.ts';
import type { QueueState } from '../../src-core/desk/queue-turn.ts';
import type { Desk } from '../desk/desk.ts';
import type { Dialogs } from './dialogs.ts';
import type { FinishView } from './finish-first.ts';
import type { Say } from './texts.ts';

/** What waits for a time or for a service that is away goes on without anybody, in a studio that runs. */
const GOES_ON: ReadonlySet<QueueState> = new Set<QueueState>(['later', 'away']);

/** Whether anything is done now or will be without a person, or confirmed orders are not placed yet. */
export function hasWork(desk: Pick<Desk, 'workLeft' | 'statusSnapshot'>): boolean {
  const work = desk.workLeft();
  if (movingOf(work) + work.waiting.orders > 0) return true;
  const { state, resumesAtMs } = desk.statusSnapshot().queue;
  return GOES_ON.has(state) || resumesAtMs !== null;
}

export interface WindowClosingDeps {
  readonly platform: NodeJS.Platform;
  /** How far the studio is that quits by itself when its work is through; null: nobody asked for that. */
  readonly finishing: () => FinishView | null;
  readonly hasWork: () => boolean;
  readonly hasTray: () => Promise<boolean>;
  readonly wish: () => Closing;
  readonly keepWish: (wish: Closing) => void;
  readonly dialogs: Pick<Dialogs, 'choose'>;
  readonly say: () => Say;
}

/** What becomes of the studio when its window is closed (operator-desk 6.1). */
export class WindowClosing {
  readonly #deps: WindowClosingDeps;
  #isInTray = false;

  constructor(deps: WindowClosingDeps) {
    this.#deps = deps;
  }

  /** Whether a studio without its window is found in the tray. */
  get isInTray(): boolean {
    return this.#isInTray;
  }

  /** Whether the studio lives on without a window. */
  get staysWithoutWindow(): boolean {
    return this.#deps.platform === 'darwin' || this.#deps.finishing() !== null || this.#isInTray;
  }

  /** `close`: the window goes and the studio stays; `quit`: both go; null: both stay. */
  async decide(): Promise<'close' | 'quit' | null> {
    const { platform, hasTray, hasWork } = this.#deps;
    const canBeInTray = platform !== 'darwin' && (await hasTray());
    const finishing = this.#deps.finishing();
    this.#isInTray = canBeInTray && (finishing !== null || hasWork());
    if (platform === 'darwin') return 'close';
    // Whoever asked for that was asked already, but not whether it may wait where nobody sees it.
    if (finishing !== null) return this.#isInTray || finishing.still === null ? 'close' : this.#quitOrStay();
    if (!this.#isInTray) return 'quit';
    const wish = await this.#wish();
    this.#isInTray = wish === 'tray';
    return wish === null ? null : wish === 'tray' ? 'close' : 'quit';
  }

  async #quitOrStay(): Promise<'quit' | null> {
    const { dialogs, say } = this.#deps;
    const { way } = await dialogs.choose({
      title: say()('close.stillTitle'),
      text: say()('close.stillText'),
      ways: [
        { way: 'quit', label: say()('close.quit') },
        { way: 'stay', label: say()('quit.stay') },
      ],
    });
    return way === 'quit' ? 'quit' : null;
  }

  async #wish(): Promise<'tray' | 'quit' | null> {
    const { wish, keepWish, dialogs, say } = this.#deps;
    const kept = wish();
    if (kept !== 'ask') return kept;
    const { way, isRemembered } = await dialogs.choose({
      title: say()('close.title'),
      text: say()('close.text'),
      ways: [
        { way: 'tray', label: say()('close.tray') },
        { way: 'quit', label: say()('close.quit') },
        { way: 'stay', label: say()('quit.stay') },
      ],
      remembers: say()('close.remember'),
    });
    if (way === null || way === 'stay') return null;
    if (isRemembered) keepWish(way);
    return way;
  }
}
