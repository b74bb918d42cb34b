// `npm run dev [-- --data-dir DIR] [--remote-debugging] [--virtual]`: the studio from the working tree, with every change in
// it: the window's at once, the service's and the main process's after they were built and started anew. Ctrl+C ends it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { electronSwitches, findElectron } from './electron-runtime.mjs';
import { startOwned } from './own-process.mjs';
import { prepareStudio } from './prepare.mjs';
import { watchBundles } from './dev/bundles.mjs';
import { StudioRun } from './dev/studio-run.mjs';
import { freePort, serveWindow } from './dev/window-server.mjs';
import { hasDisplay, openVirtualDesktop } from './virtual-desktop.mjs';

const root = resolve(import.meta.dirname, '..');
const home = join(root, '.dev');
const startedMs = performance.now();
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
const say = (line) => console.log(`${seconds(performance.now() - startedMs).padStart(8)}  ${line}`);

/** What the studio runs with. Vite takes this process's for its own, and a bundle is no product here. */
const environment = { ...process.env };
process.env.NODE_ENV = 'development';

function wishes() {
  const { values } = parseArgs({
    options: {
      'data-dir': { type: 'string', default: join(home, 'data') },
      /** The window on a port of this computer, for a browser's `chrome://inspect`; always without a display. */
      'remote-debugging': { type: 'boolean', default: false },
      virtual: { type: 'boolean', default: false },
    },
  });
  return {
    dataDir: resolve(values['data-dir']),
    isVirtual: values.virtual || !hasDisplay(),
    isDebugged: values['remote-debugging'] || values.virtual || !hasDisplay(),
  };
}

async function develop({ dataDir, isVirtual, isDebugged }) {
  let end;
  const isOver = new Promise((settle) => (end = settle));
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])
    process.on(signal, () => end(code));
  const closing = [];
  const kept = async (opening) => {
    const opened = await opening;
    closing.push(() => opened.close());
    return opened;
  };
  let studio = null;
  try {
    const electron = await findElectron({ say });
    const desktop = isVirtual ? await kept(openVirtualDesktop(say)) : null;
    void desktop?.ended.then(() => end(1));
    const server = await kept(serveWindow(root, home, () => end(0)));
    await kept(
      watchBundles(root, home, {
        say,
        changed: (names, tookMs) => {
          say(`${names.join(', ')} built in ${seconds(tookMs)}`);
          if (names.every((name) => name === 'service')) server.order('restart service');
          else void studio?.startAnew();
        },
      }),
    );
    const port = isDebugged ? await freePort() : null;
    studio = new StudioRun({
      say,
      server,
      onClosed: () => end(0),
      start: () =>
        startOwned(
          electron.executablePath,
          [
            ...electronSwitches(),
            ...(port === null ? [] : [`--remote-debugging-port=${port}`]),
            home,
            `--data-dir=${dataDir}`,
          ],
          {
            cwd: root,
            env: { ...environment, ...desktop?.env, ...server.env },
            stdio: ['ignore', 'inherit', 'inherit'],
          },
        ),
    });
    closing.push(() => studio.end());
    await Promise.race([studio.startAnew(), isOver]);
    say(`edit and see; what the studio keeps is in ${dataDir}`);
    if (port !== null) say(`remote debugging: http://127.0.0.1:${port}`);
    return await isOver;
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

/** Those that are there will do: making them takes as long as everything else together. `npm run build` renews them. */
function makeSamples() {
  if (existsSync(join(root, 'resources/samples'))) return;
  const run = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--only', 'samples'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (run.status !== 0) throw new Error('the sample books could not be made: the reason stands above');
}

let exitCode = 1;
try {
  const wanted = wishes();
  prepareStudio(say);
  makeSamples();
  exitCode = await develop(wanted);
} catch (error) {
  console.error(error.message);
}
process.exit(exitCode);
