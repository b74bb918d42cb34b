// `npm start`: from a fresh clone to the open studio. Only Node built-ins, for nothing is installed yet.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { electronSwitches, findElectron } from './electron-runtime.mjs';
import { runOwned } from './own-process.mjs';
import { prepareStudio } from './prepare.mjs';
import { hasDisplay } from './virtual-desktop.mjs';

const root = resolve(import.meta.dirname, '..');
const say = (line) => console.log(line);

async function start() {
  prepareStudio(say);
  build();
  const electron = await findElectron({ say });
  if (hasDisplay()) return openStudio(electron);
  say('no display here: the main job runs unattended in a window on a virtual one (npm run demo)');
  const { code } = await runOwned(process.execPath, [join(root, 'scripts/demo.mjs'), '--out', join(root, 'demo-out')], {
    cwd: root,
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: electron.dist },
  });
  say(
    code === 0
      ? `pictures of every step: ${join(root, 'demo-out')}`
      : `the unattended run failed; what it saw until then: ${join(root, 'demo-out')}`,
  );
  return code;
}

function build() {
  const run = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' });
  if (run.status !== 0) throw new Error('the studio could not be built: the reason stands above');
}

async function openStudio(electron) {
  const { code } = await runOwned(electron.executablePath, [...electronSwitches(), root, ...process.argv.slice(2)], {
    cwd: root,
  });
  return code;
}

let exitCode = 1;
try {
  exitCode = await start();
} catch (error) {
  console.error(error.message);
}
process.exit(exitCode);
