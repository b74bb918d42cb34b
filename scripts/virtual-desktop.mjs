// Where the studio's window can open: the display that is there, or a virtual one with a keychain of its own.
import { join } from 'node:path';

/** macOS and Windows always have a desktop; a Linux has one when it says so. */
export const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);

/**
 * The command line that runs `command words` on a virtual display with an unlocked throw-away Secret Service.
 * Tests use it even where a display exists: a window that takes the focus disturbs people, and their keychain isn't ours.
 */
export function onVirtualDesktop(command, words) {
  if (process.platform !== 'linux') return [command, words];
  return ['xvfb-run', ['-a', '-s', '-screen 0 1920x1200x24', join(import.meta.dirname, 'with-keyring.sh'), command, ...words]];
}
