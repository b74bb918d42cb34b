// The Debian packages that tests and demos need beside Node: looked for, and installed where this process may. Node built-ins only.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** By what needs them. `npm test` needs all. */
export const PACKAGES = {
  window: ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libnotify4', 'libsecret-1-0'],
  /** A display, a Secret Service and a place for notifications that exist for one command. */
  virtualDesktop: ['xvfb', 'xauth', 'fonts-noto-cjk', 'dbus-daemon', 'dbus-bin', 'gnome-keyring', 'dunst'],
  /** A Korean keyboard on it. */
  korean: ['ibus', 'ibus-hangul', 'ibus-gtk3', 'xdotool'],
  /** keytar is compiled on this machine. */
  compiler: ['libsecret-1-dev', 'g++', 'make', 'python3'],
  /** The registry-shipped Electron is a zip. */
  unpacking: ['unzip'],
  /** The proxy before a service of several processes. */
  proxy: ['caddy'],
  /** The window's components run in an ordinary browser. 81 MB to fetch, 290 MB installed, a quarter of a minute. */
  browser: ['chromium'],
  /** What partners call the service with (docs/partners.md). */
  partners: ['curl', 'jq', 'python3-requests'],
  /** A disk whose power is cut. */
  disk: ['e2fsprogs'],
  /** A network in which there is nothing but a loopback. */
  network: ['iproute2'],
  /** A share whose server stops answering. */
  share: ['bindfs'],
  /** Reads the command line's manual page. */
  manual: ['groff-base'],
  /** Other people's PDF readers, which ours is compared with. */
  crossChecks: ['poppler-utils', 'qpdf', 'mupdf-tools', 'ghostscript'],
};

const isDebian = existsSync('/etc/debian_version');
const quiet = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };

/** Debian 13 and Ubuntu 24.04 have renamed some libraries for 64-bit time. */
const namesOf = (name) => [name, `${name}t64`];

/** The packages of `names` that are not installed. Empty on a system that isn't Debian: nothing is known there. */
export function missingPackages(names) {
  if (!isDebian) return [];
  const asked = names.flatMap(namesOf);
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\n', ...asked], quiet);
  const installed = new Set(
    stdout.split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0]] : [])),
  );
  return names.filter((name) => !namesOf(name).some((one) => installed.has(one)));
}

/**
 * Installs what is missing of `names` when this process is root on Debian.
 * Returns what is still missing; `say` hears the one command that would cure it.
 */
export function ensurePackages(names, say) {
  const missing = missingPackages(names);
  if (missing.length === 0) return [];
  if (process.getuid?.() !== 0) {
    say(`missing Debian packages. Install them: sudo apt-get install --no-install-recommends ${missing.join(' ')}`);
    return missing;
  }
  say(`installing Debian packages: ${missing.join(' ')}`);
  apt(['update', '-qq'], say);
  const wanted = missing.map((name) => (isAvailable(name) ? name : `${name}t64`));
  apt(['install', '-y', '-qq', '--no-install-recommends', ...wanted], say);
  const left = missingPackages(names);
  if (left.length > 0) say(`could not be installed: ${left.join(' ')}`);
  return left;
}

/** A renamed library lives on as a name that only others provide, without a version of its own. */
function isAvailable(name) {
  const { stdout } = spawnSync('apt-cache', ['policy', name], { ...quiet, env: { ...process.env, LC_ALL: 'C' } });
  return /Candidate: (?!\(none\))/.test(stdout);
}

function apt(words, say) {
  const run = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 900_000,
  });
  if (run.status !== 0)
    say(`apt-get ${words[0]} failed: ${(run.stderr ?? String(run.error)).trim().split('\n').at(-1)}`);
}

if (process.argv[1] === import.meta.filename)
  ensurePackages(Object.values(PACKAGES).flat(), (line) => console.log(line));
