// `npm run bench`: bundles the benchmark and runs it in a Node of its own, so that nothing of the bundler is measured.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = fileURLToPath(new URL('../dist/bench', import.meta.url));

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: { ssr: 'test/bench/level1.ts', outDir, emptyOutDir: true, target: 'node20', minify: false },
});

const { status } = spawnSync(process.execPath, [`${outDir}/level1.js`], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
