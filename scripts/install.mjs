// Brings node_modules into line with the lockfile. Node built-ins only: it runs on a fresh clone.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const OLDEST_NODE = [20, 19];

/** Throws an Error that names the cure when this Node is too old to run anything here. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new Error(
    `Node ${process.versions.node} is too old: install Node ${OLDEST_NODE.join('.')} or newer from https://nodejs.org`,
  );
}

/** Runs `npm ci` when a package of the lockfile is missing or of another version. Throws when that fails. */
export function ensureInstalled(say) {
  if (!isStale()) return;
  say('installing packages (npm ci)');
  npm(['ci', '--no-audit', '--no-fund']);
}

/** For a command whose answer goes to standard output: says what it does on standard error, and ends the process with 2 when it fails. */
export function prepareBuild() {
  try {
    checkNode();
    ensureInstalled((line) => process.stderr.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/**
 * keytar is optional: where it could not be compiled npm leaves it out without a word.
 * Called once the headers are there. Returns whether the addon is there now.
 */
export function ensureKeytar(say) {
  const addon = join(root, 'node_modules/keytar/build/Release/keytar.node');
  if (existsSync(addon)) return true;
  say('compiling keytar, the bridge to the OS keychain');
  try {
    if (existsSync(join(root, 'node_modules/keytar'))) npm(['rebuild', 'keytar']);
    else npm(['ci', '--no-audit', '--no-fund']);
  } catch (error) {
    say(error.message);
  }
  return existsSync(addon);
}

function isStale() {
  const installed = readLock(join(root, 'node_modules/.package-lock.json'));
  if (installed === null) return true;
  const wanted = readLock(join(root, 'package-lock.json')) ?? {};
  return Object.entries(wanted).some(
    ([path, { version, optional }]) => path !== '' && !optional && installed[path]?.version !== version,
  );
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

function npm(words) {
  const isWindows = process.platform === 'win32';
  const run = spawnSync(isWindows ? 'npm.cmd' : 'npm', words, {
    cwd: root,
    // Standard output belongs to the answer of the command that installs.
    stdio: ['ignore', 2, 2],
    shell: isWindows,
    env: { ...process.env, ...headersBesideNode() },
  });
  if (run.status === 0) return;
  // Half an installation looks like a whole one to the next run.
  if (words[0] === 'ci') rmSync(join(root, 'node_modules/.package-lock.json'), { force: true });
  throw new Error(`npm ${words.join(' ')} failed: its messages stand above`);
}

/** Node's own headers, where they lie beside it: otherwise compiling an addon downloads them. */
function headersBesideNode() {
  const prefix = dirname(dirname(process.execPath));
  return existsSync(join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {};
}
