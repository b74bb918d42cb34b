import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What a program of the system writes; rejects where there is none, or where it fails. */
export type AskProgram = (program: string, words: readonly string[]) => Promise<string>;

/** A session bus that hangs is none. */
const ANSWER_LIMIT_MS = 2_000;

/** The bus's own tool, on every desktop of Linux, asks whoever keeps the icons whether anybody shows them. */
const IS_HOST_THERE = [
  '--session',
  '--print-reply=literal',
  '--dest=org.kde.StatusNotifierWatcher',
  '/StatusNotifierWatcher',
  'org.freedesktop.DBus.Properties.Get',
  'string:org.kde.StatusNotifierWatcher',
  'string:IsStatusNotifierHostRegistered',
] as const;

/**
 * Whether an icon in the tray would be seen. Windows has one; of Linux those desktops that show status icons, which GNOME by
 * itself does not, and one that cannot be asked has none. macOS keeps the studio in its dock.
 */
export async function hasTray(platform: NodeJS.Platform, ask: AskProgram = askProgram): Promise<boolean> {
  if (platform !== 'linux') return platform === 'win32';
  return ask('dbus-send', IS_HOST_THERE).then(
    (answer) => /\bboolean true\b/.test(answer),
    () => false,
  );
}

const run = promisify(execFile);
const askProgram: AskProgram = async (program, words) =>
  (await run(program, words, { timeout: ANSWER_LIMIT_MS })).stdout;
