// `npm run bench [name …]`: bundles the benchmarks and runs each in a Node of its own, so that nothing of the bundler is measured.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { findElectron } from './electron-runtime.mjs';
import { onVirtualDesktop } from './virtual-desktop.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
// Inside the repository, so that the bundles find its packages.
const outDir = fileURLToPath(new URL('../dist/bench', import.meta.url));
/** Those that open the built app. */
const inWindow = ['first-page', 'folder', 'layout', 'scroll'];
const all = [
  'level1',
  'level2',
  'level3',
  'first-page',
  'folder',
  'desk-scale',
  'scroll',
  'service',
  'scale',
  'hostile-uploads',
  'layout',
  'printed',
].filter((name) => existsSync(`${root}test/bench/${name}.ts`));
const named = process.argv.slice(2);
const unknown = named.find((name) => !all.includes(name));
if (unknown !== undefined) {
  console.error(`no such benchmark: ${unknown}. There are ${all.join(', ')}`);
  process.exit(1);
}
const wanted = named.length > 0 ? all.filter((name) => named.includes(name)) : all;

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: {
        ...Object.fromEntries(all.map((name) => [name, `${root}test/bench/${name}.ts`])),
        'preflight-worker': `${root}src-main/desk/preflight/worker.ts`,
        'disk-worker': `${root}src-node/disks/disk-worker.ts`,
      },
      // All as deep as they lie in the sources: what they start is found from there.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});

let missed = 0;
for (const name of wanted) {
  console.log(`\n== ${name}`);
  const { status } = inWindow.includes(name)
    ? await inTheWindow(`${outDir}/${name}.js`)
    : run(process.execPath, [`${outDir}/${name}.js`]);
  if (status !== 0) missed += 1;
}
function run(command, words, env = {}) {
  return spawnSync(command, words, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
}

/** The built app, on a desktop of its own. */
async function inTheWindow(script) {
  const made = run(process.execPath, [`${root}scripts/build.mjs`]);
  if (made.status !== 0) return made;
  const { dist } = await findElectron();
  return run(...onVirtualDesktop(process.execPath, [script]), {
    STUDIO_APP_DIR: root,
    ELECTRON_OVERRIDE_DIST_PATH: dist,
  });
}

process.exit(missed === 0 ? 0 : 1);
