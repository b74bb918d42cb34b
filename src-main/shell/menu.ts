import type { MenuItemConstructorOptions } from 'electron';
import { acceleratorOf, COMMAND_LIST, type Command, type CommandMenu } from '../../src-core/commands.ts';
import type { ShownSteps } from '../../src-core/ipc/subjects/app.ts';
import type { Say } from './texts.ts';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly say: Say;
  /** What undo and redo would do; null while no window has told it. */
  readonly steps: ShownSteps | null;
  readonly send: (command: Command) => void;
  readonly revealDataFolder: () => void;
  /** Shows the licences of the parts of others. */
  readonly showNotices: () => void;
}

type Item = MenuItemConstructorOptions;
const LINE: Item = { type: 'separator' };

/** A menu is no place to read a paragraph in. */
const LABEL_CHARS = 60;
/** In one line and not too long; `&` would underline the letter behind it. */
function asLabel(text: string): string {
  const line = [...text.replaceAll(/\s+/gu, ' ')];
  const cut =
    line.length <= LABEL_CHARS
      ? line.join('')
      : `${line
          .slice(0, LABEL_CHARS - 1)
          .join('')
          .trimEnd()}…`;
  return cut.replaceAll('&', '&&');
}

/** The main menu in the shape of the platform: an application menu on macOS, Settings and Quit under File elsewhere. */
export function menuTemplate(options: MenuOptions): Item[] {
  const { say } = options;
  const isMac = options.platform === 'darwin';
  const itemOf = (command: Command): Item => {
    const accelerator = acceleratorOf(command);
    // Shown only: the page itself listens to its keys (by their place, so that they work under a Hangul layout).
    return {
      label: say(`command.${command}`),
      click: () => options.send(command),
      ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
    };
  };
  const stepItem = (way: 'undo' | 'redo', accelerator: string): Item => {
    const step = options.steps?.[way] ?? null;
    return {
      label: step === null ? say(`menu.${way}`) : asLabel(step.label),
      enabled: step?.isEnabled ?? false,
      accelerator,
      registerAccelerator: false,
      click: () => options.send(`edit.${way}`),
    };
  };
  const itemsOf = (menu: CommandMenu): Item[] =>
    COMMAND_LIST.filter((one) => one.menu === menu).flatMap(({ command, afterLine }) =>
      afterLine === true ? [LINE, itemOf(command)] : [itemOf(command)],
    );
  const settings = itemOf('go.settings');
  const name = { name: say('name') };
  const application: Item = {
    label: say('name'),
    submenu: [
      { role: 'about', label: say('menu.about', name) },
      LINE,
      settings,
      LINE,
      { role: 'hide', label: say('menu.hide', name) },
      { role: 'hideOthers', label: say('menu.hideOthers') },
      { role: 'unhide', label: say('menu.showAll') },
      LINE,
      { role: 'quit', label: say('menu.quitNamed', name) },
    ],
  };
  const file: Item = {
    label: say('menu.file'),
    submenu: [
      ...itemsOf('file'),
      LINE,
      ...(isMac
        ? [{ role: 'close', label: say('menu.close') } satisfies Item]
        : [settings, LINE, { role: 'quit', label: say('menu.quit') } satisfies Item]),
    ],
  };
  const edit: Item = {
    label: say('menu.edit'),
    submenu: [
      stepItem('undo', 'CmdOrCtrl+Z'),
      stepItem('redo', 'CmdOrCtrl+Shift+Z'),
      LINE,
      { role: 'cut', label: say('menu.cut') },
      { role: 'copy', label: say('menu.copy') },
      { role: 'paste', label: say('menu.paste') },
      { role: 'selectAll', label: say('menu.selectAll') },
      LINE,
      ...itemsOf('edit'),
    ],
  };
  const view: Item = {
    label: say('menu.view'),
    submenu: [
      ...itemsOf('view'),
      LINE,
      { role: 'zoomIn', label: say('menu.zoomIn') },
      { role: 'zoomOut', label: say('menu.zoomOut') },
      { role: 'resetZoom', label: say('menu.zoomReset') },
      { role: 'togglefullscreen', label: say('menu.fullScreen') },
    ],
  };
  const work: Item = { label: say('menu.work'), submenu: itemsOf('work') };
  const window: Item = { label: say('menu.window'), role: 'windowMenu' };
  const help: Item = {
    label: say('menu.help'),
    submenu: [
      ...itemsOf('help'),
      { label: say('menu.dataFolder'), click: options.revealDataFolder },
      { label: say('menu.notices'), click: options.showNotices },
      ...(isMac ? [] : [LINE, { role: 'about', label: say('menu.about', name) } satisfies Item]),
    ],
  };
  return [...(isMac ? [application] : []), file, edit, view, work, ...(isMac ? [window] : []), help];
}
