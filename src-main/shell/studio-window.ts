import { Menu, app, dialog, type BrowserWindow } from 'electron';
import type { Command } from '../../src-core/commands.ts';
import type { ShownSteps, StatusView } from '../../src-core/ipc/subjects/app.ts';
import type { Log } from '../../src-core/ports.ts';
import { lastWordsOf, sendCommand } from './ipc.ts';
import { menuTemplate } from './menu.ts';
import type { Settings } from './settings.ts';
import type { Say } from './texts.ts';
import type { WindowClosing } from './window-closing.ts';
import { openWindow } from './window.ts';

export interface StudioWindowDeps {
  readonly preload: string;
  readonly settings: Settings;
  readonly say: () => Say;
  readonly log: Log;
  /** Null while nothing is connected. */
  readonly environment: () => NonNullable<StatusView['connection']>['environment'] | null;
  /** Whether the window may go although some steps in it could not be kept. */
  readonly mayLose: (unkept: number) => Promise<boolean>;
  /** What becomes of the studio when somebody closes its window. */
  readonly closing: Pick<WindowClosing, 'decide'>;
  /** True: the studio closes, shows nothing any more, and is opened again after its end. */
  readonly opensLater: () => boolean;
  /** It was opened, or is gone. */
  readonly onThere: (isThere: boolean) => void;
  readonly onForeground: (isInFront: boolean) => void;
  readonly revealDataFolder: () => void;
  /** The file with the licences of the parts of others. */
  readonly notices: string;
  readonly showNotices: () => void;
}

/** The one window over its lives: closed on macOS and opened again, crashed and opened again. */
export class StudioWindow {
  readonly #deps: StudioWindowDeps;
  #window: BrowserWindow | null = null;
  /** It has kept what it held, or was asked about it. */
  #mayClose = false;
  /** Somebody closed it, and what becomes of it is not known yet. */
  #isClosing = false;
  /** As the window last told them; null before it did, and after it is gone. */
  #steps: ShownSteps | null = null;

  constructor(deps: StudioWindowDeps) {
    this.#deps = deps;
  }

  /** The window, made when there is none. */
  open(): BrowserWindow {
    if (this.#window !== null && !this.#window.isDestroyed()) return this.#window;
    const { settings, log, onForeground } = this.#deps;
    const window = openWindow({
      preload: this.#deps.preload,
      place: settings.window.value,
      title: this.title(),
      // On a full disk it would throw before the listener that asks what may be lost, and the window would close unasked.
      keepPlace: (place) => settings.window.remember(place, log),
    });
    this.#mayClose = false;
    window.on('close', (event) => {
      if (this.#mayClose) return;
      event.preventDefault();
      void this.#leave(window);
    });
    window.on('show', () => onForeground(true));
    window.on('focus', () => onForeground(true));
    window.on('blur', () => onForeground(false));
    window.on('closed', () => {
      this.#window = null;
      this.#deps.onThere(false);
      this.showSteps(null);
      onForeground(false);
    });
    window.webContents.on('render-process-gone', (_event, details) => {
      if (details.reason === 'clean-exit') return;
      this.#deps.log.write('error', 'the window stopped working', {
        reason: details.reason,
        exitCode: details.exitCode,
      });
      void this.#offerReload(window);
    });
    this.#window = window;
    this.#deps.onThere(true);
    return window;
  }

  async #leave(window: BrowserWindow): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    try {
      const way = await this.#deps.closing.decide();
      // Where the last window ends the app, that asks its questions over it.
      if (way === 'quit') app.quit();
      if (way === 'close' && (await this.takeLeave())) window.close();
    } finally {
      this.#isClosing = false;
    }
  }

  /** Lets the window keep what it holds; from then on it may close. False: somebody would rather stay. */
  async takeLeave({ asks = true }: { readonly asks?: boolean } = {}): Promise<boolean> {
    const window = this.#window;
    if (window === null || window.isDestroyed()) return true;
    const unkept = await lastWordsOf(window);
    if (unkept > 0 && asks && !(await this.#deps.mayLose(unkept))) return false;
    this.#mayClose = true;
    return true;
  }

  /** It stays although it took leave: what it holds from now on is kept or asked about when it closes. */
  stays(): void {
    this.#mayClose = false;
  }

  /** Does nothing while no window is open. */
  with(run: (window: BrowserWindow) => void): void {
    if (this.#window !== null && !this.#window.isDestroyed()) run(this.#window);
  }

  toFront(): void {
    if (this.#deps.opensLater()) return;
    const window = this.open();
    if (window.isMinimized()) window.restore();
    window.focus();
  }

  /** In front, and on it what the command asks for: at once, or when it has loaded where it was closed. */
  show(command: Command): void {
    this.toFront();
    this.with((window) => {
      if (window.webContents.isLoadingMainFrame())
        window.webContents.once('did-finish-load', () => sendCommand(window, command));
      else sendCommand(window, command);
    });
  }

  /** The environment's word stands in the title: on the task bar Live and Sandbox must not look alike. */
  retitle(): void {
    this.with((window) => window.setTitle(this.title()));
  }

  /** Names undo and redo in the menu by what they would do. */
  showSteps(steps: ShownSteps | null): void {
    this.#steps = steps;
    this.remakeMenu();
  }

  remakeMenu(): void {
    const { revealDataFolder, showNotices, notices } = this.#deps;
    const say = this.#deps.say();
    const send = (command: Command): void => sendCommand(this.open(), command);
    const steps = this.#steps;
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(
        menuTemplate({ platform: process.platform, say, steps, send, revealDataFolder, showNotices }),
      ),
    );
    const parts = say('about.parts', { file: notices });
    app.setAboutPanelOptions({
      applicationName: say('name'),
      applicationVersion: app.getVersion(),
      // Linux shows no credits.
      copyright: process.platform === 'linux' ? `${say('about.rights')}\n${parts}` : say('about.rights'),
      credits: parts,
    });
  }

  /** The environment's word with it. */
  title(): string {
    const say = this.#deps.say();
    const environment = this.#deps.environment();
    return environment === null ? say('name') : say('title', { environment: say(`environment.${environment}`) });
  }

  async #offerReload(window: BrowserWindow): Promise<void> {
    const say = this.#deps.say();
    await dialog.showMessageBox(window, {
      type: 'error',
      message: say('gone.title'),
      detail: say('gone.text'),
      buttons: [say('gone.reload')],
    });
    if (!window.isDestroyed()) window.webContents.reload();
  }
}
