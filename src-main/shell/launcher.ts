import type { Command } from '../../src-core/commands.ts';
import { LAUNCHER_SCREENS, linkToScreen } from '../../src-core/desk/deep-link.ts';
import { queueTurn } from '../../src-core/desk/queue-turn.ts';
import type { DeskStatus } from '../desk/desk.ts';
import type { Say } from './texts.ts';

/** An entry of the jump list: a start of the studio with a link, which leads to a place and does nothing. */
export interface JumpTask {
  readonly title: string;
  readonly link: string;
}

/** A line of the dock's menu, which is the studio's own: it may do what its other menus do. */
export interface DockLine {
  readonly does: Command | 'pause' | 'resume';
  readonly label: string;
}

/** Each system has one of both, or neither. */
export interface LauncherPort {
  setTasks(tasks: readonly JumpTask[]): void;
  setDock(lines: readonly DockLine[], deed: (does: DockLine['does']) => void): void;
}

/** No entry of the jump list opens a dialog: by a link anybody could. */
export const jumpTasks = (say: Say): JumpTask[] =>
  LAUNCHER_SCREENS.map((screen) => ({ title: say(`command.go.${screen}`), link: linkToScreen(screen) }));

export function dockLines({ queue }: Pick<DeskStatus, 'queue'>, say: Say): DockLine[] {
  const turn = queueTurn(queue);
  return [
    ...LAUNCHER_SCREENS.map((screen): DockLine => ({ does: `go.${screen}`, label: say(`command.go.${screen}`) })),
    { does: 'imports.pickFolder', label: `${say('command.imports.pickFolder')}…` },
    ...(turn === null ? [] : [{ does: turn, label: say(`tray.${turn}`) }]),
  ];
}

/** Tells the system what of it is another than before. */
export class Launcher {
  readonly #port: LauncherPort;
  readonly #deed: (does: DockLine['does']) => void;
  #shown = '';

  constructor(port: LauncherPort, deed: (does: DockLine['does']) => void) {
    this.#port = port;
    this.#deed = deed;
  }

  show(status: Pick<DeskStatus, 'queue'>, say: Say): void {
    const tasks = jumpTasks(say);
    const dock = dockLines(status, say);
    const shown = JSON.stringify([tasks, dock]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#port.setTasks(tasks);
    this.#port.setDock(dock, this.#deed);
  }
}
