// `npm run docs`: the documents as a site in docs/site. Its generator is no part of the product: it is installed when it is asked for, as
// docs/.vitepress/package-lock.json has it.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const named = join(root, 'docs/.vitepress');
const home = join(root, '.cache/docs-generator');
const generator = join(home, 'node_modules/vitepress/bin/vitepress.js');
const LOCK = 'package-lock.json';

function run(command, words, options = {}) {
  const { status } = spawnSync(command, words, { cwd: root, stdio: 'inherit', ...options });
  if (status !== 0) process.exit(1);
}

const isThere =
  existsSync(generator) && readFileSync(join(home, LOCK), 'utf8') === readFileSync(join(named, LOCK), 'utf8');
if (!isThere) {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  for (const name of ['package.json', LOCK]) copyFileSync(join(named, name), join(home, name));
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  run('npm', words, { cwd: home, shell: process.platform === 'win32' });
}
run(process.execPath, [generator, 'build', 'docs']);
console.log('docs/site/index.html');
