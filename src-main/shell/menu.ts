import { Menu, type MenuItemConstructorOptions } from 'electron';
import { acceleratorOf, type Command } from '../../src-core/commands.ts';
import type { Say, ShellText } from './texts.ts';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly say: Say;
  readonly send: (command: Command) => void;
  readonly revealDataFolder: () => void;
}

type Item = MenuItemConstructorOptions;
const LINE: Item = { type: 'separator' };

/** The main menu in the shape of the platform: an application menu on macOS, Settings and Quit under File elsewhere. */
export function buildMenu(options: MenuOptions): Menu {
  const { say } = options;
  const isMac = options.platform === 'darwin';
  const command = (text: ShellText, name: Command): Item => {
    const accelerator = acceleratorOf(name);
    // Shown only: the page itself listens to its keys (by their place, so that they work under a Hangul layout).
    return {
      label: say(text),
      click: () => options.send(name),
      ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
    };
  };
  const settings = command('menu.settings', 'go.settings');
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
      command('menu.newBook', 'layouts.new'),
      LINE,
      command('menu.importFolder', 'imports.pickFolder'),
      command('menu.importFiles', 'imports.pickFiles'),
      command('menu.importSamples', 'imports.addSamples'),
      LINE,
      command('menu.importManifest', 'manifests.pick'),
      command('menu.latestManifest', 'manifests.openLatest'),
      command('menu.manifestTemplate', 'manifests.saveTemplate'),
      LINE,
      ...(isMac
        ? [{ role: 'close', label: say('menu.close') } satisfies Item]
        : [settings, LINE, { role: 'quit', label: say('menu.quit') } satisfies Item]),
    ],
  };
  const edit: Item = {
    label: say('menu.edit'),
    submenu: [
      { role: 'undo', label: say('menu.undo') },
      { role: 'redo', label: say('menu.redo') },
      LINE,
      { role: 'cut', label: say('menu.cut') },
      { role: 'copy', label: say('menu.copy') },
      { role: 'paste', label: say('menu.paste') },
      { role: 'selectAll', label: say('menu.selectAll') },
      LINE,
      command('menu.find', 'screen.filter'),
    ],
  };
  const view: Item = {
    label: say('menu.view'),
    submenu: [
      command('menu.library', 'go.library'),
      command('menu.queue', 'go.queue'),
      command('menu.orders', 'go.orders'),
      command('menu.credit', 'go.credit'),
      command('menu.specs', 'go.specs'),
      command('menu.activity', 'activity.toggle'),
      LINE,
      { role: 'zoomIn', label: say('menu.zoomIn') },
      { role: 'zoomOut', label: say('menu.zoomOut') },
      { role: 'resetZoom', label: say('menu.zoomReset') },
      { role: 'togglefullscreen', label: say('menu.fullScreen') },
    ],
  };
  const work: Item = {
    label: say('menu.work'),
    submenu: [
      command('menu.mainAction', 'screen.main'),
      LINE,
      command('menu.addressBook', 'recipients.open'),
      command('menu.recheck', 'library.recheck'),
      command('menu.nextProblem', 'problem.next'),
      command('menu.previousProblem', 'problem.previous'),
      LINE,
      command('menu.pauseOrResume', 'queue.pauseOrResume'),
      command('menu.stopNow', 'queue.stopNow'),
      LINE,
      command('menu.sendNext', 'queue.sendNext'),
      command('menu.moveUp', 'queue.moveUp'),
      command('menu.moveDown', 'queue.moveDown'),
      command('menu.sendLast', 'queue.sendLast'),
      command('menu.sendAt', 'queue.sendAt'),
      command('menu.sendNow', 'queue.sendNow'),
    ],
  };
  const window: Item = { label: say('menu.window'), role: 'windowMenu' };
  const help: Item = {
    label: say('menu.help'),
    submenu: [
      command('menu.palette', 'help.palette'),
      command('menu.shortcuts', 'help.shortcuts'),
      { label: say('menu.dataFolder'), click: options.revealDataFolder },
      ...(isMac ? [] : [LINE, { role: 'about', label: say('menu.about', name) } satisfies Item]),
    ],
  };
  return Menu.buildFromTemplate([
    ...(isMac ? [application] : []),
    file,
    edit,
    view,
    work,
    ...(isMac ? [window] : []),
    help,
  ]);
}
