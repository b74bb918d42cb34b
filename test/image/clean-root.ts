import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cp, mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { text } from 'node:stream/consumers';

/** What a slim image of Debian consists of, beside the packages that are essential or required: debootstrap's minbase. */
const BESIDE_REQUIRED = ['apt'];
const LEFT_OUT = /^\/usr\/share\/(?:doc|man|locale|info)\//;
const MERGED = ['bin', 'sbin', 'lib', 'lib64'];
const PASSWD = 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n';
const GROUP = 'root:x:0:\nnode:x:1000:\n';
const IDS: Readonly<Record<string, string>> = { root: '0:0', node: '1000:1000' };

/** Mounts are seen by the process that is started and its children alone, and end with them. */
const ENTER = `
set -e
root=$1; ids=$2; folder=$3; kind=$4; borrowed=$5; shift 5
mount --bind "$root" "$root"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
for one in $borrowed; do mkdir -p "$root/\${one%%=*}"; mount --bind "\${one#*=}" "$root/\${one%%=*}"; done
if [ "$kind" = read-only ]; then
  mount --bind "$root/data" "$root/data"
  mount -o remount,bind,ro "$root"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
fi
exec chroot --userspec="$ids" --groups= "$root" /usr/bin/env -i -C "$folder" "$@"
`;

export interface RunOptions {
  readonly user: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Nothing but /data and /tmp can be written, as `read_only` and `tmpfs` have it in compose.yaml. */
  readonly isReadOnly?: boolean;
  /** Folders of this machine by their place in the root. */
  readonly borrowed?: Readonly<Record<string, string>>;
}

/**
 * Makes a folder that holds what an image of Node on Debian does: Debian's own base packages as they are installed here,
 * nothing else of this machine, a Node from `nodeFolder`, and this machine's npm.
 */
export async function makeRoot(root: string, nodeFolder: string): Promise<void> {
  for (const place of [...MERGED.map((name) => `usr/${name}`), 'usr/local/bin', 'usr/local/lib/node_modules'])
    await mkdir(join(root, place), { recursive: true });
  for (const name of MERGED) await symlink(`usr/${name}`, join(root, name));
  await copyPackages(root);
  for (const place of ['dev', 'proc', 'tmp', 'root', 'etc', 'home/node'])
    await mkdir(join(root, place), { recursive: true });
  await cp(join(nodeFolder, 'bin/node'), join(root, 'usr/local/bin/node'));
  await cp(await npmFolder(), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  await writeFile(join(root, 'etc/passwd'), PASSWD);
  await writeFile(join(root, 'etc/group'), GROUP);
  for (const file of ['resolv.conf', 'hosts', 'nsswitch.conf'])
    await cp(join('/etc', file), join(root, 'etc', file), { dereference: true });
}

async function copyPackages(root: string): Promise<void> {
  const listed = output('dpkg', ['-L', ...basePackages()]).split('\n');
  const inMerged = new RegExp(`^/(${MERGED.join('|')})/`);
  const paths = listed
    .filter((line) => /^\/[^.]/.test(line) && !LEFT_OUT.test(line))
    .map((path) => path.replace(inMerged, '/usr/$1/').slice(1));
  const names = [...new Set(paths)].filter((path) => !MERGED.includes(path)).toSorted();
  // What a maintainer's script took away again is listed and not there.
  const pack = spawn('tar', ['-C', '/', '--no-recursion', '--ignore-failed-read', '-cf', '-', '-T', '-'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const unpack = spawn('tar', ['-C', root, '-xpf', '-'], { stdio: ['pipe', 'ignore', 'pipe'] });
  const unpacked = new Promise<number | null>((done) => unpack.once('close', done));
  pack.stdin.end(names.join('\n'));
  pack.stdout.pipe(unpack.stdin);
  const said = await text(unpack.stderr);
  if ((await unpacked) !== 0) throw new Error(`Debian's base packages could not be copied: ${said}`);
}

/** The essential and required packages that are installed here, with everything that they depend on. */
function basePackages(): readonly string[] {
  const packages = output('dpkg-query', [
    '-W',
    '-f',
    '${Package}\t${Essential}\t${Priority}\t${Pre-Depends}, ${Depends}\t${Provides}\n',
  ])
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([name = '', essential, priority, depends = '', provides = '']) => ({
      name,
      isBase: essential === 'yes' || priority === 'required',
      depends,
      provides: namesIn(provides),
    }));
  const byName = new Map(
    packages.flatMap((one) => [one.name, ...one.provides].map((name) => [name, one] as const)).toReversed(),
  );
  for (const one of packages) byName.set(one.name, one);
  const found = new Set<string>();
  const visit = (name: string) => {
    const one = byName.get(name);
    if (one === undefined || found.has(one.name)) return;
    found.add(one.name);
    for (const choice of one.depends.split(',')) {
      const installed = namesIn(choice.replaceAll('|', ',')).find((candidate) => byName.has(candidate));
      if (installed !== undefined) visit(installed);
    }
  };
  for (const { name, isBase } of packages) if (isBase || BESIDE_REQUIRED.includes(name)) visit(name);
  return [...found];
}

/** The names of a list in a Debian control file, without versions and architectures. */
const namesIn = (list: string): readonly string[] =>
  list.split(',').flatMap((one) => /^\s*([a-z0-9][a-z0-9+.-]+)/.exec(one)?.[1] ?? []);

/** The folder of the npm that is in the path: the registry's package of Node has none. */
async function npmFolder(): Promise<string> {
  const program = await realpath(output('sh', ['-c', 'command -v npm']).trim());
  return dirname(dirname(program));
}

export function output(command: string, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${error?.message ?? stderr}`);
  return stdout;
}

/** Runs a command in a root. The child is the command's own process: signals reach it. */
export function runIn(
  root: string,
  words: readonly string[],
  { user, folder, env, isReadOnly = false, borrowed = {} }: RunOptions,
): ChildProcess {
  const ids = IDS[user];
  if (ids === undefined) throw new Error(`no user ${user} is known in an image of Node`);
  const whole = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin',
    HOME: user === 'root' ? '/root' : '/home/node',
    ...env,
  };
  const named = Object.entries(whole).map(([name, value]) => `${name}=${value}`);
  const places = Object.entries(borrowed)
    .map(([place, from]) => `${posix.normalize(place)}=${from}`)
    .join(' ');
  return spawn(
    'unshare',
    [
      '--mount',
      '--propagation',
      'private',
      'sh',
      '-c',
      ENTER,
      'enter',
      root,
      ids,
      folder,
      isReadOnly ? 'read-only' : 'writable',
      places,
      ...named,
      ...words,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
}
