// Where the studio's window can open: the display that is there, or a virtual one with a keychain of its own.
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startOwned } from './own-process.mjs';

const withKeyring = join(import.meta.dirname, 'with-keyring.sh');
const START_LIMIT_MS = 30_000;
/** As xvfb-run itself begins. */
const FIRST_DISPLAY = 99;
const DISPLAYS_A_PLACE = 50;

/** macOS and Windows always have a desktop; a Linux has one when it says so. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);

/**
 * The command line that runs `command words` on a virtual display with an unlocked throw-away Secret Service.
 * `place` keeps those that start at the same moment from reaching for the same display.
 * Tests use it even where a display exists: a window that takes the focus disturbs people, and their keychain isn't ours.
 */
export function onVirtualDesktop(command, words, place = 0) {
  if (process.platform !== 'linux') return [command, words];
  return [
    'xvfb-run',
    [
      '-a',
      '-n',
      String(FIRST_DISPLAY + place * DISPLAYS_A_PLACE),
      '-s',
      '-screen 0 1920x1200x24',
      withKeyring,
      command,
      ...words,
    ],
  ];
}

/**
 * Stands on the desktop and says where that is, for as long as there is a display: xvfb-run itself would not notice.
 * It outlives its starter by the seconds that a studio takes to close.
 */
const HOLDER = `
  const { DISPLAY, XAUTHORITY, DBUS_SESSION_BUS_ADDRESS } = process.env;
  console.log('desktop ' + JSON.stringify({ DISPLAY, XAUTHORITY, DBUS_SESSION_BUS_ADDRESS }));
  const place = '/tmp/.X11-unix/X' + /:(\\d+)/.exec(DISPLAY)[1];
  const look = () => require('node:net').connect(place, function () { this.destroy(); }).on('error', () => process.exit(1));
  setInterval(look, 1_000);
  process.stdin.resume().on('end', () => setTimeout(() => process.exit(0), 10_000));
`;

/**
 * A virtual desktop that several commands use one after the other: `{ env, ended, close }`, `env` being what a command on
 * it needs in its environment, and `ended` settling when it is gone, whyever; `place` as above. Without a Secret Service there is a display
 * alone. Throws when there is not even that.
 */
export async function openVirtualDesktop(say, place = 0) {
  const holder = [process.execPath, '-e', HOLDER];
  return (
    (await openedWith(onVirtualDesktop(holder[0], holder.slice(1), place))) ??
    (say('no Secret Service here: keys are kept for this session only'),
    await openedWith(['xvfb-run', ['-a', '-s', '-screen 0 1920x1200x24', ...holder]])) ??
    refuse()
  );
}

function refuse() {
  throw new Error('no virtual display could be opened: is xvfb installed?');
}

async function openedWith([command, words]) {
  const desktop = startOwned(command, words, { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaints = '';
  desktop.child.stderr.on('data', (text) => (complaints += text));
  const limit = setTimeout(() => void desktop.end(), START_LIMIT_MS);
  const env = await Promise.race([
    new Promise((settle) => {
      createInterface({ input: desktop.child.stdout }).on('line', (line) => {
        if (line.startsWith('desktop ')) settle(JSON.parse(line.slice('desktop '.length)));
      });
    }),
    desktop.ended.then(() => null),
  ]);
  clearTimeout(limit);
  if (env === null) console.error(complaints.trim());
  return env === null ? null : { env, ended: desktop.ended, close: () => desktop.end() };
}
