import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Debian's user of nobody in particular. */
export const NOBODY = 65_534;

/**
 * Lays a root over this machine's: what is written there stays in `$place/upper`, and this machine's own files stay as they are.
 * Mounts are seen by the started process and its children alone, and end with them.
 */
const ENTER = `
set -e
place=$1; tests=$2; ids=$3; shift 3
mount -t overlay overlay -o "lowerdir=/,upperdir=$place/upper,workdir=$place/work" "$place/root"
mount --rbind /dev "$place/root/dev"
mount -t proc proc "$place/root/proc"
mkdir -p "$place/root$tests"
mount --bind "$tests" "$place/root$tests"
exec chroot "$place/root" setpriv --reuid="$ids" --regid="$ids" --clear-groups /usr/bin/env -i -C / "$@"
`;

/** 370 MB, on a disk that others use. */
const UNPACKED_WITHIN_MS = 300_000;

export interface RunOptions {
  readonly isRoot?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** A root in which the package was installed. */
export interface Installed {
  /** By dpkg with its scripts, or, where no root can be laid over another, unfolded from it. */
  readonly by: 'dpkg' | 'unfolding';
  /** The folder with the program, seen from within. */
  readonly home: string;
  /** A folder that its user may write, the same within and without. */
  readonly data: string;
  /** The command line that runs `words` in it, by nobody in particular where this is root. */
  command(words: readonly string[], options?: RunOptions): readonly [command: string, words: string[]];
}

/** What Chromium starts its processes for, in an environment of their own. */
const environment = (data: string, env: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries({ HOME: data, PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...env }).map(
    ([name, value]) => `${name}=${value}`,
  );

/** Installs the package below `work`, which holds what becomes of it. */
export function install(deb: string, work: string): Installed {
  const data = join(work, 'home');
  mkdirSync(data);
  if (process.getuid?.() === 0) spawnSync('chown', [`${NOBODY}:${NOBODY}`, data]);
  const place = join(work, 'over');
  for (const name of ['upper', 'work', 'root']) mkdirSync(join(place, name), { recursive: true });
  const over: Installed = {
    by: 'dpkg',
    home: '/opt/book-print-studio',
    data,
    command: (words, { isRoot = false, env } = {}) => [
      'unshare',
      [
        ...['--mount', '--propagation', 'private', 'sh', '-c', ENTER, 'enter', place, work],
        String(isRoot ? 0 : NOBODY),
        ...environment(data, env),
        ...words,
      ],
    ],
  };
  if (process.getuid?.() === 0 && run(over, ['true'], { isRoot: true }).status === 0) {
    const { status, stderr, error } = run(over, ['dpkg', '--install', deb], {
      isRoot: true,
      limitMs: UNPACKED_WITHIN_MS,
    });
    if (status !== 0) throw new Error(`dpkg could not install ${deb}: ${stderr}`, { cause: error });
    return over;
  }
  const unfolded = join(work, 'unfolded');
  const { status, stderr } = spawnSync('dpkg-deb', ['--extract', deb, unfolded], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${deb} could not be unfolded: ${stderr}`);
  const asNobody =
    process.getuid?.() === 0 ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  return {
    by: 'unfolding',
    home: join(unfolded, 'opt/book-print-studio'),
    data,
    command: (words, { env } = {}) => {
      const [first = 'env', ...rest] = [...asNobody, 'env', '-i', '-C', '/', ...environment(data, env), ...words];
      return [first, rest];
    },
  };
}

/** To its end, within a minute where nothing else is said. */
export function run(
  installed: Installed,
  words: readonly string[],
  { limitMs = 60_000, ...options }: RunOptions & { readonly limitMs?: number } = {},
) {
  const [command, rest] = installed.command(words, options);
  return spawnSync(command, rest, { encoding: 'utf8', timeout: limitMs, maxBuffer: 64 * 1024 * 1024 });
}

const SCRIPT = resolve(import.meta.dirname, '../../scripts/with-keyring.sh');

/** In a group of its own, on a virtual display and, where there can be one, with a Secret Service. `before` runs all of it. */
export function startOnDesktop(
  installed: Installed,
  words: readonly string[],
  before: readonly string[] = [],
): ChildProcess {
  // The repository may lie where nobody in particular cannot walk to.
  const keyring = join(installed.data, '../with-keyring.sh');
  copyFileSync(SCRIPT, keyring);
  const [command, rest] = installed.command([
    ...['xvfb-run', '-a', '-n', '300', '-s', '-screen 0 1920x1200x24', 'bash', keyring],
    ...words,
  ]);
  const [program = command, ...given] = [...before, command, ...rest];
  return spawn(program, given, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
}
