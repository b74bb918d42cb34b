// Builds everything the studio runs from: dist/{main,preload,service,renderer} and the sample books.
// Skips what is up to date. `--force` builds all; `--only service` builds the service alone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PROCESSES, bundle, product, tool } from './bundle.mjs';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const args = process.argv.slice(2);
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : null;

/** The list of changes to the library's tables. */
const DESK_CHANGES = 'src-main/desk/store/migrations/meta/_journal.json';

const parts = [
  {
    name: 'service',
    inputs: ['src-core', 'src-node', 'src-service'],
    output: 'dist/service/cli.js',
    run: () => bundleProcess('service'),
  },
  {
    name: 'cli',
    inputs: ['src-core', 'src-node', 'src-cli', DESK_CHANGES],
    output: 'dist/cli/studio.js',
    run: async () => {
      await bundle('cli', { studio: 'src-cli/studio.ts' }, product);
      // By it a restore knows libraries that a later version changed; the changes themselves are the studio's to make.
      cpSync(join(root, DESK_CHANGES), join(dist, 'cli/migrations/meta/_journal.json'));
    },
  },
  {
    name: 'main',
    inputs: ['src-core', 'src-node', 'src-main', 'resources/locales'],
    output: 'dist/main/main.js',
    run: async () => {
      await bundleProcess('main');
      await bundleProcess('preload');
    },
  },
  {
    name: 'renderer',
    inputs: [
      'src-core',
      'src-renderer',
      'resources/locales',
      'resources/fonts',
      'vite.config.ts',
      'scripts/pdfjs-files.ts',
      'scripts/shipped-fonts.ts',
    ],
    output: 'dist/renderer/index.html',
    run: async () => {
      const { build } = await import('vite');
      await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
    },
  },
  {
    name: 'samples',
    inputs: ['test/fixtures', 'src-core/specs', 'resources/catalogue'],
    output: 'resources/samples',
    run: async () => {
      await bundle('tools', { 'make-samples': 'test/fixtures/make-samples.ts' }, tool);
      const samples = join(root, 'resources/samples');
      rmSync(samples, { recursive: true, force: true });
      const made = spawnSync(process.execPath, [join(dist, 'tools/make-samples.js'), samples], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if (made.status !== 0) throw new Error('the sample books could not be made');
    },
  },
  {
    // By the source maps of the parts above.
    name: 'notices',
    inputs: [
      'src-core',
      'src-node',
      'src-cli',
      'src-service',
      'src-main',
      'src-renderer',
      'resources/licences',
      'resources/fonts',
      'resources/faces',
      'scripts/packaging',
    ],
    output: 'dist/THIRD-PARTY-NOTICES.txt',
    run: async () => {
      const { noticesText } = await import('./packaging/notices.mjs');
      writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), noticesText());
    },
  },
];

async function bundleProcess(name) {
  const { entries, external, migrations } = PROCESSES[name];
  await bundle(name, entries, external);
  if (migrations !== undefined) cpSync(join(root, migrations), join(dist, name, 'migrations'), { recursive: true });
}

function fingerprint(inputs) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const stat = statSync(path);
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(path.slice(root.length)).update(readFileSync(path));
  };
  for (const input of [...inputs, 'package-lock.json', 'scripts/build.mjs', 'scripts/bundle.mjs'])
    if (existsSync(join(root, input))) visit(join(root, input));
  return hash.digest('hex');
}

/** One part's failure doesn't keep the others from being built. Returns whether the part stands. */
async function bring(part) {
  const mark = join(dist, `.${part.name}.built`);
  const now = fingerprint(part.inputs);
  const isThere = existsSync(mark) && existsSync(join(root, part.output));
  if (!args.includes('--force') && isThere && readFileSync(mark, 'utf8') === now) return true;
  const started = performance.now();
  rmSync(mark, { force: true });
  try {
    await part.run();
  } catch (error) {
    console.error(`${part.name} could not be built: ${error.message}`);
    return false;
  }
  mkdirSync(dist, { recursive: true });
  writeFileSync(mark, now);
  console.log(`built ${part.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return true;
}

let stands = true;
for (const part of parts.filter(({ name }) => only === null || name === only)) stands = (await bring(part)) && stands;
process.exit(stands ? 0 : 1);
