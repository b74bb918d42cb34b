import { Menu, Tray } from 'electron';
import type { TrayPort } from './tray.ts';

/** Electron's tray. It is held here: an icon that nobody refers to is collected. */
export function systemTray(icon: string): TrayPort {
  let tray: Tray | null = null;
  return {
    show: ({ tooltip, lines }, deed) => {
      if (tray === null) {
        tray = new Tray(icon);
        tray.on('click', () => deed('open'));
      }
      tray.setToolTip(tooltip);
      tray.setContextMenu(
        Menu.buildFromTemplate(
          lines.map(({ does, label }) => ({ label, enabled: does !== 'progress', click: () => deed(does) })),
        ),
      );
    },
    hide: () => {
      tray?.destroy();
      tray = null;
    },
  };
}
