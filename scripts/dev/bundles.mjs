// Main process, preload and service of a development run, bundled anew at every change.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROCESSES, bundle } from '../bundle.mjs';

/** A change that several bundles share is one change. */
const SETTLE_MS = 60;

/** The studio's own entry, which knows what a development run may do more than the product. */
const ENTRIES = { main: { ...PROCESSES.main.entries, main: 'src-main/development/main.ts' } };

/** Migrations lie beside their bundle; a new one is written into the journal. */
function migrationsBeside(root, from, to) {
  const folder = join(root, from);
  return {
    name: 'migrations-beside',
    buildStart() {
      this.addWatchFile(join(folder, 'meta/_journal.json'));
    },
    writeBundle: () => cpSync(folder, to, { recursive: true }),
  };
}

/**
 * Makes `home/{main,preload,service}` and keeps them as their sources are. Settles after the first time with
 * `{ close }`; from then on `changed(names, tookMs)` hears which were made anew, several at once when one change concerns them.
 * A bundle that cannot be made is told by `say` and stays as it was; the first time it throws.
 */
export async function watchBundles(root, home, { changed, say }) {
  for (const name of Object.keys(PROCESSES)) rmSync(join(home, name), { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const { name, productName, version, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name, productName, version, type, main: 'main/main.js' }));

  const made = new Set();
  let building = 0;
  let beganMs = 0;
  let settled;
  const tell = () => {
    if (building > 0 || made.size === 0) return;
    const names = [...made];
    made.clear();
    changed(names, performance.now() - beganMs);
  };
  const watch = async (part) => {
    const { entries, external, migrations } = PROCESSES[part];
    const plugins =
      migrations === undefined ? [] : [migrationsBeside(root, migrations, join(home, part, 'migrations'))];
    const watcher = await bundle(join(home, part), ENTRIES[part] ?? entries, external, plugins, { watch: true });
    await new Promise((ready, fail) => {
      let isFirst = true;
      watcher.on('event', (event) => {
        if (event.code === 'START' && !isFirst) {
          if (building === 0) beganMs = performance.now();
          building += 1;
        }
        if (event.code === 'ERROR') {
          if (isFirst) fail(event.error);
          else say(`${part} could not be built and stays as it was: ${event.error.message}`);
        }
        if (event.code === 'BUNDLE_END') {
          void event.result.close();
          if (!isFirst) made.add(part);
        }
        if (event.code !== 'END' && event.code !== 'ERROR') return;
        if (isFirst) ready();
        else building = Math.max(0, building - 1);
        isFirst = false;
        clearTimeout(settled);
        settled = setTimeout(tell, SETTLE_MS);
      });
    });
    return watcher;
  };
  const watchers = await Promise.all(Object.keys(PROCESSES).map(watch));
  return {
    close: async () => {
      clearTimeout(settled);
      await Promise.all(watchers.map((watcher) => watcher.close()));
    },
  };
}
