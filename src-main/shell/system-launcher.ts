import { Menu, app } from 'electron';
import type { LauncherPort } from './launcher.ts';

/** Windows has a jump list, macOS a menu of its dock; Linux reads the actions of the .desktop file (scripts/packaging/settings.mjs). */
export const systemLauncher = (platform: NodeJS.Platform): LauncherPort => ({
  setTasks: (tasks) => {
    // What runs from sources is Electron's own program, which needs more than a link.
    if (platform !== 'win32' || !app.isPackaged) return;
    app.setUserTasks(
      tasks.map(({ title, link }) => ({
        program: process.execPath,
        arguments: link,
        title,
        description: title,
        iconPath: process.execPath,
        iconIndex: 0,
      })),
    );
  },
  setDock: (lines, deed) => {
    if (platform !== 'darwin') return;
    app.dock?.setMenu(Menu.buildFromTemplate(lines.map(({ does, label }) => ({ label, click: () => deed(does) }))));
  },
});
